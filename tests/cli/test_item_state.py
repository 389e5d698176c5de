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
