"""Cache of parsed entries, by the content of their files."""

import json
import os
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from daytrail.project.cache_store import FOLDER, CacheStore
from daytrail.project.code_version import fingerprint
from daytrail.source.load import ParsedEntryCache

_KIND = "entry"
_RACY = 2_000_000_000
"""Nanoseconds within which a file system may give two changes the same time."""


class EntryCache(ParsedEntryCache):
    """Entries as earlier runs parsed them, in the project's cache.

    A file is unchanged if its size, modification time and inode are; if they are not, as in a fresh checkout, if its
    content is. As in git's index, a file that was changed just before it was read is always compared by content.
    """

    def __init__(self, root: Path, *, create: bool) -> None:
        """Cache the entries of a project; only if `create` is true, also where there is no cache yet."""
        self._root = root
        self._enabled = create or (root / FOLDER).is_dir()
        self._version = ""
        """What parsed entries depend on besides their files."""
        self._cached: dict[str, tuple[bytes, bytes]] = {}
        """Metadata and parsed entry by path, from earlier runs."""
        self._metadata: dict[str, bytes] = {}
        """Metadata of each file that was asked for: version, signature of the file, hash of its content."""
        self._new: dict[str, bytes] = {}
        """Parsed entries to store, by path."""

    def open(self, scope: str) -> None:
        """Load what earlier runs stored; `scope` is what entries depend on besides their files and our code."""
        self._version = f"{fingerprint()}\n{scope}"
        if self._enabled:
            store = CacheStore(self._root)
            self._cached = {name: (metadata, value) for name, metadata, value in store.all(_KIND)}
            store.close()

    def get(self, path: str) -> bytes | None:
        """Return the parsed entry of a file; None if it is missing or the file has changed."""
        metadata, value = self._cached.get(path, (b"[null, null, null]", b""))
        version, signature, digest = json.loads(metadata)
        try:
            stat = os.stat(f"{self._root}/{path}")  # noqa: PTH116 - a Path for each of 10,000 files takes longer
            current = [stat.st_size, stat.st_mtime_ns, stat.st_ino]
            if current == signature and version == self._version:
                self._metadata[path] = metadata
                return value
            # Read before the file is parsed: a change in between is noticed by the next run.
            current_digest = blake2b(Path(self._root, path).read_bytes(), digest_size=16).hexdigest()
        except OSError:
            return None
        trusted = current if stat.st_mtime_ns < time.time_ns() - _RACY else None
        self._metadata[path] = json.dumps([self._version, trusted, current_digest]).encode()
        if current_digest != digest or version != self._version:
            return None
        if trusted:
            self._new[path] = value
        return value

    def put(self, path: str, encode: Callable[[], bytes]) -> None:
        """Store a parsed entry when the cache is closed."""
        if self._enabled and path in self._metadata:
            self._new[path] = encode()

    def close(self) -> None:
        """Store new entries and delete those without a file, unless another process is writing."""
        deleted = self._cached.keys() - self._metadata.keys()
        if self._new or deleted:
            store = CacheStore(self._root, wait=0.1)
            for path, value in self._new.items():
                store.put(_KIND, path, self._metadata[path], value)
            store.delete(_KIND, deleted)
            store.close(save=True)
