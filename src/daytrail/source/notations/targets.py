"""Search for what the names in `[[…]]` lead to: entries, items of the plan, and files beside entries."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path, PurePosixPath

from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import Entry, dated
from daytrail.problems import Location, Problem, did_you_mean, quoted, warning
from daytrail.source.files import MAX_ENTRY_BYTES, is_hidden, read_text
from daytrail.source.front_matter import split_entry
from daytrail.source.markdown_body import first_written
from daytrail.source.private_text import blank_private
from daytrail.source.published_files import attachments, is_published
from daytrail.source.sources import LocatedEntry

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()  # noqa: SIM905 - words, not a column of quotes
_DAY_OF_LOGSEQ = re.compile(r"([A-Za-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th), (\d{4})")


class Targets:
    """The things of a project by the names that links may have for them."""

    def __init__(self, root: Path, folder: str, entries: Iterable[Entry], plan: Curriculum) -> None:
        """Take the entries that are published, of a folder relative to the root."""
        self._root, self._folder, self._plan = root, folder, plan
        self._addresses = {*plan.items, *(week.id for week in plan.weeks), *(topic.id for topic in plan.topics)}
        self._entries: dict[str, str] = {}
        self._days: dict[date, str] = {}
        # The name of a file comes before a former name or the title of another.
        for entry in (entries := tuple(entries)):
            self._days.setdefault(entry.date, entry.path)
            self._entries.setdefault(entry.stem.casefold(), entry.path)
            self._entries[str(PurePosixPath(entry.path).relative_to(folder).with_suffix("")).casefold()] = entry.path
        for entry in entries:
            for name in (*entry.was, entry.title or ""):
                self._entries.setdefault(name.casefold(), entry.path)

    def resolved(self, located: LocatedEntry) -> LocatedEntry:
        """Return an entry with the targets of its links. What they name of the plan is touched, and files published."""
        entry = located.entry
        if not entry.wikilinks:
            return located
        links = tuple((name, self._target(name, entry.path)) for name, _ in entry.wikilinks)
        targets = [target for _, target in links if target]
        touched = dict.fromkeys([*entry.touched, *(target for target in targets if target in self._addresses)])
        files = attachments("", targets, self._folder)
        entry = replace(
            entry,
            wikilinks=links,
            touched=tuple(touched),
            attachments=tuple(dict.fromkeys([*entry.attachments, *files])),
        )
        return replace(located, entry=entry)

    def _target(self, name: str, path: str) -> str:
        """Return the path of a file in the project, or an address in the plan, that a name leads to; empty if none."""
        key = name.casefold().removesuffix(".md").strip("/")
        if key in self._entries:
            return self._entries[key]
        if (address := self._plan.current_addresses.get(name, name)) in self._addresses:
            return address
        if (day := _day(name)) in self._days:
            return self._days[day]
        beside = next(attachments(path, [name], self._folder), "")
        return beside if beside and is_published(self._root, beside) else self._files.get(key, "")

    @cached_property
    def _files(self) -> dict[str, str]:
        """The paths of files in the folder of entries, by their names and by their paths in it."""
        files: dict[str, str] = {}
        for top, folders, names in os.walk(self._root / self._folder):
            folders[:] = sorted(name for name in folders if not is_hidden(name))
            parent = Path(top).relative_to(self._root).as_posix()
            for path in attachments("", [f"{parent}/{name}" for name in sorted(names)], self._folder):
                if is_published(self._root, path):
                    files.setdefault(PurePosixPath(path).name.casefold(), path)
                    files[PurePosixPath(path).relative_to(self._folder).as_posix().casefold()] = path
        return files

    def problems(self, located: LocatedEntry, *, is_complete: bool) -> Iterator[Problem]:
        """Yield a warning for each name that leads nowhere; if the plan is not complete, not for those of its items."""
        missing = [name for name, target in located.entry.wikilinks if not target]
        missing = [name for name in missing if is_complete or "/" not in name]
        for name in missing:
            location = find_wikilink(self._root, located.entry.path, name)
            guess = did_you_mean(name, [*self._addresses, *self._entries])
            message = f"{quoted(f'[[{name}]]', 200)} leads nowhere, and is shown as text"
            yield warning(location, message, guess or "correct the name, or add the entry or file")


def find_wikilink(root: Path, path: str, name: str) -> Location:
    """Return the location of the first link by a name in an entry."""
    parts, _ = split_entry(read_text(root, path, MAX_ENTRY_BYTES)[0], path)
    line, column = first_written(blank_private(parts.body, path, kind="entry")[0], f"[[{name}")
    return Location(path, parts.first_line + line - 1, column)


def _day(name: str) -> date | None:
    """Return the date that a name is, as in `2026_11_19` or `Nov 19th, 2026`; None if it is none."""
    match = _DAY_OF_LOGSEQ.fullmatch(name)
    with suppress(ValueError):
        if match:
            return date(int(match[3]), _MONTHS.index(match[1].lower()) + 1, int(match[2]))
        stem = dated(name)
        return stem.day if not stem.rest else None
    return None
