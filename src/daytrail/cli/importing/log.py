"""`daytrail import log`: the days of a log as entries of a project."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.output import examples
from daytrail.cli.common.project import open_settings
from daytrail.cli.importing.entry_text import dated_from
from daytrail.cli.importing.entry_writer import Entries, Source
from daytrail.cli.importing.options import LONG, SOURCES, ImportOptions, check_report, manner_options, refusals, text_of
from daytrail.cli.importing.report import prove, say
from daytrail.importers.log.day_lines import LineForm
from daytrail.importers.log.reader import ImportedLog, read_log, read_single_file

_FORMATS = {form.name.lower(): form for form in LineForm}


@click.command(
    epilog=examples(
        "daytrail import log progress.md --dry-run",
        "daytrail import log posts.txt --first-day 2026-01-01 --report import.md",
        "daytrail import log progress.md --verify",
    )
)
@click.argument("files", nargs=-1, required=True, type=SOURCES, metavar="FILE…")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Where to write entries.")
@click.option("--series", metavar="ID", help="The series of curriculum.yaml that the entries belong to.")
@click.option(
    "--first-day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="The date of day 1, for numbers without dates.",
)
@click.option("--dates", "order", type=click.Choice(["dmy", "mdy"]), help="What comes first in 12/09: day or month.")
@click.option(
    "--today", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="No year that has to be guessed is after it."
)
@click.option(
    "--format",
    "form",
    type=click.Choice([*_FORMATS, "file"]),
    help="What marks a day, where the guess is wrong; a file is one day.",
)
@manner_options
@click.pass_obj
def log(
    start: Path,
    /,
    files: tuple[Path, ...],
    into: Path | None,
    series: str | None,
    first_day: datetime | None,
    order: Any,
    today: datetime | None,
    form: str | None,
    **manner: Any,
) -> None:
    """Bring in logs: files with a heading, a bold line or a plain line a day, or a file a day.

    The names of the files that were written go to standard output. Exit status: 1 where
    --verify misses a word, else 0.
    """
    project = open_settings(start)
    known = {one.id for one in project.plan.series}
    if series is not None and series not in known:
        raise click.BadParameter(f"the plan has no series '{series}'", param_hint="--series")
    ends = ImportOptions(**manner)
    check_report(ends.report, files)
    sources = []
    for path in _once(files):
        text = text_of(path)
        if len(text) > LONG:
            click.echo(f"{path}: reading {len(text) / 1_000_000:.0f} MB", err=True)
        found = _read(path, text, form, today.date() if today else project.today, order)
        if not found.drafts:
            raise click.ClickException(f"{path}: no line marks a day by a date or a number; nothing was written")
        if first_day:
            found = replace(found, drafts=tuple(dated_from(found.drafts, first_day.date())))
        sources.append(Source(path, text, found))
    with refusals():
        entries = Entries(project, into or project.root / project.settings.paths.entries, series, sources)
        reports = entries.write(dry=ends.dry)
        say(reports, ends.report, as_json=ends.as_json, dry=ends.dry)
        if ends.verify:
            for source in sources:
                prove(str(source.path), entries.lost(source), "the project")


def _once(files: Iterable[Path]) -> list[Path]:
    """Return some files without those that are named twice."""
    found: dict[Path, Path] = {}
    for path in files:
        found.setdefault(path.resolve(), path)
    return list(found.values())


def _read(path: Path, text: str, form: str | None, today: Any, order: Any) -> ImportedLog:
    single_day = read_single_file(text, path.name)
    if form == "file":
        return single_day or ImportedLog((), ())
    found = read_log(text, today, order, name=path.stem, form=_FORMATS[form] if form else None)
    return single_day if single_day and len(found.drafts) <= 1 else found
