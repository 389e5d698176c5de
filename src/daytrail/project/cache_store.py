"""What is kept from one run to the next: a database of which nothing is needed to be right.

SQLite brings what a cache wants and a folder of files lacks: writers that wait for each other, changes that
are whole or not there after a kill, and ten thousand values in one file. It does not notice a flipped bit,
so each value carries a hash of itself and of its name.
"""

import logging
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

log = logging.getLogger("mkdocs.plugins.daytrail")

FOLDER = ".cache/daytrail"
"""Where a project's caches are, relative to its root."""
_FORM = 3
"""The form of the tables; another one is made anew."""
_TABLES = ("pages", "search", "texts", "bodies", "templates", "site", "entries")
_CHECK = 8
"""Bytes of the hash before each value."""
_PATIENCE = 600.0
"""Seconds to wait for another build, at the most."""


class CacheStore:
    """Values by table, scope and name, each with a head that is read without it; what is damaged is not there."""

    def __init__(self, path: Path | None, *, alone: bool = True) -> None:
        """Open a database, or a passing one that nobody else sees.

        Args:
            path: The file; None for a passing one. Where it cannot be used, so is it.
            alone: Whether to wait until no other run writes, and to keep others waiting.
        """
        self._path = path
        self._alone = alone
        self._damaged = False
        self._connection = self._open(path) if path else _passing()

    @property
    def passing(self) -> bool:
        """Whether nothing is kept beyond this run."""
        return self._path is None or self._damaged

    def heads(self, table: str, scope: str) -> dict[str, bytes]:
        """Return the heads of all values of a scope, by name."""
        rows = self._rows(f"SELECT name, head FROM {table} WHERE scope = ?", scope)
        return {name: found for name, head in rows if (found := _opened(head, scope, name)) is not None}

    def head(self, table: str, scope: str, name: str) -> bytes | None:
        """Return the head of a value, if it is there as it was put."""
        rows = self._rows(f"SELECT head FROM {table} WHERE scope = ? AND name = ?", scope, name)
        return next((_opened(head, scope, name) for (head,) in rows), None)

    def value(self, table: str, scope: str, name: str) -> bytes | None:
        """Return a value, if it is there as it was put."""
        rows = self._rows(f"SELECT value FROM {table} WHERE scope = ? AND name = ?", scope, name)
        return next((_opened(value, scope, name) for (value,) in rows), None)

    def values(self, table: str, scope: str) -> Iterator[tuple[str, bytes, bytes]]:
        """Yield name, head and value of each one of a scope that is as it was put."""
        for name, head, value in self._rows(f"SELECT name, head, value FROM {table} WHERE scope = ?", scope):
            found, kept = _opened(head, scope, name), _opened(value, scope, name)
            if found is not None and kept is not None:
                yield name, found, kept

    def scopes(self, table: str) -> list[str]:
        """Return the scopes that there are."""
        return [scope for (scope,) in self._rows(f"SELECT DISTINCT scope FROM {table}")]

    def put(self, table: str, scope: str, name: str, head: bytes, value: bytes) -> None:
        """Keep a value in place of the one that was there."""
        row = scope, name, _sealed(head, scope, name), _sealed(value, scope, name)
        self._do(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", [row])

    def drop(self, table: str, scope: str, names: Iterable[str]) -> None:
        """Forget values."""
        self._do(f"DELETE FROM {table} WHERE scope = ? AND name = ?", [(scope, name) for name in names])

    def drop_scope(self, table: str, scope: str) -> None:
        """Forget all values of a scope."""
        self._do(f"DELETE FROM {table} WHERE scope = ?", [(scope,)])

    def begin(self) -> bool:
        """Begin to write, if nobody else does; a store that is alone has begun when it was opened."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.DatabaseError:
            return False
        return True

    def clear(self) -> None:
        """Forget everything."""
        for table in _TABLES:
            self._do(f"DELETE FROM {table}", [()])

    def close(self, *, keep: bool) -> None:
        """End the use of the database; what was put is kept or forgotten."""
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("COMMIT" if keep and not self._damaged else "ROLLBACK")
        with suppress(sqlite3.Error):
            self._connection.close()
        if self._damaged and self._path:
            _remove(self._path)

    def _rows(self, query: str, *values: str) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError:
            self._give_up()
            return []

    def _do(self, statement: str, rows: list[tuple[Any, ...]]) -> None:
        try:
            self._connection.executemany(statement, rows)
        except sqlite3.DatabaseError:
            self._give_up()
            self._connection.executemany(statement, rows)

    def _give_up(self) -> None:
        """Go on without a file that cannot be read or written, or is not what it should be."""
        self._damaged = True
        with suppress(sqlite3.Error):
            self._connection.close()
        self._connection = _passing()

    def _open(self, path: Path) -> sqlite3.Connection:
        for _ in range(2):
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                if not (ignored := path.parent / ".gitignore").exists():
                    ignored.write_text("*\n", encoding="utf-8")
                return _ready(path, alone=self._alone)
            except sqlite3.OperationalError as stop:
                if "locked" in str(stop):
                    break
                _remove(path)
            except sqlite3.DatabaseError:
                _remove(path)
            except OSError:
                break
        self._path = None
        return _passing()


def forget(root: Path) -> None:
    """Remove what was kept of a project."""
    for path in (root / FOLDER).glob("*.sqlite3"):
        _remove(path)


def _ready(path: Path, *, alone: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=1.0, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        if alone:
            _lock(connection)
        if connection.execute("PRAGMA user_version").fetchone() != (_FORM,):
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                connection.execute(f'DROP TABLE "{name}"')
            _make(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _lock(connection: sqlite3.Connection) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as stop:
        if "locked" not in str(stop):
            raise
        log.info("Another build of this project is running: waiting for its end")
        connection.execute(f"PRAGMA busy_timeout = {int(_PATIENCE * 1000)}")
        connection.execute("BEGIN IMMEDIATE")


def _passing() -> sqlite3.Connection:
    connection = sqlite3.connect("", isolation_level=None)
    _make(connection)
    return connection


def _make(connection: sqlite3.Connection) -> None:
    for table in _TABLES:
        columns = "scope TEXT, name TEXT, head BLOB, value BLOB, PRIMARY KEY (scope, name)"
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
    connection.execute(f"PRAGMA user_version = {_FORM}")


def _hash(value: bytes, scope: str, name: str) -> bytes:
    found = blake2b(value, digest_size=_CHECK)
    found.update(f"{scope}\n{name}".encode(errors="surrogatepass"))
    return found.digest()


def _sealed(value: bytes, scope: str, name: str) -> bytes:
    return _hash(value, scope, name) + value


def _opened(sealed: object, scope: str, name: object) -> bytes | None:
    """Return what was sealed under a name; None where a bit of it is another one."""
    if not isinstance(sealed, bytes) or not isinstance(name, str):
        return None
    value = sealed[_CHECK:]
    return value if _hash(value, scope, name) == sealed[:_CHECK] else None


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):
            Path(f"{path}{ending}").unlink()
