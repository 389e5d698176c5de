"""`daytrail new`: an entry for today, filled in as far as is known."""

import os
import shlex
import subprocess
import unicodedata
from datetime import date
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from daytrail.adapters.cli.blank import Blank, entry_text
from daytrail.adapters.cli.files import create_file
from daytrail.adapters.cli.project import Project, examples, mention_errors, open_project
from daytrail.adapters.report import printable
from daytrail.adapters.settings import find_root, read_settings
from daytrail.facts.upcoming import next_day, next_week
from daytrail.model.base import slug
from daytrail.model.entry import dated
from daytrail.model.series import Series
from daytrail.problems import did_you_mean, quoted
from daytrail.source.load import load

SCHEMA = "schemas/entry.schema.json"
"""Where an editor finds the keys of the front matter, relative to the project's root."""


def _day(_ctx: click.Context, _param: click.Parameter, value: str | None) -> date | None:
    if value is None:
        return None
    try:
        day = date.fromisoformat(value)
    except ValueError:
        day = None
    if day is None or day.isoformat() != value:
        raise click.BadParameter(f"{value!r} is no date; write it as in 2026-02-15")
    return day


def _series_ids(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    root = find_root(ctx.find_root().params.get("project") or Path())
    if root is None:
        return []
    plan = load(root, read_settings(root)[0].layout).journal.curriculum
    return [CompletionItem(one.id, help=one.title) for one in plan.series if one.id.startswith(incomplete)]


@click.command(
    epilog=examples(
        "daytrail new --edit",
        'daytrail new --title "Tiling in shared memory"',
        "daytrail new --series countdown --suffix evening",
        '$EDITOR "$(daytrail new --date 2026-02-14)"',
    )
)
@click.option("--series", "series_id", metavar="ID", shell_complete=_series_ids, help="Instead of the plan's first.")
@click.option("--date", "day", callback=_day, metavar="YYYY-MM-DD", help="Instead of today.")
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
    series = _series(project, series_id)
    title, tail = _line(title), _tail(suffix)
    mention_errors(project)
    if there := _there(project, day, tail):
        _keep(day, tail)
    else:
        there = _path(project, day, tail)
        text, counted = _text(project, there, day, series, title)
        if dry_run:
            click.echo(text, nl=False, err=True)
        elif not _created(there, text):
            _keep(day, tail)  # between the look and the writing somebody else was quicker
        else:
            click.echo(f"new: {counted}", err=True)
    click.echo(_relative(there))
    if editor:
        _open(editor, there)


def _series(project: Project, wanted: str | None) -> Series | None:
    known = {series.id: series for series in project.session.loaded.journal.curriculum.series}
    if wanted is None:
        return next(iter(known.values()), None)
    if wanted not in known:
        hint = did_you_mean(wanted, known) or f"known here: {', '.join(known) or 'none'}"
        raise click.BadParameter(f"unknown series {quoted(wanted)}; {hint}", param_hint="--series")
    return known[wanted]


def _line(title: str) -> str:
    line = " ".join(title.split())
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in line):
        raise click.BadParameter("the title holds a character that cannot be printed", param_hint="--title")
    return line


def _tail(suffix: str) -> str:
    if suffix and not (tail := slug(suffix)[:80].strip("-")):
        raise click.BadParameter(f"{quoted(suffix)} has no letter or digit", param_hint="--suffix")
    return tail if suffix else ""


def _path(project: Project, day: date, tail: str) -> Path:
    stem = f"{day.isoformat()}-{tail}" if tail else day.isoformat()
    return project.root / project.settings.layout.entries / stem[:4] / f"{stem}.md"


def _there(project: Project, day: date, tail: str) -> Path | None:
    """Return the entry that has the date already, or the date and the suffix; a draft or a broken one too."""
    folder = project.root / project.settings.layout.entries
    named = [
        path
        for path in folder.rglob(f"{day.isoformat()}*.md")
        if not any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
        and dated(path.stem)[0] == day
        and (not tail or slug(dated(path.stem)[1]) == tail)
    ]
    if not tail:
        journal = project.session.loaded.journal
        named += (project.root / entry.path for entry in journal.entries if entry.date == day)
    return min(named, key=lambda path: (len(path.stem), path), default=None)


def _text(project: Project, path: Path, day: date, series: Series | None, title: str) -> tuple[str, str]:
    """Return the entry's text, and in a few words what it counts as."""
    session = project.session
    journal = session.loaded.journal
    number = next_day(journal.entries, series, day)
    default = next(iter(journal.curriculum.series), None)
    has_schema = (project.root / SCHEMA).is_file()
    blank = Blank(
        date=day,
        series=None if series == default or series is None else series.id,
        day=number,
        title=title,
        schema=os.path.relpath(project.root / SCHEMA, path.parent).replace("\\", "/") if has_schema else "",
        tasks=session.facts.open_tasks,
        week=next_week(session.facts.progress, session.facts.this_week),
    )
    counted = [f"day {number}" if number is not None else "", series.title if series else ""]
    return entry_text(blank), printable(" of ".join(filter(None, counted)) or day.isoformat())


def _created(path: Path, text: str) -> bool:
    try:
        return create_file(path, text)
    except OSError as stop:
        raise click.ClickException(f"{_relative(path)} cannot be written: {stop.strerror or stop}") from None


def _keep(day: date, tail: str) -> None:
    more = "" if tail else "; `--suffix evening` starts another"
    click.echo(f"{day} has an entry already, nothing was changed{more}", err=True)


def _relative(path: Path) -> str:
    try:
        return os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)


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
