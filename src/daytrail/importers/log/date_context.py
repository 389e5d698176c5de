"""Headings of months and weeks, and what is below them that their month or week dates."""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

from daytrail.importers.text.dates import (
    WrittenDate,
    match_date,
    match_date_range,
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
    rf"(?:[^\W\d][^\d:–—|-]{{0,40}}\s?[:–—|-]\s)?(?:{any_of('week', 'weeks', 'calendar_week')})\b\s*"
    r"(?:#?\d\d?(?!\w|[/.]\d))?[\s:–—(\[,-]*"
    rf"(?:(?:{any_of('week_of')})\b)?\s*",
    re.IGNORECASE,
)
_GLUED_RANGE = re.compile(r"(?<=\d\.|\d\d)[-–—](?=\d{1,2}\.\d{1,2}\.)")
"""As in `4.5.26-11.5.26`."""
_DAY_RANGE = re.compile(r"(?<![\d/.-])(\d{1,2})\s*[-–—]\s*(\d{1,2})(?![\d/.-])")
_BETWEEN_DAYS = re.compile(rf"\s*[-–—]\s*|\s(?:{any_of('to_date', 'and')})\s")
_SECOND_DAY = re.compile(rf"\s*(?:[-–—&+/]|{any_of('to_date', 'and')})\s*")
_ANY_MONTH = "March "
"""Stands in for the month in the heading above."""
_LENGTHS = (4, 6)
"""Days from a Monday to the last day of its week."""
_LONGEST_WEEK = 7
"""Days from the first day of a week to one that people count to it."""
_ANY_YEAR = 2023
"""Stands in for an unknown year; no leap year."""
LONGEST_WEEK = 60
"""Characters of a line that is nothing but a week."""


@dataclass(frozen=True, slots=True)
class DateContext:
    """The month or the week that a heading names."""

    month: int | None = None
    year: int | None = None
    first_day: WrittenDate | None = None
    """The first day of a week."""
    start: date | None = None
    """The same as a date, if it has a year."""

    def year_of(self, written: WrittenDate) -> int | None:
        """Return the year of a date in the month, or in the week, if that has a year."""
        if not self.start:
            return self.year if written.month == self.month else None
        days = (written.resolve(year, "mdy") for year in (self.start.year, self.start.year + 1))
        return next((day.year for day in days if day and 0 <= (day - self.start).days <= _LONGEST_WEEK), None)

    def day_of_week(self, weekday: int, text: str) -> WrittenDate | None:
        """Return a day of the week, Monday being 0, as a date; None without a week that has a year."""
        if not self.start:
            return None
        day = self.start + timedelta(days=(weekday - self.start.weekday()) % 7)
        return WrittenDate(text, day.month, day.day, day.year)


def read_date_context(text: str, *, is_file_name: bool = False) -> DateContext | None:
    """Read a heading or a file name that is a month (`March 2026`) or a week (`Week of March 2`, `2026-W10`)."""
    text = _GLUED_RANGE.sub(" - ", re.sub(r"^[\W_]+|[\s*_:#\[\]()]+$", "", text))
    if match := _ISO_WEEK.search(text):
        year, week = int(match["year"] or match["year2"]), int(match["week"] or match["week2"])
        return _week_from(date.fromisocalendar(year, week, 1)) if 0 < week < 53 else None
    if (month := match_month(text)) and (year_match := _YEAR_OF_MONTH.fullmatch(text, month[1])):
        return DateContext(month=month[0], year=int(year_match["year"]) if year_match["year"] else None)
    prefix = _WEEK_OF.match(text)
    if not (prefix or is_file_name):
        return None
    days = _DAY_RANGE.sub(r"\1", text[prefix.end() if prefix else 0 :])
    dated = match_date_range(days) or match_day_and_month(days, 0)
    if not dated:
        return None
    first = replace(dated[0], text=text, is_range=False)
    is_range = dated[0].is_range or len(days) < len(text[prefix.end() if prefix else 0 :])
    is_dated = first.year or first.weekday is not None
    if not is_dated and _is_from_monday(text[prefix.end() if prefix else 0 :]):
        first = replace(first, weekday=0)
    starts = [first.resolve(first.year, order) for order in ("mdy", "dmy")] if first.year else []
    start = next((day for day in starts if day and not (first.swapped and day.weekday())), None)  # Mondays are sure
    # A week that is named by a day of it begins with its Monday.
    if start and is_range:
        return _week_from(start, dated[0].text, is_falling=dated[0].is_falling)
    return DateContext(first_day=first, start=start and start - timedelta(days=start.weekday()))


def _is_from_monday(days: str) -> bool:
    """Return whether a week has five or seven days, and so begins with a Monday in the year that is to be found."""
    if in_month := _DAY_RANGE.search(days):
        return int(in_month[2]) - int(in_month[1]) in _LENGTHS
    ends = [end[0] for part in _BETWEEN_DAYS.split(days) if (end := match_date(part) or match_day_and_month(part, 0))]
    if not ends:
        return False
    first, last = ([one.resolve(_ANY_YEAR, order) for order in ("mdy", "dmy")] for one in (ends[0], ends[-1]))
    return any(start and end and (end - start).days in _LENGTHS for start, end in zip(first, last, strict=True))


def _week_from(start: date, text: str = "", *, is_falling: bool = False) -> DateContext:
    first_day = WrittenDate(text or str(start), start.month, start.day, start.year, is_falling=is_falling)
    return DateContext(first_day=first_day, start=start)


def read_day_in_context(context: DateContext, text: str) -> tuple[WrittenDate, str] | None:
    """Read a heading below a month or a week, the number of a day or a weekday, as a date and the title behind it."""
    before = match_weekday(text)
    if before and (day := context.day_of_week(before[0], text[: before[1]])):
        rest = text[before[1] :]
        second = _SECOND_DAY.match(rest)
        if second and (last := match_weekday(rest[second.end() :])):
            day, rest = replace(day, is_range=True), rest[second.end() + last[1] :]
        rest = re.sub(rf"^\s+{day.day}(?:{any_of('ordinal')}|\.)?(?!\d)", "", rest)
        return (day, rest) if re.match(r"[\s:–—|,.()*_-]*$|[\s*_]*[:–—|()-]", rest) else None
    text = text[before[1] :].lstrip(" ,.") if before else text  # `Mon 12`
    text = text.strip(" *_")
    dated = match_date_range(_ANY_MONTH + text) if context.month and re.match(r"\d\d?(?![\d/])", text) else None
    if not dated or dated[0].year:
        return None
    written, rest = dated[0], text[dated[1] - len(_ANY_MONTH) :].lstrip(")")
    weekday = before[0] if before else written.weekday
    if weekday is None and not re.match(r"\s*$|\s*[:–—|(]|\s+-\s", rest):
        return None
    written = replace(written, text=written.text.removeprefix(_ANY_MONTH), month=context.month or 0)
    return replace(written, year=context.year, weekday=weekday), rest
