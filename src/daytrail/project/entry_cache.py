"""Cache of parsed entries, by the content of their files."""

import json
import os
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

from pydantic import TypeAdapter, ValidationError

from daytrail.model.entry import Entry
from daytrail.problems import Problem
from daytrail.project.cache_store import CHANGED_ENTRIES, ENTRIES, FOLDER, CacheStore
from daytrail.project.code_version import fingerprint
from daytrail.project.file_signature import is_settled, signature
from daytrail.source.entry import read_entry
from daytrail.source.files import MAX_ENTRY_BYTES, read_bytes
from daytrail.source.sources import LocatedEntry
from daytrail.source.yaml.nodes import Document

_EntryData: TypeAlias = tuple[Entry, list[Problem]]
"""What is cached of an entry: the record and its problems."""


class EntryCache:
    """Entries as earlier runs parsed them, in the project's cache, without drafts and those with a private part.

    A file is unchanged if its signature is; if that is not, as in a fresh checkout, if its content is. A file that was
    changed just before it was read is always compared by content.
    """

    def __init__(self, root: Path, *, create: bool) -> None:
        """Open the cache of a project; only if `create` is true, also where there is no cache yet."""
        self._root = root
        self._json: TypeAdapter[_EntryData] = TypeAdapter(_EntryData)
        self._enabled = create or (root / FOLDER).is_dir()
        self._cached: dict[str, tuple[bytes, bytes]] = {}
        """Metadata and parsed entry by path, from earlier runs."""
        self._metadata: dict[str, bytes] = {}
        """Metadata of each file that is cached: version, signature of the file, hash of its content."""
        self._new: dict[str, bytes] = {}
        """Parsed entries to store, by path."""
        if self._enabled:
            store = CacheStore(root)
            self._cached = {name: (metadata, value) for name, metadata, value in store.all(ENTRIES)}
            store.close()

    def read(self, root: Path, path: str, folder: str, series: str | None) -> tuple[LocatedEntry | None, list[Problem]]:
        """Read an entry as `read_entry` does; its file is parsed only if it has changed, or to locate a problem."""

        @cache
        def document() -> Document:
            located, _ = read_entry(root, path, folder, series)
            return located.document() if located else Document(path)

        if encoded := self._find(path, f"{fingerprint()}\n{folder}\n{series}"):
            with suppress(ValidationError):  # it was encoded in another form
                entry, problems = self._json.validate_json(encoded)
                return LocatedEntry(entry, document, draft=False), problems
        located, problems = read_entry(root, path, folder, series)
        if located is None or located.draft or located.has_private:
            self._metadata.pop(path, None)
            self._new.pop(path, None)
        elif self._enabled and path in self._metadata:
            self._new[path] = self._json.dump_json((located.entry, problems))
            # Parsed front matter takes more memory than the entry: 40 MB with 10,000 entries.
            located = replace(located, document=document)
        return located, problems

    def _find(self, path: str, version: str) -> bytes | None:
        """Return the parsed entry of a file; None if it is missing or the file has changed.

        The version is what parsed entries depend on besides their files.
        """
        metadata, value = self._cached.get(path, (b"[null, null, null]", b""))
        cached_version, cached_signature, digest = json.loads(metadata)
        try:
            status = os.stat(f"{self._root}/{path}")  # noqa: PTH116 - a Path for each of 10,000 files takes longer
            current = signature(status)
            if current == cached_signature and version == cached_version:
                self._metadata[path] = metadata
                return value
            # Read before the file is parsed: a change in between is noticed by the next run.
            current_digest = blake2b(read_bytes(f"{self._root}/{path}", MAX_ENTRY_BYTES), digest_size=16).hexdigest()
        except OSError:
            return None
        trusted = current if is_settled(current, time.time_ns()) else None
        self._metadata[path] = json.dumps([version, trusted, current_digest]).encode()
        if current_digest != digest or version != cached_version:
            return None
        if trusted:
            self._new[path] = value
        return value

    def close(self) -> None:
        """Store new entries and delete those that are not to be cached, unless another process is writing."""
        deleted = self._cached.keys() - self._metadata.keys()
        if self._new or deleted:
            store = CacheStore(self._root, wait=0.1)
            changed = {path for path, value in self._new.items() if self._cached.get(path, (b"", value))[1] != value}
            store.only_adds = not changed | deleted
            for path in changed | deleted:
                store.put(CHANGED_ENTRIES, path, b"", b"")
            for path, value in self._new.items():
                store.put(ENTRIES, path, self._metadata[path], value)
            store.delete(ENTRIES, deleted)
            store.close(save=True)
