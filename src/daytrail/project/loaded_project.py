"""Loader of a project, which reads it once while its files stay the same."""

import gc
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from threading import Lock
from typing import NamedTuple, TypeAlias

from daytrail.facts import Facts
from daytrail.project.entry_cache import CachedEntries, DecodedEntries, EntryCache, PackedEntries, unpack
from daytrail.project.file_signature import signature
from daytrail.source.load import Loaded, ProjectPaths, load
from daytrail.source.plan import part_folder
from daytrail.source.sources import LocatedEntry


@dataclass(frozen=True)
class LoadedProject:
    """Data from a project's files, and the facts about it as of a day."""

    loaded: Loaded
    facts: Facts


_FileSignature: TypeAlias = tuple[str, tuple[int, ...]]
"""Path and signature of a file; the latter is empty if the file is missing."""
_Key: TypeAlias = tuple[Path, ProjectPaths, date, tuple[_FileSignature, ...]]

# The project that was loaded last. It is a global, with the next one the only ones of `project`, since the plugin,
# macros.py (which MkDocs may load twice, as two modules) and the command share it across threads of one process.
_loaded_projects: dict[_Key, LoadedProject] = {}
# While one build uses it, no file is compared.
_project_of_build: dict[tuple[Path, ProjectPaths, date], LoadedProject] = {}
_lock = Lock()


@contextmanager
def without_collections() -> Iterator[None]:
    """Keep the garbage collector from visiting all objects, while many are created and no garbage is."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def load_project(root: Path, paths: ProjectPaths, today: date, *, for_build: bool = False) -> LoadedProject:
    """Return a project with its facts. It is read again only if a file, the paths or the day has changed.

    For a build, the cache of parsed entries is created if there is none yet, and what is parsed is rendered.
    """
    with _lock:
        if of_build := _project_of_build.get((root.resolve(), paths, today)):
            return of_build
        key = _key(root, paths, today)
        if key not in _loaded_projects:
            _remember(_read(key, for_build=for_build)[0])
        return _loaded_projects[key]


class _ReadProject(NamedTuple):
    """A project that was read."""

    key: _Key
    loaded: Loaded
    rendered: Mapping[str, str] | None
    """HTML of the texts that were rendered; None if it was not read for a build."""


class PackedProject(NamedTuple):
    """A project that was read for a build, as one process sends it to another."""

    project: _ReadProject
    """Without its entries."""
    entries: PackedEntries


def read_project(root: Path, paths: ProjectPaths, today: date, cached: CachedEntries) -> PackedProject:
    """Read a project for a build, for another process to use. `cached` is what its cache of entries has."""
    project, cache = _read(_key(root, paths, today), for_build=True, cached=cached)
    entries = cache.pack(project.loaded.sources.entries)
    return PackedProject(project._replace(loaded=_with_entries(project.loaded, [])), entries)


@contextmanager
def use_project(packed: PackedProject, decoded: DecodedEntries) -> Iterator[None]:
    """Have `load_project` return a project that another process has read, whatever becomes of its files meanwhile."""
    with without_collections():
        loaded = _with_entries(packed.project.loaded, unpack(packed.entries, decoded))
    with _lock:
        key = _remember(packed.project._replace(loaded=loaded))
        _project_of_build[key[:3]] = _loaded_projects[key]
    try:
        yield
    finally:
        _project_of_build.clear()


def _with_entries(loaded: Loaded, entries: Sequence[LocatedEntry]) -> Loaded:
    sources = replace(loaded.sources, entries=entries)
    journal = replace(loaded.journal, entries=tuple(located.entry for located in sources.published))
    return replace(loaded, sources=sources, journal=journal)


def _key(root: Path, paths: ProjectPaths, today: date) -> _Key:
    # Signatures are taken before the files are read: a file that changes meanwhile is read again next time.
    root = root.resolve()
    return root, paths, today, tuple(sorted(_file_signatures(root, paths)))


def _read(key: _Key, *, for_build: bool, cached: CachedEntries | None = None) -> tuple[_ReadProject, EntryCache]:
    root, paths, _, _ = key
    cache = EntryCache(root, for_build=for_build, cached=cached)
    with without_collections():
        loaded = load(root, paths, cache.read)
        cache.close()
    return _ReadProject(key, loaded, cache.rendered if for_build else None), cache


def _remember(project: _ReadProject) -> _Key:
    if project.rendered is not None:
        from daytrail.views.body import use_rendered  # most commands do without

        use_rendered(project.rendered)
    _, _, today, _ = project.key
    _loaded_projects.clear()
    _loaded_projects[project.key] = LoadedProject(project.loaded, Facts(project.loaded.journal, today))
    return project.key


def _file_signatures(root: Path, paths: ProjectPaths) -> Iterator[_FileSignature]:
    """Yield the signature of each file that loading may read."""
    # Strings, since creating a Path for each of 10,000 files takes longer than `os.stat`.
    files = [os.path.join(root, path) for path in (paths.curriculum, paths.reading)]  # noqa: PTH118 - see above
    for top, suffixes in (
        (paths.entries, ""),  # all files, since one with a wrong ending is reported
        (part_folder(paths.curriculum), (".yaml", ".yml")),
        (paths.docs, ".md"),
    ):
        for folder, _, names in os.walk(os.path.join(root, top)):  # noqa: PTH118 - see above
            files += (os.path.join(folder, name) for name in names if name.endswith(suffixes))  # noqa: PTH118 - see above
    for path in files:
        try:
            status = os.stat(path)  # noqa: PTH116 - see above
        except OSError:
            yield path, ()
        else:
            yield path, tuple(signature(status))
