"""`daytrail done`, `started` and `dropped`: which entry they change, and that the rest of it stays."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from daytrail.cli.common.items import find_items
from daytrail.facts import Facts
from daytrail.source.load import load
from tests.command import CommandResult, run, texts, write
from tests.journal import MONDAY

DAY = "2026-01-13"
PLAN = """\
title: Tides
start: 2026-01-05
series: [{id: tides, title: Tides}, {id: other, title: Other}]
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: Ebb
        concepts: [Gravity, {id: pull, text: Pull of the sun}]
        reading:
          - {id: moon, title: The moon, author: Ada Byron, url: https://arxiv.org/abs/2101.03961, hours: 1.5}
          - {id: charts, title: Charts of tides, url: https://example.org/charts, aliases: [https://charts.example/x]}
      - week: 2
        title: Flood
        practice: [{id: gauge, text: Read a gauge, hours: 2}, {id: moon-phases, text: Draw the phases of the moon}]
"""
ENTRY = """\
---
# mine
date: 2026-01-13
title:   "Spring  tide"   # quoted
done: [ w01/gravity ]
tags:
    - moon   # four
---

Text.
"""
PATH = "entries/2026/2026-01-13.md"


def tides_project(root: Path, entry: str | None = ENTRY, **more: str) -> Path:
    files = {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": PLAN, **more}
    return write(root, files | ({PATH: entry} if entry is not None else {}))


def run_on_day(root: Path, *arguments: str, word: str = "done") -> CommandResult:
    return run(root, word, *arguments, DAYTRAIL_TODAY=DAY)


def text(root: Path, path: str = PATH) -> str:
    return texts(root)[path]


@pytest.mark.parametrize("word", ["done", "started", "dropped"])
def test_an_item_is_added_to_todays_entry_and_nothing_else_changes(tmp_path: Path, word: str) -> None:
    """Comments, order, quotes and spaces stay; standard output has only the path."""
    result = run_on_day(tides_project(tmp_path), "w02/gauge", word=word)
    assert (result.status, Path(result.out.strip()).name) == (0, "2026-01-13.md")
    assert f"{word}: w02/gauge, Read a gauge" in result.err
    expected = {
        "done": ENTRY.replace("[ w01/gravity ]", "[ w01/gravity, w02/gauge ]"),
        "started": ENTRY.replace("[ w01/gravity ]\n", "[ w01/gravity ]\nstarted: [w02/gauge]\n"),
        "dropped": ENTRY.replace("[ w01/gravity ]\n", "[ w01/gravity ]\ndropped: [w02/gauge]\n"),
    }
    assert text(tmp_path) == expected[word]
    assert load(tmp_path).problems == ()


def test_an_entry_is_created_for_a_day_that_has_none(tmp_path: Path) -> None:
    """It is the same as by `daytrail new`, with the item in it, which its comment does not propose."""
    result = run_on_day(tides_project(tmp_path, None), "moon-phases", "gauge")
    assert (result.status, "new: day 1 of Tides" in result.err) == (0, True)
    written = text(tmp_path)
    assert written.startswith(
        "---\ndate: 2026-01-13\nseries: tides\nday: 1\n# title:\ndone: [w02/moon-phases, w02/gauge]\n---\n"
    )
    assert "w02/gauge" not in written.partition("\n---\n")[2]


def test_the_comment_of_an_entry_lists_no_item_that_was_ticked(tmp_path: Path) -> None:
    root = tides_project(tmp_path, None)
    run(root, "new", DAYTRAIL_TODAY=DAY)
    comment = text(root).partition("<!--")[2]
    assert run_on_day(root, "w01/pull", "w01/moon").status == 0
    after = text(root).partition("<!--")[2]
    gone = [line.split()[0] for line in comment.splitlines() if line not in after.splitlines()]
    assert gone == ["w01/pull", "w01/moon"]


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("w02/gauge", "w02/gauge"),
        ("W2/Gauge", "w02/gauge"),
        ("gauge", "w02/gauge"),
        ("moon", "w01/moon"),  # an id, and only a part of another
        ("The Moon", "w01/moon"),
        ("byron", "w01/moon"),
        ("phases", "w02/moon-phases"),
        ("draw moon", "w02/moon-phases"),
        ("w02 read", "w02/gauge"),
        ("https://arxiv.org/pdf/2101.03961v3", "w01/moon"),
        ("arxiv.org/abs/2101.03961", "w01/moon"),
        ("http://www.charts.example/x/", "w01/charts"),
    ],
)
def test_an_item_is_found_by_address_id_words_or_link(tmp_path: Path, name: str, address: str) -> None:
    tides_project(tmp_path)
    items = list(Facts(load(tmp_path).journal, MONDAY).progress.items.values())
    assert [item.placed.address for item in find_items(name, items)] == [address]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        *((name, "") for name in ("https://arxiv.org/abs/2101.03962", "zzz", "…", "w09/gauge", "o", "ga")),
        ("chartz of tides", "; did you mean `charts-of-tides`?"),
    ],
)
def test_an_unknown_item_is_reported_and_nothing_is_written(tmp_path: Path, name: str, words: str) -> None:
    """A link that differs in one digit matches nothing either. For a misspelt name the nearest one is shown."""
    result = run_on_day(tides_project(tmp_path), name)
    assert (result.status, result.out) == (1, "")
    assert f"no item is called `{name}`{words}" in result.err
    assert text(tmp_path) == ENTRY


def test_at_a_terminal_one_of_several_matches_is_chosen(tmp_path: Path) -> None:
    """The matches are numbered; the item of the typed number is ticked."""
    pty = pytest.importorskip("pty", reason="no terminals to open on this system")
    tides_project(tmp_path)
    terminal, its_end = pty.openpty()
    os.write(terminal, b"1\n")  # typed before it is asked
    command = [sys.executable, "-m", "daytrail", "done", "of the"]
    environment = os.environ | {"DAYTRAIL_TODAY": DAY}
    subprocess.run(command, cwd=tmp_path, stdin=its_end, stderr=its_end, stdout=its_end, env=environment, check=True)
    shown = os.read(terminal, 10_000).decode()
    assert re.findall(r"^  (\d)  (\S+)", shown, re.MULTILINE) == [("1", "w01/pull"), ("2", "w02/moon-phases")]
    assert "[ w01/gravity, w01/pull ]" in text(tmp_path)


def test_an_item_that_is_done_already_is_not_ticked_again(tmp_path: Path) -> None:
    """The message names the entry that ticked it."""
    before = texts(tides_project(tmp_path))
    again = run(tmp_path, "done", "w01/gravity", DAYTRAIL_TODAY="2026-01-20")
    assert (again.status, again.out) == (0, "")
    assert f"w01/gravity is done already: {PATH}" in again.err
    assert texts(tmp_path) == before


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        (["--date", "2026-01-11"], "entries/2026/2026-01-11.md"),
        (["--entry", "entries/old/notes.md"], "entries/old/notes.md"),
    ],
)
def test_options_choose_another_entry(tmp_path: Path, arguments: list[str], path: str) -> None:
    """By its day or by its path."""
    more = {
        "entries/2026/2026-01-13-other.md": "---\nseries: other\n---\n",
        "entries/2026/2026-01-11.md": "Text.\n",
        "entries/old/notes.md": "---\ndate: 2026-01-01\n---\n",
    }
    before = texts(tides_project(tmp_path, **more))
    result = run_on_day(tmp_path, "gauge", *arguments)
    assert result.status == 0, result.err
    after = texts(tmp_path)
    assert "w02/gauge" in after[path]
    assert after == before | {path: after[path]}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--entry", "curriculum.yaml"], "is no entry of this project"),
        (["--entry", "../2026-01-13.md"], "is no entry of this project"),
        (["--entry", PATH, "--date", DAY], "leave out --date"),
        (["--date", "13.1.2026"], "is no date"),
    ],
)
def test_an_ambiguous_or_unknown_entry_is_refused(tmp_path: Path, arguments: list[str], words: str) -> None:
    """The entry is never guessed, and no file outside the entries is written."""
    folder = tides_project(tmp_path / "in", **{"entries/2026/2026-01-13-b.md": "Text.\n"})
    before = texts(write(tmp_path, {"2026-01-13.md": "Text.\n"}))
    result = run_on_day(folder, "gauge", *arguments)
    assert (result.status, result.out) == (2, "")
    assert words in result.err
    assert texts(tmp_path) == before


@pytest.mark.parametrize(
    "entry",
    [
        "---\ndate: 2026-01-13\ntitel: x\n---\n",
        "---\ndate: 2026-01-13\ndone: w01/moon\n---\n",
        "---\ndate: 2026-01-13\ndone: &a [w01/moon]\ntags: *a\n---\n",
        "---\ndate: 2026-01-13\n",
    ],
)
def test_an_entry_with_errors_is_not_changed(tmp_path: Path, entry: str) -> None:
    result = run_on_day(tides_project(tmp_path, entry), "gauge")
    assert (result.status, result.out) == (1, "")
    assert f"{PATH}:" in result.err
    assert "nothing was changed" in result.err
    assert text(tmp_path) == entry


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of files")
def test_the_file_keeps_its_mode_and_its_line_ends(tmp_path: Path) -> None:
    tides_project(tmp_path, "---\r\ndate: 2026-01-13\r\n---\r\nText\r\n")
    (tmp_path / PATH).chmod(0o640)
    assert run_on_day(tmp_path, "gauge").status == 0
    assert text(tmp_path) == "---\r\ndate: 2026-01-13\r\ndone: [w02/gauge]\r\n---\r\nText\r\n"
    assert (tmp_path / PATH).stat().st_mode & 0o777 == 0o640


def test_a_file_that_is_read_only_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although its folder may allow that; root, as whom tests may run, may write anything."""
    tides_project(tmp_path, "Text.\n")
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path).name != Path(PATH).name)
    result = run_on_day(tmp_path, "gauge")
    assert (result.status, "it is read-only" in result.err, text(tmp_path)) == (1, True, "Text.\n")


@pytest.mark.parametrize("word", ["done", "started", "dropped"])
def test_a_state_can_be_taken_back(tmp_path: Path, word: str) -> None:
    """The item leaves all entries that say it, by whatever name; the bytes are as they were before."""
    root = tides_project(tmp_path)
    other = f"---\n# mine\n{word}:\n  - w02/gauge  # c\n  - w01/pull\n---\nText.\n"
    write(root, {"entries/2026/2026-01-12.md": other})
    before = text(root)
    assert run_on_day(root, "gauge", "--date", "2026-01-13", word=word).status == 0
    undo = ["gauge", "--undo"]
    undone = run_on_day(root, *undo, word=word)
    assert (undone.status, undone.err) == (0, f"not {word} any more: w02/gauge, Read a gauge\n")
    assert text(root) == before
    assert text(root, "entries/2026/2026-01-12.md") == other.replace("  - w02/gauge  # c\n", "")
    nothing = run_on_day(root, *undo, word=word)
    assert (nothing.status, nothing.err) == (1, f"no entry lists w02/gauge as {word}; it is planned\n")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["done", "gauge", "--undo"], f"no entry lists w02/gauge as done; it is dropped: {PATH}"),
        (["dropped", "gravity", "--undo"], f"no entry lists w01/gravity as dropped; it is done: {PATH}"),
        (["done", "sun", "--undo"], "no entry lists w01/pull as done; it is done: the plan says so"),
        (["done", "moon", "--undo"], "`moon` may be:"),
        (["done", "zzz", "--undo"], "no item is called `zzz`"),
    ],
)
def test_what_is_in_another_state_is_not_taken_back_and_the_state_is_named(
    tmp_path: Path, command: list[str], words: str
) -> None:
    """`moon` may mean two items, neither of which is done."""
    plan = PLAN.replace("Pull of the sun}", "Pull of the sun, done: 2026-01-06}").replace("{id: moon,", "{id: luna,")
    root = tides_project(tmp_path, **{"curriculum.yaml": plan})
    assert run_on_day(root, "gauge", word="dropped").status == 0
    before = text(root)
    result = run_on_day(root, *command[1:], word=command[0])
    assert (result.status, result.out) == (1, "")
    assert words in result.err
    assert text(root) == before
