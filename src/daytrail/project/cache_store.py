"""SQLite cache of built pages and parsed entries. It may be deleted at any time.

SQLite provides what a folder of files lacks: writers that exclude each other, changes that are complete or absent
after a kill, and ten thousand values in one file. It does not notice a flipped bit, so all values are compressed with
zlib, whose checksum does. A value that cannot be decompressed counts as missing; a database that cannot be read, or
has other tables, is deleted and started again.

The publishing workflow stores the database on GitHub, so it has only what may be published: neither drafts nor private
passages, and no hash of a file with one.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

FOLDER = ".cache/daytrail"
"""Folder of a project's cache, relative to its root."""
ENTRIES = "entry"
"""Kind of parsed entries."""
_VERSION = 5
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
        self._path = root / FOLDER / "cache.sqlite3"
        self._connection = _connect(self._path, wait)

    @property
    def available(self) -> bool:
        """Whether there is a database, and nobody else writes if this store does."""
        return self._connection is not None

    def metadata(self, kind: str, name: str) -> bytes | None:
        """Return the metadata of a value; None if it is missing."""
        rows = self._execute("SELECT metadata FROM cache WHERE kind = ? AND name = ?", kind, name)
        return _decompress(rows[0][0]) if rows else None

    def value(self, kind: str, name: str) -> bytes | None:
        """Return a value; None if it is missing."""
        rows = self._execute("SELECT value FROM cache WHERE kind = ? AND name = ?", kind, name)
        return _decompress(rows[0][0]) if rows else None

    def all(self, kind: str) -> Iterator[tuple[str, bytes, bytes]]:
        """Yield name, metadata and value of each value of a kind."""
        for name, *columns in self._execute("SELECT name, metadata, value FROM cache WHERE kind = ?", kind):
            metadata, value = map(_decompress, columns)
            if isinstance(name, str) and metadata is not None and value is not None:
                yield name, metadata, value

    def names(self, kind: str) -> set[str]:
        """Return the names of all values of a kind."""
        return {name for (name,) in self._execute("SELECT name FROM cache WHERE kind = ?", kind)}

    def put(self, kind: str, name: str, metadata: bytes, value: bytes) -> None:
        """Store a value, in place of an older one with this kind and name."""
        columns = zlib.compress(metadata, 1), zlib.compress(value, 1)
        self._execute("INSERT OR REPLACE INTO cache VALUES (?, ?, ?, ?)", kind, name, *columns)

    def delete(self, kind: str, names: Iterable[str]) -> None:
        """Delete values."""
        for name in names:
            self._execute("DELETE FROM cache WHERE kind = ? AND name = ?", kind, name)

    def delete_others(self, kind: str) -> None:
        """Delete the values of all other kinds."""
        self._execute("DELETE FROM cache WHERE kind != ?", kind)

    def close(self, *, save: bool = False) -> None:
        """Close the database, and save or forget what was written."""
        if save and self._connection and self._connection.in_transaction:
            self._execute("COMMIT")
        if self._connection:
            self._connection.close()
            self._connection = None

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
    """Delete the cache of a project."""
    for path in (root / FOLDER).glob("*.sqlite3"):
        _delete(path)


def _connect(path: Path, wait: float | None) -> sqlite3.Connection | None:
    """Return a connection to a database with our table, made anew if need be; None if it cannot be used now."""
    for _ in range(2):
        connection = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not (ignored := path.parent / ".gitignore").exists():
                ignored.write_text("*\n", encoding="utf-8")
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
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA secure_delete = ON")  # a text that became private leaves no byte
    if write:
        connection.execute("BEGIN IMMEDIATE")
    if connection.execute("PRAGMA user_version").fetchone() != (_VERSION,):
        if connection.execute("SELECT name FROM sqlite_master").fetchone():
            raise sqlite3.DatabaseError("tables of another version")
        connection.execute(_TABLE)
        connection.execute(f"PRAGMA user_version = {_VERSION}")


def _is_locked(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def _decompress(value: object) -> bytes | None:
    """Return what was compressed; None if it is damaged."""
    try:
        return zlib.decompress(value) if isinstance(value, bytes) else None
    except zlib.error:
        return None


def _delete(path: Path) -> None:
    """Delete a database with the files that SQLite puts next to it."""
    for suffix in ("", "-wal", "-shm"):
        with suppress(OSError):
            Path(f"{path}{suffix}").unlink()
