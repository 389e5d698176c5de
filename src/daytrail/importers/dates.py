"""Dates as people write them in six languages, read strictly: prose is never a date.

Month and weekday names are Babel's, from the Unicode CLDR; what may stand around them is ours, since
dateparser and dateutil are made to find a date in almost anything.
"""

import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Literal

LANGUAGES = ("en", "de", "fr", "es", "pt", "it")
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
    for pattern, read in _patterns():
        if (found := pattern.match(text, at)) and (written := read(found)):
            return written, found.end()
    return None


def month_at(text: str) -> tuple[int, int] | None:
    """Read the name of a month at the beginning of a text; return its number with the place behind it."""
    return _name_at(text, _months())


def weekday_at(text: str) -> tuple[int, int] | None:
    """Read the name of a weekday at the beginning of a text, Monday being 0; return it with the place behind it."""
    return _name_at(text, _weekdays())


def _name_at(text: str, names: Mapping[str, int]) -> tuple[int, int] | None:
    found = re.match(rf"({_alternatives(names)})\b\.?", text, re.IGNORECASE)
    return (names[_folded(found[1])], found.end()) if found else None


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Written | None]], ...]:
    weekday = rf"(?:(?P<weekday>{_alternatives(_weekdays())})\.?,?\s+)?"
    month = rf"(?P<month>{_alternatives(_months())})\.?"
    day = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?"
    year = r"(?P<year>(?:19|20)\d{2})"
    numbers = r"(?P<a>\d{1,2})(?P<sign>[/.-])(?P<b>\d{1,2})(?P=sign)(?P<year>(?:19|20)?\d{2})"
    end = r"(?![\w/.-]*\d)(?!\w)"
    flags = re.IGNORECASE
    return (
        (re.compile(rf"{weekday}{year}[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}}){end}", flags), _numbers),
        (re.compile(rf"{weekday}{month}\s+{day}(?:,?\s+{year})?{end}", flags), _named),
        (re.compile(rf"{weekday}{day}\s+(?:de\s+|of\s+)?{month}(?:,?\s+(?:de\s+)?{year})?{end}", flags), _named),
        (re.compile(rf"{weekday}{numbers}{end}", flags), _ambiguous),
    )


def _numbers(found: re.Match[str]) -> Written | None:
    return _checked(found, int(found["month"]), int(found["day"]), int(found["year"]))


def _named(found: re.Match[str]) -> Written | None:
    year = int(found["year"]) if found["year"] else None
    return _checked(found, _months()[_folded(found["month"])], int(found["day"]), year)


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
    return european and replace(european, order="dmy")


def _checked(found: re.Match[str], month: int, day: int, year: int | None) -> Written | None:
    # 2024 was a leap year: without a year, the 29th of February may be one.
    if not (1 <= month <= 12 and 1 <= day <= monthrange(year or 2024, month)[1]):
        return None
    name = found["weekday"]
    weekday = _weekdays()[_folded(name)] if name else None
    return Written(found[0], month, day, year, None, weekday)


def _folded(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).rstrip(".")


def _alternatives(names: Mapping[str, int]) -> str:
    """A pattern for any of some names, the longest first, with or without their accents."""
    spelt = {spelling for name in names for spelling in _spellings(name)}
    return "|".join(re.escape(name) for name in sorted(spelt, key=lambda name: (-len(name), name)))


_ACCENTED: dict[str, set[str]] = {}


def _spellings(name: str) -> Iterator[str]:
    yield name
    yield from _ACCENTED.get(name, ())


@cache
def _months() -> Mapping[str, int]:
    return _names("months", 0)


@cache
def _weekdays() -> Mapping[str, int]:
    return _names("days", 0)


def _names(kind: str, first: int) -> Mapping[str, int]:
    from babel import Locale  # only an import needs it, and every command would wait for it

    found: dict[str, int] = {}
    for language in LANGUAGES:
        for form in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in getattr(Locale.parse(language), kind)[form][width].items():
                    plain = _folded(name)
                    if len(plain) > 2:
                        found.setdefault(plain, number + first)
                        _ACCENTED.setdefault(plain, set()).add(name.casefold().rstrip("."))
    return {**found, **({"sept": 9} if kind == "months" else {"tues": 1, "wednes": 2, "thur": 3, "thurs": 3})}
