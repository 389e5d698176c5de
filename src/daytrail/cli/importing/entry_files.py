"""Entries of an import: new files, and existing ones that are extended, renamed because they get a date, or kept."""

import difflib
import os
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count as count_from
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote

from daytrail.cli.importing.existing_entries import ExistingEntry
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.text.link_rewriting import LinkType, rewrite_links, unchanged
from daytrail.model.entry import DayNumber
from daytrail.source.front_matter import write_front_matter
from daytrail.source.private_text import cut_private

_URL_START = re.compile(r"[a-z][a-z0-9+.-]*:|[/#]|$", re.IGNORECASE)
_MOST_DIFFERENT_LINES = 2000


@dataclass
class LogSource:
    """A source document and the log that was read from it."""

    path: Path
    text: str
    log: ImportedLog
    """Text with the rewritten links."""
    name: PurePosixPath
    """Its path in the folder that was imported, or only its name."""
    url: str | None = None
    """Its URL on the web, if it is known."""


@dataclass(frozen=True)
class EntryFile:
    """An entry that is written, or exists already."""

    source: LogSource
    draft: DraftEntry
    path: Path
    series: str
    """The id of its series; empty if it is the first one of the plan."""
    schema: str
    """The path of the JSON Schema of entries from the file; it may be empty."""
    copy: ExistingEntry | None = None
    """The entry that an earlier import made of the draft."""
    former_body: str = ""
    """The body that an import without `--source-url` writes."""
    linked_files: Sequence[tuple[Path, Path]] = ()
    """Files to copy, each with the path of its copy."""

    @property
    def is_moved(self) -> bool:
        """Whether the existing entry is renamed because its date is new or has changed."""
        return self.copy is not None and self.copy.path != self.path

    @property
    def gets_links(self) -> bool:
        """Whether the existing entry is unchanged since an import without `--source-url`, which is given now."""
        return self.copy is not None and self.copy.body == self.former_body != self.draft.body

    @property
    def has_date(self) -> bool:
        """Whether the entry has a date when the import has ended."""
        return bool(self.draft.date or (self.copy and self.copy.date))

    @cached_property
    def text(self) -> str:
        """The text of a new file for the draft."""
        day = self.draft.date or (self.copy.date if self.copy else None)
        return entry_text(replace(self.draft, date=day), self.series, self.schema)

    @cached_property
    def content(self) -> str:
        """The text of the file after the import, in which what the writer changed is kept."""
        if not self.copy or self.copy.text == self.text:
            return self.text
        if self.gets_links and not self.is_moved:
            return f"{self.copy.text.rstrip().removesuffix(self.copy.body)}{self.draft.body}\n"
        if not self.is_moved:
            return self.copy.continued_to(self.draft, self.text) or self.copy.text
        before = entry_text(replace(self.draft, date=self.copy.date), self.series, self.schema)
        continued = self.copy.continued_to(self.draft, before) or self.copy.text
        return self.text if continued == before else _with_date(continued, self.text)

    def difference(self) -> str:
        """Return how the source differs from a copy that is kept, as a diff; empty if the copy has all its lines."""
        texts = (self.copy.body if self.copy else "", self.draft.body)
        ours, theirs = (cut_private(text, "", 1)[0].split("\n") for text in texts)
        if set(map(str.strip, theirs)) <= set(map(str.strip, ours)):
            return ""
        lines = difflib.unified_diff(ours, theirs, "entry", "source", lineterm="", n=1)
        return "\n".join(list(lines)[2:_MOST_DIFFERENT_LINES])

    @property
    def new_lines(self) -> Set[str]:
        """The lines that the source has and a copy that is kept has not, if the source has more lines since."""
        texts = (self.copy.body if self.copy else "", self.draft.body)
        ours, theirs = ([line.strip() for line in text.split("\n") if line.strip()] for text in texts)
        is_continued = self.copy and len(theirs) > len(ours) and self.difference()
        return set(theirs).difference(ours) if is_continued else set()


class FreeNames:
    """Names of files that no other file has; those of a day after the first get -2, -3 and so on."""

    def __init__(self, used: Set[str]) -> None:
        self._used = set(used)
        self._last: dict[str, int] = {}

    def take(self, name: str) -> str:
        """Return a free name, which is used from now on."""
        for number in count_from(self._last.get(name, 0) + 1):
            numbered = name if number == 1 else f"{name}-{number}"
            if numbered not in self._used:
                self._used.add(numbered)
                self._last[name] = number
                return numbered
        raise AssertionError  # `count_from` does not end


def entry_text(draft: DraftEntry, series: str, schema: str) -> str:
    """Return the text of an entry file; series and schema may be empty."""
    values = {
        "date": draft.date,
        "series": series or None,
        "day": DayNumber(*draft.day_numbers) if draft.day_numbers else None,
        "title": draft.title or None,
        "tags": draft.tags,
        "hours": int(draft.hours) if draft.hours and draft.hours.is_integer() else draft.hours,
        "links": draft.links,
        "draft": draft.is_draft or None,
    }
    front_matter = write_front_matter(values, schema)
    return f"{front_matter}\n{draft.body}\n" if draft.body else front_matter


def entry_stem(draft: DraftEntry) -> str:
    """Return the name of an entry's file without its ending, unless another entry has it."""
    if draft.date:
        return draft.date.isoformat()
    return f"day-{draft.day_numbers[0]:04d}" if draft.day_numbers else f"undated-{draft.line:04d}"


def _with_date(text: str, dated_text: str) -> str:
    """Return an entry's text with the schema and the date of another text in its front matter."""
    head = re.match(r"---\n(?:# yaml-language-server:.*\n)?date: .*\n", dated_text)
    start = r"\A---[ \t]*\n(?:# yaml-language-server:.*\n)?(?:date:.*\n)?"
    return re.sub(start, lambda _: head[0] if head else "", text, count=1)


def relinked(text: str, folder: Path, new_folder: Path, moves: Mapping[Path, Path]) -> str:
    """Return a text that moves to another folder, with relative links that follow it and other files that move."""

    def new_target(url: str, link_type: LinkType) -> str | None:
        if link_type == "wiki link" or _URL_START.match(url):
            return unchanged(url, link_type)
        path, mark, anchor = url.partition("#")
        old = (folder / unquote(path)).resolve()
        new = moves.get(old, old)
        if new == old and (folder == new_folder or not old.exists()):
            return url
        return quote(os.path.relpath(new, new_folder).replace("\\", "/")) + mark + anchor

    return rewrite_links(text, new_target).text
