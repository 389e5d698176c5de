"""SQLite cache of built pages and parsed entries. It may be deleted at any time.

SQLite provides what a folder of files lacks: writers that exclude each other, changes that are complete or absent
after a kill, and ten thousand values in one file. It does not notice a flipped bit, so all values are compressed with
zlib, whose checksum does. A value that cannot be decompressed counts as missing; a database that cannot be read, or
has other tables, is deleted and started again.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

FOLDER = ".cache/daytrail"
"""Folder of a project's cache, relative to its root."""
_FILE = "cache.sqlite3"
_VERSION = 4
"""Version of the table below; a database of another version is deleted."""
_TABLE = "CREATE TABLE cache (kind TEXT, name TEXT, metadata BLOB, value BLOB, PRIMARY KEY (kind, name))"
_EXCLUSIVE_WAIT, _SHORT_WAIT = 5.0, 0.1
"""Seconds to wait for another process that writes: to write during a whole build, or to read or write once."""


class CacheStore:
    """Values by kind and name, each with metadata that can be read without it.

    Without a usable database, and after an error of SQLite, nothing is found and nothing is stored.
    """

    def __init__(self, root: Path, *, exclusive: bool) -> None:
        """Open the cache of a project.

        Args:
            root: The project's folder.
            exclusive: Whether to start writing now, for as long as the cache is open. If another process does so
                for several seconds, `available` is false.
        """
        self._path = root / FOLDER / _FILE
        self._connection = _connect(self._path, exclusive=exclusive)

    @property
    def available(self) -> bool:
        """Whether there is a database to read and write."""
        return self._connection is not None

    def metadata(self, kind: str, name: str) -> bytes | None:
        """Return the metadata of a value; None if it is missing."""
        return self._column("metadata", kind, name)

    def value(self, kind: str, name: str) -> bytes | None:
        """Return a value; None if it is missing."""
        return self._column("value", kind, name)

    def all(self, kind: str) -> Iterator[tuple[str, bytes, bytes]]:
        """Yield name, metadata and value of each value of a kind."""
        for name, metadata, value in self._execute("SELECT name, metadata, value FROM cache WHERE kind = ?", kind):
            columns = _decompress(metadata), _decompress(value)
            if isinstance(name, str) and columns[0] is not None and columns[1] is not None:
                yield name, columns[0], columns[1]

    def names(self, kind: str) -> set[str]:
        """Return the names of all values of a kind."""
        return {name for (name,) in self._execute("SELECT name FROM cache WHERE kind = ?", kind)}

    def put(self, kind: str, name: str, metadata: bytes, value: bytes = b"") -> None:
        """Store a value, in place of an older one with this kind and name."""
        columns = zlib.compress(metadata, 1), zlib.compress(value, 1)
        self._execute("INSERT OR REPLACE INTO cache VALUES (?, ?, ?, ?)", kind, name, *columns)

    def delete(self, kind: str, names: Iterable[str]) -> None:
        """Delete values."""
        for name in names:
            self._execute("DELETE FROM cache WHERE kind = ? AND name = ?", kind, name)

    def clear(self) -> None:
        """Delete all values."""
        self._execute("DELETE FROM cache")

    def begin(self) -> bool:
        """Start writing; return False if another process does so, or there is no database."""
        if self._connection is None:
            return False
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.DatabaseError:
            return False
        return True

    def close(self, *, save: bool) -> None:
        """Close the database, and save or forget what was written since `begin` or since it was opened."""
        if self._connection is not None:
            if self._connection.in_transaction:
                self._execute("COMMIT" if save else "ROLLBACK")
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _column(self, column: str, kind: str, name: str) -> bytes | None:
        rows = self._execute(f"SELECT {column} FROM cache WHERE kind = ? AND name = ?", kind, name)
        return _decompress(rows[0][0]) if rows else None

    def _execute(self, statement: str, *values: object) -> list[Any]:
        """Run a statement and return its rows; after an error, go on without a database."""
        if self._connection is None:
            return []
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
            if not _is_locked(error):
                _delete(self._path)
            return []


def delete_cache(root: Path) -> None:
    """Delete the cache of a project."""
    for path in (root / FOLDER).glob("*.sqlite3"):
        _delete(path)


def _connect(path: Path, *, exclusive: bool) -> sqlite3.Connection | None:
    """Return a connection to a database with our table, made anew if need be; None if it cannot be used now."""
    for _ in range(2):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not (ignored := path.parent / ".gitignore").exists():
                ignored.write_text("*\n", encoding="utf-8")
            return _open(path, exclusive=exclusive)
        except sqlite3.DatabaseError as error:
            if _is_locked(error):
                return None
            _delete(path)
        except OSError:
            return None
    return None


def _open(path: Path, *, exclusive: bool) -> sqlite3.Connection:
    """Open a database.

    Raises:
        sqlite3.DatabaseError: it is locked, damaged, or of another version.
    """
    wait = _EXCLUSIVE_WAIT if exclusive else _SHORT_WAIT
    connection = sqlite3.connect(path, timeout=wait, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        if exclusive:
            connection.execute("BEGIN IMMEDIATE")
        if connection.execute("PRAGMA user_version").fetchone() != (_VERSION,):
            if connection.execute("SELECT name FROM sqlite_master").fetchone():
                raise sqlite3.DatabaseError("tables of another version")
            connection.execute(_TABLE)
            connection.execute(f"PRAGMA user_version = {_VERSION}")
    except BaseException:
        connection.close()
        raise
    return connection


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
