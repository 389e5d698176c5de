"""Macro: days of a year by how much was done, as a strip or as a small calendar for each month."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.activity import levels
from daytrail.views import words
from daytrail.views.active_days import (
    chosen_measure,
    day_label,
    day_link,
    legend,
    monthly_figures,
    name_of_days,
    number_of_days,
    week_calendar,
)
from daytrail.views.macros.strip import strip
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


class Day(NamedTuple):
    """A day of a month."""

    number: int
    level: int = 0
    href: str = ""
    """Link to its entry; empty without one."""
    label: str = ""


def heatmap(context: PageContext, year: int | None = None, by: str | None = None, *, months: bool = False) -> Markup:
    """Show the days of a year, or of twelve months, by how much was done: as `strip`, or as months."""
    if not months:
        return strip(context, year, by)
    return draw_months(context, year, by)


def draw_months(context: PageContext, year: int | None, by: str | None, *, is_below_strip: bool = False) -> Markup:
    """Draw the days of a year, or of twelve months, as months; below a strip of them, without what that says."""
    until = context.facts.standing.until
    shown = list(_months(context, year))
    active = [day for day in context.facts.activity.values() if (day.day.year, day.day.month) in shown]
    measure = chosen_measure(active, by)
    level_of, by_date, calendar = levels(active, measure), {day.day: day for day in active}, week_calendar(context)

    def shown_day(day: date) -> Day:
        if day not in by_date:
            return Day(day.day)
        return Day(day.day, level_of[day], day_link(context, by_date[day]), day_label(by_date[day]))

    return render(
        "macros/heatmap.html",
        months=[
            (
                words.month(date(*month, 1)),
                [
                    [shown_day(date(*month, number)) if number else None for number in week]
                    for week in calendar.monthdayscalendar(*month)
                ],
            )
            for month in shown
        ],
        total=number_of_days(
            context, year, sum(not day.empty for day in active), until, "none" if is_below_strip else "period"
        ),
        weekdays=[(words.weekday_name(day, "short"), words.weekday_name(day)) for day in calendar.iterweekdays()],
        legend=legend(measure),
        has_empty=any(day.empty for day in active),
        name=name_of_days(context, year, until),
        figures=[] if is_below_strip else monthly_figures(active),
    )


def _months(context: PageContext, year: int | None) -> Iterator[tuple[int, int]]:
    """Yield the year and number of the twelve months, or of those of a year that its strip shows."""
    until = context.facts.standing.until
    newest = max([until, *(day for day in context.facts.activity if day.year == until.year)])
    end = until if year is None else newest if year == until.year else date(year, 12, 31)
    last = end.year * 12 + end.month - 1
    for month in range(last - 11 if year is None else year * 12, last + 1):
        if month >= 12:  # Python has no year 0
            yield month // 12, month % 12 + 1
