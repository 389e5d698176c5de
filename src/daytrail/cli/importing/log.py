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
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Where to write entries.")
@click.option(
    "--series", metavar="NAME", help="The series of the entries, by its id or title; a new one is added to the plan."
)
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
    "format_",
    type=click.Choice([*FORMATS, "file"]),
    help="What marks a day, where the guess is wrong; a file is one day.",
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
    """Bring in logs: files with a heading, a line or a row a day, Markdown or CSV, or folders with a file a day.

    The names of the files that were written go to standard output. Exit status: 1 where
    --verify misses a day, word, link or checkbox, else 0.
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
