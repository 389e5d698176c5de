"""`daytrail new`: starts an entry with its day number and a list of what is open."""

from datetime import date
from pathlib import Path

import click

from daytrail.cli.common.entries import (
    complete_series,
    find_entries,
    find_series,
    new_entry,
    new_entry_path,
    parse_date,
)
from daytrail.cli.common.entry_text import read_standard_input, write_issue, write_text
from daytrail.cli.common.files import create_file, display_path
from daytrail.cli.common.output import examples, parse_line
from daytrail.cli.common.project import Project, locked_project, print_note_on_errors, refuse_conflicts
from daytrail.model.base import slug
from daytrail.problems import quoted
from daytrail.project.report import as_text

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(
    epilog=examples(
        "daytrail new --edit",
        'daytrail new --title "Tiling in shared memory"',
        "daytrail new --series countdown --suffix evening",
        '$EDITOR "$(daytrail new --date 2026-02-14)"',
        "daytrail new - < dictated.txt",
    )
)
@click.argument("source", required=False, type=click.Choice(["-"]), metavar="[-]")
@click.option(
    "--series", "series_id", metavar="ID", shell_complete=complete_series, help="Use this series instead of the first."
)
@click.option("--date", "day", callback=parse_date, metavar="YYYY-MM-DD", help="Use this date instead of today.")
@click.option("--title", default="", callback=parse_line, help="Title of the entry, which may come later.")
@click.option("--suffix", default="", help="Start another entry on a date that has one, as in `evening`.")
@click.option("--edit", is_flag=True, help="Open the entry in $VISUAL or $EDITOR.")
@click.option("--from-issue", type=_FILE, metavar="FILE", help="For init --phone: take the text from an issue as JSON.")
@click.option("--answer", type=_FILE, metavar="FILE", help="For init --phone: write the answer, as Markdown.")
@click.pass_obj
def new(
    start: Path,
    source: str | None,
    series_id: str | None,
    day: date | None,
    title: str,
    suffix: str,
    edit: bool,
    from_issue: Path | None,
    answer: Path | None,
) -> None:
    """Start an entry, with its number and what is open.

    Prints the path, and nothing else, to standard output. A date that has an entry keeps it:
    its path is printed, and nothing changes.

    With `-`, the entry has the text on standard input, with or without front matter. On a date
    that has an entry, it is another one, with a number in its name.
    """
    if from_issue and (source or day or title or series_id or suffix):
        raise click.UsageError("--from-issue goes with --answer alone")
    with locked_project(start) as project:
        refuse_conflicts(project)
        suffix = _suffix_slug(suffix)
        print_note_on_errors(project)
        if from_issue:
            path, mistakes = write_issue(project, from_issue, answer)
        elif source:
            text = read_standard_input()
            path, mistakes = write_text(project, text, day, title, series_id=series_id, suffix=suffix)
        else:
            path, mistakes = _start(project, day or project.today, series_id, title, suffix), []
    if path:
        click.echo(display_path(path))
    click.echo(as_text(mistakes), nl=False, err=True)
    if edit and path:
        click.edit(filename=str(path))
    if mistakes:
        raise SystemExit(1)


def _start(project: Project, day: date, series_id: str | None, title: str, suffix: str) -> Path:
    """Write an entry to be filled in, unless the day has one. Return the path of either."""
    series = find_series(project, series_id)
    existing = find_entries(project, day, suffix)
    path = existing[0] if existing else new_entry_path(project, day, suffix)
    if existing:
        more = "" if suffix else "; `--suffix evening` starts another"
        click.echo(f"{day} has an entry already, nothing was changed{more}", err=True)
        return path
    text, summary = new_entry(project, path, day, series, title)
    create_file(project.root, path, text)
    click.echo(f"new: {summary}", err=True)
    return path


def _suffix_slug(suffix: str) -> str:
    shortened = slug(suffix)[:80].strip("-") if suffix else ""
    if suffix and not shortened:
        raise click.BadParameter(f"{quoted(suffix)} has no letter or digit", param_hint="--suffix")
    return shortened
