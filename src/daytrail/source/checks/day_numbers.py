"""Check of the day numbers of a series. Nothing that it finds stops a build."""

from collections.abc import Iterator, Sequence
from datetime import date

from daytrail.model.entry import DayNumber
from daytrail.problems import Problem, warning
from daytrail.source.sources import LocatedEntry, Sources


def check_day_numbers(sources: Sources) -> Iterator[Problem]:
    """Report numbers that are doubled, 0, backwards, with a gap, or ahead of the calendar; wrong ones of countdowns."""
    goals: dict[str | None, date | None] = {series.id: series.counts_down_to for series in sources.plan.series}
    for series, entries in sources.published_by_series.items():
        goal = goals.get(series)
        yield from _check_countdown(entries, goal) if goal else _check_numbers(entries)


def _check_countdown(entries: Sequence[LocatedEntry], goal: date) -> Iterator[Problem]:
    for located in entries:
        day, left = located.entry.day, (goal - located.entry.date).days
        if day and abs(left) not in range(day.first, day.last + 1):
            expected = f"T-{left}" if left >= 0 else f"T+{-left}"
            message = f"day {day} is not how far {goal} is, which is {expected}"
            yield warning(located.locate(("day",)), message, "remove `day`")


def _check_numbers(entries: Sequence[LocatedEntry]) -> Iterator[Problem]:
    previous: LocatedEntry | None = None
    unnumbered = 0
    for located in entries:
        day = located.entry.day
        if day is None:
            unnumbered += 1
            continue
        if day.first == 0:
            yield warning(located.locate(("day",)), "day 0: numbers usually start at 1")
        if day.first != day.last:
            yield warning(located.locate(("day",)), f"this entry covers the days {day}")
        if previous and previous.entry.day:
            yield from _check_order(previous, previous.entry.day, located, day, unnumbered)
        previous, unnumbered = located, 0


def _check_order(
    previous: LocatedEntry, previous_day: DayNumber, located: LocatedEntry, day: DayNumber, unnumbered: int
) -> Iterator[Problem]:
    """Report what is wrong between an entry and the one with a number before it; `unnumbered` ones are in between."""
    last = previous_day.last
    if last < day.first <= last + 1 + unnumbered:
        return
    location, other = located.locate(("day",)), previous.locate(("day",))
    if day.first == last:
        yield warning(location, f"day {day.first} is doubled", f"the other is {other}")
    elif day.first < last:
        yield warning(location, f"day {day.first} comes after day {last}", f"that one is {other}")
    else:
        gap = f" {last + 1}" if day.first == last + 2 else f"s {last + 1} to {day.first - 1}"
        hint = f"day {last} is {other}"
        elapsed = (located.entry.date - previous.entry.date).days
        if day.last - last > elapsed > 0:
            hint += f", {elapsed} day{'' if elapsed == 1 else 's'} earlier: the numbers run ahead of the dates"
        yield warning(location, f"no entry has the number{gap}", hint)
