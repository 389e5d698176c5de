"""What an import says of itself: what it read, guessed, wrote and left."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import click

from daytrail.adapters.report import printable
from daytrail.importers.draft import Left
from daytrail.importers.log import ImportedLog
from daytrail.importers.years import Doubt


@dataclass
class Report:
    """What became of a source."""

    source: str
    read_as: str
    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """Files that are there with another text: edited since, or somebody's own."""
    doubts: list[Doubt] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)


def read_as(found: ImportedLog) -> str:
    """Return what the source was taken for, as in `countdown log, 49 entries, T-154 to T-106`."""
    days = sorted(draft.date for draft in found.drafts if draft.date)
    numbers = [number for draft in found.drafts if draft.number for number in draft.number]
    said = ["countdown log" if found.goal else "log", f"{len(found.drafts)} entries"]
    if found.form:
        said.append(f"a {found.form} each, {'newest' if found.newest_first else 'oldest'} first")
    if days:
        said.append(f"{days[0]} to {days[-1]}")
    if found.goal and days:
        said.append(f"T-{(found.goal - days[0]).days} to T-{(found.goal - days[-1]).days}, T-0 on {found.goal}")
    if numbers:
        said.append(f"days {min(numbers)} to {max(numbers)}")
    if empty := sum(not draft.body for draft in found.drafts):
        said.append(f"{empty} empty")
    return ", ".join(said)


def say(reports: Sequence[Report], file: Path | None, *, as_json: bool, dry_run: bool) -> None:
    """Print the reports, or write them into a file, and the names of the files that were written."""
    if as_json:
        text = json.dumps([asdict(report) for report in reports], ensure_ascii=False, indent=2, default=str) + "\n"
    else:
        text = "\n".join(_told(report, dry_run=dry_run) for report in reports)
    if file:
        file.write_text(text, encoding="utf-8", newline="\n")
    else:
        click.echo(text, nl=False, err=not as_json)
    if not as_json and not dry_run:
        for report in reports:
            for name in report.written:
                click.echo(name)


def _told(report: Report, *, dry_run: bool) -> str:
    would = "would be written" if dry_run else "written"
    lines = [f"{report.source}: read as {report.read_as}"]
    lines.append(
        f"{len(report.written)} {would}, {len(report.unchanged)} there already, {len(report.kept)} kept as they are"
    )
    for heading, rows in (
        ("Kept, since they are there with another text", report.kept),
        ("Doubts", [f"line {doubt.line}: {doubt.message}" for doubt in report.doubts]),
        ("Left over", [f"line {line.line}: {printable(line.text.strip())}" for line in report.left]),
        ("Advice", report.advice),
    ):
        if rows:
            lines += ["", f"{heading}:", *(f"  {row}" for row in rows)]
    return "\n".join(lines) + "\n"
