"""A year at a glance: a small calendar a month, each day with an entry a link."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from daytrail.facts.activity import LEVELS, ActiveDay, Measure
from daytrail.views import words
from daytrail.views.lookup import unknown
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


@dataclass(frozen=True, slots=True)
class Cell:
    """A day of the calendar."""

    day: date
    active: ActiveDay | None
    level: int
    words: str
    """What a reader hears of it."""


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the calendar."""

    first: date
    name: str
    weeks: tuple[tuple[Cell | None, ...], ...]
    """Rows of seven; None where a day belongs to another month."""
    days: int
    """With an entry."""
    entries: int
    hours: float


def heatmap(context: PageContext, year: int | None = None, by: str | None = None) -> Markup:
    """The days of a calendar year, or of the last twelve months, coloured by how much was done.

    Args:
        context: What is shown, and where.
        year: A calendar year; without it the twelve months that end with this one.
        by: `hours` or `count` of entries; without it hours, where any entry names them.

    Raises:
        UnknownName: `by` is neither.
    """
    if by not in (None, "hours", "count"):
        raise unknown("measure", by or "", ("hours", "count"))
    measure = "hours" if by == "hours" else "count" if by == "count" else measure_of(context)
    months = [_month(context, first, measure) for first in _firsts(context.facts.today, year)]
    return render(
        "macros/heatmap.html",
        context=context,
        months=months,
        total=sum(one.days for one in months),
        weekdays=[(name[:2], name) for name in _weekdays(context)],
        levels=range(LEVELS + 1),
        what=f"{'Hours of work' if measure == 'hours' else 'Entries'} a day",
        when=str(year) if year is not None else "the last twelve months",
    )


def measure_of(context: PageContext) -> Measure:
    """What days are coloured by where nobody says: hours, where any entry names them."""
    return "hours" if any(entry.hours for entry in context.journal.entries) else "count"


def _firsts(today: date, year: int | None) -> Iterator[date]:
    """Yield the first days of the twelve months."""
    last = today.year * 12 + today.month - 1 if year is None else year * 12 + 11
    for month in range(last - 11, last + 1):
        if month >= 12:  # the calendar has no year 0
            yield date(month // 12, month % 12 + 1, 1)


def _weekdays(context: PageContext) -> list[str]:
    return words.WEEKDAYS if _shift(context) == 0 else [*words.WEEKDAYS[-1:], *words.WEEKDAYS[:-1]]


def _shift(context: PageContext) -> int:
    return 1 if context.journal.curriculum.week_starts == "sun" else 0


def _month(context: PageContext, first: date, measure: Measure) -> Month:
    days = [date.fromordinal(first.toordinal() + n) for n in range(_length(first))]
    cells = [_cell(context, day, measure) for day in days]
    before: list[Cell | None] = [None] * ((first.weekday() + _shift(context)) % 7)
    padded = [*before, *cells]
    padded += [None] * (-len(padded) % 7)
    active = [cell.active for cell in cells if cell.active and not cell.active.empty]
    return Month(
        first,
        words.month(first),
        tuple(tuple(padded[at : at + 7]) for at in range(0, len(padded), 7)),
        len(active),
        sum(len(one.entries) for one in active),
        sum(one.hours for one in active),
    )


def _length(first: date) -> int:
    if (first.year, first.month) == (date.max.year, date.max.month):
        return 31
    return (date(first.year + first.month // 12, first.month % 12 + 1, 1) - first).days


def _cell(context: PageContext, day: date, measure: Measure) -> Cell:
    active = context.facts.activity.get(day)
    if active is None:
        return Cell(day, None, 0, "")
    said = [words.day(day)]
    if active.empty:
        said.append("an empty day")
    else:
        said.append(words.count(len(active.entries), "entry"))
    if active.hours:
        said.append(words.hours(active.hours))
    return Cell(day, active, active.level(measure), ", ".join(said))
