"""Standing: how the log and the plan stand on a day, for somebody who has never seen them."""

from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from daytrail.facts.calendar import DateRange
from daytrail.facts.progress import WeekProgress
from daytrail.facts.series import SeriesStatus
from daytrail.model.entry import Entry

REST_DAYS = 14
"""A log without an entry for so many days rests."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the log and the plan stand."""

    newest: Entry | None
    """Newest entry up to today."""
    rests: bool
    """True if nothing was written in the last 14 days. False before the first entry."""
    series: SeriesStatus | None
    """Series of the newest entry."""
    week: int | None
    """Week of the plan that was last worked on or, if nothing in it is open, a later one that comes next."""
    weeks_behind: int | None
    """How many weeks it is before the week of the calendar; negative if it is after it. None without both."""
    ended: date | None
    """Last day of the plan, if it is past."""
    until: date
    """Last day that pictures of days show."""


def standing(
    entries: Iterable[Entry],
    series: Iterable[SeriesStatus],
    weeks: Mapping[int, WeekProgress],
    week_dates: Mapping[int, DateRange],
    last_worked_week: int | None,
    next_week: WeekProgress | None,
    this_week: int | None,
    today: date,
) -> Standing:
    """Return how the log and the plan stand on a day."""
    newest = next((entry for entry in reversed(list(entries)) if entry.date <= today), None)
    order = list(weeks)
    week, behind = last_worked_week, None
    if week is not None and next_week and order.index(next_week.week.week) > order.index(week):
        week = next_week.week.week
    if last_worked_week is not None and week is not None and this_week is not None:
        behind = order.index(this_week) - order.index(week)
        if behind < 0:  # a week that was finished in its own dates puts nobody ahead
            behind = min(0, order.index(this_week) - order.index(last_worked_week))
    last_written = min(newest.days[-1], today) if newest else None
    rests = last_written is not None and is_at_rest(last_written, today)
    last_day = max((dates.last for dates in week_dates.values()), default=None)
    return Standing(
        newest,
        rests,
        next((status for status in series if status.latest is newest and newest), None),
        week,
        behind,
        last_day if last_day and last_day < today else None,
        last_shown_day(last_written, today),
    )


def last_shown_day(newest: date | None, today: date) -> date:
    """Return the last day that pictures of days show: today or, while entries rest, the end of the newest one's month.

    A log or a series that rests for half a year, or is finished, would else end in half a year of empty cells.
    """
    return min(today, _end_of_month(newest)) if newest and is_at_rest(newest, today) else today


def is_at_rest(newest: date, today: date) -> bool:
    """Return whether the newest of some dates is so long ago that there will perhaps be no more."""
    return today - newest >= timedelta(REST_DAYS)


def _end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])
