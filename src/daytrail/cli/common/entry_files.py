"""Entry files of a day: the existing ones, the path of a new one, and its first text."""

import os
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from daytrail.cli.common.entry_template import EntryTemplate
from daytrail.cli.common.project import Project, journal_for_completion
from daytrail.facts.next_week import next_week
from daytrail.facts.series import next_day_number
from daytrail.model.base import slug
from daytrail.model.entry import dated
from daytrail.model.series import Series
from daytrail.problems import did_you_mean, quoted
from daytrail.project.clock import iso_date
from daytrail.project.report import printable

SCHEMA = "schemas/entry.schema.json"
"""JSON Schema of the front matter, for editors, relative to the project's root."""


def parse_date(_ctx: click.Context, _param: click.Parameter, value: str | None) -> date | None:
    """Return the date that an option gives; a callback of click."""
    if value is None:
        return None
    if (day := iso_date(value)) is None:
        raise click.BadParameter(f"{value!r} is no date; write it as in 2026-02-15")
    return day


def complete_series(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the series whose ids begin with what was typed so far."""
    series = journal_for_completion(ctx).curriculum.series
    return [CompletionItem(one.id, help=one.title) for one in series if one.id.startswith(incomplete)]


def find_series(project: Project, series_id: str | None) -> Series | None:
    """Return the series that has an id. Without an id return the plan's first one; None if it has none.

    Raises:
        click.BadParameter: No series has the id.
    """
    by_id = {series.id: series for series in project.journal.curriculum.series}
    if series_id is None:
        return next(iter(by_id.values()), None)
    if series_id not in by_id:
        hint = did_you_mean(series_id, by_id) or f"known here: {', '.join(by_id) or 'none'}"
        raise click.BadParameter(f"unknown series {quoted(series_id)}; {hint}", param_hint="--series")
    return by_id[series_id]


def new_entry_path(project: Project, day: date, suffix: str = "") -> Path:
    """Return the path of a new entry."""
    stem = f"{day.isoformat()}-{suffix}" if suffix else day.isoformat()
    return project.root / project.settings.paths.entries / stem[:4] / f"{stem}.md"


def find_entries(project: Project, day: date, suffix: str = "") -> list[Path]:
    """Return the entries of a date, or of a date and a suffix, shortest name first; also drafts and broken ones."""
    folder = project.root / project.settings.paths.entries
    paths = {
        path
        for path in folder.rglob(f"{day.isoformat()}*.md")
        if not any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
        and dated(path.stem)[0] == day
        and (not suffix or slug(dated(path.stem)[1]) == suffix)
    }
    if not suffix:
        paths |= {project.root / entry.path for entry in project.journal.entries if entry.date == day}
    return sorted(paths, key=lambda path: (len(path.stem), path))


def new_entry_text(
    project: Project, path: Path, day: date, series: Series | None, title: str = "", mentioned: Iterable[str] = ()
) -> tuple[str, str]:
    """Return the text of a new entry, and its day number and series in words, as in `day 57 of ML Systems`.

    Args:
        project: The project.
        path: The file that the entry will have.
        day: The date of the entry.
        series: Its series.
        title: Its title; may be empty.
        mentioned: Addresses of items that the text does not propose, since the entry mentions them already.
    """
    journal, facts = project.journal, project.facts
    number = next_day_number(journal.entries, series, day)
    default_series = next(iter(journal.curriculum.series), None)
    has_schema = (project.root / SCHEMA).is_file()
    template = EntryTemplate(
        date=day,
        series=None if series == default_series or series is None else series.id,
        day=number,
        title=title,
        schema=os.path.relpath(project.root / SCHEMA, path.parent).replace("\\", "/") if has_schema else "",
        tasks=facts.open_tasks,
        week=next_week(facts.progress.weeks, facts.this_week),
        mentioned=frozenset(mentioned),
    )
    summary = " of ".join(filter(None, [f"day {number}" if number is not None else "", series.title if series else ""]))
    return template.render(), printable(summary or day.isoformat())
