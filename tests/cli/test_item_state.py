"""`daytrail done` at a terminal, and the modes of files; see `cases/commands/done.yml`."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import run, texts, write

DAY = "2026-01-13"
PLAN = """\
title: Tides
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: Ebb, concepts: [{id: pull, text: Pull of the sun}]}
      - {week: 2, title: Flood, practice: [{id: moon-phases, text: Draw the phases of the moon}]}
"""
PATH = "entries/2026/2026-01-13.md"


def tides_project(root: Path, entry: str) -> Path:
    return write(root, {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": PLAN, PATH: entry})


def test_at_a_terminal_one_of_several_matches_is_chosen(tmp_path: Path) -> None:
    """The matches are numbered; the item of the typed number is ticked."""
    pty = pytest.importorskip("pty", reason="no terminals to open on this system")
    tides_project(tmp_path, "Text.\n")
    terminal, its_end = pty.openpty()
    os.write(terminal, b"1\n")  # typed before it is asked
    command = [sys.executable, "-m", "daytrail", "done", "of the"]
    environment = os.environ | {"DAYTRAIL_TODAY": DAY}
    subprocess.run(command, cwd=tmp_path, stdin=its_end, stderr=its_end, stdout=its_end, env=environment, check=True)
    shown = os.read(terminal, 10_000).decode()
    assert re.findall(r"^  (\d)  (\S+)", shown, re.MULTILINE) == [("1", "w01/pull"), ("2", "w02/moon-phases")]
    assert "done: [w01/pull]" in texts(tmp_path)[PATH]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of files")
def test_the_file_keeps_its_mode(tmp_path: Path) -> None:
    tides_project(tmp_path, "Text.\n")
    (tmp_path / PATH).chmod(0o640)
    assert run(tmp_path, "done", "pull", DAYTRAIL_TODAY=DAY).status == 0
    assert (tmp_path / PATH).stat().st_mode & 0o777 == 0o640


def test_a_file_that_is_read_only_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although its folder may allow that; root, as whom tests may run, may write anything."""
    tides_project(tmp_path, "Text.\n")
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path).name != Path(PATH).name)
    result = run(tmp_path, "done", "pull", DAYTRAIL_TODAY=DAY)
    assert (result.status, "it is read-only" in result.err, texts(tmp_path)[PATH]) == (1, True, "Text.\n")
