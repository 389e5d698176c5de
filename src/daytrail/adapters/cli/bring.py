"""`daytrail import`: what somebody kept elsewhere, as files of a project, without losing a word."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from daytrail.adapters.cli.files import create_file
from daytrail.adapters.cli.import_report import Report, read_as, say
from daytrail.adapters.cli.imported import NewFile, dated_from, entry_files, lost, read_if_there
from daytrail.adapters.cli.project import Project, examples, open_project
from daytrail.adapters.report import printable
from daytrail.importers.log import ImportedLog, read_log
from daytrail.importers.series import Counted, counted
from daytrail.importers.single import single
from daytrail.model.base import slug
from daytrail.views.words import count

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
LARGEST = 100_000_000
"""Bytes of a source."""


@click.group(
    name="import", epilog=examples("daytrail import log progress.md --dry-run", "daytrail import log progress.md")
)
def bring() -> None:
    """Bring in what was kept elsewhere. Nothing that exists is overwritten."""


@bring.command(
    epilog=examples(
        "daytrail import log progress.md --dry-run",
        "daytrail import log posts.txt --first-day 2026-01-01 --report import.md",
        "daytrail import log progress.md --verify",
    )
)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE…"
)
@click.option("--series", metavar="ID", help="The series of curriculum.yaml that the entries belong to.")
@click.option(
    "--first-day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="The date of day 1, for numbers without dates.",
)
@click.option("--dates", "order", type=click.Choice(["dmy", "mdy"]), help="What comes first in 12/09: day or month.")
@click.option("--dry-run", is_flag=True, help="Write nothing but the report.")
@click.option("--verify", is_flag=True, help="Write nothing; prove that the project has every word of the source.")
@click.option(
    "--report",
    "report_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the report there instead of to standard error.",
)
@click.option("--json", "as_json", is_flag=True, help="The report as JSON.")
@click.pass_obj
def log(
    start: Path,
    files: tuple[Path, ...],
    series: str | None,
    first_day: datetime | None,
    order: Any,
    dry_run: bool,
    verify: bool,
    report_file: Path | None,
    as_json: bool,
) -> None:
    """Bring in logs: files with a heading, a bold line or a plain line a day.

    The names of the files that were written go to standard output. Exit status: 1 where
    --verify misses a word, else 0.
    """
    project = open_project(start)
    known = {one.id for one in project.session.loaded.journal.curriculum.series}
    if series is not None and series not in known:
        raise click.BadParameter(f"the plan has no series '{series}'", param_hint="--series")
    reports = []
    for path in files:
        text = _text(path)
        found = read_log(text, project.today, order)
        if len(found.drafts) <= 1 and (alone := single(text, path.name)):
            found = ImportedLog((alone[0],), tuple(alone[1]), (), None)
        if not found.drafts:
            raise click.ClickException(f"{path}: no line marks a day by a date or a number; nothing was written")
        if first_day:
            found = replace(found, drafts=tuple(dated_from(found.drafts, first_day.date())))
        reports.append(_bring(project, path, found, series, write=not (dry_run or verify)))
        if verify:
            _prove(project, path, found, series)
    say(reports, report_file, as_json=as_json, dry_run=dry_run)


def _text(path: Path) -> str:
    """Return the text of a source.

    Raises:
        click.ClickException: it is none.
    """
    try:
        raw = path.read_bytes()
    except OSError as stop:
        raise click.ClickException(f"{path} cannot be read: {stop.strerror or stop}") from None
    if len(raw) > LARGEST:
        raise click.ClickException(f"{path} is larger than {LARGEST // 1_000_000} MB; split it")
    if b"\0" in raw:
        raise click.ClickException(f"{path} is not a text file")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
    raise click.ClickException(f"{path} is neither UTF-8 nor Windows-1252")


def _bring(project: Project, source: Path, found: ImportedLog, series: str | None, *, write: bool) -> Report:
    names = counted(found.drafts)
    own = series or _known(project, names)
    report = Report(str(source), read_as(found), doubts=list(found.doubts), left=list(found.left))
    for file in _files(project, found, own):
        path = project.root / project.settings.layout.entries / file.path
        name = path.relative_to(project.root).as_posix()
        there = read_if_there(path)
        if there == file.text:
            report.unchanged.append(name)
        elif there is not None:
            report.kept.append(f"{name} (line {file.draft.line} of the source)")
        else:
            if write:
                create_file(path, file.text)
            report.written.append(name)
    report.advice += _advice(project, found, names, own)
    return report


def _files(project: Project, found: ImportedLog, series: str | None) -> list[NewFile]:
    schema = (project.root / "schemas/entry.schema.json").is_file()
    return entry_files(found.drafts, series, schema=schema)


def _known(project: Project, names: Sequence[Counted]) -> str | None:
    """Return the series of the plan that the source counts in, unless it is the first one, which needs no mention."""
    plan = project.session.loaded.journal.curriculum.series
    titles = {title.casefold() for one in names for title in (one.title, *one.was)}
    found = next((one for one in plan if titles & {title.casefold() for title in (one.title, *one.was)}), None)
    return found.id if found and found is not plan[0] else None


def _advice(project: Project, found: ImportedLog, names: Sequence[Counted], series: str | None) -> list[str]:
    """Say what a person may still want to write by hand."""
    plan = project.session.loaded.journal.curriculum.series
    known = {title.casefold() for one in plan for title in (one.title, *one.was)}
    advice = []
    for one in names:
        if series is None and one.title.casefold() not in known:
            was = f", was: [{', '.join(one.was)}]" if one.was else ""
            days = f", days: {found.days}" if found.days else ""
            advice.append(f"the plan may name the series: `- {{id: {slug(one.title)}, title: {one.title}{was}{days}}}`")
    if found.goal and not any(one.counts_down_to == found.goal for one in plan):
        advice.append(
            f"the plan may name the countdown: `- {{id: countdown, title: Countdown, counts_down_to: {found.goal}}}`"
        )
    if undated := sum(draft.date is None for draft in found.drafts):
        advice.append(f"{undated} entries have no date; `--first-day DATE` counts from their numbers")
    return advice


def _prove(project: Project, source: Path, found: ImportedLog, series: str | None) -> None:
    """Compare the words of each entry with those of its file.

    Raises:
        SystemExit: some are missing.
    """
    missing = 0
    for file in _files(project, found, series or _known(project, counted(found.drafts))):
        there = read_if_there(project.root / project.settings.layout.entries / file.path)
        if gone := lost(file.draft, there or ""):
            missing += gone.total()
            shown = " ".join(list(gone)[:8])
            click.echo(
                f"{source}:{file.draft.line}: {count(gone.total(), 'word')} not in {file.path}: {printable(shown)}",
                err=True,
            )
    if missing:
        raise SystemExit(1)
    click.echo(f"{source}: every word of {len(found.drafts)} entries is there", err=True)
