"""Replans: ways to change a plan when the work is behind it, and what each of them asks for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import ceil
from typing import Literal

from daytrail.facts.calendar import plan_days
from daytrail.facts.pace import DAYS_PER_WEEK, Pace, pace
from daytrail.facts.progress import Progress, State, progress
from daytrail.model.curriculum import Curriculum, Pause
from daytrail.model.entry import Entry

_DAY = timedelta(days=1)
_HOURS_STEP = 0.5
"""Hours. A new number of hours a week is rounded up to a multiple of it."""
_PAUSE_REASON = "re-planned"
"""`why:` of a pause for the days by which the work is behind."""

Keep = Literal["date", "load", "drop-optional"]
"""What a replan keeps: the last day, or the hours a week, in the last case with fewer items."""
Obstacle = Literal["the date is past", "nothing is optional", "the calendar ends"]
"""Why a replan is not possible."""


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
