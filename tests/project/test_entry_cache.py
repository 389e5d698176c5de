"""The cache of parsed entries: loading from it gives the same journal and the same problems."""

import os
from pathlib import Path
from typing import Any

import pytest

from daytrail.project import loaded_project as entry_cache
from daytrail.project.loaded_project import read_entries
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
TEXTS = {
    "2026-01-01": ENTRY,
    "2026-01-02": "Fine.\n",
    "2026-01-03": "---\nhours: x\n---\n",
    "2026-01-04": "---\ndraft: true\n---\n\nA draft.\n",
    "2026-01-05": "See <!-- private -->me<!-- /private -->.\n",
}


@pytest.fixture(autouse=True)
def user_folder(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("user")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the entries that were parsed."""
    paths: list[str] = []

    def counting_read(root: Path, path: str, *settings: Any) -> object:
        paths.append(path.removeprefix("entries/"))
        return read_entry(root, path, *settings)

    monkeypatch.setattr(entry_cache, "read_entry", counting_read)
    return paths


def write(root: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        path = root / f"entries/{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))


def read(root: Path) -> Loaded:
    return load(root, read=read_entries)


def test_a_cached_entry_equals_a_parsed_one(tmp_path: Path, parsed: list[str]) -> None:
    """So do its problems. Drafts, private passages and what has a problem to locate are read again."""
    write(tmp_path, TEXTS)
    first = read(tmp_path)
    parsed.clear()
    second, alone = read(tmp_path), load(tmp_path)
    for loaded in (first, second):
        assert loaded.journal == alone.journal
        assert list(map(str, loaded.problems)) == list(map(str, alone.problems))
        kinds = [[(entry.draft, entry.has_private) for entry in one.sources.entries] for one in (loaded, alone)]
        assert kinds[0] == kinds[1]
    assert sorted(parsed) == [f"2026-01-0{number}.md" for number in (1, 4, 5)]


def test_only_what_is_published_is_cached(tmp_path: Path, user_folder: Path) -> None:
    write(tmp_path, TEXTS)
    read(tmp_path)
    [record] = user_folder.rglob("*.json")
    text = record.read_text(encoding="utf-8")
    assert ("Fine." in text, "A draft" in text, "See" in text) == (True, False, False)
    write(tmp_path, {"2026-01-02": "Fine.\n\n<!-- private -->\nMine.\n<!-- /private -->\n"})
    read(tmp_path)
    assert "Fine." not in record.read_text(encoding="utf-8")


def test_another_text_is_read_again_though_its_size_and_time_are_the_same(tmp_path: Path) -> None:
    write(tmp_path, {"2026-01-01": ENTRY})
    read(tmp_path)
    write(tmp_path, {"2026-01-01": ENTRY.replace("First text", "Other text")})
    assert "Other text" in read(tmp_path).journal.entries[0].body


@pytest.mark.parametrize("text", ["", "[]", "{", '["x",{}]', '{"version": 1}'])
def test_a_damaged_cache_is_none(tmp_path: Path, user_folder: Path, text: str) -> None:
    write(tmp_path, TEXTS)
    read(tmp_path)
    [record] = user_folder.rglob("*.json")
    record.write_text(text, encoding="utf-8")
    assert read(tmp_path).journal == load(tmp_path).journal


def test_other_code_or_another_first_series_parses_all_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parsed: list[str]
) -> None:
    write(tmp_path, {"2026-01-02": "Fine.\n"})
    read(tmp_path)
    (tmp_path / "curriculum.yaml").write_text("title: T\nseries: [{id: tides, title: Tides}]\n", encoding="utf-8")
    assert read(tmp_path).journal.entries[0].series == "tides"
    monkeypatch.setattr(entry_cache, "fingerprint", lambda: "another")
    read(tmp_path)
    assert parsed == ["2026-01-02.md"] * 3
