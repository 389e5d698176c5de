"""What reading entries gave, kept by their content."""

import json
import os
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from daytrail.project.cache_store import FOLDER, CacheStore
from daytrail.project.code_version import fingerprint
from daytrail.source.entry_codec import ParsedEntryCache

_RACY = 2_000_000_000
"""Nanoseconds within which a file system may give two changes one time."""


class EntryCache(ParsedEntryCache):
    """A memory in the project's cache.

    A file is the same where its size, time and number are; where they are not, as in a fresh checkout, where its
    content is. As in git's index, a file that was changed just before it was read is always looked into.
    """

    def __init__(self, root: Path, *, make: bool) -> None:
        """Open what was kept of a project's entries.

        Args:
            root: The project's folder.
            make: Whether to make the cache where there is none: commands that only look leave no trace.
        """
        self._root = str(root)
        there = make or (root / FOLDER).is_dir()
        self._store = CacheStore(root / FOLDER / "entries.sqlite3" if there else None, alone=False)
        self._heads: dict[str, bytes] = {}
        """Of the files that were asked for."""
        self._new: dict[str, bytes] = {}

    def open(self, scope: str) -> None:
        """Begin, with what entries depend on besides their files and our code."""
        self._scope = f"{fingerprint()}\n{scope}"
        self._kept = {name: (head, value) for name, head, value in self._store.values("entries", self._scope)}

    def get(self, path: str) -> bytes | None:
        """Return what was kept of a file, if the file is still the same."""
        head, value = self._kept.get(path, (b"null", b""))
        stamp, content = json.loads(head) or (None, None)
        try:
            own = os.stat(f"{self._root}/{path}")  # noqa: PTH116 - ten thousand times
            now = [own.st_size, own.st_mtime_ns, own.st_ino]
            if now == stamp:
                self._heads[path] = head
                return value
            # Read before it is parsed: what changes in between is seen the next time.
            found = blake2b(Path(self._root, path).read_bytes(), digest_size=16).hexdigest()
        except OSError:
            return None
        trusted = now if now[1] < time.time_ns() - _RACY else None
        self._heads[path] = json.dumps([trusted, found]).encode()
        if found != content:
            return None
        if trusted:
            self._new[path] = value
        return value

    def put(self, path: str, encode: Callable[[], bytes]) -> None:
        """Keep what was found in a file."""
        if path in self._heads and not self._store.passing:
            self._new[path] = encode()

    def close(self) -> None:
        """Write down what is new, unless another run is doing so."""
        gone = self._kept.keys() - self._heads.keys()
        if (self._new or gone) and self._store.begin():
            for scope in self._store.scopes("entries"):
                if scope != self._scope:
                    self._store.drop_scope("entries", scope)
            for path, value in self._new.items():
                self._store.put("entries", self._scope, path, self._heads[path], value)
            self._store.drop("entries", self._scope, gone)
        self._store.close(keep=True)
