"""`daytrail new`: an entry for today, filled in as far as is known."""

import os
import shlex
import subprocess
import unicodedata
from datetime import date
from pathlib import Path

import click

from daytrail.cli.common.entry_files import (
    begin_entry,
    create_entry,
    day_of,
    entries_on,
    entry_path,
    find_series,
    relative,
    series_ids,
)
from daytrail.cli.common.examples import examples
from daytrail.cli.common.project import note_errors, open_project
from daytrail.model.base import slug
from daytrail.problems import quoted


@click.command(
    epilog=examples(
        "daytrail new --edit",
        'daytrail new --title "Tiling in shared memory"',
        "daytrail new --series countdown --suffix evening",
        '$EDITOR "$(daytrail new --date 2026-02-14)"',
    )
)
@click.option("--series", "series_id", metavar="ID", shell_complete=series_ids, help="Instead of the plan's first.")
@click.option("--date", "day", callback=day_of, metavar="YYYY-MM-DD", help="Instead of today.")
@click.option("--title", default="", help="One line; it may come later.")
@click.option("--suffix", default="", help="Start another entry on a date that has one, as in `evening`.")
@click.option("--edit", is_flag=True, help="Open the entry in $VISUAL or $EDITOR.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show the text on standard error.")
@click.pass_obj
def new(
    start: Path, series_id: str | None, day: date | None, title: str, suffix: str, edit: bool, dry_run: bool
) -> None:
    """Start an entry: the next number of its series, what is open, what the week holds.

    Prints the path, and nothing else, to standard output. A date that has an entry keeps it:
    its path is printed, and nothing changes.
    """
    editor = _editor() if edit and not dry_run else []
    project = open_project(start)
    day = day or project.today
    series = find_series(project, series_id)
    title, tail = _line(title), _tail(suffix)
    note_errors(project)
    if found := entries_on(project, day, tail):
        there = found[0]
        _keep(day, tail)
    else:
        there = entry_path(project, day, tail)
        text, counted = begin_entry(project, there, day, series, title)
        if dry_run:
            click.echo(text, nl=False, err=True)
        elif not create_entry(there, text):
            _keep(day, tail)  # between the look and the writing somebody else was quicker
        else:
            click.echo(f"new: {counted}", err=True)
    click.echo(relative(there))
    if editor:
        _open(editor, there)


def _line(title: str) -> str:
    line = " ".join(title.split())
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in line):
        raise click.BadParameter("the title holds a character that cannot be printed", param_hint="--title")
    return line


def _tail(suffix: str) -> str:
    if suffix and not (tail := slug(suffix)[:80].strip("-")):
        raise click.BadParameter(f"{quoted(suffix)} has no letter or digit", param_hint="--suffix")
    return tail if suffix else ""


def _keep(day: date, tail: str) -> None:
    more = "" if tail else "; `--suffix evening` starts another"
    click.echo(f"{day} has an entry already, nothing was changed{more}", err=True)


def _editor() -> list[str]:
    words = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        # Backslashes are no escapes where they part folders.
        found = [word.strip('"') for word in shlex.split(words, posix=False)] if os.name == "nt" else shlex.split(words)
    except ValueError:
        raise click.UsageError(f"$VISUAL or $EDITOR has a quote without an end: {words}") from None
    if not found:
        raise click.UsageError("--edit needs the name of an editor in $VISUAL or $EDITOR")
    return found


def _open(editor: list[str], path: Path) -> None:
    try:
        status = subprocess.run([*editor, str(path)], check=False).returncode
    except OSError as stop:
        raise click.ClickException(f"the editor {editor[0]} does not start: {stop.strerror or stop}") from None
    if status:
        raise click.ClickException(f"the editor {editor[0]} ended with status {status}")
