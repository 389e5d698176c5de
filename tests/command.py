"""Runs of the command in tests, and the small projects that they run on."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from daytrail.cli import daytrail as group
from daytrail.cli.common.output import os_error_text
from tests.forked import spawned

ROOT = Path(__file__).resolve().parent.parent
PLAN = """\
title: Tides
start: 2026-01-05
series:
  - {id: tides, title: Tides}
  - {id: exam, title: The exam, counts_down_to: 2026-03-01}
  - {id: loose, title: Loose}
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: Ebb
        concepts: [Gravity]
        reading: [{id: moon, title: The moon, url: https://example.org/moon, hours: 1.5}]
      - week: 2
        title: Flood
        practice: [{id: gauge, text: Read a gauge, hours: 2}]
topics:
  - {id: pull, title: Pull, weeks: [1]}
  - {id: surge, title: Surge, weeks: [2], needs: [pull]}
"""
ENTRY = """\
---
date: 2026-01-12
day: 8
title: Spring tide
done: [w01/gravity]
---

Text.

- [ ] buy a gauge
"""


@dataclass(frozen=True)
class CommandResult:
    """Exit status and output of a run of the command."""

    status: int
    out: str
    err: str


def write(root: Path, files: dict[str, str]) -> Path:
    """Write files below a folder and return the folder."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return root


def texts(root: Path) -> dict[str, str]:
    """Return the text of each file below a folder, with its line ends, but for what git has in `.git`."""
    paths = [path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts]
    return {path.relative_to(root).as_posix(): path.read_bytes().decode() for path in paths}


def project(root: Path) -> Path:
    """Write a small project: a plan of two weeks and one entry."""
    return write(root, {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": PLAN, "entries/2026/2026-01-12.md": ENTRY})


def run(root: Path, *arguments: str, text: str | bytes = "", **environment: str | None) -> CommandResult:
    """Run the command on a project in this process, with a text on standard input."""
    command = ["-C", str(root), *arguments]
    outcome = CliRunner().invoke(group, command, input=text, env=environment, prog_name="daytrail")
    if isinstance(outcome.exception, OSError):  # as `main` prints it
        return CommandResult(1, outcome.stdout, f"{outcome.stderr}error: {os_error_text(outcome.exception)}\n")
    assert outcome.exception is None or isinstance(outcome.exception, SystemExit), outcome.exc_info
    return CommandResult(outcome.exit_code, outcome.stdout, outcome.stderr)


def spawn(
    root: Path, *arguments: str, prepare: Callable[[], object] | None = None, **environment: str
) -> CommandResult:
    """Run the command in a project's folder in a process of its own, in which `prepare` is called first."""
    return CommandResult(*spawned(arguments, root, os.environ | environment, prepare))
