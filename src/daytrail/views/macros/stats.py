"""Macro: the stats page, how the log and the plan went over time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from math import ceil
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.activity import LEVELS, ActiveDay
from daytrail.facts.calendar import DateRange
from daytrail.facts.months import entries_by_month, months_up_to, reading_by_month
from daytrail.facts.pace import WorkWeek
from daytrail.facts.series import series_numbers
from daytrail.views import words
from daytrail.views.charts import Chart, month_chart, week_chart
from daytrail.views.links import year_address
from daytrail.views.macros.pace import pace
from daytrail.views.macros.plan_check import plan_check
from daytrail.views.macros.series import entries_of_series
from daytrail.views.macros.strip import draw_strip, figures
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.words import stats_numbers

YEARS, MONTHS, WEEKS, TAGS = 10, 12, 53, 12
"""How many years are drawn, and how many months, weeks and tags are shown at most, so that a page is below 200 kB."""
_LINKED_DAYS = 500
"""Years are drawn with a link for each day until so many days have one."""


def stats(context: PageContext) -> Markup:
    """Show the stats page: four numbers, a strip a year, the pace, weeks, tags and reading by month."""
    facts, plan = context.facts, context.journal.curriculum
    first = min(facts.activity, default=facts.standing.until)
    months = months_up_to(facts.standing.until, first, MONTHS)
    newest_first = sorted(facts.activity.values(), key=lambda day: day.day, reverse=True)
    by_year = [(year, list(days)) for year, days in groupby(newest_first, key=lambda day: day.day.year)]
    return render(
        "macros/stats.html",
        links=context.links,
        numbers=list(stats_numbers(facts)),
        years=list(_years(context, by_year[:YEARS])),
        earlier=[figures(str(year), days, context.links.href(year_address(year))) for year, days in by_year[YEARS:]],
        pace=pace(context) if facts.progress.weeks else "",
        weeks=_weeks(context),
        tags=_tags(context, months),
        years_of_months=[(year, len(list(group))) for year, group in groupby(months, key=lambda month: month.year)],
        months=[(words.formatted(month, "LLLLL"), words.month(month)) for month in months],
        reading=_reading(context, months),
        series=[
            (one, entries_of_series(series_numbers(one, facts.journal.entries), facts.today.year))
            for one in plan.series
        ],
        check=plan_check(context) if plan.parts else "",
    )


class Year(NamedTuple):
    """A year of the log."""

    number: int
    href: str
    strip: Markup


def _years(context: PageContext, by_year: Iterable[tuple[int, Sequence[ActiveDay]]]) -> Iterator[Year]:
    """Yield some years with their strips."""
    linked = 0
    for year, days in by_year:
        linked += len(days)
        strip = draw_strip(context, year, has_links=linked <= _LINKED_DAYS)
        yield Year(year, context.links.href(year_address(year)), strip)


@dataclass(frozen=True, slots=True)
class Weeks:
    """Amounts planned and touched in each week."""

    heading: str
    chart: Chart
    figures: list[tuple[str, str, str]]
    """Dates of the week, planned and touched."""


def _weeks(context: PageContext) -> Weeks | None:
    """Return the weeks up to the end of the pictures of days, or of the plan if it has not begun."""
    facts = context.facts
    if facts.pace is None:
        return None
    until = max(facts.standing.until, facts.pace.first)
    shown: Sequence[WorkWeek] = [week for week in facts.pace.weeks if week.monday <= until][-WEEKS:]
    unit = facts.pace.unit
    return Weeks(
        _("Estimated hours a week") if unit == "hours" else _("Items a week"),
        week_chart(shown, unit),
        [(_week_dates(week), words.amount(week.planned, unit), words.amount(week.touched, unit)) for week in shown],
    )


def _week_dates(week: WorkWeek) -> str:
    return words.date_range(DateRange(week.monday, week.monday + min(timedelta(6), date.max - week.monday)))


class TagRow(NamedTuple):
    """A tag with the number of its entries in each month."""

    name: str
    href: str
    months: list[tuple[int, int]]
    """Number of entries and level of each month."""
    entries: int


def _tags(context: PageContext, months: Sequence[date]) -> list[TagRow]:
    """Return the tags with the most entries in some months."""
    counts = [(tag, entries_by_month(tag.entries, months)) for tag in context.facts.tags]
    used = sorted((pair for pair in counts if any(pair[1])), key=lambda pair: -sum(pair[1]))[:TAGS]
    highest = max((max(numbers) for tag, numbers in used), default=1)
    return [
        TagRow(
            tag.name,
            context.links.to(tag),
            [(number, ceil(LEVELS * number / highest)) for number in numbers],
            sum(numbers),
        )
        for tag, numbers in used
    ]


@dataclass(frozen=True, slots=True)
class Reading:
    """Numbers of resources started and finished in each month."""

    chart: Chart
    figures: list[tuple[str, int, int]]


def _reading(context: PageContext, months: Sequence[date]) -> Reading | None:
    """Return the reading by month. None if nothing was started or finished."""
    started, finished = reading_by_month(context.facts.ledger.resources, months)
    if not any((*started, *finished)):
        return None
    return Reading(
        month_chart(months, started, finished), list(zip(map(words.month, months), started, finished, strict=True))
    )
