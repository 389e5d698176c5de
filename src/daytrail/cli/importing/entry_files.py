"""Entries of an import: new files, and existing ones that are extended, renamed because they get a date, or kept."""

import difflib
import os
import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from itertools import count as count_from
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote

from daytrail.cli.importing.existing_entries import ExistingEntry
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.text.outline import read_outline
from daytrail.source.private_text import cut_private

_TARGET = re.compile(
    r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)"
    r"|(\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:\s*<?|<(?:a|img)\b[^>]*?\b(?:href|src)=[\"']?)([^)\s>\"'#?]+)"
)
"""A code span, or the target of a link with what is before it."""
_URL_START = re.compile(r"[a-z][a-z0-9+.-]*:|/", re.IGNORECASE)
_MOST_DIFFERENT_LINES = 2000


@dataclass(frozen=True)
class LogSource:
    """A source document and the log that was read from it."""

    path: Path
    text: str
    log: ImportedLog
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
    text: str
    """Text of a new file for the draft."""
    copy: ExistingEntry | None = None
    """The entry that an earlier import made of the draft."""
    undated_text: str = ""
    """Text of a new file without the date; empty unless only the draft, and not the existing entry, has one."""

    @property
    def is_moved(self) -> bool:
        """Whether the existing entry is renamed because it gets a date."""
        return self.copy is not None and self.copy.path != self.path

    @property
    def has_date(self) -> bool:
        """Whether the entry has a date after the import."""
        return bool(self.draft.date or (self.copy and self.copy.date))

    def content(self) -> str:
        """Return the text of the file after the import, in which what the writer changed is kept."""
        if not self.copy or self.copy.text == self.text:
            return self.text
        if self.is_moved and self.copy.text == self.undated_text:
            return self.text
        continued = self.copy.continued_to(self.draft, self.undated_text or self.text) or self.copy.text
        if not self.is_moved:
            return continued
        return self.text if continued == self.undated_text else _with_date(continued, self.text)

    def difference(self) -> str:
        """Return how the source differs from a copy that is kept, as a diff; empty if the copy has all its lines."""
        texts = (self.copy.body if self.copy else "", self.draft.body)
        ours, theirs = (cut_private(text, "", 1)[0].split("\n") for text in texts)
        if set(map(str.strip, theirs)) <= set(map(str.strip, ours)):
            return ""
        lines = difflib.unified_diff(ours, theirs, "entry", "source", lineterm="", n=1)
        return "\n".join(list(lines)[2:_MOST_DIFFERENT_LINES])


class FreeNames:
    """Names of entries that no other entry has; those of a day after the first get -2, -3 and so on."""

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


def _with_date(text: str, dated_text: str) -> str:
    """Return an entry's text with the schema and the date of another text in its front matter."""
    head = re.match(r"---\n(?:# yaml-language-server:.*\n)?date: .*\n", dated_text)
    return re.sub(r"\A---[ \t]*\n(?:# yaml-language-server:.*\n)?", lambda _: head[0] if head else "", text, count=1)


def relinked(text: str, folder: Path, new_folder: Path, moves: Mapping[Path, Path]) -> str:
    """Return a text that moves to another folder, with relative links that follow it and other files that move."""
    if not _TARGET.search(text):
        return text
    hidden = read_outline(text).hidden_lines

    def new_target(match: re.Match[str]) -> str:
        if match[3] is None or _URL_START.match(match[3]):
            return match[0]
        old = (folder / unquote(match[3])).resolve()
        new = moves.get(old, old)
        if new == old and (folder == new_folder or not old.exists()):
            return match[0]
        return match[2] + quote(os.path.relpath(new, new_folder).replace("\\", "/"))

    lines = text.split("\n")
    return "\n".join(
        line if number in hidden else _TARGET.sub(new_target, line) for number, line in enumerate(lines, start=1)
    )
