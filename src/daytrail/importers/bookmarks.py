"""Reader for bookmarks that browsers export as HTML.

Their format is that of Netscape, of which the elements `DT`, `DD` and `P` have no end:
https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
"""

import re
from collections.abc import Mapping, Sequence
from html import unescape

from daytrail.importers.imported import Imported
from daytrail.importers.item_text import is_valid_url
from daytrail.importers.list_reader import Category, list_data
from daytrail.importers.preview import Finding

_HEADER = re.compile(r"\s*<!DOCTYPE\s+NETSCAPE-Bookmark-file-1", re.IGNORECASE)
_TAG = re.compile(r"""<(?P<end>/?)(?P<name>[a-z][a-z0-9]*)(?:"[^"]*"|[^<>"])*>""", re.IGNORECASE)
"""A tag; `html.parser` takes quadratic time for tags that do not end."""
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")


def read_bookmarks(text: str) -> Imported | None:
    """Read a file of bookmarks: folders are categories, descriptions are notes. None if it is something else."""
    if not _HEADER.match(text):
        return None
    reader = _BookmarkReader()
    tags = list(_TAG.finditer(text))
    line, position = 1, 0
    for tag, end in zip(tags, [*(tag.start() for tag in tags[1:]), len(text)], strict=True):
        line += text.count("\n", position, tag.start())
        position = tag.start()
        words = re.sub(r"<!--[^<>]*-->", "", text[tag.end() : end])
        reader.read_tag(tag, " ".join(unescape(words).split()), line)
    data = list_data(reader.title, reader.root, {}, reader.title)
    return Imported(data, left_over=reader.left_over)


class _BookmarkReader:
    def __init__(self) -> None:
        self.title, self.root = "Bookmarks", Category("")
        self.left_over: list[Finding] = []
        self._folders: list[str] = []
        """Titles of the folders around the present line; that of the list itself is empty."""
        self._next_folder = ""
        self._notes: list[str] | None = None
        """Those of what a description belongs to."""

    def read_tag(self, tag: re.Match[str], text: str, line: int) -> None:
        """Read a tag with the text behind it."""
        folders = list(filter(None, self._folders))
        match tag["name"].lower(), bool(tag["end"]):
            case "dl", True:
                del self._folders[-1:]
            case "dl", False:
                self._folders.append(self._next_folder)
                self._next_folder = ""
            case "h1", False:
                self.title = text or self.title
            case "h3", False:
                self._next_folder, self._notes = text, None
                self.root.find([*folders, text])
            case "a", False:
                pairs = ((one[1].lower(), unescape(one[2].strip("\"'"))) for one in _ATTRIBUTE.finditer(tag[0]))
                self._notes = self._read_link(dict(pairs), text, line, folders)
            case "dd", False if text and self._notes is not None:
                self._notes.append(text)
            case "dd", False if text:
                self.left_over.append(Finding(line, text))

    def _read_link(
        self, attributes: Mapping[str, str], text: str, line: int, folders: Sequence[str]
    ) -> list[str] | None:
        """Add a link, and return its notes; None for one that is left over."""
        url, is_private = attributes.get("href", ""), attributes.get("private") == "1"
        if is_private or not is_valid_url(url):
            reason = "private" if is_private else "no address of a page"
            self.left_over.append(Finding(line, f"{reason}: {text} {url}"))
            return None
        tags = ", ".join(filter(None, map(str.strip, attributes.get("tags", "").split(","))))
        notes = [f"Tags: {tags}"] if tags else []
        title, status = "" if text == url else text, "to-read" if attributes.get("toread") == "1" else None
        self.root.find(folders).items.append({"title": title, "url": url, "status": status, "notes": notes})
        return notes
