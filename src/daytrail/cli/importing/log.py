"""`daytrail import log`: writes the days of logs as entries of the project."""

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.files import disk_errors, refuse_disposable, refuse_link
from daytrail.cli.common.lock import project_lock
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import open_settings
from daytrail.cli.importing.common import (
    SOURCE,
    ImportOptions,
    import_options,
    read_source,
)
from daytrail.cli.importing.entry_files import LogSource
from daytrail.cli.importing.log_entries import LogImport
from daytrail.cli.importing.report import check_report_path, print_reports
from daytrail.cli.importing.verify import print_losses
from daytrail.importers.log.csv_log import read_csv_log
from daytrail.importers.log.forms import FORMS
from daytrail.importers.log.reader import ImportedLog, read_log, read_single_file
from daytrail.source.private_text import cut_private

LARGE = 2_000_000
"""Characters of a source that takes a while to read."""
_FORMATS = {form.name: form for form in FORMS}


@click.command(
    epilog=examples(
        "daytrail import log progress.md --dry-run",
        "daytrail import log posts.txt --first-day 2026-01-01 --report import.md",
        "daytrail import log progress.md --verify",
        "daytrail import log days.csv",
    )
)
@click.argument("files", nargs=-1, required=True, type=SOURCE, metavar="FILE…")
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
    type=click.Choice([*_FORMATS, "file"]),
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
    """Bring in logs: files with a heading, a line or a row a day, Markdown or CSV, or a file a day.

    The names of the files that were written go to standard output. Exit status: 1 where
    --verify misses a day, word, link or checkbox, else 0.
    """
    project = open_settings(start)
    output = ImportOptions(**options)
    check_report_path(output, project, files)
    sources: dict[Path, LogSource] = {}
    for path in files:
        if path.resolve() in sources:
            continue
        text = read_source(path)
        if len(text) > LARGE:
            click.echo(f"{path}: reading {len(text) / 1_000_000:.0f} MB", err=True)
        imported = _read(path, text, format_, today.date() if today else project.today, order)
        if not imported.drafts:
            raise click.ClickException(f"{path}: no line marks a day by a date or a number; nothing was written")
        sources[path.resolve()] = LogSource(path, text, imported)
    with project_lock(project.root), disk_errors():
        folder = into or project.root / project.settings.paths.entries
        refuse_link(project.root, folder)
        refuse_disposable(project.settings, folder)
        day = first_day.date() if first_day else None
        log_import = LogImport(project, folder, series, [*sources.values()], day, output.source_url)
        print_reports(log_import.write(output))
        if output.verify:
            is_lost = [
                print_losses(source.path, log_import.losses(source), "the project") for source in log_import.sources
            ]
            if any(is_lost):
                raise SystemExit(1)


def _read(path: Path, text: str, format_: str | None, today: Any, order: Any) -> ImportedLog:
    single_day = read_single_file(text, path.name)
    if format_ == "file":
        return single_day or ImportedLog((), ())
    table = None if format_ else read_csv_log(text, today, order, name=path.stem)
    imported = table or read_log(text, today, order, name=path.stem, form=_FORMATS[format_] if format_ else None)
    imported = single_day if single_day and len(imported.drafts) <= 1 else imported
    if any(cut_private(part, str(path), 1)[1] for part in (imported.page, *(draft.body for draft in imported.drafts))):
        message = f"a private passage of {path} does not begin and end in one day: give each day its own markers"
        raise click.ClickException(message)
    return imported
