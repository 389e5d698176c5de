"""SQLite cache of built pages and parsed entries. It may be deleted at any time.

SQLite provides what a folder of files lacks: writers that exclude each other, changes that are complete or absent
after a kill, and ten thousand values in one file. It notices neither a flipped bit nor a stranger's hand, so all values
are signed with a key that only the user of this machine has, and a cache that came with a project is not used. A value
with a wrong signature counts as missing; a database that cannot be read, or has other tables, is deleted and started
again. All values are text or bytes of files: nothing in the cache is ever executed, and none names a file to write.

The publishing workflow stores the database on GitHub, so it has only what may be published: neither drafts nor private
passages, and no hash of a file with one.
"""

import os
import sqlite3
import stat
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path
from typing import Any

from daytrail.project.user_folder import secret_key

FOLDER = ".cache/daytrail"
"""Folder of a project's cache, relative to its root."""
DATABASE = f"{FOLDER}/cache.sqlite3"
ENTRIES = "entry"
"""Kind of parsed entries, those of a month in a value."""
CHANGED_ENTRIES = "changed entry"
"""Kind of empty values by the paths of entries that were changed or removed, until a build overwrites what is left of
them in unused parts of the file."""
_VERSION = 7
_JOURNAL = "-journal"
_SUFFIXES = ("", "-wal", "-shm", _JOURNAL)
"""Suffixes of the files of a database."""
_SIGNATURE_LENGTH = 16
"""Length of a signature in bytes; the compressed value follows it."""
_COMPRESSED = (b"\x89PNG", b"\x1f\x8b")
"""First bytes of files that are compressed already, such as cards: to do it again takes as long as to sign them."""
_TABLE = "CREATE TABLE cache (kind TEXT, name TEXT, metadata BLOB, value BLOB, PRIMARY KEY (kind, name))"


class CacheStore:
    """Values by kind and name, each with metadata that can be read without it.

    Without a usable database, and after an error of SQLite, nothing is found and nothing is stored.
    """

    def __init__(self, root: Path, *, wait: float | None = None) -> None:
        """Open the cache of a project.

        Args:
            root: The project's folder.
            wait: Seconds to wait while another process writes, in order to write; None to read only.
        """
        self.may_keep_deleted = False
        """Whether what was deleted or replaced may remain in unused parts of the file: it follows from texts that the
        user has not changed, or the next build overwrites it."""
        self._was_foreign = False
        self._path = root / DATABASE
        self._key = secret_key(root)
        self._connection = _connect(self._path, wait) if link_in_cache(root) is None else None

    @property
    def available(self) -> bool:
        """Whether there is a database, and nobody else writes if this store does."""
        return self._connection is not None

    def metadata(self, kind: str, name: str) -> bytes | None:
        """Return the metadata of a value; None if it is missing."""
        rows = self._execute("SELECT metadata FROM cache WHERE kind = ? AND name = ?", kind, name)
        return self._open(rows[0][0], kind, name) if rows else None

    def value(self, kind: str, name: str) -> bytes | None:
        """Return a value; None if it is missing."""
        rows = self._execute("SELECT metadata, value FROM cache WHERE kind = ? AND name = ?", kind, name)
        return self._open(rows[0][1], kind, name, rows[0][0]) if rows else None

    def has(self, kind: str, name: str) -> bool:
        """Return whether there is a value, signed by this user. It is not decompressed."""
        rows = self._execute("SELECT metadata, value FROM cache WHERE kind = ? AND name = ?", kind, name)
        return bool(rows) and self._signed(rows[0][1], kind, name, rows[0][0]) is not None

    def all(self, kind: str) -> Iterator[tuple[str, bytes, bytes]]:
        """Yield name, metadata and value of each value of a kind."""
        for name, *columns in self._execute("SELECT name, metadata, value FROM cache WHERE kind = ?", kind):
            value = self._open(columns[1], kind, name, columns[0])
            if value is not None:  # then its metadata is right too
                yield name, zlib.decompress(columns[0][_SIGNATURE_LENGTH:]), value

    def names(self, kind: str) -> set[str]:
        """Return the names of all values of a kind."""
        rows = self._execute("SELECT name FROM cache WHERE kind = ?", kind)
        return {name for (name,) in rows if isinstance(name, str)}

    def put(self, kind: str, name: str, metadata: bytes, value: bytes) -> None:
        """Store a value, in place of an older one with this kind and name."""
        signed_metadata = self._sign(metadata, kind, name)
        columns = signed_metadata, self._sign(value, kind, name, signed_metadata)
        self._execute("INSERT OR REPLACE INTO cache VALUES (?, ?, ?, ?)", kind, name, *columns)

    def discard_foreign(self) -> bool:
        """Delete all values if they are damaged or signed with another key; return whether they were.

        One of them is looked at, and none of entries: the cache of entries is written before that of pages.
        """
        rows = self._execute("SELECT kind, name, metadata FROM cache WHERE kind != ? LIMIT 1", ENTRIES)
        is_foreign = any(self._open(metadata, kind, name) is None for kind, name, metadata in rows)
        if is_foreign:
            self._execute("DELETE FROM cache")
            self._was_foreign = True
        return is_foreign

    def delete(self, kind: str, names: Iterable[str]) -> None:
        """Delete values."""
        for name in names:
            self._execute("DELETE FROM cache WHERE kind = ? AND name = ?", kind, name)

    def delete_others(self, kind: str) -> None:
        """Delete the values of all other kinds."""
        self._execute("DELETE FROM cache WHERE kind != ?", kind)

    def close(self, *, save: bool = False) -> None:
        """Close the database, and save or forget what was written.

        What was saved is written to the file anew, unless `may_keep_deleted` is true and `discard_foreign` deleted
        nothing: `secure_delete` overwrites deleted rows, and not the copies of them that remain in unused parts of a
        page when SQLite moves rows to another.
        """
        if save and self._connection and self._connection.in_transaction:
            is_changed = self._connection.total_changes > 0
            self._execute("COMMIT")
            if is_changed and (self._was_foreign or not self.may_keep_deleted):
                self._execute("VACUUM")
        if self._connection:
            self._connection.close()
            self._connection = None

    def _sign(self, content: bytes, kind: str, name: str, metadata: bytes = b"") -> bytes:
        """Return compressed content with its signature; that of a value depends on its metadata too."""
        compressed = zlib.compress(content, 0 if content.startswith(_COMPRESSED) else 1)
        return self._signature(compressed, kind, name, metadata) + compressed

    def _open(self, signed: object, kind: str, name: str, metadata: object = b"") -> bytes | None:
        """Return what was signed; None if the signature is wrong."""
        compressed = self._signed(signed, kind, name, metadata)
        return None if compressed is None else zlib.decompress(compressed)

    def _signed(self, signed: object, kind: str, name: str, metadata: object) -> bytes | None:
        """Return compressed content; None if its signature is wrong."""
        if not (isinstance(signed, bytes) and isinstance(metadata, bytes) and isinstance(name, str)):
            return None
        compressed = signed[_SIGNATURE_LENGTH:]
        expected = self._signature(compressed, kind, name, metadata)
        return compressed if compare_digest(signed[:_SIGNATURE_LENGTH], expected) else None

    def _signature(self, compressed: bytes, kind: str, name: str, metadata: bytes) -> bytes:
        signed = f"{kind}\0{name}\0{len(metadata)}\0".encode() + metadata + compressed
        return blake2b(signed, key=self._key, digest_size=_SIGNATURE_LENGTH).digest()

    def _execute(self, statement: str, *values: object) -> list[Any]:
        """Run a statement and return its rows; after an error, go on without a database."""
        if self._connection is None:
            return []
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            self.close()
            if not _is_locked(error):
                _delete(self._path)
            return []


def delete_cache(root: Path) -> None:
    """Delete the cache of a project, unless there is a link in its path, which may lead to other databases."""
    if link_in_cache(root):
        return
    for path in (root / FOLDER).glob("*.sqlite3"):
        _delete(path)


def link_in_cache(root: Path) -> str | None:
    """Return the path in a project of what is no plain folder or file of its cache, such as a link to another folder.

    None if there is no such thing.
    """
    folder = Path(FOLDER)
    files = (folder / f"cache.sqlite3{suffix}" for suffix in _SUFFIXES)
    for path in (folder.parent, folder, *files):
        is_plain = stat.S_ISREG if path.name.startswith("cache.sqlite3") else stat.S_ISDIR
        with suppress(OSError):  # it is missing
            if not is_plain((root / path).lstat().st_mode):
                return path.as_posix()
    return None


def _connect(path: Path, wait: float | None) -> sqlite3.Connection | None:
    """Return a connection to a database with our table, made anew if need be; None if it cannot be used now."""
    for _ in range(2):
        connection = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not os.path.lexists(ignored := path.parent / ".gitignore"):
                ignored.write_text("*\n", encoding="utf-8")
            # Not ours, since a database with a write-ahead log has none. SQLite would delete a file that it names.
            Path(f"{path}{_JOURNAL}").unlink(missing_ok=True)
            connection = sqlite3.connect(path, timeout=wait or 0.1, isolation_level=None)
            _prepare(connection, write=wait is not None)
        except (OSError, sqlite3.DatabaseError) as error:
            if connection:
                connection.close()
            if isinstance(error, OSError) or _is_locked(error):
                return None
            _delete(path)
        else:
            return connection
    return None


def _prepare(connection: sqlite3.Connection, *, write: bool) -> None:
    """Make the table if the database is empty, and begin a transaction to write.

    Raises:
        sqlite3.DatabaseError: The database is locked, damaged, or has tables of another version.
    """
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = OFF")  # what a power failure damages is no longer signed correctly
    connection.execute("PRAGMA secure_delete = ON")  # a text that became private leaves no byte
    if write:
        connection.execute("BEGIN IMMEDIATE")
    # A view or a trigger in the place of our table could run for ever.
    schema = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    if not schema:
        connection.execute(_TABLE)
        connection.execute(f"PRAGMA user_version = {_VERSION}")
    elif schema != [(_TABLE,)] or connection.execute("PRAGMA user_version").fetchone() != (_VERSION,):
        raise sqlite3.DatabaseError("tables of another version")


def _is_locked(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def _delete(path: Path) -> None:
    """Delete a database with the files that SQLite puts next to it."""
    for suffix in _SUFFIXES:
        with suppress(OSError):
            Path(f"{path}{suffix}").unlink()
