"""The cache of parsed entries: loading from it gives the same journal and the same problems."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from daytrail.project import entry_cache, two_processes
from daytrail.project.cache_store import CHANGED_ENTRIES, ENTRIES, CacheStore
from daytrail.project.entry_cache import EntryCache, cached_entries, decode, is_cached, unpack
from daytrail.source.entry import read_entry
from daytrail.source.load import Loaded, load
from daytrail.views.body import render_body

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
    cache = EntryCache(root, for_build=True)
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

    def counting_read(root: Path, path: str, *settings: Any, **options: Any) -> object:
        read.append(path)
        return read_entry(root, path, *settings, **options)

    monkeypatch.setattr(entry_cache, "read_entry", counting_read)
    cached = load_cached(tmp_path)
    assert cached.journal == parsed.journal
    assert [entry.address for entry in cached.journal.entries] == [entry.address for entry in parsed.journal.entries]
    assert [str(problem) for problem in cached.problems] == [str(problem) for problem in parsed.problems]
    assert read == ["entries/2026-01-01.md"]


def replace_in_place(path: Path, old: str, new: str) -> None:
    """Replace a part of a file by one of the same length, and give the file its old times."""
    before = path.stat()
    text = path.read_text(encoding="utf-8")
    assert old in text
    assert len(old) == len(new)
    with path.open("r+", encoding="utf-8") as file:
        file.write(text.replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_ino == before.st_ino


@pytest.mark.parametrize("seconds_later", [0, 3600])
def test_an_entry_with_another_text_is_read_again_though_its_size_and_time_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds_later: int
) -> None:
    """A file whose time was set back is compared by content, however long ago it was cached."""
    path = tmp_path / "entries/2026-01-01.md"
    path.parent.mkdir()
    path.write_text(ENTRY, encoding="utf-8")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    now = time.time_ns() + seconds_later * 10**9
    monkeypatch.setattr(time, "time_ns", lambda: now)
    load_cached(tmp_path)
    load_cached(tmp_path)
    replace_in_place(path, "First text", "Other text")
    assert "Other text" in load_cached(tmp_path).journal.entries[0].body


def test_an_entry_that_was_changed_just_before_it_was_cached_is_compared_by_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second change within the time that file systems cannot tell apart is noticed, though the signature is equal."""
    path = tmp_path / "entries/2026-01-01.md"
    path.parent.mkdir()
    path.write_text(ENTRY, encoding="utf-8")
    now = time.time_ns()
    monkeypatch.setattr(entry_cache, "signature", lambda _: [1, now, now, 4])  # what such a file system would say
    load_cached(tmp_path)
    path.write_text(ENTRY.replace("First text", "Other text"), encoding="utf-8")
    assert "Other text" in load_cached(tmp_path).journal.entries[0].body


def test_an_unchanged_entry_is_not_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once its times are long ago, an entry with the same signature is taken from the cache unread."""
    path = tmp_path / "entries/2026-01-01.md"
    path.parent.mkdir()
    path.write_text("Fine.\n", encoding="utf-8")
    now = time.time_ns() + 3600 * 10**9
    monkeypatch.setattr(time, "time_ns", lambda: now)
    parsed = load_cached(tmp_path)
    monkeypatch.delattr(entry_cache, "blake2b")
    assert load_cached(tmp_path).journal == parsed.journal


@pytest.mark.parametrize("can_fork", [True, False])
def test_many_entries_are_parsed_in_two_processes_as_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, can_fork: bool
) -> None:
    """Entries, drafts, private passages, problems, what is cached and the HTML are those of each file by itself."""
    if can_fork and not hasattr(os, "fork"):
        pytest.skip("this system copies no processes")
    monkeypatch.setattr(two_processes, "_can_fork", lambda: can_fork)
    (tmp_path / "entries").mkdir()
    kinds = (
        ENTRY,
        "---\ndraft: true\n---\n\nA *draft*.\n",
        "---\nhours: x\n---\n",
        "See <!-- private -->me<!-- /private -->.\n",
    )
    for number in range(20):
        path = tmp_path / "entries" / f"2026-01-{number + 1:02}.md"
        path.write_text(f"{kinds[number % 4]}\n**{number}**\n", encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))
    alone = load(tmp_path)
    for rendered in (20, 10):  # then those that are not cached
        cache = EntryCache(tmp_path, for_build=True)
        loaded = load(tmp_path, read=cache.read)
        cache.close()
        assert loaded.journal == alone.journal
        assert [str(problem) for problem in loaded.problems] == [str(problem) for problem in alone.problems]
        assert [(located.draft, located.has_private) for located in loaded.sources.entries] == [
            (located.draft, located.has_private) for located in alone.sources.entries
        ]
        assert cache.rendered == {body: render_body(body) for body in cache.rendered}
        assert len(cache.rendered) == rendered


def test_packed_entries_are_those_that_were_read(tmp_path: Path) -> None:
    """Cached entries, those with a new text, drafts, and those whose tags the plan has renamed, in their order."""
    (tmp_path / "entries").mkdir()
    for number in range(1, 9):
        draft = "draft: true\n" if number == 3 else ""
        tag = "stone" if number == 5 else "rock"
        text = f"---\n{draft}tags: [{tag}]\n---\n\nText {number}.\n"
        (tmp_path / f"entries/2026-01-{number:02}.md").write_text(text, encoding="utf-8")
    load_cached(tmp_path)
    (tmp_path / "entries/2026-01-02.md").write_text("Another text.\n", encoding="utf-8")
    (tmp_path / "curriculum.yaml").write_text("tags:\n  - name: Rock\n    aliases: [stone]\n", encoding="utf-8")
    cached = cached_entries(tmp_path)
    cache = EntryCache(tmp_path, for_build=True, cached=cached)
    entries = load(tmp_path, read=cache.read).sources.entries
    cache.close()
    packed = cache.pack(entries)
    as_cached = [place for place in packed.places if isinstance(place, tuple)]
    assert len(as_cached) < len(entries)
    assert as_cached
    unpacked = unpack(packed, decode(cached))
    assert [located.entry for located in unpacked] == [located.entry for located in entries]
    assert [located.draft for located in unpacked] == [located.draft for located in entries]
    assert [located.document().data for located in unpacked] == [located.document().data for located in entries]


def test_only_an_entry_that_changed_is_said_to_have_changed(tmp_path: Path) -> None:
    """Of a month, which the cache has in one value, the others stay, and so does a new one."""
    (tmp_path / "entries").mkdir()
    for number in range(1, 5):
        (tmp_path / f"entries/2026-01-{number:02}.md").write_text(f"Text {number}.\n", encoding="utf-8")
    load_cached(tmp_path)
    (tmp_path / "entries/2026-01-05.md").write_text("A new one.\n", encoding="utf-8")
    load_cached(tmp_path)
    assert changed_entries(tmp_path) == set()
    (tmp_path / "entries/2026-01-01.md").write_text("Another text.\n", encoding="utf-8")
    (tmp_path / "entries/2026-01-02.md").write_text("Text 2.\n<!-- private -->\nMine.\n", encoding="utf-8")
    (tmp_path / "entries/2026-01-03.md").unlink()
    load_cached(tmp_path)
    assert changed_entries(tmp_path) == {f"entries/2026-01-{number:02}.md" for number in (1, 2, 3)}
    store = CacheStore(tmp_path)
    paths = [f"entries/2026-01-{number:02}.md" for number in range(1, 6)]
    assert [is_cached(store, path) for path in paths] == [True, False, False, True, True]
    store.close()


def test_an_entry_is_cached_with_those_of_its_month_or_of_near_numbers(tmp_path: Path) -> None:
    """However the files are named, so that an edit writes few of them anew."""
    (tmp_path / "entries/old").mkdir(parents=True)
    names = ("2026-01-31", "2026-01-01-eve", "2026-02-01", "log_2026_02_01", "old/2026-02-01", "day-1057", "day-1114")
    for name in names:
        (tmp_path / f"entries/{name}.md").write_text("---\ndate: 2026-01-01\n---\n", encoding="utf-8")
    load_cached(tmp_path)
    store = CacheStore(tmp_path)
    months = {"2026-01", "2026-02", "log_2026_02", "old/2026-02", "day-10", "day-11"}
    assert store.names(ENTRIES) == {f"entries/{name}" for name in months}
    store.close()


def changed_entries(root: Path) -> set[str]:
    store = CacheStore(root)
    names = store.names(CHANGED_ENTRIES)
    store.close()
    return names
