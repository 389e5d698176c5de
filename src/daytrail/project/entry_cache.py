"""Cache of parsed entries, by the content of their files."""

import json
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from pydantic import TypeAdapter, ValidationError

from daytrail.model.entry import Entry
from daytrail.problems import Problem
from daytrail.project.cache_store import CHANGED_ENTRIES, DATABASE, ENTRIES, FOLDER, CacheStore
from daytrail.project.code_version import fingerprint
from daytrail.project.file_signature import is_settled, signature
from daytrail.project.two_processes import shared_jobs
from daytrail.source.entry import read_entry
from daytrail.source.files import MAX_ENTRY_BYTES, read_bytes
from daytrail.source.markdown_body import Body, read_body
from daytrail.source.sources import LocatedEntry
from daytrail.source.yaml.nodes import Document

_EntryData: TypeAlias = tuple[Entry, list[Problem]]
"""Cached data of an entry: the record and its problems."""
_MONTH = re.compile(r".*?[0-9]{4}[-_]?[0-9]{2}")
_ENTRIES_AS_JSON: TypeAdapter[list[_EntryData]] = TypeAdapter(list[_EntryData])
_ENTRY_AS_JSON: TypeAdapter[_EntryData] = TypeAdapter(_EntryData)


class _Parsed(NamedTuple):
    """An entry whose file was parsed, as one process sends it to another."""

    entry: Entry | None
    problems: list[Problem]
    draft: bool = False
    has_private: bool = False
    rendered: str = ""
    """HTML of its text, if that was rendered."""
    encoded: bytes = b""
    """Entry and problems as JSON for the cache; empty if they are not cached."""


class _Group(NamedTuple):
    """Entries with similar names, as those of a month: a row for each would take longer to read than its content."""

    version: str | None
    """What parsed entries depend on besides their files."""
    files: dict[str, list[Any]]
    """The signature of each file, or None if that is not to be trusted, and the hash of its content, by path."""
    value: bytes = b"[]"
    """The parsed entries as JSON, in the order of the files."""

    def decoded(self) -> dict[str, _EntryData]:
        """Return the parsed entries by path; none if they were encoded in another form."""
        with suppress(ValidationError):
            return dict(zip(self.files, _ENTRIES_AS_JSON.validate_json(self.value), strict=True))
        return {}


_NO_ENTRIES = _Group(None, {})
CachedEntries: TypeAlias = Mapping[str, _Group]
"""Groups of cached entries, by name."""
DecodedEntries: TypeAlias = Mapping[str, Sequence[_EntryData]]
"""Entries of groups in the order of their files, by the name of the group."""


class PackedEntries(NamedTuple):
    """Entries as one process sends them to another, which has decoded what the cache has meanwhile."""

    settings: tuple[Path, str, str | None]
    """What was given to `EntryCache.read`, without the paths."""
    places: list[tuple[str, int] | LocatedEntry]
    """For each entry, the name of a group and its index there; the entry itself if it is not as it was cached."""


class EntryCache:
    """Entries as earlier runs parsed them, in the project's cache, without drafts and those with a private part.

    A file is unchanged if its signature is; if that is not, as in a fresh checkout, if its content is. A file that was
    changed just before it was read is always compared by content.
    """

    def __init__(self, root: Path, *, for_build: bool, cached: CachedEntries | None = None) -> None:
        """Open the cache of a project, unless `cached` is what it has.

        For a build, create it if there is none yet, and render what is parsed.
        """
        self._root, self._renders = root, for_build
        self.rendered: dict[str, str] = {}
        """HTML of the texts that were rendered."""
        self._enabled = for_build or (root / FOLDER).is_dir()
        self._cached: CachedEntries = {}
        """Entries from earlier runs."""
        self._files: dict[str, _Group] = {}
        """The files that are to be cached, by group."""
        self._parsed: dict[str, bytes] = {}
        """Entries that were parsed and are to be cached, as JSON, by path."""
        self._settings: tuple[Path, str, str | None] = (root, "", None)
        self._decoded: dict[int, tuple[Entry, str, int]] = {}
        """Entries by their `id`, with the name of the group that each was decoded from, and its index there."""
        if self._enabled:
            self._cached = cached_entries(root) if cached is None else cached

    def read(
        self, root: Path, paths: Sequence[str], folder: str, series: str | None
    ) -> Iterator[tuple[LocatedEntry | None, list[Problem]]]:
        """Yield what `read_entry` returns for each path; files are parsed only if changed, or to locate a problem."""
        self._settings = root, folder, series
        version = f"{fingerprint()}\n{folder}\n{series}"
        groups: dict[str, list[str]] = {}
        for path in paths:
            groups.setdefault(_group_name(path), []).append(path)
        cached: dict[str, _EntryData] = {}
        for name, in_group in groups.items():
            cached |= self._unchanged(name, in_group, version)
        changed = [path for path in paths if path not in cached]
        with shared_jobs(changed, partial(self._parse, root, folder=folder, series=series)) as parsed:
            for path in paths:
                # Parsed front matter takes more memory than the entry: 40 MB with 10,000 entries.
                document = _FrontMatter(root, path, folder, series)
                if data := cached.pop(path, None):
                    yield LocatedEntry(data[0], document, draft=False), data[1]
                    continue
                result, _is_here = next(parsed)
                self._remember(path, result)
                if result.entry:
                    yield LocatedEntry(result.entry, document, result.draft, result.has_private), result.problems
                else:
                    yield None, result.problems

    def pack(self, entries: Iterable[LocatedEntry]) -> PackedEntries:
        """Return entries that were read, for `unpack` in another process."""
        places: list[tuple[str, int] | LocatedEntry] = []
        for located in entries:
            _, group, index = self._decoded.get(id(located.entry), (None, "", 0))
            places.append((group, index) if group else located)
        return PackedEntries(self._settings, places)

    def _parse(self, root: Path, path: str, folder: str, series: str | None) -> _Parsed:
        """Parse a file; for a build, its text is rendered too."""
        rendered = ""

        def read_and_render_body(text: str) -> Body:
            nonlocal rendered
            from daytrail.views.body import read_and_render  # most commands do without

            content, rendered = read_and_render(text)
            return content

        read = read_and_render_body if self._renders else read_body
        located, problems = read_entry(root, path, folder, series, read_body=read)
        if located is None:
            return _Parsed(None, problems)
        is_cached = path in self._files[_group_name(path)].files and not (located.draft or located.has_private)
        encoded = _ENTRY_AS_JSON.dump_json((located.entry, problems)) if self._enabled and is_cached else b""
        return _Parsed(located.entry, problems, located.draft, located.has_private, rendered, encoded)

    def _remember(self, path: str, parsed: _Parsed) -> None:
        """Have a parsed entry cached, unless it is not to be, and keep its HTML."""
        if parsed.encoded:
            self._parsed[path] = parsed.encoded
        else:
            self._files[_group_name(path)].files.pop(path, None)
        if parsed.entry and parsed.rendered:
            self.rendered[parsed.entry.body] = parsed.rendered

    def _unchanged(self, name: str, paths: Iterable[str], version: str) -> dict[str, _EntryData]:
        """Return the cached entries of a group whose files are as they were, by path."""
        cached = self._cached.get(name, _NO_ENTRIES)
        is_current = cached.version == version
        found = {path: file for path in paths if (file := self._file(path, cached.files.get(path), trust=is_current))}
        self._files[name] = _Group(version, found)
        if not is_current or not any(path in cached.files for path in found):
            return {}
        unchanged: dict[str, _EntryData] = {}
        for index, (path, data) in enumerate(cached.decoded().items()):
            if path in found and found[path][1] == cached.files[path][1]:
                unchanged[path] = data
                self._decoded[id(data[0])] = data[0], name, index
        return unchanged

    def _file(self, path: str, cached: list[Any] | None, *, trust: bool) -> list[Any] | None:
        """Return signature and hash of a file as `_Group` has them; None if it cannot be read."""
        try:
            status = os.stat(f"{self._root}/{path}")  # noqa: PTH116 - a Path for each of 10,000 files takes longer
            current = signature(status)
            if trust and cached and current == cached[0]:
                return cached
            # Read before the file is parsed: a change in between is noticed by the next run.
            digest = blake2b(read_bytes(f"{self._root}/{path}", MAX_ENTRY_BYTES), digest_size=16).hexdigest()
        except OSError:
            return None
        return [current if is_settled(current, time.time_ns()) else None, digest]

    def close(self) -> None:
        """Store new entries and delete those that are not to be cached, unless another process is writing.

        What remains of old ones in unused parts of the file is overwritten by the next build, see `CHANGED_ENTRIES`.
        """
        groups = {name: group for name, group in self._files.items() if group.files} if self._enabled else {}
        parsed = {_group_name(path) for path in self._parsed}
        known = {name: (group.version, group.files) for name, group in self._cached.items()}
        changed = {name for name, group in groups.items() if known.get(name) != (group.version, group.files)} | parsed
        deleted = self._cached.keys() - groups.keys()
        if not (changed or deleted):
            return
        store = CacheStore(self._root, wait=0.1)
        for name in changed | deleted:
            old, new = self._cached.get(name, _NO_ENTRIES), groups.get(name, _NO_ENTRIES)
            before = {path: _ENTRY_AS_JSON.dump_json(entry) for path, entry in old.decoded().items()}
            after = {path: self._parsed.get(path) or before[path] for path in new.files}
            for path in old.files:
                if path not in before or before[path] != after.get(path):
                    store.put(CHANGED_ENTRIES, path, b"", b"")
            if after:
                metadata = json.dumps([new.version, new.files]).encode()
                store.put(ENTRIES, name, metadata, b"[%b]" % b",".join(after.values()))
        store.delete(ENTRIES, deleted)
        store.may_keep_deleted = True
        store.close(save=True)


def cached_entries(root: Path) -> CachedEntries:
    """Return what the cache of a project has; nothing if there is none."""
    groups: dict[str, _Group] = {}
    if (root / DATABASE).is_file():
        store = CacheStore(root)
        for name, metadata, value in store.all(ENTRIES):
            version, files = json.loads(metadata)
            groups[name] = _Group(version, files, value)
        store.close()
    return groups


def decode(cached: CachedEntries) -> DecodedEntries:
    """Return the entries that the cache has, for `unpack`."""
    return {name: list(group.decoded().values()) for name, group in cached.items()}


def unpack(packed: PackedEntries, decoded: DecodedEntries) -> list[LocatedEntry]:
    """Return what was given to `EntryCache.pack`; the cache that it had is decoded."""
    root, folder, series = packed.settings
    entries: list[LocatedEntry] = []
    for place in packed.places:
        if isinstance(place, LocatedEntry):
            entries.append(place)
        else:
            entry, _ = decoded[place[0]][place[1]]
            entries.append(LocatedEntry(entry, _FrontMatter(root, entry.path, folder, series), draft=False))
    return entries


def is_cached(store: CacheStore, path: str) -> bool:
    """Return whether an entry is in the cache."""
    metadata = store.metadata(ENTRIES, _group_name(path))
    return bool(metadata) and path in _Group(*json.loads(metadata or b"")).files


def _group_name(path: str) -> str:
    """Return the beginning of a path, as `entries/2026/2026-02`; without a date, that of up to a hundred numbers."""
    month = _MONTH.match(path, path.rfind("/") + 1)
    return path[: month.end()] if month else path[: -len("57.md")]


class _FrontMatter:
    """Front matter of an entry, which is parsed again when it is asked for: to locate what is in it."""

    def __init__(self, root: Path, path: str, folder: str, series: str | None) -> None:
        self._arguments = root, path, folder, series
        self._document: Document | None = None

    def __call__(self) -> Document:
        """Return the parsed front matter; an empty one if the entry cannot be read."""
        if self._document is None:
            located, _ = read_entry(*self._arguments)
            self._document = located.document() if located else Document(self._arguments[1])
        return self._document
