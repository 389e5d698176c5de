"""Commands that run at the same time, and an editor that saves meanwhile, lose none of each other's changes."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.command import run, write
from tests.processes import PATIENCE

DAY = "2026-01-12"
ENTRY = "entries/2026/2026-01-12.md"
PLAN = """\
title: T
series: [{id: t, title: T}]
parts:
  - id: a
    title: A
    weeks:
      - week: 1
        title: W
        concepts:
"""
NAMES = [f"item-{number:02}" for number in range(3)]


def tides(root: Path, **more: str) -> Path:
    """Write a project with a plan of many items."""
    items = "".join(f"          - {{id: {name}, text: Item {name}}}\n" for name in NAMES)
    return write(root, {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": PLAN + items, **more})


def ticked(root: Path) -> list[str]:
    """Return the items that the entry names in its front matter."""
    front_matter = (root / ENTRY).read_text(encoding="utf-8").split("\n---\n")[0]
    return sorted(re.findall(r"w01/(item-\d+)", front_matter))


def start(root: Path, *arguments: str) -> "subprocess.Popen[str]":
    """Start the command in a project, without waiting for its end."""
    return subprocess.Popen(
        [sys.executable, "-m", "daytrail", *arguments],
        cwd=root,
        env=os.environ | {"DAYTRAIL_TODAY": DAY},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def finish(running: Mapping[str, "subprocess.Popen[str]"]) -> dict[str, str]:
    """Wait for commands and return the output of those that failed."""
    outputs = {name: process.communicate(timeout=PATIENCE)[0] for name, process in running.items()}
    return {name: output for name, output in outputs.items() if running[name].returncode}


@pytest.mark.parametrize("entry", ["---\ndate: 2026-01-12\ndone: []\n---\n\nText.\n", None])
def test_all_parallel_ticks_of_an_entry_are_in_it(tmp_path: Path, entry: str | None) -> None:
    """Also if the entry does not exist yet, and each of the commands would start it."""
    root = tides(tmp_path, **({ENTRY: entry} if entry else {}))
    words = ("done", "started", "dropped")
    failed = finish({name: start(root, words[index % 3], name) for index, name in enumerate(NAMES)})
    assert failed == {}
    assert ticked(root) == NAMES
    assert [path.name for path in (root / "entries").rglob("*") if path.is_file()] == ["2026-01-12.md"]
    assert run(root, "check").status == 0


HOLD = """
import sys, time
from pathlib import Path
from daytrail.cli.common.project import project_lock
with project_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


@contextmanager
def held_lock(root: Path) -> Iterator["subprocess.Popen[str]"]:
    """Give a process that changes files of a project and does not end."""
    command = [sys.executable, "-c", HOLD, str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def test_a_command_waits_for_another_and_not_for_a_killed_one(tmp_path: Path) -> None:
    """It says that it waits, and goes on once the other process is gone."""
    root = tides(tmp_path)
    with held_lock(root) as other:
        waiting = start(root, "done", "item-00")
        assert waiting.stdout
        assert waiting.stdout.readline() == "waiting for another daytrail command in this project\n"
        assert run(root, "check").status == 0  # which changes nothing
        other.kill()
        assert finish({"done": waiting}) == {}
    assert ticked(root) == ["item-00"]


def test_nobody_waits_for_a_question(tmp_path: Path) -> None:
    """While one command asks which item is meant, another one ticks an item; both are ticked in the end."""
    pty = pytest.importorskip("pty", reason="no terminals to open on this system")
    root = tides(tmp_path)
    terminal, its_end = pty.openpty()
    command = [sys.executable, "-m", "daytrail", "done", "item-0"]
    env = os.environ | {"DAYTRAIL_TODAY": DAY}
    with subprocess.Popen(command, cwd=root, stdin=its_end, stderr=its_end, stdout=its_end, env=env) as asking:
        try:
            os.close(its_end)
            shown = b""
            while b"Which one" not in shown:
                shown += os.read(terminal, 4096)
            assert run(root, "done", "item-02", DAYTRAIL_TODAY=DAY).status == 0
            os.write(terminal, b"1\n")
            assert asking.wait(PATIENCE) == 0
        finally:
            asking.kill()  # so that a failure does not wait for an answer for ever
            os.close(terminal)
    assert ticked(root) == ["item-00", "item-02"]


def test_what_an_editor_saves_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command says that the file has changed, and leaves it as it is."""
    root = tides(tmp_path, **{ENTRY: "Text.\n"})
    fsync = os.fsync

    def save(descriptor: int) -> None:
        fsync(descriptor)  # while the command writes its new text to the disk
        (root / ENTRY).write_text("Text. And more.\n", encoding="utf-8")

    monkeypatch.setattr(os, "fsync", save)
    outcome = run(root, "done", "item-00", DAYTRAIL_TODAY=DAY)
    assert outcome.status == 1
    assert "another program has just changed it; try again" in outcome.err
    assert (root / ENTRY).read_text(encoding="utf-8") == "Text. And more.\n"
    assert [path.name for path in (root / "entries/2026").iterdir()] == ["2026-01-12.md"]
