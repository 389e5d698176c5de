"""Pace: how far the work is ahead of the plan or behind it, when it will be finished, and ways to re-plan it.

The plan's line is the number of hours planned up to each day: the hours of a week are spread evenly
over its seven days, without pauses. Only days before today count, since today is not over.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import accumulate
from math import ceil, floor
from statistics import mean
from typing import Literal

from daytrail.facts.calendar import nth_working_day, plan_days
from daytrail.facts.progress import Progress, State, counting_items, progress
from daytrail.model.curriculum import ROUNDING, Curriculum, Pause
from daytrail.model.entry import Entry

DAYS_PER_WEEK = 7
_DAY = timedelta(days=1)
_PACE_WEEKS = 4
"""Number of weeks before today by which the pace is measured."""
_HOURS_STEP = 0.5
"""Hours. A new number of hours a week is rounded up to a multiple of it."""
_PAUSE_REASON = "re-planned"
"""`why:` of a pause for the days by which the work is behind."""

Keep = Literal["date", "load", "drop-optional"]
"""What a replan keeps: the last day, or the hours a week, in the last case with fewer items."""
Obstacle = Literal["the date is past", "nothing is optional", "the calendar ends"]
"""Why a replan is not possible."""


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


@dataclass(frozen=True, slots=True)
class Replan:
    """One way to change the plan."""

    keep: Keep
    finish: date | None = None
    """Last day of the changed plan. None if there is an obstacle."""
    hours_per_week: float | None = None
    """Hours that remain, divided by the weeks that remain."""
    obstacle: Obstacle | None = None
    load: float | None = None
    """New `hours_per_week` of the plan. None if it does not change."""
    start: date | None = None
    """New start of the plan. None if it does not change."""
    pauses: tuple[Pause, ...] = ()
    """Additional pauses."""
    dropped: tuple[str, ...] = ()
    """Addresses of items to drop."""

    @property
    def changes(self) -> bool:
        """Whether anything in the plan changes."""
        return self.load is not None or self.start is not None or bool(self.pauses or self.dropped)


def replans(plan: Curriculum, entries: Sequence[Entry], progress: Progress, pace: Pace | None) -> tuple[Replan, ...]:
    """Return the three ways to change the plan, in the order of `Keep`. Empty unless the work is behind."""
    if pace is None or pace.days_ahead >= 0:
        return ()
    return (
        _more_hours(plan, pace),
        _later_dates(plan, progress, pace),
        _fewer_items(plan, entries, progress, pace.today),
    )


def apply_replan(plan: Curriculum, replan: Replan) -> Curriculum:
    """Return the plan with the start and the pauses of a replan. Its items and its hours a week do not change."""
    return plan.model_copy(update={"start": replan.start or plan.start, "pauses": (*plan.pauses, *replan.pauses)})


def _more_hours(plan: Curriculum, pace: Pace) -> Replan:
    hours = _hours_per_week(plan, pace)
    if hours is None:
        return Replan("date", obstacle="the date is past")
    needed = ceil(round(hours / _HOURS_STEP, 6)) * _HOURS_STEP
    enough = plan.hours_per_week is not None and plan.hours_per_week >= needed
    return Replan("date", pace.last, needed, load=None if enough else needed)


def _later_dates(plan: Curriculum, progress: Progress, pace: Pace, keep: Keep = "load") -> Replan:
    """Return a replan that moves the plan to where the work is: by a new start, or by a pause if anything is done."""
    if any(item.state is State.DONE for item in progress.items.values()):
        replan = Replan(keep, pauses=(_pause(plan, pace),))
    elif (days_to_monday := -pace.today.weekday() % DAYS_PER_WEEK) > (date.max - pace.today).days:
        return Replan(keep, obstacle="the calendar ends")
    else:
        replan = Replan(keep, start=pace.today + days_to_monday * _DAY)
    moved = apply_replan(plan, replan)
    return replace(replan, finish=max(day for _, day in plan_days(moved)), hours_per_week=_hours_per_week(moved, pace))


def _pause(plan: Curriculum, pace: Pace) -> Pause:
    """Return a pause up to yesterday, as long as the work is behind."""
    past = [day for _, day in plan_days(plan) if day < pace.today]
    days_after_plan = max(0, (pace.today - pace.last).days - 1)
    # If only a part of the last day is open, that day is repeated.
    first = past[min(len(past) + days_after_plan + pace.days_ahead, len(past) - 1)]
    return Pause.model_validate({"from": first, "to": pace.today - _DAY, "why": _PAUSE_REASON})


def _fewer_items(plan: Curriculum, entries: Sequence[Entry], progress_so_far: Progress, today: date) -> Replan:
    """Return a replan without optional items that are not started, and with later dates if that is not enough."""
    dropped = tuple(
        address
        for address, item in progress_so_far.items.items()
        if item.placed.item.optional and item.state in (State.PLANNED, State.TOUCHED)
    )
    if not dropped:
        return Replan("drop-optional", obstacle="nothing is optional")
    new_progress = progress(plan, entries, set(dropped))
    new_pace = pace(plan, new_progress, today)
    if new_pace is None:  # only optional items had an estimate
        return Replan("drop-optional", today, 0.0, dropped=dropped)
    if new_pace.days_ahead < 0:
        return replace(_later_dates(plan, new_progress, new_pace, "drop-optional"), dropped=dropped)
    return Replan("drop-optional", new_pace.last, _hours_per_week(plan, new_pace), dropped=dropped)


def _hours_per_week(plan: Curriculum, pace: Pace) -> float | None:
    """Return the hours that remain, divided by the weeks of a plan from today on. None if the plan is over."""
    days = sum(day >= pace.today for _, day in plan_days(plan))
    return pace.remaining / days * DAYS_PER_WEEK if days else None
