"""Dates of a log's sections, by the evidence of the whole document."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from daytrail.importers.log.day_lines import DayLine
from daytrail.importers.log.sections import Section
from daytrail.importers.text.dates import DateOrder, WrittenDate
from daytrail.importers.text.diagnostics import by_line, diagnostic
from daytrail.problems import Problem

_LEAP_YEAR = 2024
_HALF_YEAR = 183
"""Days; without years, a longer step forward is taken for a shorter one backward."""
_NEAR, _FAR = 31, 180
"""Days between dates; one that is far from both its neighbours, which are near each other, is suspicious."""
_WEEKDAY_CYCLE = 11
"""Years within which each weekday falls on each date again, except for the 29th of February."""


@dataclass(frozen=True, slots=True)
class SectionDates:
    """The dates of a log's sections."""

    dates: tuple[date | None, ...]
    order: DateOrder
    newest_first: bool
    goal: date | None
    """The day to which most `T-…` count down."""
    diagnostics: tuple[Problem, ...]


def date_sections(
    sections: Sequence[Section],
    years: Sequence[DayLine],
    today: date,
    order: DateOrder | None = None,
    named_year: int | None = None,
) -> SectionDates:
    """Return the dates of sections in the order of the file.

    No guessed date is after `today`. The order of day and month is guessed if it is not given. Lines in `years` are
    nothing but a year; `named_year` is the only year in the text outside the sections.
    """
    written = [section.head.mark.date for section in sections]
    diagnostics: list[Problem] = []
    chosen = order or _guess_order(written, sections, today, diagnostics)
    month_days = [mark.month_and_day(chosen) if mark and mark.resolve(_LEAP_YEAR, chosen) else None for mark in written]
    newest_first = _is_newest_first(written, month_days)
    offsets = _year_offsets(month_days, newest_first=newest_first)
    labels = _year_labels(sections, years)
    first_year = _first_year(sections, written, offsets, labels, month_days, today, diagnostics, named_year)
    dates: list[date | None] = []
    for section, mark, offset, label in zip(sections, written, offsets, labels, strict=True):
        year = label or first_year + (offset or 0)
        day = mark.resolve(year, chosen) if mark else None
        if mark and day is None:
            message = f"{mark.text} is not in the calendar of {mark.year or year}"
            diagnostics.append(diagnostic(section.head.number, "impossible-date", message))
        dates.append(day)
    diagnostics += _suspicious_dates(sections, dates, today)
    goal = _goal(sections, dates, diagnostics)
    return SectionDates(tuple(dates), chosen, newest_first, goal, tuple(by_line(diagnostics)))


def _guess_order(
    written: Sequence[WrittenDate | None], sections: Sequence[Section], today: date, diagnostics: list[Problem]
) -> DateOrder:
    """Return the order of day and month: that of unambiguous numbers, else the one with smaller steps between days.

    A future date is no evidence: nobody has written about it yet.
    """
    proven = Counter(
        mark.order for mark in written if mark and mark.order and not _is_in_future(mark, mark.order, today)
    )
    if proven:
        return proven.most_common(1)[0][0]
    ambiguous = [(section, mark) for section, mark in zip(sections, written, strict=True) if mark and mark.swapped]
    if not ambiguous:
        return "mdy"

    def total_steps(order: DateOrder) -> int:
        days = [day for mark in written if mark and (day := mark.resolve(_LEAP_YEAR, order))]
        in_future = sum(_is_in_future(mark, order, today) for mark in written if mark)
        return in_future * 366 + sum(abs((following - day).days) for day, following in pairwise(days))

    order: DateOrder = "dmy" if total_steps("dmy") < total_steps("mdy") else "mdy"
    words = "day first" if order == "dmy" else "month first"
    section, mark = ambiguous[0]
    message = f"{mark.text} and the like were read {words}; --dates says otherwise"
    diagnostics.append(diagnostic(section.head.number, "guessed-date-order", message))
    return order


def _is_in_future(mark: WrittenDate, order: DateOrder, today: date) -> bool:
    day = mark.resolve(mark.year, order) if mark.year else None
    return bool(day and day > today)


def _is_newest_first(written: Sequence[WrittenDate | None], month_days: Sequence[tuple[int, int] | None]) -> bool:
    """Tell whether most steps between dates go back; without years, a step is the shorter way round the year."""
    days = [(mark.year, _day_of_year(day)) for mark, day in zip(written, month_days, strict=True) if mark and day]
    backward = forward = 0
    for (year, day), (next_year, next_day) in pairwise(days):
        step = 366 * (next_year - year) + next_day - day if year and next_year else _shorter_step(day, next_day)
        backward += step < 0
        forward += step > 0
    return backward > forward


def _day_of_year(month_and_day: tuple[int, int]) -> int:
    return date(_LEAP_YEAR, *month_and_day).timetuple().tm_yday


def _shorter_step(day: int, other: int) -> int:
    """Return the days from one day of a leap year to another, the shorter way round."""
    forward = (other - day) % 366
    return forward if forward <= _HALF_YEAR else forward - 366


def _year_offsets(month_days: Sequence[tuple[int, int] | None], *, newest_first: bool) -> list[int | None]:
    """Return how many years after the first date each date is, by the turns of the year between them."""
    offsets: list[int | None] = [None] * len(month_days)
    year, previous = 0, None
    for index in reversed(range(len(month_days))) if newest_first else range(len(month_days)):
        if (month_and_day := month_days[index]) is None:
            continue
        day = _day_of_year(month_and_day)
        if previous is not None:
            year += (previous + _shorter_step(previous, day) - 1) // 366
        offsets[index], previous = year, day
    return offsets


def _first_year(
    sections: Sequence[Section],
    written: Sequence[WrittenDate | None],
    offsets: Sequence[int | None],
    labels: Sequence[int | None],
    month_days: Sequence[tuple[int, int] | None],
    today: date,
    diagnostics: list[Problem],
    named_year: int | None,
) -> int:
    """Return the year from which offsets count: by written years, weekdays, the only year of the text, or today."""
    years = [(mark.year if mark and mark.year else label) for mark, label in zip(written, labels, strict=True)]
    votes = Counter(
        year - offset for year, offset in zip(years, offsets, strict=True) if year is not None and offset is not None
    )
    if votes:
        return votes.most_common(1)[0][0]
    placed = [(offset, day) for offset, day in zip(offsets, month_days, strict=True) if offset is not None and day]
    if not placed:
        return today.year
    last_offset, month_and_day = max(placed)
    latest = today.year - last_offset - (month_and_day > (today.month, today.day))
    if year := _year_by_weekdays(written, offsets, latest):
        return year
    if named_year:
        message = f"no day has a year; {named_year} is the only one that the file names"
    else:
        message = f"no year is written; the last entry was taken for one of {latest + last_offset}"
    diagnostics.append(diagnostic(sections[0].head.number, "guessed-year", message))
    return named_year or latest


def _year_by_weekdays(written: Sequence[WrittenDate | None], offsets: Sequence[int | None], latest: int) -> int | None:
    """Return the last year, up to the latest, in which most written weekdays are those of their dates.

    None if no weekday is written.
    """
    placed = [(mark, offset) for mark, offset in zip(written, offsets, strict=True) if mark and offset is not None]
    if not any(mark.weekday is not None for mark, _ in placed):
        return None

    def matches(first_year: int) -> int:
        days = [(mark.weekday, mark.resolve(first_year + offset, "mdy")) for mark, offset in placed]
        return sum(day is not None and day.weekday() == weekday for weekday, day in days)

    return max(range(latest, latest - _WEEKDAY_CYCLE, -1), key=matches)


def _year_labels(sections: Sequence[Section], years: Sequence[DayLine]) -> list[int | None]:
    """Return the year that a heading gives each section.

    Either all such headings are above what they label, or all are below: whichever leaves fewer without a year.
    """
    above, below = (_nearest_years(sections, years, below=side) for side in (False, True))
    return below if above.count(None) > below.count(None) else above


def _nearest_years(sections: Sequence[Section], years: Sequence[DayLine], *, below: bool) -> list[int | None]:
    nearest: list[int | None] = []
    for section in sections:
        candidates = [line for line in years if (line.number > section.head.number) == below]
        line = min(candidates, key=lambda line: abs(line.number - section.head.number), default=None)
        nearest.append(line.year if line else None)
    return nearest


def _suspicious_dates(sections: Sequence[Section], dates: Sequence[date | None], today: date) -> Iterator[Problem]:
    """Report wrong weekdays, future dates, and dates far from those before and after, which are near each other."""
    dated = [(section.head, day) for section, day in zip(sections, dates, strict=True) if day]
    for head, day in dated:
        mark = head.mark.date
        if mark and mark.weekday is not None and day.weekday() != mark.weekday:
            yield diagnostic(head.number, "wrong-weekday", f"{mark.text}: {day} is a {day:%A}")
        if day > today:
            yield diagnostic(head.number, "future-date", f"{day} is a day to come")
    for (_, before), (head, day), (_, after) in zip(dated, dated[1:], dated[2:], strict=False):
        if abs((after - before).days) <= _NEAR and abs((day - before).days) > _FAR < abs((day - after).days):
            yield diagnostic(head.number, "distant-date", f"{day} stands between {before} and {after}")


def _goal(sections: Sequence[Section], dates: Sequence[date | None], diagnostics: list[Problem]) -> date | None:
    """Return the day to which most sections count down; the others are reported."""
    goals = [
        (section, day + timedelta(days=section.head.mark.days_left))
        for section, day in zip(sections, dates, strict=True)
        if day and section.head.mark.days_left is not None
    ]
    if not goals:
        return None
    goal = Counter(day for _, day in goals).most_common(1)[0][0]
    for section, day in goals:
        if day != goal:
            message = f"T-{section.head.mark.days_left} points to {day}, the others to {goal}"
            diagnostics.append(diagnostic(section.head.number, "countdown-mismatch", message))
    return goal
