"""Pace: how far the work is ahead of the plan or behind it, in days and hours, and when it will be finished.

The plan's line is the number of hours planned up to each day: the hours of a week are spread evenly
over its seven days, without pauses. Only days before today count, since today is not over.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from math import ceil, floor
from statistics import mean

from daytrail.facts.calendar import nth_working_day, plan_days
from daytrail.facts.progress import Progress, State, counting_items
from daytrail.model.curriculum import Curriculum
from daytrail.model.plan_totals import ROUNDING

DAYS_PER_WEEK = 7
_DAY = timedelta(days=1)
_PACE_WEEKS = 4
"""Number of weeks before today by which the pace is measured."""


@dataclass(frozen=True, slots=True)
class Point:
    """Hours at the end of a day of the plan."""

    day: date
    planned: float
    """Hours planned up to this day."""
    done: float | None
    """Hours of items done up to this day. None for today and later days."""


@dataclass(frozen=True, slots=True)
class Finish:
    """When the remaining hours are likely done, by the pace of the last four weeks or since the work began."""

    earliest: date
    """By the average of the better half of those weeks."""
    latest: date | None
    """By the average of the slower half. None if nothing was finished in those weeks."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Comparison of the work done with the plan, as of a day."""

    today: date
    first: date
    """First day of the plan."""
    last: date
    """Last day of the plan."""
    planned: float
    """Hours planned up to yesterday."""
    done: float
    """Hours of the items done that have an estimate."""
    total: float
    """Hours of all items that count."""
    days_ahead: int
    """Whole days by which the work is ahead of the plan's line. Negative if it is behind."""
    plan_date: date | None
    """Day of the plan by which the hours done were planned. None if that is before its first day."""
    per_week: float
    """Hours of items finished a week, on average over the last four weeks or since the work began."""
    finish: Finish | None
    """None if nothing was finished in those weeks, or if nothing remains."""
    unestimated: int
    """Number of items without an estimate, which do not count in any of these figures."""
    points: tuple[Point, ...]
    """The day before the plan, then the last day of each of its weeks."""

    @property
    def remaining(self) -> float:
        """Hours of the items not done that have an estimate."""
        return self.total - self.done


def pace(plan: Curriculum, progress: Progress, today: date) -> Pace | None:
    """Return the comparison of the work done with the plan. None if the plan has no start or no hours."""
    items = [item for week in progress.weeks.values() for item in counting_items(week.items)]
    hours = {item.placed.address: item.placed.item.hours for item in items if item.placed.item.hours is not None}
    days = [day for _, day in plan_days(plan)]
    planned_daily = (progress.weeks[week.week].totals.hours / DAYS_PER_WEEK for week, _ in plan_days(plan))
    line = [0.0, *accumulate(planned_daily)]  # hours planned before each day, and after the last
    total = sum(hours.values())
    if not days or not total:
        return None
    finished = sorted(
        (item.done_on or today, hours[item.placed.address])
        for item in items
        if item.state is State.DONE and item.placed.address in hours
    )
    done = sum(item_hours for _, item_hours in finished)
    past = bisect_left(days, today)
    days_after_plan = max(0, (today - days[-1]).days - 1)
    days_ahead = _days_ahead(line, done, past + days_after_plan)
    plan_position = min(past + days_after_plan + days_ahead, len(days))
    begun = min([days[0], *(day for day, _ in finished)])
    weeks = min(_PACE_WEEKS, max(1, (today - begun).days // DAYS_PER_WEEK))
    # Week 0 ends yesterday.
    weeks_ago = [((today - day).days - 1) // DAYS_PER_WEEK for day, _ in finished]
    rates = [
        sum(item_hours for week, (_, item_hours) in zip(weeks_ago, finished, strict=True) if week == number)
        for number in range(weeks)
    ]
    return Pace(
        today=today,
        first=days[0],
        last=days[-1],
        planned=line[past],
        done=done,
        total=total,
        days_ahead=days_ahead,
        plan_date=days[plan_position - 1] if plan_position > 0 else None,
        per_week=mean(rates),
        finish=_finish(plan, today, total - done, rates),
        unestimated=len(items) - len(hours),
        points=tuple(_points(days, line, finished, today)),
    )


def _days_ahead(line: Sequence[float], done: float, past: int) -> int:
    """Return the whole days between today's point of the line and the point that has the hours done.

    If the hours done are between two days, the nearer day counts. If the line is flat there, any of its days
    counts. So neither a part of a day nor a week without estimates puts the work ahead or behind.
    """
    low, high = bisect_left(line, done - ROUNDING), bisect_right(line, done + ROUNDING) - 1
    if high == len(line) - 1:
        return max(0, low - past)  # everything is done, however late it is
    first, last = sorted((low, high))
    return first - past if past < first else min(0, last - past)


def _finish(plan: Curriculum, today: date, remaining: float, rates: Sequence[float]) -> Finish | None:
    in_order, half = sorted(rates), len(rates) / 2
    slower, better = mean(in_order[: ceil(half)]), mean(in_order[floor(half) :])
    earliest = _finish_date(plan, today, remaining, better)
    if remaining <= ROUNDING or earliest is None:
        return None
    return Finish(earliest, _finish_date(plan, today, remaining, slower))


def _finish_date(plan: Curriculum, today: date, remaining: float, per_week: float) -> date | None:
    """Return the day on which the remaining hours are done. None if the calendar ends before."""
    if per_week <= ROUNDING:
        return None
    # Work can be done today.
    return nth_working_day(plan, today, max(1, ceil(remaining / per_week * DAYS_PER_WEEK - ROUNDING)))


def _points(
    days: Sequence[date], line: Sequence[float], finished: Sequence[tuple[date, float]], today: date
) -> Iterator[Point]:
    done_days = [day for day, _ in finished]
    done_hours = [0.0, *accumulate(hours for _, hours in finished)]
    for index in range(0, len(days) + 1, DAYS_PER_WEEK):
        day = days[index - 1] if index else max(days[0], date.min + _DAY) - _DAY
        yield Point(day, line[index], done_hours[bisect_right(done_days, day)] if day < today else None)
