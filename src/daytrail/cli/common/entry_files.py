"""The entry of a day: whether there is one, where a new one goes, and what it begins with."""

import os
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from daytrail.cli.common.entry_template import Blank, entry_text
from daytrail.cli.common.file_writes import create_file
from daytrail.cli.common.project import Project
from daytrail.facts.next_week import next_week
from daytrail.facts.series import next_day_number
from daytrail.model.base import slug
from daytrail.model.entry import dated
from daytrail.model.series import Series
from daytrail.problems import did_you_mean, quoted
from daytrail.project.report import printable
from daytrail.project.settings import find_root, read_settings
from daytrail.source.load import load

SCHEMA = "schemas/entry.schema.json"
"""Where an editor finds the keys of the front matter, relative to the project's root."""


def day_of(_ctx: click.Context, _param: click.Parameter, value: str | None) -> date | None:
    """Read the date that an option gives."""
    if value is None:
        return None
    try:
        day = date.fromisoformat(value)
    except ValueError:
        day = None
    if day is None or day.isoformat() != value:
        raise click.BadParameter(f"{value!r} is no date; write it as in 2026-02-15")
    return day


def series_ids(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the id of a series."""
    root = find_root(ctx.find_root().params.get("project") or Path())
    if root is None:
        return []
    plan = load(root, read_settings(root)[0].paths).journal.curriculum
    return [CompletionItem(one.id, help=one.title) for one in plan.series if one.id.startswith(incomplete)]


def find_series(project: Project, wanted: str | None) -> Series | None:
    """Return a series by its id, without one the plan's first; None where the plan has none.

    Raises:
        click.BadParameter: no series has the id.
    """
    known = {series.id: series for series in project.journal.curriculum.series}
    if wanted is None:
        return next(iter(known.values()), None)
    if wanted not in known:
        hint = did_you_mean(wanted, known) or f"known here: {', '.join(known) or 'none'}"
        raise click.BadParameter(f"unknown series {quoted(wanted)}; {hint}", param_hint="--series")
    return known[wanted]


def entry_path(project: Project, day: date, tail: str = "") -> Path:
    """Return where a new entry goes."""
    stem = f"{day.isoformat()}-{tail}" if tail else day.isoformat()
    return project.root / project.settings.paths.entries / stem[:4] / f"{stem}.md"


def entries_on(project: Project, day: date, tail: str = "") -> list[Path]:
    """Return the entries that have a date, or a date and a suffix, shortest name first; drafts and broken ones too."""
    folder = project.root / project.settings.paths.entries
    found = {
        path
        for path in folder.rglob(f"{day.isoformat()}*.md")
        if not any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
        and dated(path.stem)[0] == day
        and (not tail or slug(dated(path.stem)[1]) == tail)
    }
    if not tail:
        journal = project.journal
        found |= {project.root / entry.path for entry in journal.entries if entry.date == day}
    return sorted(found, key=lambda path: (len(path.stem), path))


def begin_entry(
    project: Project, path: Path, day: date, series: Series | None, title: str = "", ticked: Iterable[str] = ()
) -> tuple[str, str]:
    """Return the text of a new entry, and in a few words what it counts as; items that it ticks are not proposed."""
    journal, facts = project.journal, project.facts
    number = next_day_number(journal.entries, series, day)
    default = next(iter(journal.curriculum.series), None)
    has_schema = (project.root / SCHEMA).is_file()
    blank = Blank(
        date=day,
        series=None if series == default or series is None else series.id,
        day=number,
        title=title,
        schema=os.path.relpath(project.root / SCHEMA, path.parent).replace("\\", "/") if has_schema else "",
        tasks=facts.open_tasks,
        week=next_week(facts.progress.weeks, facts.this_week),
        ticked=frozenset(ticked),
    )
    counted = [f"day {number}" if number is not None else "", series.title if series else ""]
    return entry_text(blank), printable(" of ".join(filter(None, counted)) or day.isoformat())


def create_entry(path: Path, text: str) -> bool:
    """Write a new entry; false where there is one of its name.

    Raises:
        click.ClickException: the disk refuses.
    """
    try:
        return create_file(path, text)
    except OSError as stop:
        raise click.ClickException(f"{relative(path)} cannot be written: {stop.strerror or stop}") from None


def relative(path: Path) -> str:
    """Return a path as one types it in the current folder."""
    try:
        return os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
