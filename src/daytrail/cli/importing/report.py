"""Report of an import: what was read, guessed, written and left out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.files import create_file
from daytrail.cli.common.output import as_json
from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.options import ImportOptions, read_if_exists
from daytrail.importers.text.diagnostics import UNPARSED_LINE
from daytrail.problems import Problem
from daytrail.project.report import printable
from daytrail.views.files.data import attributes
from daytrail.views.words import count


@dataclass
class Report:
    """What an import does with one source document; `write` writes its files and reports them."""

    project: ProjectSettings
    options: ImportOptions
    source: Path
    read_as: str
    """What the source was recognised as, as in `countdown log, 49 entries, T-154 to T-106`."""
    diagnostics: list[Problem]
    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    """Files that exist with the same text."""
    kept: list[str] = field(default_factory=list)
    """Files, or keys in them, that exist with another text and are not changed."""
    added: list[str] = field(default_factory=list)
    """What was added to an existing file."""
    advice: list[str] = field(default_factory=list)

    def write(self, path: Path, text: str, note: str = "") -> bool:
        """Write a new file. If it exists with another text, report its name with the note and return False."""
        name = self.project.relative(path)
        existing = read_if_exists(path)
        if existing == text:
            self.unchanged.append(name)
        elif existing is not None or (not self.options.dry and not create_file(path, text)):
            self.kept.append(f"{name}{note}")
            return False
        else:
            self.written.append(name)
        return True

    @property
    def guesses(self) -> list[Problem]:
        """Diagnostics about what was guessed or contradicts itself."""
        return [problem for problem in self.diagnostics if problem.code != UNPARSED_LINE]

    @property
    def unparsed_lines(self) -> list[Problem]:
        """Diagnostics whose message is a line of the source that the result does not contain."""
        return [problem for problem in self.diagnostics if problem.code == UNPARSED_LINE]

    def as_data(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "source": str(self.source),
            **attributes(("read_as", "written", "unchanged", "kept", "added"), self),
            "doubts": [{"line": problem.location.line, "message": problem.message} for problem in self.guesses],
            "left": [{"line": problem.location.line, "text": problem.message} for problem in self.unparsed_lines],
            "advice": self.advice,
        }

    def as_text(self) -> str:
        """Return the report as lines of text."""
        written = f"{len(self.written)} {'would be written' if self.options.dry else 'written'}"
        lines = [
            f"{self.source}: read as {self.read_as}",
            f"{written}, {len(self.unchanged)} there already, {len(self.kept)} kept as they are",
        ]
        for heading, rows in (
            ("Added", self.added),
            ("Kept, since they are there with another text", self.kept),
            ("Doubts", [_line_and_message(problem) for problem in self.guesses]),
            ("Left over", [_line_and_message(problem) for problem in self.unparsed_lines]),
            ("Advice", self.advice),
        ):
            if rows:
                lines += ["", f"{heading}:", *(f"  {printable(row)}" for row in rows)]
        return "\n".join(lines) + "\n"


def _line_and_message(problem: Problem) -> str:
    return f"line {problem.location.line}: {problem.message.strip()}"


def print_reports(reports: Sequence[Report]) -> None:
    """Print reports, or write them to the file of `--report`, and print the names of the files that were written."""
    options = reports[0].options
    if options.as_json:
        text = as_json([report.as_data() for report in reports])
    else:
        text = "\n".join(report.as_text() for report in reports)
    if options.report:
        options.report.write_text(text, encoding="utf-8", newline="\n")
    else:
        click.echo(text, nl=False, err=not options.as_json)
    if not options.as_json and not options.dry:
        for report in reports:
            for name in report.written:
                click.echo(name)


def print_missing_words(source: Path, missing: Sequence[Problem], target: str) -> None:
    """Print the words of a source that are not in the target, and exit with status 1, or print that there are none."""
    for line in missing:
        number = count(len(line.message.split()), "word")
        click.echo(f"{source}:{line.location.line}: {number} not in {target}: {printable(line.message)}", err=True)
    if missing:
        raise SystemExit(1)
    click.echo(f"{source}: every word is there", err=True)
