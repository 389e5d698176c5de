"""Pace: how far the work is ahead of the plan or behind it, when it will be finished, and ways to re-plan it.

It is measured in hours if each item has an estimate, of its own or by the plan's `hours_default`, else in items.
The plan's line is the amount planned up to each day: that of a week is spread evenly over its seven days,
without pauses. What was planned for today does not count yet, since today is not over.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import accumulate
from math import ceil
from typing import Literal

from daytrail.facts.calendar import nth_day_outside_pauses, plan_days
from daytrail.facts.progress import ItemProgress, Progress, State, counting_items, progress
from daytrail.model.curriculum import ROUNDING, Curriculum, Pause
from daytrail.model.entry import Entry

DAYS_PER_WEEK = 7
_DAY = timedelta(days=1)
PACE_DAYS = 28
"""Number of days by which the pace is measured, today included: four whole weeks, so that each weekday counts alike."""
_HOURS_STEP = 0.5
"""Hours. A number of hours a week is rounded up to a multiple of it; a number of items to a whole one."""
_PAUSE_REASON = "re-planned"
"""`why:` of a pause for the days by which the work is behind."""

Unit = Literal["hours", "items"]
"""Unit of a pace."""
Keep = Literal["date", "load", "drop-optional"]
"""Part of the plan that a replan keeps: the last day, or the amount a week, in the last case with fewer items."""
Obstacle = Literal["the date is past", "nothing is optional", "the calendar ends"]
"""Why a replan is not possible."""


@dataclass(frozen=True, slots=True)
class Point:
    """Hours or items at the end of a day of the plan."""

    day: date
    planned: float
    """Planned up to this day."""
    touched: float | None
    """Of items touched, started or done up to this day. None for today and later days."""
    done: float | None
    """Of items done up to this day. None for today and later days."""


@dataclass(frozen=True, slots=True)
class WorkWeek:
    """Hours or items of a week of the calendar."""

    monday: date
    planned: float
    touched: float
    """Of items that were touched or done for the first time in this week, so that nothing counts twice."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Comparison of the work done with the plan, as of a day."""

    today: date
    first: date
    """First day of the plan."""
    last: date
    """Last day of the plan."""
    unit: Unit
    without_hours: int
    """Number of items without hours. If there are any, the unit is items."""
    planned: float
    """Planned up to yesterday."""
    begun: float
    """Of items touched or started, not done."""
    done: float
    total: float
    """Of all items that count."""
    finished_on: date | None
    """Day on which the last item was done. None while anything remains."""
    days_ahead: int
    """Whole days by which the work is ahead of the plan's line. Negative if it is behind."""
    per_week: float
    """Done a week, on average over `rate_days`."""
    rate_days: int
    """Number of days up to today by which the pace is measured: 28, or those since the work began, at least seven."""
    finish: date | None
    """Day on which the rest is done at that rate. None if it is 0, nothing remains, or the calendar ends before."""
    points: tuple[Point, ...]
    """The day before the plan, then the last day of each of its weeks."""
    weeks: tuple[WorkWeek, ...]
    """All weeks from the first to the last in which anything was planned or touched."""

    @property
    def remaining(self) -> float:
        """Of the items not done."""
        return self.total - self.done


def pace(plan: Curriculum, progress: Progress, today: date) -> Pace | None:
    """Return the comparison of the work done with the plan. None if the plan has no start or no items."""
    items_of_week = {number: list(counting_items(week.items)) for number, week in progress.weeks.items()}
    items = [item for in_week in items_of_week.values() for item in in_week]
    days = [day for _, day in plan_days(plan)]
    if not days or not items:
        return None
    without_hours = sum(item.placed.hours is None for item in items)
    unit: Unit = "hours" if not without_hours and any(item.placed.hours for item in items) else "items"

    def amount(item: ItemProgress) -> float:
        return item.placed.hours or 0.0 if unit == "hours" else 1.0

    amounts = {number: sum(map(amount, in_week)) for number, in_week in items_of_week.items()}
    planned_daily = [amounts[week.week] / DAYS_PER_WEEK for week, _ in plan_days(plan)]
    line = [0.0, *accumulate(planned_daily)]  # planned before each day, and after the last
    total = sum(amounts.values())
    finished = sorted((item.done_on, amount(item)) for item in items if item.done_on)
    touched = sorted((item.since, amount(item)) for item in items if item.since)
    done = sum(number for _, number in finished)
    past = bisect_left(days, today)
    days_after_plan = max(0, (today - days[-1]).days - 1)
    begun_on = min([days[0], *(day for day, _ in finished)])
    rate_days = min(PACE_DAYS, max(DAYS_PER_WEEK, (today - begun_on).days + 1))
    per_week = _per_week(finished, today, rate_days)
    return Pace(
        today=today,
        first=days[0],
        last=days[-1],
        unit=unit,
        without_hours=without_hours,
        planned=line[past],
        begun=sum(amount(item) for item in items if item.state in (State.TOUCHED, State.STARTED)),
        done=done,
        total=total,
        finished_on=finished[-1][0] if finished and total - done <= ROUNDING else None,
        days_ahead=_days_ahead(line, done, past + days_after_plan),
        per_week=per_week,
        rate_days=rate_days,
        finish=_finish_date(plan, today, total - done, per_week),
        points=tuple(_points(days, line, touched, finished, today)),
        weeks=tuple(_work_weeks(zip(days, planned_daily, strict=True), touched)),
    )


def _per_week(finished: Iterable[tuple[date, float]], today: date, days: int) -> float:
    """Return the amount done a week. What was done on a day counts on that day and on the 27 days after it."""
    return sum(number for day, number in finished if 0 <= (today - day).days < PACE_DAYS) / days * DAYS_PER_WEEK


def _days_ahead(line: Sequence[float], done: float, past: int) -> int:
    """Return the whole days between today's point of the line and the point that has the amount done.

    If the amount done is between two days, the nearer day counts. If the line is flat there, any of its days
    counts. So neither a part of a day nor a week without items puts the work ahead or behind.
    """
    low, high = bisect_left(line, done - ROUNDING), bisect_right(line, done + ROUNDING) - 1
    if high == len(line) - 1:
        return max(0, low - past)  # everything is done, however late it is
    first, last = sorted((low, high))
    return first - past if past < first else min(0, last - past)


def _finish_date(plan: Curriculum, today: date, remaining: float, per_week: float) -> date | None:
    """Return the day on which the rest is done. None if nothing remains or is done, or the calendar ends before."""
    if remaining <= ROUNDING or per_week <= ROUNDING:
        return None
    # Work can be done today.
    return nth_day_outside_pauses(plan, today, max(1, ceil(remaining / per_week * DAYS_PER_WEEK - ROUNDING)))


def _points(
    days: Sequence[date],
    line: Sequence[float],
    touched: Sequence[tuple[date, float]],
    finished: Sequence[tuple[date, float]],
    today: date,
) -> Iterator[Point]:
    def up_to(day: date, amounts: Sequence[tuple[date, float]], sums: Sequence[float]) -> float | None:
        return sums[bisect_right(amounts, day, key=lambda pair: pair[0])] if day < today else None

    sums_touched = [0.0, *accumulate(number for _, number in touched)]
    sums_finished = [0.0, *accumulate(number for _, number in finished)]
    for index in range(0, len(days) + 1, DAYS_PER_WEEK):
        day = days[index - 1] if index else max(days[0], date.min + _DAY) - _DAY
        yield Point(day, line[index], up_to(day, touched, sums_touched), up_to(day, finished, sums_finished))


def _work_weeks(planned: Iterable[tuple[date, float]], touched: Iterable[tuple[date, float]]) -> Iterator[WorkWeek]:
    planned_in, touched_in = _by_monday(planned), _by_monday(touched)
    mondays = [*planned_in, *touched_in]
    for monday in range(min(mondays), max(mondays) + 1, DAYS_PER_WEEK):
        yield WorkWeek(date.fromordinal(monday), planned_in.get(monday, 0.0), touched_in.get(monday, 0.0))


def _by_monday(amounts: Iterable[tuple[date, float]]) -> Mapping[int, float]:
    sums: dict[int, float] = defaultdict(float)
    for day, number in amounts:
        sums[day.toordinal() - day.weekday()] += number  # day 1 of the calendar is a Monday
    return sums


@dataclass(frozen=True, slots=True)
class Replan:
    """One way to change the plan."""

    keep: Keep
    finish: date | None = None
    """Last day of the changed plan. None if there is an obstacle."""
    unit: Unit = "hours"
    per_week: float | None = None
    """Remaining amount, divided by the weeks that remain; rounded up if the date is kept."""
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
        """Return whether anything in the plan changes."""
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
    needed = remaining_per_week(plan, pace)
    if needed is None:
        return Replan("date", obstacle="the date is past")
    needed = rounded_up(needed, pace.unit)
    enough = plan.hours_per_week is not None and plan.hours_per_week >= needed
    return Replan("date", pace.last, pace.unit, needed, load=None if enough or pace.unit != "hours" else needed)


def rounded_up(per_week: float, unit: Unit) -> float:
    """Return an amount a week, rounded up to half hours or whole items."""
    step = _HOURS_STEP if unit == "hours" else 1
    return ceil(round(per_week / step, 6)) * step


def _later_dates(plan: Curriculum, progress: Progress, pace: Pace, keep: Keep = "load") -> Replan:
    """Return a replan that moves the plan to where the work is: by a new start, or by a pause if anything is done."""
    if any(item.state is State.DONE for item in progress.items.values()):
        replan = Replan(keep, pauses=(_pause(plan, pace),))
    elif (days_to_monday := -pace.today.weekday() % DAYS_PER_WEEK) > (date.max - pace.today).days:
        return Replan(keep, obstacle="the calendar ends")
    else:
        replan = Replan(keep, start=pace.today + days_to_monday * _DAY)
    moved = apply_replan(plan, replan)
    finish = max(day for _, day in plan_days(moved))
    return replace(replan, finish=finish, unit=pace.unit, per_week=remaining_per_week(moved, pace))


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
    if new_pace is None:  # all items were optional
        return Replan("drop-optional", today, per_week=0.0, dropped=dropped)
    if new_pace.days_ahead < 0:
        return replace(_later_dates(plan, new_progress, new_pace, "drop-optional"), dropped=dropped)
    per_week = remaining_per_week(plan, new_pace)
    return Replan("drop-optional", new_pace.last, new_pace.unit, per_week, dropped=dropped)


def remaining_per_week(plan: Curriculum, pace: Pace) -> float | None:
    """Return what remains, divided by the weeks of a plan from today on. None if the plan is over."""
    days = sum(day >= pace.today for _, day in plan_days(plan))
    return pace.remaining / days * DAYS_PER_WEEK if days else None
