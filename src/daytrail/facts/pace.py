"""Whether the plan still fits: its line against the work done, in days, and what could be changed.

The plan's line spreads the hours of each week evenly over its seven days; days in pauses are
not in it. Only whole past days count, since today is still to come.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from math import ceil
from statistics import mean
from typing import Literal

from daytrail.facts.calendar import days_of
from daytrail.facts.evidence import ItemProgress, State
from daytrail.facts.progress import Progress, counted
from daytrail.model.curriculum import Curriculum

_DAY = timedelta(days=1)
_WEEK = 7
_LOOK_BACK = 4
"""Weeks that say how fast the work goes."""
_ROUNDING = 1e-6
"""Hours; sums of tenths are not exact."""

Keep = Literal["date", "load", "drop-optional"]


@dataclass(frozen=True, slots=True)
class Point:
    """The end of a day of the plan."""

    day: date
    planned: float
    """Hours planned up to then."""
    done: float | None
    """Hours of items done by then; None for days that are not over."""


@dataclass(frozen=True, slots=True)
class Replan:
    """A way to go on when the work is behind."""

    keep: Keep
    finish: date | None
    """The last day of the plan then; None where the way does not lead to one."""
    hours_per_week: float | None
    """The load then; None where the way does not lead to one."""


@dataclass(frozen=True, slots=True)
class Finish:
    """When the rest is likely done, at the pace of the last four weeks."""

    earliest: date
    """At the pace of the better two of them."""
    latest: date | None
    """At the pace of the slower two; None where nothing was finished in those."""


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
    per_week: float
    """Hours of items finished a week, on average over the last four."""
    finish: Finish | None
    """None where nothing was finished in these weeks, or nothing is left."""
    unestimated: int
    """Items without an estimate, which no figure here counts."""
    replans: tuple[Replan, ...]
    """Ways to go on; empty unless the work is behind."""
    points: tuple[Point, ...]
    """Both lines: the day before the plan, then the end of each of its weeks."""


def pace(plan: Curriculum, progress: Progress, today: date) -> Pace | None:
    """Return how the work stands; None for a plan without a start, or without any estimate."""
    items = [item for week in progress.weeks.values() for item in counted(week.items)]
    hours = {item.placed.address: item.placed.item.hours for item in items if item.placed.item.hours}
    days = [(day, progress.weeks[week.week].tally.hours / _WEEK) for week, day in days_of(plan)]
    if not days or not hours:
        return None
    finished = sorted(
        (item.done_on or today, hours[item.placed.address])
        for item in items
        if item.state is State.DONE and item.placed.address in hours
    )
    line = [0.0, *accumulate(daily for _, daily in days)]
    past = bisect_left([day for day, _ in days], today)
    done, total, last = sum(spent for _, spent in finished), sum(hours.values()), days[-1][0]
    ahead = _ahead(line, done, past + max(0, (today - last).days - 1))
    rates = [_between(finished, today - _WEEK * back * _DAY) for back in range(1, _LOOK_BACK + 1)]
    return Pace(
        today=today,
        first=days[0][0],
        last=last,
        planned=line[past],
        done=done,
        total=total,
        days_ahead=ahead,
        per_week=mean(rates),
        finish=_finish(today, total - done, rates),
        unestimated=len(items) - len(hours),
        replans=tuple(_replans(plan, items, today, last)) if ahead < 0 else (),
        points=tuple(_points([day for day, _ in days], line, finished, today)),
    )


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


def _between(finished: Sequence[tuple[date, float]], first: date) -> float:
    """Hours finished in the seven days from one on."""
    return sum(hours for day, hours in finished if first <= day < first + _WEEK * _DAY)


def _finish(today: date, left: float, rates: Sequence[float]) -> Finish | None:
    in_order = sorted(rates)
    slower, better = mean(in_order[: _LOOK_BACK // 2]), mean(in_order[_LOOK_BACK // 2 :])
    earliest = _after(today, left, better)
    return Finish(earliest, _after(today, left, slower)) if left > _ROUNDING and earliest else None


def _after(today: date, left: float, per_week: float) -> date | None:
    """The day on which the hours that are left are done; None where there is none in the calendar."""
    days = ceil(left / per_week * _WEEK - _ROUNDING) if per_week > _ROUNDING else None
    # Today is the first day that can hold work.
    return today + (max(days, 1) - 1) * _DAY if days is not None and days < (date.max - today).days else None


def _replans(plan: Curriculum, items: Sequence[ItemProgress], today: date, last: date) -> Iterator[Replan]:
    """The three ways, with what each asks for."""
    left = [item.placed.item for item in items if item.state is not State.DONE]
    every = sum(item.hours or 0.0 for item in left)
    needed = sum(item.hours or 0.0 for item in left if not item.optional)
    weeks = ((last - today).days + 1) / _WEEK
    load = plan.hours_per_week
    yield Replan("date", last, every / weeks) if weeks > 0 else Replan("date", None, None)
    ways: tuple[tuple[Keep, float], ...] = (("load", every), ("drop-optional", needed))
    for keep, hours in ways:
        finish = _after(today, hours, load) if load else None
        yield Replan(keep, finish, load if finish else None)


def _points(
    days: Sequence[date], line: Sequence[float], finished: Sequence[tuple[date, float]], today: date
) -> Iterator[Point]:
    dates = [day for day, _ in finished]
    sums = [0.0, *accumulate(hours for _, hours in finished)]
    for index in range(0, len(days) + 1, _WEEK):
        day = days[index - 1] if index else max(days[0], date.min + _DAY) - _DAY
        yield Point(day, line[index], sums[bisect_right(dates, day)] if day < today else None)
