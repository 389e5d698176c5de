"""Text for a terminal: status, pace and reading, in aligned columns."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta

import click

from daytrail.facts import Facts
from daytrail.facts.ledger import Resource, Shelf
from daytrail.facts.progress import ItemTotals, open_items
from daytrail.problems import printable
from daytrail.views import words

MAX_ROWS = 6
"""Maximum number of lines of a list; `--json` has them all."""
NO_PLAN = "There is no plan yet: `daytrail import plan` takes one over."
"""What commands about the plan print in a journal whose plan has no weeks."""


def status_text(title: str, facts: Facts) -> str:
    """Return the status of the log and the plan as lines of text, below a title."""
    lines = [_heading(title, facts)]
    if sentence := words.paused(facts):
        lines += ["", sentence]
    for heading, rows in _sections(facts):
        if table := list(_table(rows)):
            lines += ["", click.style(heading, bold=True), *table]
    return "\n".join(lines) + "\n"


def pace_text(title: str, facts: Facts) -> str:
    """Return the pace of the work and the ways to re-plan as lines of text, in the sentences of the site."""
    sentences = [_one_line(sentence) for sentence in (*words.pace_sentences(facts), *_start_hint(facts))] or [NO_PLAN]
    lines = [_heading(title, facts), "", *sentences]
    if facts.replans:
        lines += ["", click.style("To go on", bold=True), *_table(map(words.replan_row, facts.replans))]
    return "\n".join(lines) + "\n"


def reading_text(shelves: Mapping[Shelf, Sequence[Resource]]) -> str:
    """Return the resources of each shelf as lines of text."""
    lines = []
    for shelf, resources in shelves.items():
        lines += ["", click.style(f"{words.MARKS[shelf]} {shelf}, {len(resources)}", bold=True)]
        lines += _table([(resource.title, resource.host, words.standing(resource)) for resource in resources])
    return "\n".join(lines[1:] or ["The list is empty."]) + "\n"


def _heading(title: str, facts: Facts) -> str:
    today = f"{words.weekday(facts.today)}, {words.day(facts.today)}"
    return click.style(f"{_one_line(title)}, {today}", bold=True)


def _sections(facts: Facts) -> Iterator[tuple[str, Sequence[Sequence[str]]]]:
    """Yield the heading and the rows of each section; some have no rows."""
    journal, progress = facts.journal, facts.progress
    series = []
    for status in facts.series_status:
        latest, title = (f"latest {status.latest.date}", status.latest.title) if status.latest else ("no entry yet", "")
        end = status.series.counts_down_to
        number = "ended" if end and end < facts.today else status.number or "no number"
        series.append((status.series.title, number, latest, title or ""))
    yield "Series", series
    if progress.weeks:
        yield "Plan", list(_plan_rows(facts))
        outlook = words.rate_sentence(facts), *words.if_lines(facts)
        sentences = (words.pace_sentence(facts), *_start_hint(facts), *outlook)
        yield "Pace", [(sentence,) for sentence in sentences if sentence]
    if week := facts.next_week:
        items = [item.placed for item in open_items(week)]
        rows = [(one.address, words.hours(one.item.hours) if one.item.hours else "", one.item.label) for one in items]
        behind = [(sentence,)] if (sentence := words.left_behind(facts)) else []
        yield f"Next, week {week.week.week}: {_one_line(week.week.title)}", [*_first_rows(rows), *behind]
    reading = [(resource.title, words.standing(resource)) for resource in facts.reading_now]
    yield "Reading", _first_rows(reading)
    yield "Ready to begin", _first_rows([(topic.id, topic.title) for topic in facts.frontier])
    tasks = [(words.days(task.age(facts.today)), task.text) for task in facts.open_tasks]
    yield "Open tasks", _first_rows(tasks)
    yield "Steadiness", [(sentence,) for sentence in words.streak_sentences(facts)]
    habits = [(one.habit.title, words.habit_week(one), f"{one.recent} in the last 28 days") for one in facts.habits]
    yield "Habits", habits
    last = journal.entries[:-4:-1]
    yield "Last entries", [(str(one.date), facts.positions[one.path].number, one.title or one.excerpt) for one in last]


def _start_hint(facts: Facts) -> Iterator[str]:
    if facts.progress.totals.items and facts.journal.curriculum.start is None:
        monday = facts.today - timedelta(days=facts.today.weekday())
        yield f"Write the day on which it starts in the plan, as in `start: {monday}`."


def _plan_rows(facts: Facts) -> Iterator[tuple[str, ...]]:
    week = facts.progress.weeks.get(facts.this_week) if facts.this_week is not None else None
    if week:
        number = week.week.week
        dates = words.date_range(facts.week_dates[number])
        yield f"week {number}", *_amounts(week.totals), f"{dates}: {week.week.title}"
    note = "" if week or not facts.week_dates else "today is in none of them"
    yield "all weeks", *_amounts(facts.progress.totals), note


def _amounts(totals: ItemTotals) -> tuple[str, str]:
    done, estimated = words.total_hours(totals.hours_done), words.total_hours(totals.hours)
    return (
        f"{totals.done} of {words.amount(totals.items, 'items')} done",
        f"{done} of {estimated} estimated are done" if totals.hours else "",
    )


def _first_rows(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Return rows, or the first ones and how many more there are."""
    return rows if len(rows) <= MAX_ROWS else [*rows[: MAX_ROWS - 1], (f"and {len(rows) - MAX_ROWS + 1} more",)]


def _table(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Align the columns of rows; a row with one cell is a sentence."""
    rows = [[_one_line(cell) for cell in row] for row in rows]
    column_widths = [max(map(_width, column)) for column in zip(*(row for row in rows if len(row) > 1), strict=True)]
    for row in rows:
        if len(row) == 1:
            yield f"  {row[0]}"
            continue
        padded = [cell + " " * (size - _width(cell)) for cell, size in zip(row, column_widths, strict=False)]
        yield "  " + "  ".join(padded).rstrip()


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()))


def _width(text: str) -> int:
    """Return how many cells a text takes on a terminal: two for East Asian characters, none for combining ones."""
    visible = [char for char in text if unicodedata.category(char) not in ("Mn", "Me", "Cf")]
    return len(visible) + sum(unicodedata.east_asian_width(char) in "WF" for char in visible)
