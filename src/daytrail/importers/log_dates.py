"""Dates of the days of a log, by the holes of their lines, and what contradicts them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from daytrail.importers.patterns import Match, number_of_name
from daytrail.importers.preview import Finding
from daytrail.importers.recipe import LogRecipe

_NEW_YEAR = 5
"""From a step back of more than so many months on, a new year has begun."""


class YearMark(NamedTuple):
    """A heading that states the year of the days below or above it, perhaps with the month."""

    line: int
    year: int | None
    month: int | None = None


def read_year(line: int, match: Match, before: Sequence[YearMark]) -> YearMark:
    """Return the year in a heading; one with only a month is in the year of the heading before it."""
    return YearMark(line, match.number("yyyy") or (before[-1].year if before else None), _month(match.holes))


def _month(holes: Mapping[str, str]) -> int | None:
    month = number_of_name("month", holes["month"]) if "month" in holes else None
    return int(holes["m"]) if "m" in holes else month


def _year(holes: Mapping[str, str]) -> int | None:
    return int(holes["yyyy"]) if "yyyy" in holes else 2000 + int(holes["yy"].strip("'")) if "yy" in holes else None


def find_dates(
    days: Sequence[tuple[int, Mapping[str, str]]], years: Sequence[YearMark], recipe: LogRecipe, today: date | None
) -> tuple[dict[int, date], list[Finding]]:
    """Return the dates of days, by their lines, and what is wrong with them.

    Each day is given by its line and its holes, in the order of the document.
    """
    dates: dict[int, date] = {}
    checks: list[Finding] = []
    back = recipe.order == "newest first"
    year = recipe.year or next(filter(None, (_year(holes) for _, holes in days)), None)
    previous: tuple[int, int] | None = None
    for line, holes in days:
        mark = _mark_of(line, years, below=recipe.year_stands == "below")
        number = Match(holes).number("d")
        month = _month(holes) or (mark.month if number else None)
        if month and number:
            stated = _year(holes) or mark.year
            is_step_back = previous and ((month, number) > previous) == back
            if not stated and year and previous and is_step_back and abs(month - previous[0]) > _NEW_YEAR:
                year += -1 if back else 1
            year, previous = stated or year, (month, number)
        try:
            day = _date(holes, year, month, number, recipe)
        except (ValueError, OverflowError):
            checks.append(Finding(line, f"{year}-{month}-{number} is no date; the day has none", "no date"))
            continue
        if day:
            dates[line] = day
            checks += [Finding(line, message, kind) for kind, message in _contradictions(day, holes, recipe, today)]
    written = [(line, dates[line]) for line, holes in days if line in dates and "d" in holes]
    for (_, before), (line, after) in pairwise(written):
        if before != after and (after > before) == back:
            checks.append(Finding(line, f"{after} is {'after' if back else 'before'} {before} above it", "order"))
    return dates, checks


def _mark_of(line: int, years: Sequence[YearMark], *, below: bool) -> YearMark:
    marks = [mark for mark in years if (mark.line > line) == below]
    return marks[0 if below else -1] if marks else YearMark(0, None)


def _date(
    holes: Mapping[str, str], year: int | None, month: int | None, number: int | None, recipe: LogRecipe
) -> date | None:
    """Return the date of a day. Raises ValueError or OverflowError if there is no such date."""
    if year and month and number:
        return date(year, month, number)
    if not month and recipe.day_1 and "day" in holes:
        return recipe.day_1 + timedelta(days=int(holes["day"]) - 1)
    if not month and isinstance(recipe.goal, date) and "left" in holes:
        return recipe.goal - timedelta(days=int(holes["left"]))
    return None


def _contradictions(
    day: date, holes: Mapping[str, str], recipe: LogRecipe, today: date | None
) -> Iterator[tuple[str, str]]:
    """Yield kind and message of what else is written about a date and differs from it."""
    weekday = number_of_name("weekday", holes["weekday"]) if "weekday" in holes else None
    if weekday is not None and weekday != day.weekday():
        yield "weekday", f"{day} is a {day:%A}, not a {holes['weekday']}"
    if isinstance(recipe.goal, date) and "left" in holes and (recipe.goal - day).days != int(holes["left"]):
        yield "left", f"{day} is {(recipe.goal - day).days} days before {recipe.goal}, not {holes['left']}"
    if today and day > today:
        yield "future", f"{day} is in the future"
