"""Which day each mark means, by the evidence of the whole document."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from daytrail.importers.log.lines import Line
from daytrail.importers.log.sections import Section
from daytrail.importers.text.dates import Order, Written
from daytrail.importers.text.draft import Doubt

_HALF = 183
"""Days: a longer step forward, where no year is written, is taken for a shorter one back."""


@dataclass(frozen=True, slots=True)
class Dated:
    """The dates of a log's sections."""

    dates: tuple[date | None, ...]
    order: Order
    newest_first: bool
    goal: date | None
    """The day that most `T-…` count down to."""
    doubts: tuple[Doubt, ...]


def dated(
    sections: Sequence[Section],
    years: Sequence[Line],
    today: date,
    order: Order | None = None,
    beside: int | None = None,
) -> Dated:
    """Return the date of each section.

    Args:
        sections: In the order of the file.
        years: Lines that are nothing but a year.
        today: No date that had to be guessed is after it.
        order: What the first of two numbers is, where that is known.
        beside: The year that the rest of the document names.
    """
    marks = [section.head.mark.date for section in sections]
    doubts: list[Doubt] = []
    chosen = order or _order(marks, sections, today, doubts)
    read = [mark.read(chosen) if mark and mark.on(2024, chosen) else None for mark in marks]
    newest_first = _newest_first(marks, read)
    relative = _relative(read, newest_first=newest_first)
    base = _base(sections, marks, relative, years, read, today, doubts, beside)
    labels = _labels(sections, years)
    dates: list[date | None] = []
    for section, mark, offset, label in zip(sections, marks, relative, labels, strict=True):
        year = label or base + (offset or 0)
        day = mark.on(year, chosen) if mark else None
        if mark and day is None:
            doubts.append(Doubt(section.head.number, f"{mark.text} is not in the calendar of {mark.year or year}"))
        dates.append(day)
    doubts += (*_weekdays(sections, dates), *_to_come(sections, dates, today), *_astray(sections, dates))
    goal = _goal(sections, dates, doubts)
    return Dated(tuple(dates), chosen, newest_first, goal, tuple(sorted(doubts, key=lambda doubt: doubt.line)))


def _order(marks: Sequence[Written | None], sections: Sequence[Section], today: date, doubts: list[Doubt]) -> Order:
    """Tell month from day: by numbers that can only be one of both, else by which order of days is steadier.

    A day to come is no evidence: nobody has written about it yet.
    """
    said = Counter(mark.order for mark in marks if mark and mark.order and not _is_to_come(mark, mark.order, today))
    if said:
        return said.most_common(1)[0][0]
    both = [(section, mark) for section, mark in zip(sections, marks, strict=True) if mark and mark.swapped]
    if not both:
        return "mdy"

    def steps(order: Order) -> int:
        days = [day for mark in marks if mark and (day := mark.on(2024, order))]
        to_come = sum(_is_to_come(mark, order, today) for mark in marks if mark)
        return to_come * 366 + sum(abs((two - one).days) for one, two in pairwise(days))

    found: Order = "dmy" if steps("dmy") < steps("mdy") else "mdy"
    words = "day first" if found == "dmy" else "month first"
    doubts.append(
        Doubt(both[0][0].head.number, f"{both[0][1].text} and the like were read {words}; --dates says otherwise")
    )
    return found


def _is_to_come(mark: Written, order: Order, today: date) -> bool:
    day = mark.on(mark.year, order) if mark.year else None
    return bool(day and day > today)


def _newest_first(marks: Sequence[Written | None], read: Sequence[tuple[int, int] | None]) -> bool:
    """Tell the direction of the file by most steps; without years, a step is the shorter way round the year."""
    days = [(mark.year, _of_year(day)) for mark, day in zip(marks, read, strict=True) if mark and day]
    down = up = 0
    for (year, one), (next_year, two) in pairwise(days):
        step = 366 * (next_year - year) + two - one if year and next_year else _step(one, two)
        down += step < 0
        up += step > 0
    return down > up


def _of_year(day: tuple[int, int]) -> int:
    return date(2024, *day).timetuple().tm_yday


def _step(one: int, two: int) -> int:
    """Return the days from one day of a year to another, the shorter way round, in a leap year."""
    forward = (two - one) % 366
    return forward if forward <= _HALF else forward - 366


def _relative(read: Sequence[tuple[int, int] | None], *, newest_first: bool) -> list[int | None]:
    """Return how many years after the first one each date is, by the turns of the year between them."""
    offsets: list[int | None] = [None] * len(read)
    year, before = 0, None
    for index in range(len(read) - 1, -1, -1) if newest_first else range(len(read)):
        if (day := read[index]) is None:
            continue
        here = _of_year(day)
        if before is not None:
            year += (before + _step(before, here) - 1) // 366
        offsets[index], before = year, here
    return offsets


def _base(
    sections: Sequence[Section],
    marks: Sequence[Written | None],
    relative: Sequence[int | None],
    years: Sequence[Line],
    read: Sequence[tuple[int, int] | None],
    today: date,
    doubts: list[Doubt],
    beside: int | None,
) -> int:
    """Return the year of the first date: by what the marks say, by headings of years, else by today."""
    labels = _labels(sections, years)
    said = [(mark.year if mark and mark.year else label) for mark, label in zip(marks, labels, strict=True)]
    votes = Counter(
        year - offset for year, offset in zip(said, relative, strict=True) if year is not None and offset is not None
    )
    if votes:
        return votes.most_common(1)[0][0]
    placed = [(offset, day) for offset, day in zip(relative, read, strict=True) if offset is not None and day]
    if not placed:
        return today.year
    if known := _by_weekdays(marks, relative, placed, today):
        return known
    if beside:
        doubts.append(
            Doubt(sections[0].head.number, f"no day has a year; {beside} is the only one that the file names")
        )
        return beside
    last, (month, day) = max(placed)
    base = today.year - last - ((month, day) > (today.month, today.day))
    doubts.append(
        Doubt(sections[0].head.number, f"no year is written; the last entry was taken for one of {base + last}")
    )
    return base


def _by_weekdays(
    marks: Sequence[Written | None],
    relative: Sequence[int | None],
    placed: Sequence[tuple[int, tuple[int, int]]],
    today: date,
) -> int | None:
    """Return the last year in which the weekdays that are written fall on most of their dates."""
    told = [(mark, offset) for mark, offset in zip(marks, relative, strict=True) if mark and offset is not None]
    if not any(mark.weekday is not None for mark, _ in told):
        return None
    last, (month, day) = max(placed)
    latest = today.year - last - ((month, day) > (today.month, today.day))

    def right(base: int) -> int:
        days = [(mark.weekday, mark.on(base + offset, "mdy")) for mark, offset in told]
        return sum(day is not None and day.weekday() == weekday for weekday, day in days)

    return max(range(latest, latest - _CYCLE, -1), key=right)


_CYCLE = 11
"""Years within which each weekday falls on each date again, but for the 29th of February."""


def _labels(sections: Sequence[Section], years: Sequence[Line]) -> list[int | None]:
    """Return the year that a heading gives each section.

    Such headings stand above what they label, or all of them below: whichever leaves fewer without one.
    """
    above, below = (_labelled(sections, years, below=side) for side in (False, True))
    return below if above.count(None) > below.count(None) else above


def _labelled(sections: Sequence[Section], years: Sequence[Line], *, below: bool) -> list[int | None]:
    found: list[int | None] = []
    for section in sections:
        near = [line for line in years if (line.number > section.head.number) == below]
        line = min(near, key=lambda line: abs(line.number - section.head.number), default=None)
        found.append(line.year if line else None)
    return found


def _to_come(sections: Sequence[Section], dates: Sequence[date | None], today: date) -> Iterator[Doubt]:
    for section, day in zip(sections, dates, strict=True):
        if day and day > today:
            yield Doubt(section.head.number, f"{day} is a day to come")


def _astray(sections: Sequence[Section], dates: Sequence[date | None]) -> Iterator[Doubt]:
    """Name dates that are far from those before and behind them, which are near each other."""
    known = [(section, day) for section, day in zip(sections, dates, strict=True) if day]
    for (_, before), (section, day), (_, behind) in zip(known, known[1:], known[2:], strict=False):
        if abs((behind - before).days) <= _NEAR and abs((day - before).days) > _FAR < abs((day - behind).days):
            yield Doubt(section.head.number, f"{day} stands between {before} and {behind}")


_NEAR, _FAR = 31, 180


def _weekdays(sections: Sequence[Section], dates: Sequence[date | None]) -> Iterator[Doubt]:
    for section, day in zip(sections, dates, strict=True):
        mark = section.head.mark.date
        if day and mark and mark.weekday is not None and day.weekday() != mark.weekday:
            yield Doubt(section.head.number, f"{mark.text}: {day} is a {day:%A}")


def _goal(sections: Sequence[Section], dates: Sequence[date | None], doubts: list[Doubt]) -> date | None:
    found = [
        (section, day + timedelta(days=section.head.mark.left))
        for section, day in zip(sections, dates, strict=True)
        if day and section.head.mark.left is not None
    ]
    if not found:
        return None
    goal = Counter(day for _, day in found).most_common(1)[0][0]
    doubts += [
        Doubt(section.head.number, f"T-{section.head.mark.left} points to {day}, the others to {goal}")
        for section, day in found
        if day != goal
    ]
    return goal
