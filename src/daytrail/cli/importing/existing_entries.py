"""Entries that a project has already, and which of them is the copy of a draft from an earlier import."""

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeVar

from daytrail.cli.importing.common import read_if_exists
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.text.diagnostics import count_words
from daytrail.model.entry import DayNumber
from daytrail.source.files import is_hidden
from daytrail.source.front_matter import split_entry
from daytrail.source.yaml.edit import Append, edit_front_matter
from daytrail.source.yaml.parser import parse

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_DATED_STEM = re.compile(r"\d{4}-\d\d-\d\d(?![^-_ ])")
_DERIVED_KEYS = {"links", "tags", "hours"}
"""Keys of front matter whose values grow with the text."""
_MIN_WORDS = 5
"""In a text that shows from which document it is."""
_MOST_LETTERS = 120
"""Maximum length of a text whose letters are compared: in one so short, one changed word is a large share."""
_FEWEST_LETTERS = 8
"""Minimum length of a text that is compared with only the beginning of another one."""
_LEAST_RATIO = 60
"""Minimum similarity of two versions of a short text, in percent; see `difflib`."""
_TARGET = re.compile(r"\]\([^()\s]*\)|\(`[^`\n]+`\)")
"""The target of a link, or of one that became code, since the file that it leads to is not there."""
_BOX = re.compile(r"(?<![^\s>])- \[[ xX]\]")
MOST_COPIES = 50
"""So many entries of a day are compared with a draft."""


@dataclass(frozen=True)
class ExistingEntry:
    """The text of an entry file, with LF as line ends."""

    path: Path
    text: str

    @cached_property
    def front_matter(self) -> Mapping[str, Any]:
        """The values of its front matter, as texts; empty if it cannot be read."""
        parts, problems = split_entry(self.text, "")
        data = None if problems else parse(parts.front_matter, "")[0].data
        return data if isinstance(data, dict) else {}

    @cached_property
    def body(self) -> str:
        """Its text behind the front matter, without empty lines around it."""
        return split_entry(self.text, "")[0].body.strip("\n")

    @cached_property
    def date(self) -> date | None:
        """Its date, from its front matter or its name."""
        try:
            return date.fromisoformat(str(self.front_matter.get("date") or self.path.stem)[:10])
        except ValueError:
            return None

    @property
    def day(self) -> str:
        """Its number, or its range of numbers; empty if it has none."""
        return str(self.front_matter.get("day", "")).replace(" ", "").replace("–", "-")

    def is_copy_of(self, draft: DraftEntry) -> bool:
        """Tell whether it is a draft with changes on either side, not another entry of the same day."""
        is_same_day = (self.front_matter.get("title", ""), self.day) == (draft.title, day_text(draft))
        if not self.body or not draft.body:  # an empty day, which its writer may have filled in since
            return is_same_day and not self.body
        if self.is_beginning_of(draft) or self.has_words_of(f"{draft.title} {draft.body}") or self._is_near(draft):
            return True
        # The addresses of links may have become those of the source on the web.
        without_targets = replace(self, text=_TARGET.sub("", self.text))
        return bool(is_same_day and self.day) and without_targets.has_words_of(_TARGET.sub("", draft.body))

    def is_beginning_of(self, draft: DraftEntry) -> bool:
        """Tell whether the text of a draft begins with all of its text."""
        return bool(self.body) and draft.body.startswith(self.body)

    def _is_near(self, draft: DraftEntry) -> bool:
        """Tell whether it has most letters of a short text, as `beta was there` has of `beta is here`.

        Either may have more text behind that.
        """
        length = min(len(self.body), len(draft.body))
        if length > _MOST_LETTERS:
            return False
        length = length if length >= _FEWEST_LETTERS else _MOST_LETTERS
        return SequenceMatcher(None, self.body[:length], draft.body[:length]).ratio() * 100 >= _LEAST_RATIO

    def has_words_of(self, text: str) -> bool:
        """Tell whether it has half of the words of a text, or the text half of its words."""
        words, own_words = count_words(text), count_words(self.body)
        return (words & own_words).total() * 2 >= max(1, min(words.total(), own_words.total()))

    def is_redated_copy_of(self, draft: DraftEntry) -> bool:
        """Tell whether it is a draft with another date: it has its title and number, and its text.

        A few words without a number are no evidence.
        """
        if (self.front_matter.get("title", ""), self.day) != (draft.title, day_text(draft)):
            return False
        words, own_words = count_words(draft.body), count_words(self.body)
        fewest = min(words.total(), own_words.total())
        is_enough = fewest >= _MIN_WORDS or (self.day and self.body == draft.body)
        return bool(is_enough) and (words & own_words).total() * 10 >= fewest * 9

    def is_part_of(self, lines: Set[str]) -> bool:
        """Tell whether its text is some of the lines, or of the cells, of a document."""
        own_lines = [line.strip(" #") for line in self.body.split("\n") if line.strip(" #")]
        common = sum(line in lines for line in own_lines)
        return count_words(self.body).total() >= _MIN_WORDS and common * 10 >= len(own_lines) * 9

    def likeness(self, draft: DraftEntry) -> tuple[bool, int]:
        """Return how similar it is to a draft, for comparison with other entries."""
        words, own_words = count_words(draft.body), count_words(self.body)
        is_same_day = (self.front_matter.get("title", ""), self.day) == (draft.title, day_text(draft))
        return is_same_day, 2 * (words & own_words).total() - own_words.total()

    def continued_to(self, draft: DraftEntry, text: str) -> str | None:
        """Return its text with what a draft, and so its source, has behind it; None if it differs in another way.

        Its body is taken for untouched since the import if that of the draft begins with it, perhaps with more boxes
        ticked. Front matter that the writer has changed stays.
        """
        beginning = draft.body[: len(self.body)]
        rest = draft.body[len(self.body) :]
        if not rest.strip() or not _is_ticked(self.body, beginning):
            return None
        new = ExistingEntry(self.path, text).front_matter
        is_untouched = set(self.front_matter) <= set(new) and all(
            self.front_matter.get(key) == value for key, value in new.items() if key not in _DERIVED_KEYS
        )
        if is_untouched:
            return text
        with_links, problems = edit_front_matter(self.text, "", [Append(("links",), draft.links)])
        gap = "" if self.body else "\n"
        own = (self.text if problems else with_links).rstrip()
        return f"{own.removesuffix(self.body.rstrip())}{beginning}{gap}{rest}\n"


class ExistingEntries:
    """The entry files below a folder, which are read when they are needed."""

    def __init__(self, folder: Path) -> None:
        self.stems: set[str] = set()
        """Names without their endings; entries with the same one have the same URL path."""
        self._dated: defaultdict[str, list[Path]] = defaultdict(list)
        self._undated: list[Path] = []
        for path in _markdown_files(folder):
            self.stems.add(path.stem)
            if _DATED_STEM.match(path.stem):
                self._dated[path.stem[:10]].append(path)
            else:
                self._undated.append(path)

    def remove(self, entry: ExistingEntry) -> None:
        """Remove an entry whose name has a date."""
        self.all.remove(entry)
        self.stems.discard(entry.path.stem)
        self._dated[entry.path.stem[:10]].remove(entry.path)

    @cached_property
    def all(self) -> list[ExistingEntry]:
        """All entries."""
        return [*self._undated_entries, *(_read(path) for paths in self._dated.values() for path in paths)]

    def of_date(self, day: str) -> Sequence[ExistingEntry]:
        """Return the entries whose names have a date."""
        if day not in self._entries_of_date:
            paths = sorted(self._dated.get(day, ()), key=lambda path: (len(path.stem), path))
            self._entries_of_date[day] = [_read(path) for path in paths]
        return self._entries_of_date[day]

    def of_day_of_year(self, day: date) -> Iterator[ExistingEntry]:
        """Yield the entries of the same day and month in other years, in either order of day and month."""
        for other in self._dates_of_day_of_year.get(frozenset((day.month, day.day)), ()):
            if other != day.isoformat():
                yield from self.of_date(other)

    @cached_property
    def _dates_of_day_of_year(self) -> Mapping[frozenset[int], Sequence[str]]:
        return _grouped(self._dated, lambda day: frozenset((int(day[5:7]), int(day[8:]))))

    @cached_property
    def _entries_of_date(self) -> dict[str, list[ExistingEntry]]:
        return {}

    @cached_property
    def _undated_entries(self) -> Sequence[ExistingEntry]:
        return [_read(path) for path in self._undated]

    @cached_property
    def by_number(self) -> Mapping[str, Sequence[ExistingEntry]]:
        """The entries of each number, or range of numbers."""
        return _grouped(self.all, lambda entry: entry.day)

    @cached_property
    def undated_by_number(self) -> Mapping[str, Sequence[ExistingEntry]]:
        """Those of them whose names have no date."""
        return _grouped(self._undated_entries, lambda entry: entry.day)

    @cached_property
    def unnumbered(self) -> Mapping[str, Sequence[ExistingEntry]]:
        """The entries without date and number, by their words."""
        return _grouped([entry for entry in self._undated_entries if not entry.day], lambda entry: _words(entry.body))


class CopyFinder:
    """Search for the entries that an earlier import made of drafts; each is found once."""

    def __init__(self, existing: ExistingEntries) -> None:
        self._existing = existing
        self._of_date: dict[str, list[ExistingEntry]] = {}
        self._found: set[Path] = set()

    def find_all(self, drafts: Sequence[tuple[DraftEntry, str]]) -> list[ExistingEntry | None]:
        """Return the entry that an earlier import made of each draft in a series, changed or not; None for none.

        It has the date of the draft, or its number and no other date. Of several, it is the most similar one. Those
        that are unchanged are found first, so that another entry of the day is no copy of them.
        """
        unchanged = [self._find(draft, series, ExistingEntry.is_beginning_of) for draft, series in drafts]
        return [
            copy or self._find(draft, series, ExistingEntry.is_copy_of)
            for copy, (draft, series) in zip(unchanged, drafts, strict=True)
        ]

    def _find(
        self, draft: DraftEntry, series: str, is_copy: Callable[[ExistingEntry, DraftEntry], bool]
    ) -> ExistingEntry | None:
        of_date: list[ExistingEntry] = []
        if draft.date:
            day = draft.date.isoformat()
            of_date = self._of_date.setdefault(day, list(self._existing.of_date(day)))
        entries = islice(chain(of_date, self._undated(draft, series)), MOST_COPIES)
        copies = [entry for entry in entries if is_copy(entry, draft)]
        copy = max(copies, key=lambda entry: entry.likeness(draft), default=None) if len(copies) != 1 else copies[0]
        if copy:
            self._found.add(copy.path)
            if copy in of_date:
                of_date.remove(copy)
        return copy

    def others_of(self, day: date) -> Sequence[ExistingEntry]:
        """Return the entries of a date that are no copies of drafts with it."""
        return self._of_date.get(day.isoformat(), ())

    def find_redated(self, draft: DraftEntry, series: str) -> ExistingEntry | None:
        """Return the entry of a draft for which an earlier import guessed another year or order of day and month.

        To be called when the entries of all drafts with the same date have been found.
        """
        for entry in self._existing.of_day_of_year(draft.date) if draft.date else ():
            is_free = entry.path not in self._found and entry.front_matter.get("series", "") == series
            if is_free and entry.is_redated_copy_of(draft):
                self._found.add(entry.path)
                return entry
        return None

    def _undated(self, draft: DraftEntry, series: str) -> Iterator[ExistingEntry]:
        """Yield entries that may be copies and do not have a date in their names, or any if the draft has none."""
        entries: Sequence[ExistingEntry] = ()
        if draft.day_numbers:
            by_number = self._existing.undated_by_number if draft.date else self._existing.by_number
            numbered = by_number.get(day_text(draft), ())
            entries = [entry for entry in numbered if entry.front_matter.get("series", "") == series]
        elif not draft.date:
            entries = self._existing.unnumbered.get(_words(draft.body), ())
        return (entry for entry in entries if entry.path not in self._found)


def _is_ticked(text: str, other: str) -> bool:
    """Tell whether another text is the same, with or without more of its boxes ticked."""
    if _BOX.sub("- [ ]", other) != _BOX.sub("- [ ]", text):
        return False
    boxes = zip(_BOX.findall(text), _BOX.findall(other), strict=True)
    return all(new in (old, "- [x]", "- [X]") for old, new in boxes)


def day_text(draft: DraftEntry) -> str:
    """Return the number of a draft, or its range of numbers, as front matter has it; empty if it has none."""
    return str(DayNumber(*draft.day_numbers)) if draft.day_numbers else ""


def _words(body: str) -> str:
    """Return the words of a text without the targets of its links, which an import rewrites."""
    return " ".join(re.findall(r"\w+", _TARGET.sub(" ", body))) or body


def _read(path: Path) -> ExistingEntry:
    return ExistingEntry(path, read_if_exists(path) or "")


def _grouped(values: Iterable[_Value], key: Callable[[_Value], _Key]) -> Mapping[_Key, Sequence[_Value]]:
    groups: defaultdict[_Key, list[_Value]] = defaultdict(list)
    for value in values:
        groups[key(value)].append(value)
    return groups


def _markdown_files(folder: Path) -> Iterator[Path]:
    for top, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not is_hidden(name))
        yield from (Path(top, name) for name in sorted(files) if name.endswith(".md") and not is_hidden(name))
