"""Dates of a log's sections, by the evidence of the whole document."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from daytrail.importers.log.document import MIN_DAYS, DayLine
from daytrail.importers.log.sections import Section
from daytrail.importers.text.dates import LEAP_YEAR, DateOrder, WrittenDate
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.problems import Problem

_ORDERS: tuple[DateOrder, ...] = ("mdy", "dmy")
_NUMBERS = re.compile(r"\d\d(\D)\d\d\1\d\d")
_DOTTED = re.compile(r"(?:\D*\s)?\d{1,2}\.\s?\d{1,2}(?!\d)")
_MONTHS = 12
_HALF_YEAR = 183
"""Days; without years, a longer step forward is taken for a shorter one backward."""
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


@dataclass(frozen=True, slots=True)
class _DatedSection:
    """A section with a date that exists in its year, or in a leap year if it has none."""

    line: int
    written: WrittenDate
    day: int
    """The day of a leap year, from 1."""
    year: int | None
    """The year that is written, or that a heading gives the section."""
    order: DateOrder
    """Order of day and month in the log."""


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
    diagnostics: list[Problem] = []
    if order is None and _is_year_first(sections):
        sections = _reread(sections, _year_first)
        message = "the first of three numbers was read as the year; --dates says otherwise"
        diagnostics.append(diagnostic(sections[0].head.number, "guessed-date-order", message))
    if _are_months_before_dots(sections):
        sections = _reread(sections, _month_before_dot)
    chosen = order or _guess_order(sections, today, diagnostics)
    labels = _year_labels(sections, years)
    dated = [
        _DatedSection(section.head.number, mark, _day_of_year(*mark.month_and_day(chosen)), mark.year or label, chosen)
        for section, label in zip(sections, labels, strict=True)
        if (mark := section.head.mark.date) and mark.resolve(LEAP_YEAR, chosen)
    ]
    newest_first = _is_newest_first(dated)
    offsets = _year_offsets(dated, newest_first=newest_first)
    first_year = _first_year(sections, dated, offsets, today, named_year, diagnostics)
    dates: list[date | None] = []
    for section, label in zip(sections, labels, strict=True):
        mark = section.head.mark.date
        year = label or first_year + offsets.get(section.head.number, 0)
        day = mark.resolve(year, chosen) if mark else None
        if mark and day is None:
            message = f"{mark.text} is not in the calendar of {mark.year or year}"
            diagnostics.append(diagnostic(section.head.number, "impossible-date", message))
        dates.append(day)
    goal = _goal(sections, dates, diagnostics)
    return SectionDates(tuple(dates), chosen, newest_first, goal, tuple(diagnostics))


def _is_year_first(sections: Sequence[Section]) -> bool:
    """Return whether dates of three numbers are nearer to each other if the first one is the year."""
    marks = [mark for section in sections if (mark := section.head.mark.date) and _NUMBERS.fullmatch(mark.text)]
    if len(marks) < MIN_DAYS or not all(mark.year_first for mark in marks):
        return False
    readings = [[mark.year_first for mark in marks]]
    readings += [[mark.resolve(LEAP_YEAR, order) for mark in marks] for order in _ORDERS]
    steps = [
        sum(abs((following - day).days) if day and following else _HALF_YEAR for day, following in pairwise(days))
        for days in readings
    ]
    return steps[0] < min(steps[1:])


def _reread(sections: Sequence[Section], read: Callable[[WrittenDate], WrittenDate]) -> list[Section]:
    """Return sections with another reading of their dates."""
    marks = [section.head.mark for section in sections]
    marks = [replace(mark, date=mark.date and read(mark.date)) for mark in marks]
    return [replace(one, head=replace(one.head, mark=mark)) for one, mark in zip(sections, marks, strict=True)]


def _year_first(written: WrittenDate) -> WrittenDate:
    day = written.year_first
    return replace(written, year=day.year, month=day.month, day=day.day, swapped=None, order=None) if day else written


def _are_months_before_dots(sections: Sequence[Section]) -> bool:
    """Return whether dates with dots, in which the day is usually first, are proven to have the month first."""
    marks = [mark for section in sections if (mark := section.head.mark.date) and _DOTTED.match(mark.text)]
    proven = Counter(mark.order for mark in marks if mark.day > _MONTHS)
    return proven["mdy"] > proven["dmy"]


def _month_before_dot(written: WrittenDate) -> WrittenDate:
    is_swapped = written.order == "dmy" and written.day <= _MONTHS and _DOTTED.match(written.text)
    return replace(written, month=written.day, day=written.month, order="mdy") if is_swapped else written


def _guess_order(sections: Sequence[Section], today: date, diagnostics: list[Problem]) -> DateOrder:
    """Return the order of day and month: that of unambiguous numbers, else the one with smaller steps between days."""
    marks = [(section.head.number, mark) for section in sections if (mark := section.head.mark.date)]
    # A future date is no evidence: nobody has written about it yet.
    proven = Counter(mark.order for _, mark in marks if mark.order and not _is_in_future(mark, mark.order, today))
    if proven:
        return proven.most_common(1)[0][0]
    ambiguous = [(line, mark) for line, mark in marks if mark.swapped]
    if not ambiguous:
        return "mdy"

    year = next((mark.year for _, mark in marks if mark.year), LEAP_YEAR)

    def total_steps(order: DateOrder) -> int:
        days = [day for _, mark in marks if (day := mark.resolve(year, order))]
        in_future = sum(_is_in_future(mark, order, today) for _, mark in marks)
        return in_future * 366 + sum(abs((following - day).days) for day, following in pairwise(days))

    order: DateOrder = "dmy" if total_steps("dmy") < total_steps("mdy") else "mdy"
    words = "day first" if order == "dmy" else "month first"
    line, mark = ambiguous[0]
    message = f"{mark.text} and the like were read {words}; --dates says otherwise"
    diagnostics.append(diagnostic(line, "guessed-date-order", message))
    return order


def _is_in_future(mark: WrittenDate, order: DateOrder, today: date) -> bool:
    day = mark.resolve(mark.year, order) if mark.year else None
    return bool(day and day > today)


def _is_newest_first(dated: Sequence[_DatedSection]) -> bool:
    """Return whether most steps between dates go back; without years, a step is the shorter way round the year."""
    steps = []
    for section, following in pairwise(dated):
        year, next_year = section.written.year, following.written.year
        if year and next_year:
            steps.append(366 * (next_year - year) + following.day - section.day)
        else:
            steps.append(_shorter_step(section.day, following.day))
    return sum(step < 0 for step in steps) > sum(step > 0 for step in steps)


def _day_of_year(month: int, day: int) -> int:
    return date(LEAP_YEAR, month, day).timetuple().tm_yday


def _shorter_step(day: int, other: int) -> int:
    """Return the days from one day of a leap year to another, the shorter way round."""
    forward = (other - day) % 366
    return forward if forward <= _HALF_YEAR else forward - 366


def _year_offsets(dated: Sequence[_DatedSection], *, newest_first: bool) -> dict[int, int]:
    """Return, by its line, how many years after the first date each date is, by the turns of the year between them."""
    offsets: dict[int, int] = {}
    year, previous = 0, None
    for section in reversed(dated) if newest_first else dated:
        if previous:
            year += (previous.day + _shorter_step(previous.day, section.day) - 1) // 366
        offsets[section.line], previous = year, section
    return offsets


def _first_year(
    sections: Sequence[Section],
    dated: Sequence[_DatedSection],
    offsets: Mapping[int, int],
    today: date,
    named_year: int | None,
    diagnostics: list[Problem],
) -> int:
    """Return the year from which offsets count: by written years, weekdays, the only year of the text, or today."""
    votes = Counter(section.year - offsets[section.line] for section in dated if section.year)
    if votes:
        return votes.most_common(1)[0][0]
    if not dated:
        return today.year
    last_offset, last_day = max((offsets[section.line], section.day) for section in dated)
    latest = today.year - last_offset - (last_day > _day_of_year(today.month, today.day))
    if any(section.written.weekday is not None for section in dated):
        year = _year_by_weekdays(dated, offsets, latest, named_year)
        message = f"no year is written; the weekdays are those of {year + last_offset} for the last entry"
        diagnostics.append(diagnostic(sections[0].head.number, "guessed-year", message))
        return year
    if named_year:
        message = f"no day has a year; {named_year} is the only one that the file names"
    else:
        message = f"no year is written; the last entry was taken for one of {latest + last_offset}"
    diagnostics.append(diagnostic(sections[0].head.number, "guessed-year", message))
    return named_year or latest


def _year_by_weekdays(
    dated: Sequence[_DatedSection], offsets: Mapping[int, int], latest: int, named_year: int | None
) -> int:
    """Return the year in which most written weekdays are those of their dates: the named one, or else the last one."""

    def matches(first_year: int) -> int:
        days = [
            (section.written.weekday, section.written.resolve(first_year + offsets[section.line], section.order))
            for section in dated
        ]
        return sum(day is not None and day.weekday() == weekday for weekday, day in days)

    years: list[int] = [*filter(None, [named_year]), *range(latest, latest - _WEEKDAY_CYCLE, -1)]
    return max(years, key=matches)


def _year_labels(sections: Sequence[Section], years: Sequence[DayLine]) -> list[int | None]:
    """Return the year that a heading gives each section.

    Either all such headings are above what they label, or all are below: whichever leaves fewer without a year.
    """
    lines = [line.number for line in years]
    counts = [bisect_left(lines, section.head.number) for section in sections]  # of the years above each
    above = [years[count - 1].year if count else None for count in counts]
    below = [years[count].year if count < len(years) else None for count in counts]
    return below if above.count(None) > below.count(None) else above


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
