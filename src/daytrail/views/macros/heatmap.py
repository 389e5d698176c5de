"""Macro: heatmap of a year, a small calendar for each month."""

from calendar import Calendar
from collections.abc import Iterator
from datetime import date

from markupsafe import Markup

from daytrail.facts.activity import LEVELS, Measure
from daytrail.views import words
from daytrail.views.lookup import unknown
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def heatmap(context: PageContext, year: int | None = None, by: str | None = None) -> Markup:
    """Show the days of a year, or of the last twelve months, coloured by how much was done.

    Unless `by` is given, that is in hours if any entry has some.
    """
    if by not in (None, "hours", "count"):
        raise unknown("measure", by or "", ("hours", "count"))
    has_hours = any(entry.hours for entry in context.journal.entries)
    measure: Measure = "hours" if by == "hours" or (by is None and has_hours) else "count"
    calendar = Calendar(firstweekday=6 if context.journal.curriculum.week_starts == "sun" else 0)
    months = [_month(context, calendar, *month, measure) for month in _months(context.facts.today, year)]
    return render(
        "macros/heatmap.html",
        months=months,
        total=sum(days for _, _, days, _, _ in months),
        weekdays=[(words.WEEKDAYS[day][:2], words.WEEKDAYS[day]) for day in calendar.iterweekdays()],
        levels=range(LEVELS + 1),
        what=f"{'Hours of work' if measure == 'hours' else 'Entries'} a day",
        when=str(year) if year is not None else "the last twelve months",
    )


def _months(today: date, year: int | None) -> Iterator[tuple[int, int]]:
    """Yield the year and number of the twelve months."""
    last = today.year * 12 + today.month - 1 if year is None else year * 12 + 11
    for month in range(last - 11, last + 1):
        if month >= 12:  # Python has no year 0
            yield month // 12, month % 12 + 1


def _month(
    context: PageContext, calendar: Calendar, year: int, month: int, measure: Measure
) -> tuple[str, list[list[tuple[int, int, str, str] | None]], int, int, float]:
    """Return the name of a month, its weeks, the number of its days with content, and their entries and hours.

    A week is a row of seven days, None for a day of another month.
    """
    activity = context.facts.activity
    weeks = [
        [_day(context, date(year, month, day), measure) if day else None for day in week]
        for week in calendar.monthdayscalendar(year, month)
    ]
    dates = (date(year, month, day) for day in calendar.itermonthdays(year, month) if day)
    active = [activity[day] for day in dates if day in activity and not activity[day].empty]
    entries, hours = sum(len(day.entries) for day in active), sum(day.hours for day in active)
    return words.month(date(year, month, 1)), weeks, len(active), entries, hours


def _day(context: PageContext, day: date, measure: Measure) -> tuple[int, int, str, str]:
    """Return the number of a day, its level, and the link to its first entry with a label; empty without an entry."""
    active = context.facts.activity.get(day)
    if active is None:
        return day.day, 0, "", ""
    label = [words.day(day), "an empty day" if active.empty else words.count(len(active.entries), "entry")]
    if active.hours:
        label.append(words.hours(active.hours))
    return day.day, active.level(measure), context.links.to(active.entries[0]), ", ".join(label)
