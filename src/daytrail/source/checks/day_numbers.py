"""The numbers of a series, and what is strange about them. None of it stops a build."""

from collections.abc import Iterator, Sequence
from datetime import date

from daytrail.model.series import Series
from daytrail.problems import Problem, warning
from daytrail.source.located_entry import LocatedEntry


def check_numbers(reads: Sequence[LocatedEntry], series: Series | None) -> Iterator[Problem]:
    """Yield what is strange about the numbers of one series, in the order of its dates.

    Doubled, from 0, backwards, with a gap, ahead of the calendar; in a countdown, not the days that are left.
    """
    if series and series.counts_down_to:
        yield from _countdown(reads, series.counts_down_to)
        return
    before: LocatedEntry | None = None
    unnumbered = 0
    for read in reads:
        if (day := read.entry.day) is None:
            unnumbered += 1
            continue
        where = read.document.locate(("day",))
        if day.first == 0:
            yield warning(where, "day 0: numbers usually start at 1")
        if day.first != day.last:
            yield warning(where, f"this entry covers the days {day}")
        if before and before.entry.day:
            last = before.entry.day.last
            other = before.document.locate(("day",))
            if day.first == last:
                yield warning(where, f"day {day.first} is doubled", f"the other is {other}")
            elif day.first < last:
                yield warning(where, f"day {day.first} comes after day {last}", f"that one is {other}")
            elif day.first > last + 1 + unnumbered:
                gap = f" {last + 1}" if day.first == last + 2 else f"s {last + 1} to {day.first - 1}"
                hint = f"day {last} is {other}"
                elapsed = (read.entry.date - before.entry.date).days
                if day.last - last > elapsed > 0:
                    days = f"{elapsed} day{'' if elapsed == 1 else 's'}"
                    hint += f", {days} earlier: the numbers run ahead of the dates"
                yield warning(where, f"no entry has the number{gap}", hint)
        before, unnumbered = read, 0


def _countdown(reads: Sequence[LocatedEntry], goal: date) -> Iterator[Problem]:
    for read in reads:
        left = (goal - read.entry.date).days
        if read.entry.day and abs(left) not in range(read.entry.day.first, read.entry.day.last + 1):
            where = read.document.locate(("day",))
            said = f"T-{left}" if left >= 0 else f"T+{-left}"
            yield warning(where, f"day {read.entry.day} is not how far {goal} is, which is {said}", "remove `day`")
