"""Headings that date the headings below them: a month above day numbers, a week above weekdays."""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

from daytrail.importers.text.dates import WrittenDate, match_date, match_month, match_weekday

_WEEK = r"(?:week|wk|kw|woche|semaine|semana|settimana)"
_ISO_WEEK = re.compile(
    r"\b(?P<year>20\d\d)[-_ ]?W(?P<week>\d\d?)\b|\b(?:KW|CW|W)\s?(?P<week2>\d\d?)[ ,/-]+(?P<year2>20\d\d)\b",
    re.IGNORECASE,
)
_WEEK_OF = re.compile(
    rf"{_WEEK}\b\s*(?:#?\d{{1,2}}(?=\W|$))?[\s:–—(,-]*(?:(?:of|from|beginning|starting|vom|du|del|da|dal)\b)?\s*",
    re.IGNORECASE,
)
_RANGE_SIGN = re.compile(r"\s*(?:-|–|—|to|bis|au|al?|até)\s*")
_DAY_RANGE = re.compile(r"(?<![\d/.-])(\d{1,2})\s*[-–—]\s*(\d{1,2})(?![\d/.-])")
_DAY = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?(?:\s?(?:-|–|&|and|und|y|et|e)\s?\d{1,2}(?:st|nd|rd|th|º|\.)?)?(?!\d)(?P<rest>.*)$",
    re.IGNORECASE,
)
_ANY_YEAR = 2023
"""Stands in for an unknown year, to count days in; no leap year."""
_SHORTEST, _LONGEST = 3, 7
"""Days between the first and the last one of a week; fewer are an entry for several days."""


@dataclass(frozen=True, slots=True)
class DateContext:
    """The month or the week that a heading names."""

    month: int | None = None
    year: int | None = None
    monday: date | None = None
    """The first day of the week; if it is written without a year, in `_ANY_YEAR`."""
    has_year: bool = True
    """Whether the year of the first day of the week is known."""


def read_date_context(text: str, *, is_file_name: bool = False) -> DateContext | None:
    """Read a heading or a file name that is a month (`March 2026`) or a week (`Week of March 2`, `2026-W10`)."""
    text = text.strip(" *_:#[]()")
    if match := _ISO_WEEK.search(text):
        year, week = int(match["year"] or match["year2"]), int(match["week"] or match["week2"])
        try:
            return DateContext(monday=date.fromisocalendar(year, week, 1))
        except ValueError:
            return None
    if (month := match_month(text)) and re.fullmatch(
        r"\W*(?:(?:de|di)\s+)?(?P<year>(?:19|20)\d\d)?\W*", rest := text[month[1] :]
    ):
        written_year = re.search(r"\d{4}", rest)
        return DateContext(month=month[0], year=int(written_year[0]) if written_year else None)
    prefix = _WEEK_OF.match(text)
    first_days = _DAY_RANGE.sub(r"\1", text[prefix.end() if prefix else 0 :])
    if not (first := match_date(first_days)):
        return None
    last = match_date(first_days, sign.end()) if (sign := _RANGE_SIGN.match(first_days, first[1])) else None
    day_range = _DAY_RANGE.search(text)
    days = int(day_range[2]) - int(day_range[1]) if day_range else _days_between(first[0], last[0]) if last else 0
    if not (is_file_name or _SHORTEST <= days <= _LONGEST or (prefix and prefix.end())):
        return None
    return _week_from(replace(first[0], year=first[0].year or (last[0].year if last else None)))


def _days_between(first: WrittenDate, last: WrittenDate) -> int:
    start, end = (written.resolve(last.year or _ANY_YEAR, "mdy") for written in (first, last))
    return (end - start).days if start and end else 0


def _week_from(first: WrittenDate) -> DateContext | None:
    try:
        day = date(first.year or _ANY_YEAR, first.month, first.day)
    except ValueError:
        return None
    # The weekday is unknown without a year; then a week that is named by a day is taken to begin with it.
    monday = day - timedelta(days=day.weekday() if first.year else 0)
    return DateContext(monday=monday, has_year=bool(first.year))


def read_day_in_context(context: DateContext, text: str) -> tuple[WrittenDate, str] | None:
    """Read a heading below a month or a week: the number of a day or a weekday.

    Returns:
        The date, and the title behind it.
    """
    if context.monday and (weekday := match_weekday(text)):
        day = context.monday + timedelta(days=weekday[0])
        rest = text[weekday[1] :]
        if re.match(r"[\s:–—|,.()-]*$|\s*[:–—|(-]", rest):
            return WrittenDate(text[: weekday[1]], day.month, day.day, day.year if context.has_year else None), rest
    before = match_weekday(text) if context.month else None
    if before:  # `Mon 12`
        text = text[before[1] :].lstrip(" ,.")
    if context.month and (match := _DAY.match(text.strip(" *_"))):
        number, rest = int(match["day"]), match["rest"]
        weekday = match_weekday(rest.lstrip(" ,(–—-")) or before
        if weekday and weekday is not before:
            rest = rest.lstrip(" ,(–—-")[weekday[1] :].lstrip(")] ")
        if 1 <= number <= 31 and (weekday or re.match(r"\s*$|\s*[:–—|(]|\s+-\s", rest)):
            named = weekday[0] if weekday else None
            return WrittenDate(match[0], context.month, number, context.year, None, named), rest
    return None
