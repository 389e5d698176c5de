"""Dates of a log's sections, by the evidence of the whole document."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from daytrail.importers.log.document import MIN_DAYS, DayLine
from daytrail.importers.text.dates import LEAP_YEAR, DateOrder, WrittenDate
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.problems import Problem

_ORDERS: tuple[DateOrder, ...] = ("mdy", "dmy")
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
class _Dated:
    """A line with a date that exists in its year, or in a leap year if it has none."""

    line: int
    written: WrittenDate
    day: int
    """The day of a leap year, from 1."""
    year: int | None
    """The year that is written, or that a heading gives it."""


def date_lines(
    lines: Sequence[DayLine],
    years: Sequence[DayLine],
    today: date,
    order: DateOrder | None = None,
    named_year: int | None = None,
) -> SectionDates:
    """Return the dates of lines that begin days, in the order of the file.

    No guessed date is after `today`. The order of day and month is guessed if it is not given. Lines in `years` are
    nothing but a year; `named_year` is the only year in the text outside the days.
    """
    diagnostics: list[Problem] = []
    marks = [line.mark.date for line in lines]
    first_line = lines[0].number if lines else 1
    chosen = order
    if not chosen:
        chosen, is_year_first, example = _guess_order([mark for mark in marks if mark], today)
        marks = [mark and _year_first(mark) for mark in marks] if is_year_first else marks
        words = "day first" if chosen == "dmy" else "month first"
        message = f"{example.text} and the like were read {words}; --dates says otherwise" if example else ""
        message = (
            "the first of three numbers was read as the year; --dates says otherwise" if is_year_first else message
        )
        number = next((line.number for line, mark in zip(lines, marks, strict=True) if mark is example), first_line)
        diagnostics += [diagnostic(number, "guessed-date-order", message)] if message else []
    marks = [mark and _in_order(mark, chosen) for mark in marks]
    labels = _year_labels(lines, years)
    dated = [
        _Dated(line.number, mark, day.timetuple().tm_yday, mark.year or label)
        for line, mark, label in zip(lines, marks, labels, strict=True)
        if mark and (day := replace(mark, year=None).resolve(LEAP_YEAR, chosen))
    ]
    newest_first = _is_newest_first(dated)
    offsets = _year_offsets(dated, newest_first=newest_first)
    first_year, doubt = _first_year(dated, offsets, today, named_year, chosen)
    diagnostics += [diagnostic(first_line, "guessed-year", doubt)] if doubt else []
    dates: list[date | None] = []
    for line, mark, label in zip(lines, marks, labels, strict=True):
        day = mark.resolve(label or first_year + offsets.get(line.number, 0), chosen) if mark else None
        if mark and day is None:
            year = mark.year or label or first_year + offsets.get(line.number, 0)
            message = f"{mark.text} is not in the calendar of {year}"
            diagnostics.append(diagnostic(line.number, "impossible-date", message))
        dates.append(day)
    goal = _goal(lines, dates, diagnostics)
    return SectionDates(tuple(dates), chosen, newest_first, goal, tuple(diagnostics))


def _guess_order(marks: Sequence[WrittenDate], today: date) -> tuple[DateOrder, bool, WrittenDate | None]:
    """Return the order of day and month that numbers prove, or else that with smaller steps, and an ambiguous date.

    The second value is true if the first of three numbers is the year. A future date is no evidence: nobody has written
    about it yet.
    """

    def is_in_future(mark: WrittenDate, order: DateOrder) -> bool:
        day = mark.resolve(mark.year, order) if mark.year else None
        return bool(day and day > today)

    def steps(days: Sequence[date]) -> int:
        return sum(abs((after - day).days) for day, after in pairwise(days)) + _HALF_YEAR * (len(marks) - len(days))

    costs = {order: steps(nearest_dates(marks, order)) for order in _ORDERS}
    costs = {order: cost + 366 * sum(is_in_future(mark, order) for mark in marks) for order, cost in costs.items()}
    years_first = [mark.year_first for mark in marks]
    is_year_first = (
        len(marks) >= MIN_DAYS and all(years_first) and steps([*filter(None, years_first)]) < min(costs.values())
    )
    sure = [(mark.order, mark.day) for mark in marks if mark.order and not is_in_future(mark, mark.order)]
    # With dots, the day is first unless another date proves that it is not.
    if proven := Counter(order for order, day in sure if day > _MONTHS) or Counter(order for order, _ in sure):
        return proven.most_common(1)[0][0], is_year_first, None
    named = [mark for mark in marks if mark.year and mark.weekday is not None]
    votes = {order: sum(_has_its_weekday(mark, mark.year, order) for mark in named) for order in _ORDERS}
    if votes["mdy"] != votes["dmy"]:
        return max(_ORDERS, key=votes.__getitem__), is_year_first, None
    ambiguous = next((mark for mark in marks if mark.swapped), None)
    return "dmy" if ambiguous and costs["dmy"] < costs["mdy"] else "mdy", is_year_first, ambiguous


def nearest_dates(dates: Sequence[WrittenDate], order: DateOrder) -> list[date]:
    """Return the dates that exist, those without a year as near as possible to the one before."""
    days: list[date] = []
    for written in dates:
        year = days[-1].year if days else next((one.year for one in dates if one.year), LEAP_YEAR)
        found = [day for one in (year, year - 1, year + 1) if (day := written.resolve(one, order))]
        days += sorted(found, key=lambda day: abs(day - days[-1]) if days else timedelta())[:1]
    return days


def _has_its_weekday(mark: WrittenDate, year: int | None, order: DateOrder) -> bool:
    day = mark.resolve(year, order) if year else None
    return day is not None and day.weekday() == mark.weekday


def _year_first(written: WrittenDate) -> WrittenDate:
    day = written.year_first
    return replace(written, year=day.year, month=day.month, day=day.day, swapped=None, order=None) if day else written


def _in_order(written: WrittenDate, order: DateOrder) -> WrittenDate:
    """Return a date whose numbers are read in an order, though they are rarely written so, as `7.5.2025` for July 5."""
    is_other = order == "mdy" and written.order == "dmy" and written.day <= _MONTHS
    return replace(written, month=written.day, day=written.month, order=order) if is_other else written


def _is_newest_first(dated: Sequence[_Dated]) -> bool:
    """Return whether most steps between dates go back; without years, a step is the shorter way round the year."""
    steps = []
    for one, after in pairwise(dated):
        years = [day.written.year or 0 for day in (one, after)]
        step = 366 * (years[1] - years[0]) + after.day - one.day
        steps.append(step if all(years) else _shorter_step(one.day, after.day))
    return sum(step < 0 for step in steps) > sum(step > 0 for step in steps)


def _shorter_step(day: int, other: int) -> int:
    """Return the days from one day of a leap year to another, the shorter way round."""
    forward = (other - day) % 366
    return forward if forward <= _HALF_YEAR else forward - 366


def _year_offsets(dated: Sequence[_Dated], *, newest_first: bool) -> dict[int, int]:
    """Return, by its line, how many years after the first date each date is, by the turns of the year between them."""
    offsets: dict[int, int] = {}
    year, previous = 0, None
    for one in reversed(dated) if newest_first else dated:
        if previous:
            year += (previous.day + _shorter_step(previous.day, one.day) - 1) // 366
        offsets[one.line], previous = year, one
    return offsets


def _first_year(
    dated: Sequence[_Dated], offsets: dict[int, int], today: date, named_year: int | None, order: DateOrder
) -> tuple[int, str]:
    """Return the year from which offsets count, by written years, weekdays, the only year of the text, or today.

    The doubt about it, if it is a guess, is returned with it.
    """
    votes = Counter(one.year - offsets[one.line] for one in dated if one.year)
    if votes or not dated:
        return (votes.most_common(1)[0][0] if votes else today.year), ""
    last_offset, last_day = max((offsets[one.line], one.day) for one in dated)
    latest = today.year - last_offset - (last_day > today.replace(year=LEAP_YEAR).timetuple().tm_yday)
    if any(one.written.weekday is not None for one in dated):

        def matches(first_year: int) -> int:
            return sum(_has_its_weekday(one.written, first_year + offsets[one.line], order) for one in dated)

        years: list[int] = [*filter(None, [named_year]), *range(latest, latest - _WEEKDAY_CYCLE, -1)]
        year = max(years, key=matches)
        if year == named_year and matches(year) == sum(one.written.weekday is not None for one in dated):
            return year, ""  # what the file names and all weekdays agree
        other = f", though the file names {named_year}" if named_year and named_year != year else ""
        return year, f"no year is written; the weekdays are those of {year + last_offset} for the last entry{other}"
    if named_year:
        return named_year, f"no day has a year; {named_year} is the only one that the file names"
    return latest, f"no year is written; the last entry was taken for one of {latest + last_offset}"


def _year_labels(lines: Sequence[DayLine], years: Sequence[DayLine]) -> list[int | None]:
    """Return the year that a heading gives each line.

    Either all such headings are above what they label, or all are below: whichever leaves fewer without a year.
    """
    numbers = [line.number for line in years]
    counts = [bisect_left(numbers, line.number) for line in lines]  # of the years above each
    above = [years[count - 1].year if count else None for count in counts]
    below = [years[count].year if count < len(years) else None for count in counts]
    return below if above.count(None) > below.count(None) else above


def _goal(lines: Sequence[DayLine], dates: Sequence[date | None], diagnostics: list[Problem]) -> date | None:
    """Return the day to which most lines count down; the others are reported."""
    goals = [
        (line, day + timedelta(days=line.mark.days_left))
        for line, day in zip(lines, dates, strict=True)
        if day and line.mark.days_left is not None
    ]
    goal = Counter(day for _, day in goals).most_common(1)[0][0] if goals else None
    for line, day in goals:
        if day != goal:
            message = f"T-{line.mark.days_left} points to {day}, the others to {goal}"
            diagnostics.append(diagnostic(line.number, "countdown-mismatch", message))
    return goal
