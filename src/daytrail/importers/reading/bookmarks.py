"""Reader for bookmarks in HTML: those that browsers and Pinboard export, and the exports of Pocket and Instapaper.

The form is that of Netscape, of which the elements `DT`, `DD` and `P` have no end:
https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
"""

import re
from collections.abc import Mapping
from html import unescape
from itertools import zip_longest
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
    if not (_NETSCAPE.match(text) or _POCKET.match(text)):
        return None
    reader = _BookmarkReader(text, has_folders=_NETSCAPE.match(text) is not None)
    tags = list(_TAG.finditer(text))
    line = end = 0
    for tag, following in zip_longest(tags, tags[1:]):
        line += text.count("\n", end, tag.start())
        end = tag.start()
        words = re.sub(r"<!--[^<>]*-->", "", text[tag.end() : following.start() if following else None])
        reader.read_tag(tag, " ".join(unescape(words).split()), line + 1)
    return reader.result.finish()


class _BookmarkReader:
    """Reads headings as folders, links as items and definitions as their notes."""

    def __init__(self, text: str, *, has_folders: bool) -> None:
        self.result = ForeignList(text, "Bookmarks", "bookmarks")
        self._has_folders = has_folders
        self._folders: list[_Folder] = []
        """Those around the present line; the titles of some are empty."""
        self._next_folder = _Folder("", 1)
        self._described: DraftItem | _Folder | None = None
        """The item or the folder of a description."""

    def read_tag(self, tag: re.Match[str], text: str, line: int) -> None:
        """Read a tag with the text behind it."""
        match tag["name"].lower(), bool(tag["end"]):
            case "dl", True:
                del self._folders[-1:]
            case "dl", False:
                self._folders.append(self._next_folder)
                self._next_folder, self._described = _Folder("", line), None
            case "a", False:
                attributes = _ATTRIBUTE.findall(tag["attributes"])
                self._read_link({name.lower(): unescape(value.strip("\"'")) for name, value in attributes}, text, line)
            case "dd", False:
                self._read_description(text, line)
            case "h1", False if self._has_folders:
                self.result.draft.root.title = text or "Bookmarks"
            case "h1" | "h3" as name, False:
                self._read_heading(text, line, is_list=name == "h1")

    def _read_heading(self, text: str, line: int, *, is_list: bool) -> None:
        words = text.split() if is_list else []  # in the lists of Pocket a heading is all that there is: `Read Archive`
        status = next((status for part in (text, *words) if (status := status_of(part))), None)
        folder = _Folder(text, line, status)
        if is_list:
            self._folders = [folder]
        else:
            self._next_folder = self._described = folder
        if status:
            self.result.doubt(line, "status-from-heading", f"`{text}` is taken as the status of what is below it")

    def _read_link(self, attributes: Mapping[str, str], text: str, line: int) -> None:
        url = attributes.get("href", "")
        for name in filter(attributes.get, _TIMES):
            self.result.leave_out(name)
        self._described = None
        if not _IMPORTED.match(url):
            self.result.record(line, f"{text} {url}")
            return
        if attributes.get("private") == "1":
            self.result.doubt(line, "private-item", f"`{text or url}` is private in the source, and public here")
        status = next((folder.status for folder in reversed(self._folders) if folder.status), None)
        self._described = self.result.add(
            line,
            {"title": text, "url": url, "status": "to-read" if attributes.get("toread") == "1" else status},
            folders=[folder.title for folder in self._folders if folder.title],
            tags=attributes.get("tags", "").split(","),
        )

    def _read_description(self, text: str, line: int) -> None:
        described = self._described
        if isinstance(described, DraftItem) and text:
            self.result.describe(described, line, text)
            return
        if isinstance(described, _Folder) and text:
            titles = [*(folder.title for folder in self._folders if folder.title), described.title]
            self.result.group(titles, described.line).about.append((range(line, line + 1), text))
        self.result.record(line, text)
