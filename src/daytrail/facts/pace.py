"""Whether the plan still fits: its line against the work done, in days.

The plan's line spreads the hours of each week evenly over its seven days; days in pauses are
not in it. Only whole past days count, since today is still to come.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from math import ceil, floor
from statistics import mean

from daytrail.facts.calendar import nth_working_day, plan_days
from daytrail.facts.evidence import State
from daytrail.facts.progress import Progress, counted
from daytrail.model.curriculum import Curriculum

_DAY = timedelta(days=1)
_WEEK = 7
_LOOK_BACK = 4
"""Weeks that say how fast the work goes."""
_ROUNDING = 1e-6
"""Hours; sums of tenths are not exact."""


@dataclass(frozen=True, slots=True)
class Point:
    """The end of a day of the plan."""

    day: date
    planned: float
    """Hours planned up to then."""
    done: float | None
    """Hours of items done by then; None for days that are not over."""


@dataclass(frozen=True, slots=True)
class Finish:
    """When the rest is likely done, at the pace of the last four weeks; of fewer, while the work is younger."""

    earliest: date
    """At the pace of the better half of them."""
    latest: date | None
    """At the pace of the slower half; None where nothing was finished in those."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How the work stands against the plan on a day."""

    today: date
    first: date
    last: date
    """The plan's last day."""
    planned: float
    """Hours planned up to yesterday."""
    done: float
    """Hours of items done, as far as they have an estimate."""
    total: float
    """Hours of everything that counts."""
    days_ahead: int
    """Whole days by which the work is ahead of the plan's line; negative when it is behind."""
    plan_date: date | None
    """The day of the plan by whose end it has what is done; None where that is before its first."""
    per_week: float
    """Hours of items finished a week, on average over the last four; over fewer, while the work is younger."""
    finish: Finish | None
    """None where nothing was finished in these weeks, or nothing is left."""
    unestimated: int
    """Items without an estimate, which no figure here counts."""
    points: tuple[Point, ...]
    """Both lines: the day before the plan, then the end of each of its weeks."""

    @property
    def remaining(self) -> float:
        """Hours of what is not done, as far as it has an estimate."""
        return self.total - self.done


def pace(plan: Curriculum, progress: Progress, today: date) -> Pace | None:
    """Return how the work stands; None for a plan without a start, or without any hours."""
    items = [item for week in progress.weeks.values() for item in counted(week.items)]
    hours = {item.placed.address: item.placed.item.hours for item in items if item.placed.item.hours is not None}
    days, line = plan_line(plan, progress)
    total = sum(hours.values())
    if not days or not total:
        return None
    finished = sorted(
        (item.done_on or today, hours[item.placed.address])
        for item in items
        if item.state is State.DONE and item.placed.address in hours
    )
    past = bisect_left(days, today)
    done = sum(spent for _, spent in finished)
    past_end = max(0, (today - days[-1]).days - 1)
    ahead = _ahead(line, done, past + past_end)
    plan_date = min(past + past_end + ahead, len(days))
    begun = min([days[0], *(day for day, _ in finished)])
    looked = min(_LOOK_BACK, max(1, (today - begun).days // _WEEK))
    rates = [_between(finished, today, back) for back in range(1, looked + 1)]
    return Pace(
        today=today,
        first=days[0],
        last=days[-1],
        planned=line[past],
        done=done,
        total=total,
        days_ahead=ahead,
        plan_date=days[plan_date - 1] if plan_date > 0 else None,
        per_week=mean(rates),
        finish=_finish(plan, today, total - done, rates),
        unestimated=len(items) - len(hours),
        points=tuple(_points(days, line, finished, today)),
    )


def plan_line(plan: Curriculum, progress: Progress) -> tuple[Sequence[date], Sequence[float]]:
    """Return the days of a plan, and the hours planned before each of them and after the last."""
    days = [(day, progress.weeks[week.week].totals.hours / _WEEK) for week, day in plan_days(plan)]
    return [day for day, _ in days], [0.0, *accumulate(daily for _, daily in days)]


def _ahead(line: Sequence[float], done: float, past: int) -> int:
    """Whole days from where the line is after the past days to where it meets the hours done.

    Between two days the nearer one counts, and where the line is flat any day on it, so that
    neither part of a day nor a week without estimates puts anybody ahead or behind.
    """
    low, high = bisect_left(line, done - _ROUNDING), bisect_right(line, done + _ROUNDING) - 1
    if high == len(line) - 1:
        return max(0, low - past)  # everything is done, however late the day
    first, last = sorted((low, high))
    return first - past if past < first else min(0, last - past)


def _between(finished: Sequence[tuple[date, float]], today: date, back: int) -> float:
    """Hours finished in the seven days that ended so many weeks before today, less one."""
    return sum(hours for day, hours in finished if _WEEK * (back - 1) < (today - day).days <= _WEEK * back)


def _finish(plan: Curriculum, today: date, left: float, rates: Sequence[float]) -> Finish | None:
    in_order, half = sorted(rates), len(rates) / 2
    slower, better = mean(in_order[: ceil(half)]), mean(in_order[floor(half) :])
    earliest = _after(plan, today, left, better)
    return Finish(earliest, _after(plan, today, left, slower)) if left > _ROUNDING and earliest else None


def _after(plan: Curriculum, today: date, left: float, per_week: float) -> date | None:
    """The day on which the hours that are left are done; None where there is none in the calendar."""
    if per_week <= _ROUNDING:
        return None
    # Today is the first day that can hold work.
    return nth_working_day(plan, today, max(1, ceil(left / per_week * _WEEK - _ROUNDING)))


def _points(
    days: Sequence[date], line: Sequence[float], finished: Sequence[tuple[date, float]], today: date
) -> Iterator[Point]:
    dates = [day for day, _ in finished]
    sums = [0.0, *accumulate(hours for _, hours in finished)]
    for index in range(0, len(days) + 1, _WEEK):
        day = days[index - 1] if index else max(days[0], date.min + _DAY) - _DAY
        yield Point(day, line[index], sums[bisect_right(dates, day)] if day < today else None)
