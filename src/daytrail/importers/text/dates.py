"""Dates as people write them in six languages, read strictly: prose is never a date.

Month and weekday names are Babel's, from the Unicode CLDR; what may stand around them is ours, since
dateparser and dateutil are made to find a date in almost anything.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Literal

from daytrail.importers.text.calendar_names import alternatives, folded, months, weekdays

Order = Literal["mdy", "dmy"]
"""What the first of two numbers is: `12/09` is the 9th of December, or the 12th of September."""


@dataclass(frozen=True, slots=True)
class Written:
    """A date as somebody wrote it."""

    text: str
    month: int
    day: int
    year: int | None = None
    swapped: tuple[int, int] | None = None
    """The other reading of two numbers, as month and day; None where there is only one."""
    weekday: int | None = None
    """The weekday that stands before it, Monday being 0."""
    order: Order | None = None
    """What its numbers say of the order in which their writer puts them; None where they may be either."""

    def on(self, year: int, order: Order) -> date | None:
        """Return the date in a year, read in an order of numbers; None where the calendar has no such day."""
        month, day = self.read(order)
        try:
            return date(self.year or year, month, day)
        except ValueError:
            return None

    def read(self, order: Order) -> tuple[int, int]:
        """Return month and day; the order matters only where both are possible."""
        return self.swapped if self.swapped and order == "dmy" else (self.month, self.day)


def date_at(text: str, at: int = 0) -> tuple[Written, int] | None:
    """Read the date that begins at a place of a text; return it with the place behind it."""
    best: tuple[Written, int] | None = None
    for pattern, read in _patterns():
        # The longest reading: in `mar. 3 mars`, the first word is a weekday.
        if (found := pattern.match(text, at)) and (best is None or found.end() > best[1]) and (written := read(found)):
            best = written, found.end()
    return best


_BETWEEN = re.compile(r"\s*(?:-|–|—|/|&|\+|to|and|bis|und|al?|au|y|et|e)\s*", re.IGNORECASE)


_NUMBERS = re.compile(r"(?P<a>\d{1,2})/(?P<b>\d{1,2})(?=\s*(?:$|[)\]:–—|-]))")


def numbers_at(text: str, at: int) -> tuple[Written, int] | None:
    """Read a day and a month in numbers, as in `17/3`; only beside the number of a day is that sure to be a date."""
    if not (found := _NUMBERS.match(text, at)):
        return None
    a, b = int(found["a"]), int(found["b"])
    american, european = (1 <= m <= 12 and 1 <= d <= monthrange(2024, m)[1] for m, d in ((a, b), (b, a)))
    if american and european:
        return Written(found[0], a, b, None, (b, a) if a != b else None), found.end()
    if american:
        return Written(found[0], a, b, order="mdy"), found.end()
    return (Written(found[0], b, a, order="dmy"), found.end()) if european else None


def dates_at(text: str, at: int = 0) -> tuple[Written, int] | None:
    """Read a date, or the first of two with a dash between them; its weekday may stand behind it."""
    if not (found := date_at(text, at)):
        return None
    written, end = found
    between = _BETWEEN.match(text, end)
    if between and (last := date_at(text, between.end())):
        end, written = last[1], replace(written, year=written.year or last[0].year)
    if written.weekday is None and (behind := re.compile(r",?\s*\(?").match(text, end)) and behind.end() > end:
        weekday = weekday_at(text[behind.end() :])
        if weekday:
            end, written = behind.end() + weekday[1], replace(written, weekday=weekday[0])
    return written, end


def month_at(text: str) -> tuple[int, int] | None:
    """Read the name of a month at the beginning of a text; return its number with the place behind it."""
    found = _month().match(text)
    return (months()[folded(found[1])], found.end()) if found else None


def weekday_at(text: str) -> tuple[int, int] | None:
    """Read the name of a weekday at the beginning of a text, Monday being 0; return it with the place behind it."""
    found = _day_name().match(text)
    return (weekdays()[folded(found[1])], found.end()) if found else None


@cache
def _month() -> re.Pattern[str]:
    return re.compile(rf"({alternatives(months())})\b\.?", re.IGNORECASE)


@cache
def _day_name() -> re.Pattern[str]:
    return re.compile(rf"({alternatives(weekdays())})\b\.?", re.IGNORECASE)


def last_date(text: str) -> tuple[Written, int] | None:
    """Read a date with a year that ends a text, as in `First steps (2026-01-05)`; return it and where it begins."""
    for found in re.finditer(r"(?<![\w/.-])(?=[\w])", text):
        written = date_at(text, found.start())
        if written and written[0].year and not re.search(r"\w", text[written[1] :]):
            return written[0], found.start()
    return None


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Written | None]], ...]:
    names = alternatives({**weekdays(), **dict.fromkeys(_SHORT, 0)})
    weekday = rf"(?:(?P<weekday>{names})\.?,?\s+(?:(?:le|el|den|dem|the|il|o)\s+)?)?"
    month = rf"(?P<month>{alternatives(months())})\.?"
    ordinal = r"(?:st|nd|rd|th|er|º|ª|\.)?"
    # Of several days, the first one is the date: `Feb 25-26, 2026`.
    day = rf"(?P<day>\d{{1,2}}){ordinal}(?:\s?(?:-|–|—|/|&|\+|and|und|y|et|e)\s?\d{{1,2}}{ordinal}(?!\d))?"
    year = r"(?P<year>(?:19|20)\d{2})"
    numbers = r"(?P<a>\d{1,2})(?P<sign>[/.-])(?P<b>\d{1,2})(?P=sign)(?P<year>(?:19|20)?\d{2})"
    end = r"(?![\w/.-]*\d)(?!\w)"
    time = r"T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?(?!\w)"
    flags = re.IGNORECASE
    return (
        (
            re.compile(rf"{weekday}{year}[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}})(?:{time}|{end})", flags),
            _numbers,
        ),
        (re.compile(rf"{weekday}{month}\s+{day}(?:,?\s+{year})?{end}", flags), _named),
        (re.compile(rf"{weekday}{day}\s+(?:de\s+|of\s+)?{month}(?:,?\s+(?:de\s+)?{year})?{end}", flags), _named),
        (re.compile(rf"{weekday}(?P<day>\d{{1,2}})[-. /]{month}[-. /]{year}{end}", flags), _named),
        (re.compile(rf"{weekday}{numbers}(?![\w/])(?![.-]\d(?!\d?/))", flags), _ambiguous),
        # Without a year only as Germans write it, with both dots, or before a colon.
        (re.compile(rf"{weekday}(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})(?:\.(?![\w.])|(?=:))", flags), _numbers),
    )


def _numbers(found: re.Match[str]) -> Written | None:
    year = found.groupdict().get("year")
    return _checked(found, int(found["month"]), int(found["day"]), int(year) if year else None)


def _named(found: re.Match[str]) -> Written | None:
    month, day, name = months()[folded(found["month"])], int(found["day"]), found["weekday"]
    year = int(found["year"]) if found["year"] else None
    if (
        monthrange(year or 2024, month)[1] < day <= _LONGEST_MONTH
    ):  # somebody's slip, to be told; in numbers it may be anything
        return Written(found[0], month, day, year, None, _weekday(name))
    return _checked(found, month, day, year)


def _ambiguous(found: re.Match[str]) -> Written | None:
    a, b, year = int(found["a"]), int(found["b"]), int(found["year"])
    year += 2000 if year < 100 else 0
    american, european = _checked(found, a, b, year), _checked(found, b, a, year)
    if found["sign"] == ".":
        return european and replace(european, order="dmy")
    if american and european:
        return american if a == b else replace(american, swapped=(b, a))
    if american:
        return replace(american, order="mdy")
    if european:
        return replace(european, order="dmy")
    if (a <= 12 and b <= _LONGEST_MONTH) or (b <= 12 and a <= _LONGEST_MONTH):
        month, day = (a, b) if a <= 12 else (b, a)
        return Written(found[0], month, day, year, None, _weekday(found["weekday"]))
    return None


def _checked(found: re.Match[str], month: int, day: int, year: int | None) -> Written | None:
    # 2024 was a leap year: without a year, the 29th of February may be one.
    if not (1 <= month <= 12 and 1 <= day <= monthrange(year or 2024, month)[1]):
        return None
    return Written(found[0], month, day, year, None, _weekday(found["weekday"]))


def _weekday(name: str | None) -> int | None:
    """Return a weekday by its name; those of two letters differ between languages and say nothing."""
    return weekdays().get(folded(name)) if name else None


_LONGEST_MONTH = 31
_SHORT = ("mo", "di", "mi", "do", "fr", "sa", "so", "lu", "ma", "me", "je", "ve", "mer", "gio", "su", "tu", "we", "th")
