"""The cache of parsed entries: loading from it gives the same journal and the same problems."""

import os
from pathlib import Path

import pytest

from daytrail.project import entry_cache
from daytrail.project.entry_cache import EntryCache
from daytrail.source.entry import read_entry
from daytrail.source.load import Loaded, load

ENTRY = """---
day: 0
tags: [rock]
links:
  - url: https://example.org/page
    status: read
done: [nowhere]
hours: 2.5
---

First text, see [this](https://example.com/x).

- [x] A task
"""


def load_cached(root: Path) -> Loaded:
    cache = EntryCache(root, create=True)
    loaded = load(root, read=cache.read)
    cache.close()
    return loaded


def test_a_cached_entry_equals_a_parsed_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records and the locations of problems are the same, and only entries with a problem are read again."""
    (tmp_path / "entries").mkdir()
    for name, text in (
        ("2026-01-01.md", ENTRY),
        ("2026-01-02.md", "Fine.\n"),
        ("2026-01-03.md", "---\nhours: x\n---\n"),
    ):
        path = tmp_path / "entries" / name
        path.write_text(text, encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))
    parsed = load_cached(tmp_path)
    read: list[str] = []

    def counting_read(root: Path, path: str, folder: str, series: str | None) -> object:
        read.append(path)
        return read_entry(root, path, folder, series)

    monkeypatch.setattr(entry_cache, "read_entry", counting_read)
    cached = load_cached(tmp_path)
    assert cached.journal == parsed.journal
    assert [entry.address for entry in cached.journal.entries] == [entry.address for entry in parsed.journal.entries]
    assert [str(problem) for problem in cached.problems] == [str(problem) for problem in parsed.problems]
    assert read == ["entries/2026-01-01.md"]
