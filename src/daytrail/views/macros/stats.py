"""Macro: the stats page, how the log and the plan went over time."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from math import ceil
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.activity import LEVELS
from daytrail.facts.calendar import DateRange
from daytrail.facts.months import entries_by_month, months_up_to, reading_by_month
from daytrail.facts.pace import WorkWeek
from daytrail.facts.series import series_numbers
from daytrail.views import words
from daytrail.views.charts import Chart, month_chart, week_chart
from daytrail.views.links import year_address
from daytrail.views.macros.habits import habits
from daytrail.views.macros.pace import pace
from daytrail.views.macros.plan_check import plan_check
from daytrail.views.macros.series import entries_of_series
from daytrail.views.macros.strip import draw_strip
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.words import has_charts, shows_gaps, stats_numbers

YEARS, MONTHS, WEEKS, TAGS = 10, 12, 53, 12
"""How many years are drawn, and how many months, weeks and tags are shown at most, so that a page is below 200 kB."""
_LINKED = 500
"""Years are drawn with a link for each day until they have so many entries."""


def stats(context: PageContext) -> Markup:
    """Show the stats page: four numbers, a strip a year, the pace, weeks, tags and reading by month."""
    facts, plan = context.facts, context.journal.curriculum
    first = min(facts.activity, default=facts.standing.until)
    months = months_up_to(facts.standing.until, first, MONTHS)
    return render(
        "macros/stats.html",
        links=context.links,
        numbers=list(stats_numbers(facts)),
        years=list(_years(context)),
        habits=habits(context) if facts.habits else "",
        pace=pace(context) if facts.progress.weeks and shows_gaps(facts) else "",
        weeks=_weeks(context),
        tags=_tags(context, months),
        years_of_months=[(year, len(list(group))) for year, group in groupby(months, key=lambda month: month.year)],
        months=[(words.formatted(month, "LLLLL"), words.month(month)) for month in months],
        reading=_reading(context, months),
        series=[
            (one, entries_of_series(series_numbers(one, facts.journal.entries), facts.today.year))
            for one in plan.series
        ],
        check=plan_check(context) if plan.parts and shows_gaps(facts) else "",
    )


def _years(context: PageContext) -> Iterator[tuple[int, str, Markup]]:
    """Yield the newest years with links to their pages and with their strips."""
    linked = 0
    for year, entries in list(reversed(list(context.facts.years.items())))[:YEARS]:
        linked += entries
        yield year, context.links.href(year_address(year)), draw_strip(context, year, has_links=linked <= _LINKED)


class Amounts(NamedTuple):
    """Two amounts over time."""

    heading: str
    chart: Chart
    figures: list[tuple[str, str, str]]
    """Period and the two amounts."""


def _weeks(context: PageContext) -> Amounts | None:
    """Return what was planned and touched a week up to the end of the pictures of days, or of an unbegun plan."""
    facts = context.facts
    if facts.pace is None or not has_charts(facts):
        return None
    until = max(facts.standing.until, facts.pace.first)
    shown: Sequence[WorkWeek] = [week for week in facts.pace.weeks if week.monday <= until][-WEEKS:]
    unit = facts.pace.unit
    heading = _("Estimated hours a week") if unit == "hours" else _("Items a week")
    amounts = [
        (_week_dates(week), words.amount(week.planned, unit), words.amount(week.touched, unit)) for week in shown
    ]
    return Amounts(heading, week_chart(shown, unit), amounts)


def _week_dates(week: WorkWeek) -> str:
    return words.date_range(DateRange(week.monday, week.monday + min(timedelta(6), date.max - week.monday)))


def _tags(context: PageContext, months: Sequence[date]) -> list[tuple[str, str, list[tuple[int, int]], int]]:
    """Return name and link of the tags with the most entries in some months, number and level a month, and the sum."""
    counts = [(tag, entries_by_month(tag.entries, months)) for tag in context.facts.tags]
    used = sorted((pair for pair in counts if any(pair[1])), key=lambda pair: -sum(pair[1]))[:TAGS]
    highest = max((max(numbers) for tag, numbers in used), default=1)
    return [
        (
            tag.name,
            context.links.to(tag),
            [(number, ceil(LEVELS * number / highest)) for number in numbers],
            sum(numbers),
        )
        for tag, numbers in used
    ]


def _reading(context: PageContext, months: Sequence[date]) -> Amounts | None:
    """Return how many resources were started and finished in each month. None if none was."""
    started, finished = reading_by_month(context.facts.ledger.resources, months)
    if not any((*started, *finished)):
        return None
    figures = [(words.month(month), str(a), str(b)) for month, a, b in zip(months, started, finished, strict=True)]
    return Amounts(_("Reading by month"), month_chart(months, started, finished), figures)
