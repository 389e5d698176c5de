"""Cache of parsed entries, by the content of their files."""

import json
import os
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from daytrail.project.cache_store import FOLDER, CacheStore
from daytrail.project.code_version import fingerprint
from daytrail.source.entry_codec import ParsedEntryCache

_KIND = "entry"
_RACY = 2_000_000_000
"""Nanoseconds within which a file system may give two changes the same time."""


class EntryCache(ParsedEntryCache):
    """Entries as earlier runs parsed them, in the project's cache.

    A file is unchanged if its size, modification time and inode are; if they are not, as in a fresh checkout, if its
    content is. As in git's index, a file that was changed just before it was read is always compared by content.
    """

    def __init__(self, root: Path, *, create: bool) -> None:
        """Open the entries in a project's cache.

        Args:
            root: The project's folder.
            create: Whether to create the cache if there is none: commands that only look leave no trace.
        """
        self._root = str(root)
        self._store = CacheStore(root, exclusive=False) if create or (root / FOLDER).is_dir() else None
        self._code = ""
        """What parsed entries depend on besides their files."""
        self._cached: dict[str, tuple[bytes, bytes]] = {}
        """Metadata and parsed entry by path, from earlier runs."""
        self._metadata: dict[str, bytes] = {}
        """Metadata of each file that was asked for, by path."""
        self._new: dict[str, bytes] = {}
        """Parsed entries to store, by path."""

    def open(self, scope: str) -> None:
        """Load what earlier runs stored.

        Args:
            scope: What parsed entries depend on besides their files and our code.
        """
        self._code = f"{fingerprint()}\n{scope}"
        if self._store:
            self._cached = {name: (metadata, value) for name, metadata, value in self._store.all(_KIND)}

    def get(self, path: str) -> bytes | None:
        """Return the parsed entry of a file; None if it is missing or the file has changed."""
        metadata, value = self._cached.get(path, (b"[null, null, null]", b""))
        code, signature, digest = json.loads(metadata)
        try:
            stat = os.stat(f"{self._root}/{path}")  # noqa: PTH116 - a Path for each of 10,000 files takes longer
            current = [stat.st_size, stat.st_mtime_ns, stat.st_ino]
            if current == signature and code == self._code:
                self._metadata[path] = metadata
                return value
            # Read before the file is parsed: a change in between is noticed by the next run.
            current_digest = blake2b(Path(self._root, path).read_bytes(), digest_size=16).hexdigest()
        except OSError:
            return None
        trusted = current if stat.st_mtime_ns < time.time_ns() - _RACY else None
        self._metadata[path] = json.dumps([self._code, trusted, current_digest]).encode()
        if current_digest != digest or code != self._code:
            return None
        if trusted:
            self._new[path] = value
        return value

    def put(self, path: str, encode: Callable[[], bytes]) -> None:
        """Store a parsed entry when the cache is closed."""
        if path in self._metadata and self._store and self._store.available:
            self._new[path] = encode()

    def close(self) -> None:
        """Write new entries and delete those without a file, unless another process is writing."""
        if not self._store:
            return
        deleted = self._cached.keys() - self._metadata.keys()
        if (self._new or deleted) and self._store.begin():
            for path, value in self._new.items():
                self._store.put(_KIND, path, self._metadata[path], value)
            self._store.delete(_KIND, deleted)
        self._store.close(save=True)
