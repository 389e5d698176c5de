"""Reader for bookmarks in HTML: those that browsers and Pinboard export, and the exports of Pocket and Instapaper.

The form is that of Netscape, of which the elements `DT`, `DD` and `P` have no end:
https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
"""

import re
from html import unescape
from typing import NamedTuple

from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.foreign import ForeignList
from daytrail.importers.reading.reader import ImportedList
from daytrail.importers.reading.status import status_of
from daytrail.model.entry import Status

_NETSCAPE = re.compile(r"\s*<!DOCTYPE\s+NETSCAPE-Bookmark-file-1", re.IGNORECASE)
_POCKET = re.compile(
    r"\s*<!DOCTYPE html>\s*<html>.{0,300}?<title>\s*(?:Pocket|Instapaper)\b", re.IGNORECASE | re.DOTALL
)
_TAG = re.compile(r"""<(?P<end>/?)(?P<name>[a-z][a-z0-9]*)(?P<attributes>(?:"[^"]*"|[^<>"])*)>""", re.IGNORECASE)
"""A tag; `html.parser` takes quadratic time for tags that do not end."""
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")
_TIMES = ("add_date", "last_modified", "time_added")
_IMPORTED = re.compile(r"https?:|ftp:|file:", re.IGNORECASE)
"""Schemes of addresses; the others are those of browsers and of scripts."""


class _Folder(NamedTuple):
    title: str
    line: int
    status: Status | None = None


def read_bookmarks(text: str, _name: str) -> ImportedList | None:
    """Read a file of bookmarks; None if it is something else."""
    has_folders = _NETSCAPE.match(text) is not None
    if not has_folders and not _POCKET.match(text):
        return None
    reader = _BookmarkReader(ForeignList(text, "Bookmarks", "bookmarks"), has_folders=has_folders)
    end, line = 0, 1
    for tag in _TAG.finditer(text):
        reader.words.append(text[end : tag.start()])
        line += text.count("\n", end, tag.start())
        reader.read_tag(tag, line)
        line += tag[0].count("\n")
        end = tag.end()
    reader.words.append(text[end:])
    reader.end_part()
    return reader.result.finish()


class _BookmarkReader:
    """Reads headings as folders, links as items and definitions as their notes."""

    def __init__(self, result: ForeignList, *, has_folders: bool) -> None:
        self.result = result
        self._has_folders = has_folders
        self._folders: list[_Folder] = []
        self._next_folder = _Folder("", 1)
        self._section: _Folder | None = None
        self._part = ""
        self._line = 1
        self._attributes: dict[str, str] = {}
        self.words: list[str] = []
        self._described: DraftItem | _Folder | None = None
        """The item or the folder of a description."""

    def read_tag(self, match: re.Match[str], line: int) -> None:
        """End a part, and begin or end another one, or the list of a folder."""
        self.end_part()
        tag, is_end = match["name"].lower(), bool(match["end"])
        if tag == "dl" and is_end:
            del self._folders[-1:]
        elif tag == "dl":
            self._folders.append(self._next_folder)
            self._next_folder = _Folder("", line)
            self._described = None
        elif tag in ("a", "dd", "h1", "h3") and not is_end:
            self._part, self._line = tag, line
            attributes = _ATTRIBUTE.findall(match["attributes"])
            self._attributes = {name.lower(): unescape(value.strip("\"'")) for name, value in attributes}

    def end_part(self) -> None:
        """Read the part that ends here."""
        text, part = " ".join(unescape(re.sub(r"<!--[^<>]*-->", "", "".join(self.words))).split()), self._part
        self.words, self._part = [], ""
        if part == "a":
            self._read_link(text)
        elif part == "dd":
            self._read_description(text)
        elif part == "h1" and self._has_folders:
            self.result.draft.root.title = text or "Bookmarks"
        elif part:
            self._read_heading(text, part)

    def _read_heading(self, text: str, part: str) -> None:
        status = status_of(text)
        if part == "h1":
            # In the lists of Pocket a heading is all that there is, as in `Read Archive`.
            status = status or next((found for word in text.split() if (found := status_of(word))), None)
            self._section = _Folder(text, self._line, status)
        else:
            self._next_folder = self._described = _Folder(text, self._line, status)
        if status:
            self.result.doubt(self._line, "status-from-heading", f"`{text}` is taken as the status of what is below it")

    def _read_link(self, text: str) -> None:
        attributes, url = self._attributes, self._attributes.get("href", "")
        for name in _TIMES:
            if attributes.get(name):
                self.result.leave_out(name)
        if not _IMPORTED.match(url):
            self.result.leave(self._line, f"{text} {url}")
            self._described = None
            return
        if attributes.get("private") == "1":
            self.result.doubt(self._line, "private-item", f"`{text or url}` is private in the source, and public here")
        folders = [folder for folder in self._folders if folder.title] or [self._section or _Folder("", 1)]
        status = next((folder.status for folder in reversed(folders) if folder.status), None)
        self._described = self.result.add(
            self._line,
            {"title": text, "url": url, "status": "to-read" if attributes.get("toread") == "1" else status},
            folders=[folder.title for folder in folders if folder.title],
            tags=attributes.get("tags", "").split(","),
        )

    def _read_description(self, text: str) -> None:
        described = self._described
        if isinstance(described, DraftItem) and text:
            self.result.describe(described, self._line, text)
        elif isinstance(described, _Folder) and text:
            folders = [folder.title for folder in self._folders if folder.title]
            group = self.result.group([*folders, described.title], described.line)
            group.about.append((range(self._line, self._line + 1), text))
            self.result.record(self._line, text)
        elif text:
            self.result.leave(self._line, text)
