"""What an import says of itself: what it read, guessed, wrote and left."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.files import create_file
from daytrail.importers.text.diagnostics import UNPARSED_LINE
from daytrail.problems import Problem
from daytrail.project.report import printable
from daytrail.views.words import count


@dataclass
class Report:
    """What became of a source."""

    source: str
    read_as: str
    """What it was taken for, as in `countdown log, 49 entries, T-154 to T-106`."""
    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    """Files that are there with the same text."""
    kept: list[str] = field(default_factory=list)
    """Files, or places in them, that are there with another text: edited since, or somebody's own."""
    added: list[str] = field(default_factory=list)
    """What was added to a file that was there."""
    diagnostics: list[Problem] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)

    @property
    def guesses(self) -> list[Problem]:
        """Diagnostics about what was guessed or contradicts itself."""
        return [problem for problem in self.diagnostics if problem.code != UNPARSED_LINE]

    @property
    def unparsed_lines(self) -> list[Problem]:
        """Diagnostics whose message is a line of the source that the result does not contain."""
        return [problem for problem in self.diagnostics if problem.code == UNPARSED_LINE]

    def data(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "source": self.source,
            "read_as": self.read_as,
            "written": self.written,
            "unchanged": self.unchanged,
            "kept": self.kept,
            "added": self.added,
            "doubts": [{"line": problem.location.line, "message": problem.message} for problem in self.guesses],
            "left": [{"line": problem.location.line, "text": problem.message} for problem in self.unparsed_lines],
            "advice": self.advice,
        }

    def write(self, root: Path, path: Path, text: str, *, dry: bool, where: str = "") -> None:
        """Write a new file, unless one is there.

        Args:
            root: What paths are told from.
            path: The file.
            text: All of it.
            dry: Whether only to say so.
            where: What is said of one that is there with another text.
        """
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
        there = read_if_there(path)
        if there == text:
            self.unchanged.append(name)
        elif there is not None or (not dry and not create_file(path, text)):
            self.kept.append(f"{name}{where}")
        else:
            self.written.append(name)


def read_if_there(path: Path) -> str | None:
    """Return the text of a file; None where there is none, and nothing where it is no text.

    Raises:
        OSError: it may not be read.
    """
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (IsADirectoryError, UnicodeDecodeError):
        return ""


def say(reports: Sequence[Report], file: Path | None, *, as_json: bool, dry: bool) -> None:
    """Print the reports, or write them into a file, and the names of the files that were written."""
    if as_json:
        text = json.dumps([report.data() for report in reports], ensure_ascii=False, indent=2) + "\n"
    else:
        text = "\n".join(_told(report, dry=dry) for report in reports)
    if file:
        file.write_text(text, encoding="utf-8", newline="\n")
    else:
        click.echo(text, nl=False, err=not as_json)
    if not as_json and not dry:
        for report in reports:
            for name in report.written:
                click.echo(name)


def _told(report: Report, *, dry: bool) -> str:
    would = "would be written" if dry else "written"
    lines = [f"{report.source}: read as {report.read_as}"]
    lines.append(
        f"{len(report.written)} {would}, {len(report.unchanged)} there already, {len(report.kept)} kept as they are"
    )
    for heading, rows in (
        ("Added", report.added),
        ("Kept, since they are there with another text", report.kept),
        ("Doubts", [_line_and_message(problem) for problem in report.guesses]),
        ("Left over", [_line_and_message(problem) for problem in report.unparsed_lines]),
        ("Advice", report.advice),
    ):
        if rows:
            lines += ["", f"{heading}:", *(f"  {printable(row)}" for row in rows)]
    return "\n".join(lines) + "\n"


def _line_and_message(problem: Problem) -> str:
    return f"line {problem.location.line}: {problem.message.strip()}"


def prove(name: str, missing: Sequence[Problem], what: str) -> None:
    """Say that no word of a source is lost, or which ones are.

    Raises:
        SystemExit: some are.
    """
    for line in missing:
        number = count(len(line.message.split()), "word")
        click.echo(f"{name}:{line.location.line}: {number} not in {what}: {printable(line.message)}", err=True)
    if missing:
        raise SystemExit(1)
    click.echo(f"{name}: every word is there", err=True)
