"""The ways to go on when the work is behind the plan: what each changes in it, and what it then asks for."""

from collections.abc import Set
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import ceil
from typing import Any, Literal, TypeVar

from daytrail.facts.calendar import plan_days
from daytrail.facts.evidence import State
from daytrail.facts.pace import Pace, pace
from daytrail.facts.progress import Progress, progress
from daytrail.model.curriculum import LISTS, Curriculum, Item, Part, Pause, Week
from daytrail.model.journal import Journal

_DAY = timedelta(days=1)
_WEEK = 7
_STEP = 0.5
"""Hours; a new load is rounded up to a multiple of it."""

WHY = "re-planned"
"""What the pauses say that stand for days behind."""

R = TypeVar("R", Curriculum, Part, Week, Item)
Keep = Literal["date", "load", "drop-optional"]
KEEPS: tuple[Keep, ...] = ("date", "load", "drop-optional")

Obstacle = Literal["the date is past", "nothing is optional", "the calendar ends"]
"""Why a way does not lead anywhere."""


@dataclass(frozen=True, slots=True)
class Replan:
    """A way to go on."""

    keep: Keep
    finish: date | None = None
    """The last day of the plan then; None where the way does not lead to one."""
    hours_per_week: float | None = None
    """What is left, by the weeks that are left then."""
    obstacle: Obstacle | None = None
    load: float | None = None
    """The new `hours_per_week` of the plan; None where it stays."""
    start: date | None = None
    """Its new start; None where it stays."""
    pauses: tuple[Pause, ...] = ()
    """Those that it gets."""
    dropped: tuple[str, ...] = ()
    """Addresses of items that are given up."""

    @property
    def changes(self) -> bool:
        """Whether anything in the plan becomes another."""
        return self.load is not None or self.start is not None or bool(self.pauses or self.dropped)


def replans(journal: Journal, reached: Progress, found: Pace | None) -> tuple[Replan, ...]:
    """Return the three ways to go on; none unless the work is behind."""
    if found is None or found.days_ahead >= 0:
        return ()
    return (
        _harder(journal.curriculum, found),
        _later(journal.curriculum, reached, found),
        _less(journal, reached, found.today),
    )


def replanned(plan: Curriculum, way: Replan) -> Curriculum:
    """Return a plan after a way to go on was taken."""
    changed = _without(plan, set(way.dropped)) if way.dropped else plan
    return _with(
        changed,
        start=way.start or plan.start,
        pauses=(*plan.pauses, *way.pauses),
        hours_per_week=plan.hours_per_week if way.load is None else way.load,
    )


def _harder(plan: Curriculum, found: Pace) -> Replan:
    """More hours a week, so that the last day stays."""
    left = [day for _, day in plan_days(plan) if day >= found.today]
    if not left:
        return Replan("date", obstacle="the date is past")
    needed = ceil(round(found.remaining / len(left) * _WEEK / _STEP, 6)) * _STEP
    enough = plan.hours_per_week is not None and plan.hours_per_week >= needed
    return Replan("date", found.last, needed, load=None if enough else needed)


def _later(plan: Curriculum, reached: Progress, found: Pace, keep: Keep = "load") -> Replan:
    """Later dates, so that the plan's line meets the work today: by its start, or by days that do not count."""
    if any(item.state is State.DONE for item in reached.items.values()):
        way = Replan(keep, pauses=(_pause(plan, found),))
    elif (to_monday := -found.today.weekday() % _WEEK) > (date.max - found.today).days:
        return Replan(keep, obstacle="the calendar ends")
    else:
        way = Replan(keep, start=found.today + to_monday * _DAY)
    days = [day for _, day in plan_days(replanned(plan, way))]
    left = sum(day >= found.today for day in days)
    return Replan(keep, days[-1], found.remaining / left * _WEEK if left else None, start=way.start, pauses=way.pauses)


def _pause(plan: Curriculum, found: Pace) -> Pause:
    """The days, up to yesterday, by which the work is behind."""
    past = [day for _, day in plan_days(plan) if day < found.today]
    beyond = max(0, (found.today - found.last).days - 1)
    # Where but a part of the last day is left, that day comes again.
    first = past[min(len(past) + beyond + found.days_ahead, len(past) - 1)]
    return Pause.model_validate({"from": first, "to": found.today - _DAY, "why": WHY})


def _less(journal: Journal, reached: Progress, today: date) -> Replan:
    """Less to do, and later dates where that is not enough."""
    # What is begun goes on: an entry that says so has the last word over the plan.
    waiting = (State.PLANNED, State.TOUCHED)
    dropped = tuple(
        address for address, item in reached.items.items() if item.placed.item.optional and item.state in waiting
    )
    if not dropped:
        return Replan("drop-optional", obstacle="nothing is optional")
    fewer = Journal(journal.entries, _without(journal.curriculum, set(dropped)))
    left = progress(fewer)
    found = pace(fewer.curriculum, left, today)
    if found is None:  # all that had an estimate was optional
        return Replan("drop-optional", today, 0.0, dropped=dropped)
    if found.days_ahead < 0:
        return replace(_later(fewer.curriculum, left, found, "drop-optional"), dropped=dropped)
    days = sum(day >= today for _, day in plan_days(fewer.curriculum))
    return Replan("drop-optional", found.last, found.remaining / days * _WEEK if days else None, dropped=dropped)


def _without(plan: Curriculum, dropped: Set[str]) -> Curriculum:
    """Return a plan in which some items are dropped, by their addresses."""
    return _with(
        plan, parts=tuple(_with(part, weeks=tuple(_week(week, dropped) for week in part.weeks)) for part in plan.parts)
    )


def _week(week: Week, dropped: Set[str]) -> Week:
    if not any(placed.address in dropped for placed in week.items):
        return week
    lists = {
        LISTS[kind]: tuple(
            _with(placed.item, dropped=True) if placed.address in dropped else placed.item
            for placed in week.items
            if placed.kind == kind
        )
        for kind in LISTS
    }
    return _with(week, **lists)


def _with(record: R, **changes: Any) -> R:
    """Return a record with other values, anew: a copy would keep what was worked out from the old ones."""
    return type(record).model_construct(record.model_fields_set, **{**dict(record), **changes})
