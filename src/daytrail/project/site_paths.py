"""Paths of the docs folder's files in the site, and which of them a generated file must not have."""

import unicodedata
from collections.abc import Mapping

from daytrail.problems import Location, Problem, error, quoted


class OwnedPaths:
    """Paths of files in the site, by their source paths in the docs folder.

    Two paths are the same if one host or another serves them at one URL, as `log/2026.html` and
    `log/2026/index.html`, or if a file system ignores case.
    """

    def __init__(self, paths: Mapping[str, str]) -> None:
        self._uris: set[str] = set()
        self._pages: dict[str, str] = {}
        self._files: dict[str, str] = {}
        self._folders: dict[str, str] = {}
        for uri, path in paths.items():
            self.add(uri, path)

    def add(self, uri: str, path: str) -> None:
        """Add a file."""
        self._uris.add(uri)
        self._pages[_comparable(path)] = uri
        if not path.endswith(".html"):
            self._files[_comparable(path)] = uri
        self._folders |= dict.fromkeys(_folders(path), uri)

    def clashes(self, uri: str, path: str) -> set[str]:
        """Return the source paths of the files that a generated one would replace, or that would replace it."""
        folded = _folded(path)
        name = _page_name(folded)
        same = self._pages.get(name)
        # Only a page may be next to a folder of its name.
        below = None if path.endswith(".html") else self._folders.get(name)
        above = (self._files.get(folder) for folder in _folders(path))
        return set(filter(None, (same, below, uri if uri in self._uris else None, *above)))


def clash_message(what: str) -> str:
    """Return what is wrong with a file in the docs folder that clashes with another one."""
    return f"this file has the same URL or name as {what}"


def day_in_navigation(location: Location, uri: str) -> Problem:
    """Return the problem of a day that `nav` names: only pages of `docs/`, and those like them, can be there."""
    message = f"the navigation names {quoted(uri)}, which is a day"
    return error(location, message, "name a page, such as `log.md`, or link to the day from a page")


CLASH_HINT = "rename one of the two"


def _comparable(path: str) -> str:
    return _page_name(_folded(path))


def _folders(path: str) -> list[str]:
    folded = _folded(path)
    return [_page_name(folded[:end]) for end, character in enumerate(folded) if character == "/"]


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _page_name(path: str) -> str:
    return path.removesuffix(".html").removesuffix("/index") if path.endswith(".html") else path
