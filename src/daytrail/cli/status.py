"""`daytrail status`: prints the state of the log and the plan today."""

from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.output import echo_json, examples
from daytrail.cli.common.project import note_errors, open_project
from daytrail.cli.common.status_text import pace_text, status_text
from daytrail.facts import Facts
from daytrail.facts.next_week import next_week, open_items
from daytrail.facts.pace import Pace
from daytrail.facts.progress import ItemProgress, ItemTotals, WeekProgress
from daytrail.facts.replan import Replan
from daytrail.facts.series import series_status
from daytrail.model.entry import Entry


@click.command(
    epilog=examples("daytrail status", "daytrail status --plan", "daytrail status --json | jq -r '.next[].address'")
)
@click.option("--plan", is_flag=True, help="Show the pace of the plan instead, and the ways to go on.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object, the pace included.")
@click.pass_obj
def status(start: Path, plan: bool, as_json: bool) -> None:
    """Show the day of each series, the week of the plan, what comes next and what is open."""
    project = open_project(start)
    note_errors(project)
    if as_json:
        echo_json(_status_data(project.facts))
    elif plan:
        click.echo(pace_text(project.facts), nl=False)
    else:
        click.echo(status_text(project.facts), nl=False)


def _status_data(facts: Facts) -> dict[str, Any]:
    journal, progress, drift, streaks = facts.journal, facts.progress, facts.drift, facts.streaks
    this_week = progress.weeks.get(facts.this_week) if facts.this_week is not None else None
    week_to_work_in = next_week(progress.weeks, facts.this_week)
    longest = streaks.longest_dates
    return {
        "today": facts.today,
        "title": journal.curriculum.title,
        "series": [
            {
                "id": status.series.id,
                "title": status.series.title,
                "number": status.number,
                "latest": _entry(status.latest, facts) if status.latest else None,
            }
            for status in series_status(journal.curriculum.series, journal.entries, facts.today)
        ],
        "week": _week(this_week, facts) if this_week else None,
        "plan": _totals(progress.totals),
        "next_week": _week(week_to_work_in, facts) if week_to_work_in else None,
        "next": [_item(item) for item in open_items(week_to_work_in)] if week_to_work_in else [],
        "pace": _pace(facts.pace) if facts.pace else None,
        "replans": [_replan(way) for way in facts.replans],
        "drift": {
            "calendar": drift.calendar,
            "weeks": [{"week": number, "entries": entries} for number, entries in drift.weeks],
        },
        "streaks": {
            "days": streaks.days,
            "recent": streaks.recent,
            "current": streaks.current,
            "longest": streaks.longest,
            "longest_span": [longest.first, longest.last] if longest else None,
        },
        "frontier": [{"id": topic.id, "title": topic.title} for topic in facts.frontier],
        "open_tasks": [
            {
                "text": task.text,
                "since": task.entry.date,
                "days": max(0, (facts.today - task.entry.date).days),
                "path": task.entry.path,
            }
            for task in facts.open_tasks
        ],
        "latest": [_entry(entry, facts) for entry in journal.entries[:-4:-1]],
    }


def _entry(entry: Entry, facts: Facts) -> dict[str, Any]:
    return {
        "date": entry.date,
        "series": entry.series,
        "number": facts.positions[entry.path].number,
        "title": entry.title,
        "path": entry.path,
        "address": entry.address,
    }


def _week(week: WeekProgress, facts: Facts) -> dict[str, Any]:
    dates = facts.week_dates.get(week.week.week)
    return {
        "week": week.week.week,
        "title": week.week.title,
        "first": dates.first if dates else None,
        "last": dates.last if dates else None,
        "state": week.state,
        **_totals(week.totals),
    }


def _totals(totals: ItemTotals) -> dict[str, Any]:
    return {
        "items": totals.items,
        "done": totals.done,
        "begun": totals.begun,
        "hours": round(totals.hours, 2),
        "hours_done": round(totals.hours_done, 2),
    }


def _pace(pace: Pace) -> dict[str, Any]:
    return {
        "first": pace.first,
        "last": pace.last,
        "planned": round(pace.planned, 2),
        "done": round(pace.done, 2),
        "total": round(pace.total, 2),
        "days_ahead": pace.days_ahead,
        "per_week": round(pace.per_week, 2),
        "finish": [pace.finish.earliest, pace.finish.latest] if pace.finish else None,
        "unestimated": pace.unestimated,
    }


def _replan(way: Replan) -> dict[str, Any]:
    return {
        "keep": way.keep,
        "finish": way.finish,
        "hours_per_week": None if way.hours_per_week is None else round(way.hours_per_week, 1),
        "obstacle": way.obstacle,
    }


def _item(item: ItemProgress) -> dict[str, Any]:
    placed = item.placed
    return {
        "address": placed.address,
        "kind": placed.kind,
        "label": placed.item.label,
        "hours": placed.item.hours,
        "url": placed.item.url,
        "state": item.state,
    }
