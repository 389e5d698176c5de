"""Check of a folder that MkDocs publishes: links in it that lead elsewhere, and what is no file."""

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from daytrail.problems import Location, Problem, error
from daytrail.project.folders import Place, identity, relative
from daytrail.source.files import link_obstacle


def check_published_folder(root: Path, published: Path, others: Iterable[Place]) -> Iterator[Problem]:
    """Report what MkDocs must not read in a folder: pipes, and links to other places or out of the project.

    MkDocs passes over hidden files, but walks through hidden folders. It follows links, so links that lead back to a
    folder on the way to them would never end.
    """
    others = list(others)
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
