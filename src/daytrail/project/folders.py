"""Folders of a project that must not overlap, and the folder that a build may replace.

A build replaces the site's folder, and MkDocs publishes the docs folder as it is. What overlaps with them would be
deleted, or published with its drafts and private passages.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from daytrail.problems import quoted
from daytrail.project.root_folder import CONFIG_FILES
from daytrail.source.files import MAX_TEXT_BYTES, read_bytes
from daytrail.source.load import ProjectPaths
from daytrail.source.plan import part_folder

SITE_MARK = "assets/daytrail/daytrail.css"
"""File by which a folder is a site that was built with Daytrail."""
_BY_MKDOCS = re.compile(rb'<meta name="generator" content="(?:mk|proper)docs-|MkDocs version :')
"""Text on the pages of a site that MkDocs has built without Daytrail."""
_PLAN_KEYS = ("curriculum", "reading")
_MAY_OVERLAP = ({"curriculum"}, {"reading"}, {*_PLAN_KEYS}, {"docs_dir", "theme"})
_HINTS = {
    "site_dir": "a build replaces all that is in the site's folder: name another one, as in `site_dir: site`",
    "docs_dir": "MkDocs publishes all that is in the docs folder: name another folder",
    "theme": "MkDocs publishes all that is in the theme's folder: name another folder",
}


class Place:
    """A file or folder of a project, with all folders above it. Links are followed."""

    def __init__(self, path: Path, key: str = "", what: str = "") -> None:
        """Take its path, the setting that names it, as in `site_dir`, and what it is, as in `the docs folder`."""
        self.path, self.key, self.what = path, key, what
        self._real = Path(os.path.realpath(path))
        # Device and inode of it and of all folders above; None for those that do not exist.
        self._ids = [identity(folder) for folder in (self._real, *self._real.parents)]

    def contains(self, other: "Place") -> bool:
        """Return whether another place is this one, or inside of it."""
        # Names may differ where a file system ignores case, or where a folder is mounted twice.
        return other._real.is_relative_to(self._real) or (self._ids[0] is not None and self._ids[0] in other._ids)

    def overlaps(self, other: "Place") -> bool:
        """Return whether one of two places contains the other."""
        return self.contains(other) or other.contains(self)


def identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file or folder; None if they are not known."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status.st_ino else None


@dataclass(frozen=True)
class Overlap:
    """Two places of a project of which one contains the other."""

    keys: tuple[str, str]
    message: str
    hint: str


def places(root: Path, site: Path, docs: Path, paths: ProjectPaths, others: Iterable[Place] = ()) -> list[Place]:
    """Return what must not overlap; the site first. `others` are files and folders that only a site must not contain.

    Paths are absolute, except for `paths`.
    """
    return [
        Place(site, "site_dir", "the site's folder"),
        Place(root / ".git", "git", "git's folder"),
        Place(root / paths.entries, "entries", "the entries' folder"),
        Place(root / paths.curriculum, "curriculum", "the plan"),
        Place(root / part_folder(paths.curriculum), "curriculum", "the folder of the plan's parts"),
        Place(root / paths.reading, "reading", "the reading list"),
        Place(docs, "docs_dir", "the docs folder"),
        *others,
        *(Place(root / name) for name in ("macros.py", *CONFIG_FILES, ".github")),
    ]


def find_overlaps(root: Path, all_places: Sequence[Place]) -> Iterator[Overlap]:
    """Yield each pair of places that overlap, at most one for two settings."""
    known = {"site_dir", "git", "entries", "docs_dir", "theme", *_PLAN_KEYS}
    seen: set[tuple[str, str]] = set()
    for first, second in combinations(all_places, 2):
        keys = first.key, second.key
        is_allowed = first.key != "site_dir" and (second.key not in known or set(keys) in _MAY_OVERLAP)
        if is_allowed or keys in seen or not first.overlaps(second):
            continue
        if keys[1]:
            seen.add(keys)
        names = [f"{place.what} {quoted(relative(place.path, root))}".lstrip() for place in (first, second)]
        hints = [_HINTS[key] for key in keys if key in _HINTS]
        yield Overlap(keys, f"{names[0]} and {names[1]} overlap", [*hints, "name another file or folder"][0])


def relative(path: Path, root: Path) -> str:
    """Return a path as it is written in mkdocs.yml: relative to the root, with forward slashes."""
    try:
        return Path(os.path.relpath(path, root)).as_posix()
    except ValueError:  # it is on another drive of Windows
        return path.as_posix()


def site_obstacle(site: Path) -> str | None:
    """Return why a build must not replace what is in a folder; None if it is missing, empty or a built site.

    Hidden files do not count: they stay.
    """
    try:
        names = [path.name for path in site.iterdir() if not path.name.startswith(".")]
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        return "is a file"
    except OSError as failure:
        return f"cannot be read: {(failure.strerror or 'it does not open').lower()}"
    return "contains files that no build has written" if names and not _is_site(site) else None


def _is_site(folder: Path) -> bool:
    """Return whether a folder was written by a build: other programs write sitemaps, too."""
    if (folder / SITE_MARK).is_file():
        return True
    for name in ("index.html", "404.html"):
        with suppress(OSError):
            if _BY_MKDOCS.search(read_bytes(folder / name, MAX_TEXT_BYTES)):
                return True
    return False
