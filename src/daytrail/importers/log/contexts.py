"""Headings that date what stands below them: a month above bare days, a week above weekdays."""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

from daytrail.importers.text.dates import Written, date_at, month_at, weekday_at

_WEEK = r"(?:week|wk|kw|woche|semaine|semana|settimana)"
_ISO = re.compile(
    r"\b(?P<year>20\d\d)[-_ ]?W(?P<week>\d\d?)\b|\b(?:KW|CW|W)\s?(?P<week2>\d\d?)[ ,/-]+(?P<year2>20\d\d)\b",
    re.IGNORECASE,
)
_OF = re.compile(
    rf"{_WEEK}\b\s*(?:#?\d{{1,2}}(?=\W|$))?[\s:–—(,-]*(?:(?:of|from|beginning|starting|vom|du|del|da|dal)\b)?\s*",
    re.IGNORECASE,
)
_TO = re.compile(r"\s*(?:-|–|—|to|bis|au|al?|até)\s*")
_DAYS = re.compile(r"(?<![\d/.-])(\d{1,2})\s*[-–—]\s*(\d{1,2})(?![\d/.-])")
_DAY = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?(?:\s?(?:-|–|&|and|und|y|et|e)\s?\d{1,2}(?:st|nd|rd|th|º|\.)?)?(?!\d)(?P<rest>.*)$",
    re.IGNORECASE,
)
_NO_LEAP = 2023
"""A year in which to count days where none is written."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a heading says of the headings below it."""

    month: int | None = None
    year: int | None = None
    monday: date | None = None
    dated: bool = True
    """Whether the year of its Monday is known."""


def context_of(text: str, *, name: bool = False) -> Context | None:
    """Read a heading, or a file's name, that is a month (`March 2026`) or a week (`Week of March 2`, `2026-W10`)."""
    bare = text.strip(" *_:#[]()")
    if found := _ISO.search(bare):
        year, week = int(found["year"] or found["year2"]), int(found["week"] or found["week2"])
        try:
            return Context(monday=date.fromisocalendar(year, week, 1))
        except ValueError:
            return None
    if (month := month_at(bare)) and re.fullmatch(
        r"\W*(?:(?:de|di)\s+)?(?P<year>(?:19|20)\d\d)?\W*", rest := bare[month[1] :]
    ):
        written = re.search(r"\d{4}", rest)
        return Context(month=month[0], year=int(written[0]) if written else None)
    start = _OF.match(bare)
    days = _DAYS.sub(r"\1", bare[start.end() if start else 0 :])
    if not (first := date_at(days)):
        return None
    last = date_at(days, to.end()) if (to := _TO.match(days, first[1])) else None
    ends = _DAYS.search(bare)
    span = int(ends[2]) - int(ends[1]) if ends else _days_between(first[0], last[0]) if last else 0
    is_range = _SHORTEST <= span <= _LONGEST
    if not (name or is_range or (start and start.end())):
        return None
    return _week(replace(first[0], year=first[0].year or (last[0].year if last else None)))


_SHORTEST, _LONGEST = 3, 7
"""Days between the first and the last one of a week; fewer are an entry for several days."""


def _days_between(first: Written, last: Written) -> int:
    ends = [one.on(last.year or _NO_LEAP, "mdy") for one in (first, last)]
    return (ends[1] - ends[0]).days if ends[0] and ends[1] else 0


def _week(first: Written) -> Context | None:
    try:
        day = date(first.year or _NO_LEAP, first.month, first.day)
    except ValueError:
        return None
    # Without a year nobody knows its weekday; a week that is named by a day is named by its first.
    return Context(monday=day - timedelta(days=day.weekday() if first.year else 0), dated=bool(first.year))


def within(context: Context, text: str) -> tuple[Written, str] | None:
    """Read a heading below such a one, a weekday or the number of a day, with the title behind it."""
    if context.monday and (weekday := weekday_at(text)):
        on = context.monday + timedelta(days=weekday[0])
        rest = text[weekday[1] :]
        if re.match(r"[\s:–—|,.()-]*$|\s*[:–—|(-]", rest):
            return Written(text[: weekday[1]], on.month, on.day, on.year if context.dated else None), rest
    before = weekday_at(text) if context.month else None
    if before:  # `Mon 12`
        text = text[before[1] :].lstrip(" ,.")
    if context.month and (found := _DAY.match(text.strip(" *_"))):
        day, rest = int(found["day"]), found["rest"]
        weekday = weekday_at(rest.lstrip(" ,(–—-")) or before
        if weekday and weekday is not before:
            rest = rest.lstrip(" ,(–—-")[weekday[1] :].lstrip(")] ")
        if 1 <= day <= 31 and (weekday or re.match(r"\s*$|\s*[:–—|(]|\s+-\s", rest)):
            return Written(found[0], context.month, day, context.year, None, weekday[0] if weekday else None), rest
    return None
