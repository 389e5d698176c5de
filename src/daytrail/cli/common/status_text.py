"""The status for a terminal: aligned, cut to its width, with headings in bold where there is colour."""

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

import click

from daytrail.facts import Facts
from daytrail.facts.next_week import next_week, open_items
from daytrail.facts.past_days import past_days
from daytrail.facts.progress import ItemTotals, WeekProgress
from daytrail.facts.resource import Resource, Shelf
from daytrail.facts.series import series_status
from daytrail.model.journal import Journal
from daytrail.project.report import printable
from daytrail.views import words
from daytrail.views.sentences import pace_of, standing, streaks_of, ways_of

MOST = 6
"""How many lines a list has; `--json` has them all."""


def overview(journal: Journal, facts: Facts) -> str:
    """Return where everything stands as lines of text."""
    width = _width()
    lines: list[str] = []
    for heading, rows in _sections(journal, facts):
        block = list(_table(rows, width))
        if block:
            lines += ["", click.style(_cut(heading, width), bold=True), *block]
    return "\n".join([_titled(journal, facts, width), *lines]) + "\n"


def pace_overview(journal: Journal, facts: Facts) -> str:
    """Return how the work stands against the plan as lines of text, in the words of the site."""
    width = _width()
    sentences = [_line(sentence) for sentence in pace_of(facts)]
    if width is not None:
        sentences = [click.wrap_text(sentence, width, subsequent_indent="  ") for sentence in sentences]
    lines = [_titled(journal, facts, width), "", *sentences]
    if ways := ways_of(facts):
        lines += ["", click.style("To go on", bold=True), *_table(ways, width)]
    return "\n".join(lines) + "\n"


def shelves_overview(shelves: Mapping[Shelf, Sequence[Resource]], today: date) -> str:
    """Return what is to read as lines of text, shelf by shelf."""
    width = _width()
    lines = []
    for shelf, every in shelves.items():
        lines += ["", click.style(f"{words.MARKS[shelf]} {shelf}, {len(every)}", bold=True)]
        lines += _table([(one.title, one.host, standing(one, today)) for one in every], width)
    return "\n".join(lines[1:] or ["Nothing is there."]) + "\n"


def _titled(journal: Journal, facts: Facts, width: int | None) -> str:
    today = f"{words.weekday(facts.today)}, {words.day(facts.today)}"
    return click.style(_cut(f"{_line(journal.curriculum.title)}, {today}", width), bold=True)


def _sections(journal: Journal, facts: Facts) -> Iterator[tuple[str, Sequence[Sequence[str]]]]:
    reached = facts.progress
    yield (
        "Series",
        [
            (
                one.series.title,
                one.number or "no number",
                f"latest {one.latest.date}" if one.latest else "no entry yet",
                one.latest.title or "" if one.latest else "",
            )
            for one in series_status(journal.curriculum.series, journal.entries, facts.today)
        ],
    )
    if reached.weeks:
        yield "Plan", list(_plan(facts))
    if ahead := next_week(reached.weeks, facts.this_week):
        yield (
            f"Next, week {ahead.week.week}: {_line(ahead.week.title)}",
            _some(
                (
                    item.placed.address,
                    words.hours(item.placed.item.hours or 0) if item.placed.item.hours else "",
                    item.placed.item.label,
                )
                for item in open_items(ahead)
            ),
        )
    yield "Ready to begin", _some((topic.id, topic.title) for topic in facts.frontier)
    yield (
        "Open tasks",
        _some(
            (words.count(max(0, (facts.today - task.entry.date).days), "day"), task.text) for task in facts.open_tasks
        ),
    )
    if said := list(streaks_of(facts)):
        yield "Steadiness", [(sentence,) for sentence in said]
    yield (
        "Last entries",
        [
            (str(one.date), facts.positions[one.path].number, one.title or one.excerpt)
            for one in journal.entries[:-4:-1]
        ],
    )
    yield (
        "Looking back",
        [
            (f"{past.days} days ago", facts.positions[one.path].number, one.title or one.excerpt)
            for past in past_days(journal.entries, facts.today)
            for one in past.entries
        ],
    )


def _plan(facts: Facts) -> Iterator[tuple[str, ...]]:
    reached = facts.progress
    week = reached.weeks.get(facts.this_week) if facts.this_week is not None else None
    if week:
        yield f"week {week.week.week}", *_amounts(week.totals), _dates(week, facts)
    yield "all weeks", *_amounts(reached.totals), "" if week or not facts.week_dates else "today is in none of them"


def _dates(week: WeekProgress, facts: Facts) -> str:
    return f"{words.span(facts.week_dates[week.week.week])}: {week.week.title}"


def _amounts(totals: ItemTotals) -> tuple[str, str]:
    done, planned = round(totals.hours_done, 2), words.hours(totals.hours)
    return f"{totals.done} of {words.count(totals.items, 'item')} done", f"{done:g} of {planned}"


def _some(rows: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    found = list(rows)
    return found if len(found) <= MOST else [*found[: MOST - 1], (f"and {len(found) - MOST + 1} more",)]


def _table(rows: Iterable[Sequence[str]], width: int | None) -> Iterator[str]:
    """Line up the columns of rows; a row of one cell stands on its own."""
    cells = [[_line(cell) for cell in row] for row in rows]
    columns = [max(map(_cells, column)) for column in zip(*(row for row in cells if len(row) > 1), strict=True)]
    for row in cells:
        padded = [cell + " " * (size - _cells(cell)) for cell, size in zip(row, columns, strict=False)]
        yield _cut("  " + ("  ".join(padded) if len(row) > 1 else row[0]).rstrip(), width)


def _line(text: str) -> str:
    return printable(" ".join(text.split()))


def _width() -> int | None:
    """Return how many cells a line has; None where nobody cuts it: in a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() or os.environ.get("COLUMNS") else None


def _cells(text: str) -> int:
    """Return how wide a text is on a terminal: East Asian characters take two cells, combining ones none."""
    shown = [char for char in text if unicodedata.category(char) not in ("Mn", "Me", "Cf")]
    return len(shown) + sum(unicodedata.east_asian_width(char) in "WF" for char in shown)


def _cut(text: str, width: int | None) -> str:
    if width is None or _cells(text) <= width:
        return text
    kept = text
    while kept and _cells(kept) > width - 1:
        kept = kept[:-1]
    return f"{kept}…"
