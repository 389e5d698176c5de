"""`daytrail status`: where the log and the plan stand today."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.examples import examples
from daytrail.cli.common.project import note_errors, open_project
from daytrail.cli.common.status_text import overview, pace_overview
from daytrail.facts import Facts
from daytrail.facts.evidence import ItemProgress
from daytrail.facts.next_week import next_week, open_items
from daytrail.facts.pace import Pace
from daytrail.facts.progress import ItemTotals, WeekProgress
from daytrail.facts.replan import Replan
from daytrail.facts.series import series_status
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal


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
        click.echo(json.dumps(_status(project.journal, project.facts), ensure_ascii=False, indent=2))
    elif plan:
        click.echo(pace_overview(project.journal, project.facts), nl=False)
    else:
        click.echo(overview(project.journal, project.facts), nl=False)


def _status(journal: Journal, facts: Facts) -> dict[str, Any]:
    plan, reached = journal.curriculum, facts.progress
    week = reached.weeks.get(facts.this_week) if facts.this_week is not None else None
    ahead = next_week(reached.weeks, facts.this_week)
    return {
        "today": facts.today.isoformat(),
        "title": plan.title,
        "series": [
            {
                "id": standing.series.id,
                "title": standing.series.title,
                "number": standing.number,
                "latest": _entry(standing.latest, facts) if standing.latest else None,
            }
            for standing in series_status(journal.curriculum.series, journal.entries, facts.today)
        ],
        "week": _week(week, facts) if week else None,
        "plan": _totals(reached.totals),
        "next_week": _week(ahead, facts) if ahead else None,
        "next": [_item(item) for item in open_items(ahead)] if ahead else [],
        "pace": _pace(facts.pace) if facts.pace else None,
        "replans": [_replan(way) for way in facts.replans],
        "drift": {
            "calendar": facts.drift.calendar,
            "weeks": [{"week": number, "entries": entries} for number, entries in facts.drift.weeks],
        },
        "streaks": {
            "days": facts.streaks.days,
            "recent": facts.streaks.recent,
            "current": facts.streaks.current,
            "longest": facts.streaks.longest,
            "longest_span": [
                facts.streaks.longest_dates.first.isoformat(),
                facts.streaks.longest_dates.last.isoformat(),
            ]
            if facts.streaks.longest_dates
            else None,
        },
        "frontier": [{"id": topic.id, "title": topic.title} for topic in facts.frontier],
        "open_tasks": [
            {
                "text": task.text,
                "since": task.entry.date.isoformat(),
                "days": max(0, (facts.today - task.entry.date).days),
                "path": task.entry.path,
            }
            for task in facts.open_tasks
        ],
        "latest": [_entry(entry, facts) for entry in journal.entries[:-4:-1]],
    }


def _entry(entry: Entry, facts: Facts) -> dict[str, Any]:
    return {
        "date": entry.date.isoformat(),
        "series": entry.series,
        "number": facts.positions[entry.path].number,
        "title": entry.title,
        "path": entry.path,
        "address": entry.address,
    }


def _week(week: WeekProgress, facts: Facts) -> dict[str, Any]:
    span = facts.week_dates.get(week.week.week)
    return {
        "week": week.week.week,
        "title": week.week.title,
        "first": span.first.isoformat() if span else None,
        "last": span.last.isoformat() if span else None,
        "state": week.state.value,
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
        "first": pace.first.isoformat(),
        "last": pace.last.isoformat(),
        "planned": round(pace.planned, 2),
        "done": round(pace.done, 2),
        "total": round(pace.total, 2),
        "days_ahead": pace.days_ahead,
        "per_week": round(pace.per_week, 2),
        "finish": [pace.finish.earliest.isoformat(), _iso(pace.finish.latest)] if pace.finish else None,
        "unestimated": pace.unestimated,
    }


def _replan(way: Replan) -> dict[str, Any]:
    return {
        "keep": way.keep,
        "finish": _iso(way.finish),
        "hours_per_week": None if way.hours_per_week is None else round(way.hours_per_week, 1),
        "obstacle": way.obstacle,
    }


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _item(item: ItemProgress) -> dict[str, Any]:
    placed = item.placed
    return {
        "address": placed.address,
        "kind": placed.kind,
        "label": placed.item.label,
        "hours": placed.item.hours,
        "url": placed.item.url,
        "state": item.state.value,
    }
