"""Dates of the days of a log, by the holes of their lines, and what contradicts them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import pairwise

from daytrail.importers.patterns import Match, number_of_name
from daytrail.importers.preview import Finding
from daytrail.importers.recipe import LogRecipe

_NEW_YEAR = 5
"""From a step back of more than so many months on, a new year has begun."""


@dataclass(frozen=True)
class YearMark:
    """A heading that states the year of the days below or above it, perhaps with the month."""

    line: int
    year: int | None
    month: int | None = None

    @classmethod
    def read(cls, line: int, match: Match, before: Sequence["YearMark"]) -> "YearMark":
        """Return the year in a heading; one with only a month is in the year of the heading before it."""
        year = match.number("yyyy") or (before[-1].year if before else None)
        return cls(line, year, _month(match.holes))


@dataclass
class Dates:
    """Dates by the line of their days, and what is wrong with them."""

    dates: dict[int, date] = field(default_factory=dict)
    checks: list[Finding] = field(default_factory=list)


def _month(holes: Mapping[str, str]) -> int | None:
    if "month" in holes:
        return number_of_name("month", holes["month"])
    return int(holes["m"]) if "m" in holes else None


def find_dates(
    days: Sequence[tuple[int, Mapping[str, str]]], years: Sequence[YearMark], recipe: LogRecipe, today: date | None
) -> Dates:
    """Return the dates of days, each given by its line and its holes, in the order of the document."""
    result = Dates()
    back = recipe.order == "newest first"
    written = [_year(holes) for _, holes in days]
    year = recipe.year or next(filter(None, written), None)
    previous: tuple[int, int] | None = None
    for (line, holes), own_year in zip(days, written, strict=True):
        mark = _mark_of(line, years, below=recipe.year_stands == "below")
        month, number = _month(holes) or (mark.month if mark and "d" in holes else None), _number(holes)
        if month and number:
            if own_year or mark:
                year = own_year or (mark.year if mark else None) or year
            elif year and previous and ((month, number) > previous) == back and abs(month - previous[0]) > _NEW_YEAR:
                year += -1 if back else 1
            previous = (month, number)
        day = _date(line, holes, (year, month, number), recipe, result)
        if day:
            result.dates[line] = day
            result.checks += [
                Finding(line, message, kind) for kind, message in _contradictions(day, holes, recipe, today)
            ]
    written_dates = [(line, result.dates[line]) for line, holes in days if line in result.dates and "d" in holes]
    result.checks += _order_checks(written_dates, back=back)
    return result


def _year(holes: Mapping[str, str]) -> int | None:
    return int(holes["yyyy"]) if "yyyy" in holes else 2000 + int(holes["yy"].strip("'")) if "yy" in holes else None


def _number(holes: Mapping[str, str]) -> int | None:
    return int(re.sub(r"\D", "", holes["d"])) if "d" in holes else None


def _mark_of(line: int, years: Sequence[YearMark], *, below: bool) -> YearMark | None:
    if below:
        return next((year for year in years if year.line > line), None)
    return next((year for year in reversed(years) if year.line < line), None)


def _date(
    line: int,
    holes: Mapping[str, str],
    parts: tuple[int | None, int | None, int | None],
    recipe: LogRecipe,
    result: Dates,
) -> date | None:
    year, month, number = parts
    try:
        if year and month and number:
            return date(year, month, number)
        if not month and recipe.day_1 and "day" in holes:
            return recipe.day_1 + timedelta(days=int(holes["day"]) - 1)
        if not month and isinstance(recipe.goal, date) and "left" in holes:
            return recipe.goal - timedelta(days=int(holes["left"]))
    except (ValueError, OverflowError):
        message = f"{year}-{month}-{number} is no date; the day has none"
        result.checks.append(Finding(line, message, "no date"))
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


def _order_checks(dates: Sequence[tuple[int, date]], *, back: bool) -> Iterator[Finding]:
    for (_, before), (line, after) in pairwise(dates):
        if before != after and (after > before) == back:
            message = f"{after} is {'after' if back else 'before'} {before} above it"
            yield Finding(line, message, "order")
