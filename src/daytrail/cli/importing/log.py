"""`daytrail import log`: writes the days of logs as entries of the project."""

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.files import disk_errors, refuse_disposable, refuse_link
from daytrail.cli.common.lock import project_lock
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import open_settings
from daytrail.cli.importing.common import SOURCE_OR_FOLDER, ImportOptions, import_options
from daytrail.cli.importing.log_entries import LogImport
from daytrail.cli.importing.log_sources import FORMATS, ReadOptions, read_logs
from daytrail.cli.importing.report import check_report_path, print_reports
from daytrail.cli.importing.result_check import refuse_new_errors
from daytrail.cli.importing.verify import print_losses


@click.command(
    epilog=examples(
        "daytrail import log progress.md --dry-run",
        "daytrail import log posts.txt --first-day 2026-01-01 --report import.md",
        "daytrail import log progress.md --verify",
        "daytrail import log days.csv",
        "daytrail import log journals/",
    )
)
@click.argument("files", nargs=-1, required=True, type=SOURCE_OR_FOLDER, metavar="PATH…")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Folder for the entries.")
@click.option(
    "--series", metavar="NAME", help="Id or title of the series of all entries. A new series is added to the plan."
)
@click.option(
    "--first-day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="Date of day 1, to date the days that have only a number.",
)
@click.option(
    "--dates",
    "order",
    type=click.Choice(["dmy", "mdy"]),
    help="Order of day and month in dates such as 12/09. [default: guessed]",
)
@click.option(
    "--today",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="Latest date when a year is guessed. [default: today]",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice([*FORMATS, "file"]),
    help="What marks a day, if the guess is wrong; with `file`, each file is a day.",
)
@import_options
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
    format_: str | None,
    **options: Any,
) -> None:
    """Import learning logs: each day becomes an entry.

    A log is a Markdown or CSV file with a heading, a line or a row for each day, or a folder with
    a file for each day. No existing entry is overwritten, and a second import adds only what is
    new. Prints the names of the files that were written.

    Exit status: 0 if the import succeeds, 1 if it fails or --verify finds a loss, 2 for wrong usage.
    """
    project = open_settings(start)
    output = ImportOptions(**options)
    check_report_path(output, project, files)
    read = ReadOptions(today.date() if today else project.today, order, format_)
    sources = read_logs(files, read, project, output)
    with project_lock(project.root), disk_errors():
        folder = into or project.root / project.settings.paths.entries
        refuse_link(project.root, folder)
        refuse_disposable(project.settings, folder)
        day = first_day.date() if first_day else None
        log_import = LogImport(project, folder, series, sources.logs, day)
        reports, changes = log_import.plan(output)
        refuse_new_errors(project, changes.texts)
        if not output.dry:
            changes.write()
        print_reports([*sources.reports, *reports])
        if output.verify:
            losses = {source.path: log_import.losses(source) for source in log_import.sources}
            if print_losses(losses, "the project"):
                raise SystemExit(1)
