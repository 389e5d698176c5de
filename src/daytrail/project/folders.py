"""Checks of the folders of a project: those that must not overlap, and what MkDocs would publish.

A build replaces the site's folder, and MkDocs publishes the docs folder as it is. What overlaps with them would be
deleted, or published with its drafts and private passages.
"""

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path

from daytrail.problems import Location, Problem, error, quoted
from daytrail.project.config_file import Config
from daytrail.project.root_folder import CONFIG_FILES
from daytrail.source.files import MAX_TEXT_BYTES, link_obstacle, read_bytes
from daytrail.source.plan import part_folder

SITE_MARK = "assets/daytrail/daytrail.css"
"""File by which a folder is a site that was built with Daytrail."""
_BY_MKDOCS = re.compile(rb'<meta name="generator" content="(?:mk|proper)docs-|MkDocs version :')
"""Text on the pages of a site that MkDocs has built without Daytrail."""
_PLAN_KEYS = ("curriculum", "reading")
_MAY_OVERLAP = ({"curriculum"}, {"reading"}, {*_PLAN_KEYS}, {"docs_dir", "theme"})
_MAY_BE_IN_DOCS = "entries"
"""Setting of a folder that may be in the docs folder: posts of a blog, which MkDocs gets from the plugin alone."""
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


def check_folders(config: Config, site: Path | None = None, docs: Path | None = None) -> Iterator[Problem]:
    """Report folders that overlap, and a docs folder outside of the project.

    MkDocs may have been given another site or docs folder than are written.
    """
    site, docs = site or config.site, docs or config.docs
    root, places = config.root, _places(config, site, docs)
    overlaps = list(_overlaps(config, places))
    yield from overlaps
    if (obstacle := _site_obstacle(site)) and not any("the site's folder" in problem.message for problem in overlaps):
        message = f"the site's folder {quoted(relative(site, root))} {obstacle}"
        hint = "a build would replace what is there: move it elsewhere, or name another folder as `site_dir`"
        yield error(config.locate("site_dir"), message, hint)
    if not Place(root).contains(Place(docs)):
        message = f"the docs folder {quoted(relative(docs, root))} is outside of the project"
        yield error(config.locate("docs_dir"), message, "move it beside mkdocs.yml")
        return
    private = [place for place in places if place.key not in ("", "docs_dir", "theme")]
    for folder in (docs, config.path("theme", "custom_dir")):
        if folder and folder.is_dir():
            yield from _check_published(root, folder, private)


def overlap_problems(config: Config) -> Iterator[Problem]:
    """Yield only the folders that overlap, so that what is written there may be deleted or published."""
    return _overlaps(config, _places(config, config.site, config.docs))


def _places(config: Config, site: Path, docs: Path) -> list[Place]:
    """Return what must not overlap; the site first. What has no key is what only a site must not contain."""
    root, paths, theme = config.root, config.paths, config.path("theme", "custom_dir")
    return [
        Place(site, "site_dir", "the site's folder"),
        Place(root / ".git", "git", "git's folder"),
        Place(root / paths.entries, "entries", "the entries' folder"),
        Place(root / paths.curriculum, "curriculum", "the plan"),
        Place(root / part_folder(paths.curriculum), "curriculum", "the folder of the plan's parts"),
        Place(root / paths.reading, "reading", "the reading list"),
        Place(docs, "docs_dir", "the docs folder"),
        *([Place(theme, "theme", "the theme's folder")] if theme else []),
        *(Place(root / name) for name in ("macros.py", *CONFIG_FILES, ".github")),
    ]


def _overlaps(config: Config, places: Sequence[Place]) -> Iterator[Problem]:
    """Yield the problem of each pair of places that overlap, at the setting that names one of the two."""
    seen: set[tuple[str, str]] = set()
    options = dict(config.plugins()).get("daytrail")
    located = {
        "site_dir": config.node("site_dir"),
        "docs_dir": config.node("docs_dir"),
        "theme": config.node("theme", "custom_dir"),
        **(options.children if options else {}),
    }
    for first, second in combinations(places, 2):
        keys = first.key, second.key
        is_allowed = first.key != "site_dir" and (not second.key or set(keys) in _MAY_OVERLAP)
        is_allowed |= keys == (_MAY_BE_IN_DOCS, "docs_dir") and not first.contains(second)
        if is_allowed or keys in seen or not first.overlaps(second):
            continue
        if keys[1]:
            seen.add(keys)
        names = [f"{place.what} {quoted(relative(place.path, config.root))}".lstrip() for place in (first, second)]
        location = next((node.location for key in keys if (node := located.get(key))), Location(config.document.path))
        hint = next((_HINTS[key] for key in keys if key in _HINTS), "name another file or folder")
        yield error(location, f"{names[0]} and {names[1]} overlap", hint)


def relative(path: Path, root: Path) -> str:
    """Return a path as it is written in mkdocs.yml: relative to the root, with forward slashes."""
    try:
        return Path(os.path.relpath(path, root)).as_posix()
    except ValueError:  # it is on another drive of Windows
        return path.as_posix()


def _site_obstacle(site: Path) -> str | None:
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


def _check_published(root: Path, published: Path, others: Sequence[Place]) -> Iterator[Problem]:
    """Report what MkDocs must not read in a folder: pipes, and links to other places or out of the project.

    MkDocs passes over hidden files, but walks through hidden folders. It follows links, so links that lead back to a
    folder on the way to them would never end.
    """
    ways: list[tuple[tuple[Path, ...], bool]] = [((published,), False)]  # each folder behind those above it
    checked: set[tuple[tuple[int, int] | None, bool]] = set()
    while ways:
        way, in_hidden = ways.pop()
        folder, key = way[-1], (identity(way[-1]), in_hidden)
        if key in checked and key[0]:  # several links lead to it
            continue
        checked.add(key)
        try:
            for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
                hidden = in_hidden or entry.name.startswith(".")
                if message := _obstacle(entry, root, way, others, hidden=hidden):
                    yield error(Location(relative(Path(entry.path), root)), message, "MkDocs would read it: remove it")
                elif Path(entry.path).is_dir():
                    ways.append(((*way, Path(entry.path)), hidden))
        except OSError as failure:
            reason = (failure.strerror or "it does not open").lower()
            location = Location(relative(folder, root))
            yield error(location, f"the folder cannot be read: {reason}", "see that you may read all that is in it")


def _obstacle(
    entry: os.DirEntry[str], root: Path, way: Sequence[Path], others: Sequence[Place], *, hidden: bool
) -> str | None:
    """Return why MkDocs must not read a file or folder; None if it may, or passes over it.

    `way` is the published folder, and the folders from there to the entry.
    """
    path = Path(entry.path)
    is_folder = path.is_dir()
    if hidden and not is_folder:
        return None
    if entry.is_symlink():
        target = Place(path)
        if not path.exists():
            return "the link leads nowhere"
        if any(target.contains(Place(folder)) for folder in way):
            return "the link leads to a folder that contains it"
        if place := next((place for place in others if place.overlaps(target)), None):
            return f"the link leads to {place.what}"
        if obstacle := link_obstacle(root, relative(path, root)):
            return obstacle
    if is_folder:
        return None
    if not stat.S_ISREG(entry.stat().st_mode):
        return "this is not a file"
    return None if os.access(path, os.R_OK) else "the file cannot be read: permission denied"
