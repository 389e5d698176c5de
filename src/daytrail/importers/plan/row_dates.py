"""Dates in the tables and titles of a plan, and the Monday on which its first week begins."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any

from daytrail.importers.plan.draft import PlanDraft
from daytrail.importers.text.dates import (
    DateOrder,
    WrittenDate,
    match_date_range,
    match_day_and_month,
)
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.outline import Block, BlockType

_WEEK = timedelta(weeks=1)
_AUGUST = 8


def find_date(cell: str) -> WrittenDate | None:
    """Return the first date in a cell of a table of dates."""
    dated = match_leading_date(plain_text(cell))
    return dated[0] if dated else None


def match_leading_date(text: str) -> tuple[WrittenDate, int] | None:
    """Read the date, perhaps only a day and a month, at the beginning of a text; return it with its end."""
    return match_date_range(text) or match_day_and_month(text, 0)


def year_above(plan_title: str, blocks: Sequence[Block], first: int, dates: Iterable[WrittenDate]) -> int | None:
    """Return the year that the title of a plan, or a heading above its first week, names.

    Of two, as in `2025/26`, it is the second if the first date is before August.
    """
    titles = [plan_title, *(block.text for block in blocks[:first] if block.type is BlockType.HEADING)]
    matches = (re.search(r"\b(20\d\d)(\s?[-–/]\s?(?:20)?\d\d)?\b", title) for title in titles)
    match, first_date = next(filter(None, matches), None), next(iter(dates), None)
    is_later = match and match[2] and first_date and first_date.month < _AUGUST
    return int(match[1]) + bool(is_later) if match else None


def resolve_dates(dates: Sequence[WrittenDate], year: int | None) -> list[date | None]:
    """Return the dates of a table in their order.

    Without any year, it is the first one that their weekdays agree with, or in which fewest of them are on weekends.
    """
    order: DateOrder = next((written.order for written in dates if written.order), "mdy")
    years = [year] if year else [written.year for written in dates if written.year][:1] or list(range(2020, 2034))

    def in_year(first_year: int) -> list[date | None]:
        days: list[date | None] = []
        last = None
        for written in dates:
            day = written.resolve(first_year, order)
            if day and last and not written.year and day.month < last.month - 6:
                day = written.resolve(first_year + 1, order)
            last = day or last
            days.append(day)
        return days

    def agreement(days: Sequence[date | None]) -> tuple[int, int]:
        known = [(day.weekday(), written.weekday) for day, written in zip(days, dates, strict=True) if day]
        return sum(day == weekday for day, weekday in known), -sum(day in (5, 6) for day, _ in known)

    return max(map(in_year, years), key=agreement)


def find_start(plan: PlanDraft, blocks: Sequence[Block], first_week: int, start_line: int) -> dict[str, Any]:
    """Return the Monday of week 1, and the pauses, by the dates of weeks in titles or in rows; empty if unknown.

    The plan may state its start on a line of its own, which is perhaps not a Monday.
    """
    titles = [(week.number, written, 0) for week in plan.weeks if (written := _date_in_title(week.title))]
    rows = [(number, written, line) for number, cell, line in plan.row_dates if (written := find_date(cell))]
    dates = titles or rows
    year = year_above(plan.title, blocks, first_week, (written for _, written, _ in dates)) or next(
        (written.year for _, written, _ in (*dates, *rows) if written.year), None
    )
    is_evident = len({number for number, _, _ in dates}) > 1 or any(written.year for _, written, _ in dates)
    if is_evident and not year:
        line = dates[0][2] or min(week.line for week in plan.weeks)
        plan.report(line, "unknown-start", "the weeks have dates without a year, so `start` is unknown")
    if not year or not is_evident:
        return {}
    days = resolve_dates([written for _, written, _ in dates], year)
    mondays = _mondays_of_weeks(plan, dates, days)
    if not mondays:
        return {}
    first = min(mondays)
    start = mondays[first] - (first - 1) * _WEEK
    pauses = _pauses(start, mondays)
    if pauses is None:
        return {}
    line, day = next((line, day) for (_, _, line), day in zip(dates, days, strict=True) if day)
    if day.weekday() and (line == start_line or (titles and dates[0][1].is_range)):
        message = f"the plan starts on {day}, a {day:%A}; `start` is the Monday before it"
        plan.report(line or min(week.line for week in plan.weeks), "moved-start", message)
    for _, cell, line in plan.row_dates:
        plan.ledger.add_structure([line], cell)
    for week in plan.weeks:
        if _is_numbers(week.title) and find_date(week.title):
            plan.ledger.add_structure([week.line], week.title)
            week.title = f"Week {week.number}"
    return {"start": start} | ({"pauses": pauses} if pauses else {})


def _mondays_of_weeks(
    plan: PlanDraft, dates: Sequence[tuple[int, WrittenDate, int]], days: Sequence[date | None]
) -> dict[int, date]:
    """Return the Monday of each week with dates; empty if those of a week are in two weeks of the calendar."""
    mondays: dict[int, date] = {}
    for (number, written, line), day in zip(dates, days, strict=True):
        if line and day and written.weekday not in (None, day.weekday()):
            plan.report(line, "wrong-weekday", f"`{written.text}` is taken for {day}, which is a {day:%A}")
        if day and mondays.setdefault(number, monday := day - timedelta(days=day.weekday())) != monday:
            message = f"the dates of week {number} are in two weeks of the calendar, so `start` is unknown"
            plan.report(line or plan.weeks_by_number[number].line, "unknown-start", message)
            return {}
    return mondays


def _pauses(start: date, mondays: dict[int, date]) -> list[dict[str, date]] | None:
    """Return the weeks of the calendar that are no week of the plan; None if its weeks are not in order."""
    pauses = []
    for number in sorted(mondays):
        expected = start + (number - 1) * _WEEK
        if not timedelta(0) <= mondays[number] - expected <= 4 * _WEEK:  # a longer pause is none
            return None
        if mondays[number] > expected:
            pauses.append({"from": expected, "to": mondays[number] - timedelta(days=1)})
            start += mondays[number] - expected
    return pauses


def _is_numbers(title: str) -> bool:
    """Tell whether a title has no letters, as `6/11 - 6/15`."""
    return not re.search(r"[^\W\d]", title)


def _date_in_title(title: str) -> WrittenDate | None:
    """Return the first range of dates in the title of a week; any date if the title has no letters."""
    if _is_numbers(title):
        return find_date(title)
    offsets = (at for at, character in enumerate(title) if character.isalnum())
    return next((written[0] for at in offsets if (written := match_date_range(title, at))), None)
