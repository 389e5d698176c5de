"""The cache: what is saved is found again, and what is damaged or locked counts as missing."""

import sqlite3
import struct
from pathlib import Path
from random import Random

import pytest

from daytrail.project.cache_store import FOLDER, CacheStore


def saved(root: Path) -> Path:
    """Save a value, and return the path of the database."""
    store = CacheStore(root, wait=0.1)
    store.put("page", "about.md", b"key", b"content")
    store.close(save=True)
    return root / FOLDER / "cache.sqlite3"


def found(root: Path) -> tuple[bytes | None, bytes | None]:
    """Return metadata and content of that value."""
    store = CacheStore(root)
    columns = store.metadata("page", "about.md"), store.value("page", "about.md")
    store.close()
    return columns


def test_saved_values_are_found_by_the_next_run(tmp_path: Path) -> None:
    saved(tmp_path)
    assert found(tmp_path) == (b"key", b"content")


def test_values_that_are_not_saved_are_forgotten(tmp_path: Path) -> None:
    saved(tmp_path)
    store = CacheStore(tmp_path, wait=0.1)
    store.put("page", "about.md", b"other", b"other")
    store.close(save=False)
    assert found(tmp_path) == (b"key", b"content")


def test_while_one_process_writes_others_can_only_read(tmp_path: Path) -> None:
    saved(tmp_path)
    writer = CacheStore(tmp_path, wait=0.1)
    writer.put("page", "about.md", b"other", b"other")
    second = CacheStore(tmp_path, wait=0.1)
    assert not second.available
    second.put("page", "about.md", b"third", b"third")
    assert found(tmp_path) == (b"key", b"content")
    writer.close(save=True)
    assert found(tmp_path) == (b"other", b"other")


def test_a_journal_that_came_with_a_cache_deletes_no_file(tmp_path: Path) -> None:
    """A rollback journal of SQLite may end with the path of a file, which SQLite deletes after it."""
    path = saved(tmp_path)
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = DELETE")
    database.close()
    victim = tmp_path / "victim"
    victim.write_text("text", encoding="utf-8")
    name, magic, page = bytes(victim), bytes.fromhex("d9d505f920a163d7"), 4096
    header = magic + struct.pack(">5I", 0, 0, path.stat().st_size // page, 512, page)
    named = struct.pack(">I", 2**30 // page + 1) + name + struct.pack(">2I", len(name), sum(name)) + magic
    Path(f"{path}-journal").write_bytes(header.ljust(512, b"\0") + named)
    assert found(tmp_path) == (b"key", b"content")
    assert victim.exists()


@pytest.mark.parametrize("damaged", [b"", b"x", b"x\x9ccontent"])
def test_a_damaged_value_is_missing(tmp_path: Path, damaged: bytes) -> None:
    path = saved(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE cache SET value = ?", [damaged])
    database.close()
    assert found(tmp_path) == (b"key", None)


@pytest.mark.parametrize("content", [b"", b"This is somebody else's file.\n" * 1000])
def test_a_file_that_is_no_cache_is_replaced(tmp_path: Path, content: bytes) -> None:
    saved(tmp_path).write_bytes(content)
    assert found(tmp_path) == (None, None)
    saved(tmp_path)
    assert found(tmp_path) == (b"key", b"content")


@pytest.mark.parametrize("seed", range(10))
def test_deleted_values_leave_no_byte(tmp_path: Path, seed: int) -> None:
    """Not even where SQLite has moved rows between pages: without VACUUM, some of these databases have such bytes."""
    random = Random(seed)
    store = CacheStore(tmp_path, wait=0.1)
    for number in range(800):
        name = f"{'public' if number % 3 else 'secret'}-{random.random()}"
        store.put(random.choice("abc"), name, b"", random.randbytes(random.randrange(61)))
    store.close(save=True)
    store = CacheStore(tmp_path, wait=0.1)
    for kind in "abc":
        store.delete(kind, [name for name in store.names(kind) if name.startswith("secret")])
    store.close(save=True)
    files = b"".join(path.read_bytes() for path in (tmp_path / FOLDER).iterdir())
    assert b"public-" in files
    assert b"secret-" not in files
