"""Headings of months and weeks, and what is below them that their month or week dates."""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

from daytrail.importers.text.dates import (
    DateOrder,
    WrittenDate,
    match_date,
    match_day_and_month,
    match_month,
    match_weekday,
)
from daytrail.importers.text.vocabulary import any_of

_YEAR_OF_MONTH = re.compile(rf"\W*(?:(?:{any_of('of_year_in_heading')})\s+)?(?P<year>(?:19|20)\d\d)?\W*")
_ISO_WEEK = re.compile(
    r"\b(?P<year>20\d\d)[-_ ]?W(?P<week>\d\d?)\b"
    rf"|\b(?:{any_of('calendar_week', 'calendar_week_sign')})\s?(?P<week2>\d\d?)[ ,/-]+(?P<year2>20\d\d)\b",
    re.IGNORECASE,
)
_WEEK_OF = re.compile(
    rf"(?:{any_of('week', 'calendar_week')})\b\s*(?:#?\d\d?(?!\w|[/.]\d))?[\s:–—(\[,-]*"
    rf"(?:(?:{any_of('week_of')})\b)?\s*",
    re.IGNORECASE,
)
_RANGE_SIGN = re.compile(rf"\s*(?:[-–—]|{any_of('to_date', 'and')})\s*")
_DAY_AND_MONTH = re.compile(r"\d{1,2}[/.]\d{1,2}(?![\d/])")
_DAY_TO_DAY = re.compile(r"\d{1,2}/\d{1,2}\s*[-–—]\s*\d{1,2}/\d{1,2}")
_DAY_RANGE = re.compile(r"(?<![\d/.-])(\d{1,2})\s*[-–—]\s*(\d{1,2})(?![\d/.-])")
_GLUED_RANGE = re.compile(r"(\d{1,2}\.\d{1,2}\.(?:\d\d){0,2})[-–—](?=\d{1,2}\.\d{1,2}\.)")
"""As in `4.5.26-11.5.26`."""
_DAY_NUMBER = re.compile(
    rf"(?P<day>\d{{1,2}})(?:{any_of('ordinal', 'ordinal_of_first_day')}|º|\.)?"
    rf"(?P<last>\s?(?:[-–&]|{any_of('and')})\s?\d{{1,2}}(?:{any_of('ordinal')}|º|\.)?)?(?!\d|/\d)(?P<rest>.*)$",
    re.IGNORECASE,
)
_ANY_YEAR = 2023
"""Stands in for an unknown year, to count days in; no leap year."""
LONGEST_WEEK = 60
"""Characters of a line that is nothing but a week."""
_SHORTEST, _LONGEST = 3, 7
"""Days between the first and the last one of a week; fewer are an entry for several days."""


@dataclass(frozen=True, slots=True)
class DateContext:
    """The month or the week that a heading names."""

    month: int | None = None
    year: int | None = None
    monday: date | None = None
    """The day from which weekdays are counted; if it is written without a year, in `_ANY_YEAR`."""
    has_year: bool = True
    """True if the year of the first day of the week is known."""
    first_day: WrittenDate | None = None
    """The first day of the week as it is written, if no other day is."""
    is_from_monday: bool = False
    """True if the week has five or seven days; it then begins with a Monday in the year that is to be found."""

    def day_of_week(self, weekday: int | None, text: str) -> WrittenDate | None:
        """Return a day of the week, Monday being 0 and None the first day, as a date; None for a month."""
        if not self.monday:
            return None
        if self.first_day and (weekday is None or not (weekday or self.has_year)):
            return replace(self.first_day, text=text)
        first = self.monday.weekday() if self.has_year else 0
        day = self.monday + timedelta(days=0 if weekday is None else (weekday - first) % 7)
        if self.has_year:
            return WrittenDate(text, day.month, day.day, day.year)
        return WrittenDate(text, day.month, day.day, weekday=(weekday or 0) if self.is_from_monday else None)


def read_date_context(text: str, above: DateContext | None = None, *, is_file_name: bool = False) -> DateContext | None:
    """Read a heading or a file name that is a month (`March 2026`) or a week (`Week of March 2`, `2026-W10`).

    A week without a year that begins in the month above it has the year of that.
    """
    text = _GLUED_RANGE.sub(r"\1 - ", re.sub(r"^[\W_]+|[\s*_:#\[\]()]+$", "", text))
    if match := _ISO_WEEK.search(text):
        year, week = int(match["year"] or match["year2"]), int(match["week"] or match["week2"])
        try:
            return DateContext(monday=date.fromisocalendar(year, week, 1))
        except ValueError:
            return None
    if (month := match_month(text)) and (year_match := _YEAR_OF_MONTH.fullmatch(text, month[1])):
        return DateContext(month=month[0], year=int(year_match["year"]) if year_match["year"] else None)
    prefix = _WEEK_OF.match(text)
    first_days = _DAY_RANGE.sub(r"\1", text[prefix.end() if prefix else 0 :])
    is_sure = bool(prefix and prefix.end()) or _DAY_TO_DAY.fullmatch(first_days) is not None
    if not (first := _match_day(first_days, 0, is_sure=is_sure)):
        return None
    sign = _RANGE_SIGN.match(first_days, first[1])
    last = _match_day(first_days, sign.end(), is_sure=is_sure) if sign else None
    day_range = _DAY_RANGE.search(text)
    order = _order_of_week(first[0], last[0] if last else first[0])
    days = (
        int(day_range[2]) - int(day_range[1]) if day_range else _days_between(first[0], last[0], order) if last else 0
    )
    if not (is_file_name or _SHORTEST <= days <= _LONGEST or (prefix and prefix.end())):
        return None
    first_year = first[0].year or (last[0].year if last else None)
    first_year = first_year or (above.year if above and above.month == first[0].month else None)
    if not (day := first[0].resolve(first_year or _ANY_YEAR, order)):
        return None
    # The weekday is unknown without a year; then a week that is named by a day is taken to begin with it.
    is_range = bool(last or day_range)
    monday = day - timedelta(days=day.weekday() if first_year and not is_range else 0)
    first_day = None if is_range else replace(first[0], year=first_year)
    return DateContext(monday=monday, has_year=bool(first_year), first_day=first_day, is_from_monday=days in (4, 6))


def _match_day(text: str, start: int, *, is_sure: bool) -> tuple[WrittenDate, int] | None:
    """Read a date; day and month in numbers only if it is sure that it is one."""
    numbers = _DAY_AND_MONTH.match(text, start) if is_sure else None
    in_numbers = (match_date(f"{numbers[0]}.") or match_day_and_month(numbers[0], 0)) if numbers else None
    return match_date(text, start) or (numbers and in_numbers and (in_numbers[0], numbers.end()))


def _order_of_week(first: WrittenDate, last: WrittenDate) -> DateOrder:
    """Return the order of day and month in which a week is at most seven days long, and begins with a Monday."""

    def fits(order: DateOrder) -> tuple[bool, bool]:
        day = first.resolve(_ANY_YEAR, order)
        return 0 <= _days_between(first, last, order) <= _LONGEST, bool(day and day.weekday() == 0)

    return "dmy" if fits("dmy") > fits("mdy") else "mdy"


def _days_between(first: WrittenDate, last: WrittenDate, order: DateOrder) -> int:
    start, end = (written.resolve(last.year or _ANY_YEAR, order) for written in (first, last))
    return (end - start).days if start and end else 0


def read_day_in_context(context: DateContext, text: str) -> tuple[WrittenDate, str] | None:
    """Read a heading below a month or a week, the number of a day or a weekday, as a date and the title behind it."""
    before = match_weekday(text)
    if before and (day := context.day_of_week(before[0], text[: before[1]])):
        rest = text[before[1] :]
        second = _RANGE_SIGN.match(rest) or re.match(r"\s*[&+/]\s*", rest)
        if second and (last := match_weekday(rest[second.end() :])):
            day, rest = replace(day, is_range=True), rest[second.end() + last[1] :]
        same_day = re.match(rf"\s+{day.day}(?:{any_of('ordinal')}|\.)?(?!\d)", rest)
        rest = rest[same_day.end() :] if same_day else rest
        return (day, rest) if re.match(r"[\s:–—|,.()*_-]*$|[\s*_]*[:–—|(-]", rest) else None
    if before:  # `Mon 12`
        text = text[before[1] :].lstrip(" ,.")
        if context.month and (dated := match_day_and_month(text, 0)):  # `Wed 14/1`
            return replace(dated[0], weekday=before[0]), text[dated[1] :]
    if context.month and (match := _DAY_NUMBER.match(text.strip(" *_"))):
        number, rest = int(match["day"]), match["rest"]
        weekday = match_weekday(rest.lstrip(" ,(–—-")) or before
        if weekday and weekday is not before:
            rest = rest.lstrip(" ,(–—-")[weekday[1] :].lstrip(")] ")
        if 1 <= number <= 31 and (weekday or re.match(r"\s*$|\s*[:–—|(]|\s+-\s", rest)):
            named = weekday[0] if weekday else None
            text = match[0].removesuffix(match["rest"])
            return WrittenDate(text, context.month, number, context.year, None, named, match["last"] is not None), rest
    return None
