"""A project as it is on a day: loaded once, however many ask."""

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from daytrail.facts import Facts
from daytrail.project.entry_cache import EntryCache
from daytrail.source.load import Loaded, ProjectPaths, load
from daytrail.source.plan import part_folder


@dataclass(frozen=True)
class LoadedProject:
    """A project on a day."""

    loaded: Loaded
    facts: Facts


_Stamp: TypeAlias = tuple[str, int, int, int]
_Key: TypeAlias = tuple[Path, ProjectPaths, date, tuple[_Stamp, ...]]

# The only state that the adapters keep: MkDocs, macros.py (which MkDocs may load twice) and
# the command ask for the same session from several places and threads of one process.
_last: dict[_Key, LoadedProject] = {}
_lock = Lock()


def load_project(root: Path, paths: ProjectPaths, today: date, *, remember: bool = False) -> LoadedProject:
    """Return a project with its facts, read anew only where a file, its paths or the day is another one.

    Args:
        root: The project's folder.
        paths: Where its files are.
        today: The day as of which facts are computed.
        remember: Whether to keep what was read, also where no build has made the cache for it yet.
    """
    root = root.resolve()
    with _lock:
        # The fingerprint is taken before the files are read: what changes meanwhile is read again next time.
        key = (root, paths, today, tuple(sorted(_stamps(root, paths))))
        if key not in _last:
            cache = EntryCache(root, make=remember)
            with _without_collecting():
                loaded = load(root, paths, cache)
                cache.close()
            session = LoadedProject(loaded, Facts(loaded.journal, today))
            _last.clear()
            _last[key] = session
        return _last[key]


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Look for no garbage, of which reading leaves none: among so many new things the search takes its time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _stamps(root: Path, paths: ProjectPaths) -> Iterator[_Stamp]:
    """Yield what tells whether a file is still the same: path, size, time of change, inode."""
    # Strings, since a Path for each of 10,000 files takes longer than reading their stats.
    files = [os.path.join(root, path) for path in (paths.curriculum, paths.reading)]  # noqa: PTH118 - see above
    for top, ending in (
        (paths.entries, ".md"),
        (part_folder(paths.curriculum), (".yaml", ".yml")),
        (paths.docs, ".md"),
    ):
        for folder, _, names in os.walk(os.path.join(root, top)):  # noqa: PTH118 - see above
            files += (os.path.join(folder, name) for name in names if name.endswith(ending))  # noqa: PTH118 - see above
    for path in files:
        try:
            found = os.stat(path)  # noqa: PTH116 - see above
        except OSError:
            yield path, -1, 0, 0
        else:
            yield path, found.st_size, found.st_mtime_ns, found.st_ino
