"""`daytrail status`: prints the state of the log and the plan today."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from daytrail.cli.common.output import echo_json, examples
from daytrail.cli.common.project import open_project
from daytrail.cli.common.status_text import pace_text, status_text
from daytrail.facts import Facts
from daytrail.facts.progress import ItemTotals, WeekProgress, open_items
from daytrail.model.entry import Entry
from daytrail.views.files.data import attributes, habit_data, item_data


@click.command(
    epilog=examples("daytrail status", "daytrail status --plan", "daytrail status --json | jq -r '.next[].address'")
)
@click.option("--plan", is_flag=True, help="Show the pace of the plan instead, and the ways to go on.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object, the pace included.")
@click.pass_obj
def status(start: Path, plan: bool, as_json: bool) -> None:
    """Show where each series and the plan are, and what is next."""
    project = open_project(start, note_errors=True)
    if as_json:
        echo_json(_status_data(project.title, project.facts))
    elif plan:
        click.echo(pace_text(project.title, project.facts), nl=False)
    else:
        click.echo(status_text(project.title, project.facts), nl=False)


def _status_data(title: str, facts: Facts) -> dict[str, Any]:
    journal, progress, streaks = facts.journal, facts.progress, facts.streaks
    this_week = progress.weeks.get(facts.this_week) if facts.this_week is not None else None
    next_items = open_items(facts.next_week) if facts.next_week else ()
    pace = facts.pace
    return {
        "today": facts.today,
        "title": title,
        "series": [
            {
                **attributes(("id", "title", "number"), status.series, status),
                "latest": _entry(status.latest, facts) if status.latest else None,
            }
            for status in facts.series_status
        ],
        "week": _week(this_week, facts) if this_week else None,
        "plan": _totals(progress.totals),
        "next": [item_data(item, "address", "kind", "label", "hours", "url", "state") for item in next_items],
        "pace": pace
        and {
            **_rounded(pace, "unit", "first", "last", "planned", "begun", "done", "total", "days_ahead", "per_week"),
            "finish": pace.finish,
            "without_hours": pace.without_hours,
        },
        "streaks": attributes(("days", "recent", "current", "longest"), streaks),
        "habits": [habit_data(one) for one in facts.habits],
        "open_tasks": [
            {
                "text": task.text,
                "since": task.entry.date,
                "days": task.age(facts.today),
                "path": task.entry.path,
            }
            for task in facts.open_tasks
        ],
        "latest": [_entry(entry, facts) for entry in journal.entries[:-4:-1]],
    }


def _entry(entry: Entry, facts: Facts) -> dict[str, Any]:
    return attributes(("date", "series", "number", "title", "path", "address"), entry, facts.positions[entry.path])


def _week(week: WeekProgress, facts: Facts) -> dict[str, Any]:
    dates = facts.week_dates.get(week.week.week) or SimpleNamespace(first=None, last=None)
    names = ("week", "title", "first", "last", "state")
    return {**attributes(names, week.week, dates, week), **_totals(week.totals)}


def _totals(totals: ItemTotals) -> dict[str, Any]:
    return _rounded(totals, "items", "done", "begun", "hours", "hours_done")


def _rounded(record: object, *names: str) -> dict[str, Any]:
    """Return attributes of a record by name, with hours rounded to two digits."""
    values = attributes(names, record)
    return {name: round(value, 2) if isinstance(value, float) else value for name, value in values.items()}
