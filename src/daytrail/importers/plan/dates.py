"""Dates and figures of a plan: the Monday on which its first week begins, its pauses and its hours."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from daytrail.importers.plan.draft import PlanDraft
from daytrail.importers.text.amounts import AMOUNT, AMOUNT_IN_TEXT, AMOUNT_WITHOUT_UNIT, HOUR, hours_of
from daytrail.importers.text.dates import DateOrder, WrittenDate, match_date, match_date_range, match_day_and_month
from daytrail.importers.text.markdown import plain_text, prose
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of

_WEEK, _PER, _WEEKLY, _IN_ALL = (f"(?:{any_of(key)})" for key in ("week", "per", "weekly", "total"))
_PER_WEEK = (
    rf"(?<![\d.,]){AMOUNT_IN_TEXT}(?:\s+[^\W\d]+){{0,2}}?\s*(?:(?:/|{_PER})\s*{_WEEK}|{_WEEKLY})",
    rf"{HOUR}\s+{_PER}\s+{_WEEK}\W{{1,4}}{AMOUNT_WITHOUT_UNIT}",
    rf"\b{_WEEKLY}\b[^\d\n]{{0,30}}{AMOUNT}",
)
_TOTAL = (
    rf"(?<![\d.,]){AMOUNT}\s+(?:(?:{any_of('before_total')}) )?{_IN_ALL}",
    rf"{_IN_ALL}\W{{1,4}}{AMOUNT}(?!\s*(?:/|{_PER}\b))",
)
_START = re.compile(rf"(?i)(?:{any_of('start')})(?:[^\w(]{{1,6}}(?:{any_of('after_start')}))*[^\w(]{{1,6}}(?=\w)")
_YEAR = re.compile(r"\b(20\d\d)(\s?[-–/]\s?(?:20)?\d\d)?\b")
_AUGUST, _SUNDAY = 8, 6
Dates = Sequence[tuple[int, WrittenDate, int]]
"""Numbers of weeks with their dates, and the lines of those in rows."""


def add_figures(plan: PlanDraft, blocks: Sequence[Block], first: int) -> None:
    """Add hours and the start by the text above the first part or week, which has an index, and by dates of weeks."""
    start_line = 0
    for index, block in enumerate(blocks):
        is_pair = block.type is BlockType.ROW and len(block.cells) == 2  # as `Start date` and the date
        is_above = index < first and (is_pair or block.type in (BlockType.TEXT, BlockType.ITEM))
        if is_above or block.type is BlockType.HEADING:
            text = prose(": ".join(map(plain_text, block.cells)) if is_pair else block.text)
            total, hours = _find_hours(_TOTAL, text), find_hours_per_week(text)
            if total and plan.row_hours not in (0, total):
                message = f"the rows have {plan.row_hours:g} hours in all, the text says {total:g}"
                plan.report(block.line, "hours-mismatch", message)
            elif total and is_above:
                plan.figures.setdefault("hours", total)
            plan.add_structure(block, *(block.cells if hours or total else ()))
            if hours and plan.figures.setdefault("hours_per_week", hours) != hours and is_above:
                taken = plan.figures["hours_per_week"]
                plan.report(
                    block.line, "hours-mismatch", f"`hours_per_week` is {taken:g}, but this line says {hours:g}"
                )
            label = _START.search(text) if is_above else None
            if label and (start := find_date(text[label.end() :])):
                start_line = block.line
                plan.add_structure(block, " ".join(block.cells) or label[0])
                number = 1 if 1 in plan.weeks_by_number else min(plan.weeks_by_number, default=1)
                plan.row_dates.insert(0, (number, start.text, block))
    if 0 < plan.figures.get("hours", 0) <= plan.figures.get("hours_per_week", 0):
        del plan.figures["hours"]  # those of one of its weeks
    _add_start(plan, blocks[:first], start_line)


def find_hours_per_week(text: str) -> float:
    """Return the hours a week that a text states, as in `4-6 hours/week`; 0 if it states none."""
    return _find_hours(_PER_WEEK, text)


def _find_hours(patterns: Iterable[str], text: str) -> float:
    matches = (re.search(pattern, text, re.IGNORECASE) for pattern in patterns if re.search(r"\d", text))
    match = next(filter(None, matches), None)
    return round(hours_of(match)[0], 2) if match else 0


def find_date(cell: str) -> WrittenDate | None:
    """Return the first date in a cell of a table of dates."""
    dated = match_leading_date(plain_text(cell))
    return dated[0] if dated else None


def full_date(text: str) -> date | None:
    """Return the date that a text is, if it has a year and can be read in one way only."""
    dated = match_date(text := text.strip())
    written = dated[0] if dated and dated[1] == len(text) else None
    is_clear = written and written.year and not written.year_first and (not written.swapped or "." in text)
    return written.resolve(0, "dmy") if written and is_clear else None


def match_leading_date(text: str) -> tuple[WrittenDate, int] | None:
    """Read the date, perhaps only a day and a month, at the beginning of a text; return it with its end."""
    return match_date_range(text) or match_day_and_month(text, 0)


def year_above(title: str, blocks: Sequence[Block], dates: Iterable[WrittenDate]) -> int | None:
    """Return the year in the titles above the first week; of `2025/26`, the second if the first is before August."""
    titles = [title, *(block.text for block in blocks if block.type is BlockType.HEADING)]
    match, first_date = next(filter(None, map(_YEAR.search, titles)), None), next(iter(dates), None)
    is_later = match and match[2] and first_date and first_date.month < _AUGUST
    return int(match[1]) + bool(is_later) if match else None


def resolve_dates(dates: Sequence[WrittenDate], year: int | None) -> list[date | None]:
    """Return dates in their order; without a year, in that with which their weekdays, or working days, agree best."""
    order: DateOrder = next((written.order for written in dates if written.order), "mdy")
    years = [year] if year else [written.year for written in dates if written.year][:1] or list(range(2020, 2034))

    def in_year(first_year: int) -> list[date | None]:
        days: list[date | None] = []
        last = None
        for written in dates:
            day = written.resolve(first_year, order)
            last = day or last
            days.append(day)
        return days

    def agreement(days: Sequence[date | None]) -> tuple[int, int]:
        known = [(day.weekday(), written.weekday) for day, written in zip(days, dates, strict=True) if day]
        return sum(day == weekday for day, weekday in known), -sum(day in (5, 6) for day, _ in known)

    return max(map(in_year, years), key=agreement)


def _add_start(plan: PlanDraft, above: Sequence[Block], start_line: int) -> None:
    """Add the Monday of week 1, and the pauses, by the dates of weeks in titles or in rows, or a start on a line."""
    titles = [(week.number, written, 0) for week in plan.weeks if (written := _date_in_title(week.title))]
    rows = [(number, written, block.line) for number, cell, block in plan.row_dates if (written := find_date(cell))]
    dates: Dates = titles or rows
    year = year_above(plan.title, above, (written for _, written, _ in dates))
    year = year or next((written.year for _, written, _ in (*dates, *rows) if written.year), None)
    if not any(written.year for _, written, _ in dates) and len({number for number, *_ in dates}) <= 1:
        return
    first_line = dates[0][2] or min(week.line for week in plan.weeks)
    in_text = {match[1] for block in above for match in _YEAR.finditer(prose(block.text))}
    if not year and len(in_text) == 1:
        year = int(in_text.pop())
        plan.report(first_line, "guessed-year", f"the year {year} of the dates was taken from the text above them")
    if not year:
        plan.report(first_line, "unknown-start", "the weeks have dates without a year, so `start` is unknown")
        for _, cell, block in plan.row_dates:
            plan.add_structure(block, cell)
        return
    days = resolve_dates([written for _, written, _ in dates], year)
    if not _add_pauses(plan, mondays := _mondays_of_weeks(plan, dates, days)):
        if mondays:
            plan.report(first_line, "unknown-start", "the dates of the weeks are in no order, so `start` is unknown")
        return
    line, day = next((line, day) for (_, _, line), day in zip(dates, days, strict=True) if day)
    if day.weekday() and (line == start_line or day.weekday() == _SUNDAY or (titles and dates[0][1].is_range)):
        where = "behind" if day < plan.figures["start"] else "before"
        message = f"the plan starts on {day}, a {day:%A}; `start` is the Monday {where} it"
        plan.report(line or first_line, "moved-start", message)
    for _, cell, block in plan.row_dates:
        plan.add_structure(block, cell)


def _mondays_of_weeks(plan: PlanDraft, dates: Dates, days: Sequence[date | None]) -> dict[int, date]:
    """Return the Monday of each week with dates; empty if those of a week are in two weeks of the calendar."""
    mondays: dict[int, date] = {}
    shift = int(2 * sum(day.weekday() == _SUNDAY for day in days if day) >= len(days))  # half begin on Sundays
    for (number, written, line), day in zip(dates, days, strict=True):
        if line and day and written.weekday not in (None, day.weekday()):
            plan.report(line, "wrong-weekday", f"`{written.text}` is taken for {day}, which is a {day:%A}")
        monday = day + timedelta(days=shift - (day.weekday() + shift) % 7) if day else None
        if monday and mondays.setdefault(number, monday) != monday:
            message = f"the dates of week {number} are in two weeks of the calendar, so `start` is unknown"
            plan.report(line or plan.weeks_by_number[number].line, "unknown-start", message)
            return {}
    return mondays


def _add_pauses(plan: PlanDraft, mondays: dict[int, date]) -> bool:
    """Add the start, and the weeks of the calendar that are no week of the plan; return False if they have no order."""
    numbers = sorted(mondays)
    starts = [mondays[number] - timedelta(weeks=number - 1) for number in numbers]  # each moved by the pauses before it
    pauses = []
    for number, start, before in zip(numbers, starts, starts[:1] + starts, strict=False):
        if not timedelta(0) <= start - before <= timedelta(weeks=4):  # a longer pause is none
            return False
        if start > before:
            end = mondays[number] - timedelta(days=1)
            pauses.append({"from": mondays[number] - (start - before), "to": end})
    plan.figures |= {"start": starts[0]} if starts else {}
    plan.figures |= {"pauses": pauses} if pauses else {}
    return bool(starts)


def _date_in_title(title: str) -> WrittenDate | None:
    """Return the first range of dates in the title of a week;."""
    offsets = (match.start() for match in re.finditer(r"\b[^\W_]", title))
    return next((written[0] for at in offsets if (written := match_date_range(title, at))), None)
