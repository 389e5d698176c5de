"""Loader of a project, which reads it once while its files stay the same."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from daytrail.facts import Facts
from daytrail.project.entry_cache import read_entries
from daytrail.project.file_signature import Signature, signatures
from daytrail.source.load import Loaded, ProjectPaths, load
from daytrail.source.plan import part_folder


@dataclass(frozen=True)
class LoadedProject:
    """Data from a project's files, and the facts about it as of a day."""

    loaded: Loaded
    facts: Facts


_State: TypeAlias = tuple[Path, ProjectPaths, date, dict[str, Signature | None]]

# The project that was loaded last. It is a global, the only one of `project`, since the plugin and the command share it
# in one process, and so do the threads of `serve`.
_last: list[tuple[_State, LoadedProject]] = []
_lock = Lock()


def load_project(root: Path, paths: ProjectPaths, today: date) -> LoadedProject:
    """Return a project with its facts. It is read again only if a file, the paths or the day has changed."""
    root = root.resolve()
    with _lock:
        # Before the files are read: one that changes meanwhile is read again next time.
        state = root, paths, today, _files(root, paths)
        if not _last or _last[0][0] != state:
            _last.clear()
            loaded = load(root, paths, read_entries)
            _last.append((state, LoadedProject(loaded, Facts(loaded.journal, today))))
        return _last[0][1]


def _files(root: Path, paths: ProjectPaths) -> dict[str, Signature | None]:
    """Return the signature of each file that loading may read."""
    tops = (paths.curriculum, paths.reading, paths.entries, part_folder(paths.curriculum), paths.docs)
    return dict(found for top in tops for found in signatures(f"{root}/{top}"))
