"""Totals of a plan: how many items and hours it has, and how that compares with the hours that it states."""

from collections.abc import Sequence
from dataclasses import dataclass

from daytrail.model.curriculum import Curriculum, Kind, Placed, Week

ROUNDING = 1e-6
"""Hours. Sums of tenths are not exact."""
_ESTIMATED_KINDS: tuple[Kind, ...] = ("reading", "practice", "review")
"""Kinds of items that should have an estimate, because they take time of their own."""


@dataclass(frozen=True, slots=True)
class PlanTotals:
    """Totals of a plan. Dropped items do not count. Of choices only the first counts."""

    weeks: int
    items: int
    hours: float
    """Hours of all items that have an estimate."""
    allowed: float | None
    """Hours of all weeks by the `hours_per_week` of the plan. None if it has none."""
    weeks_over_budget: int
    """Weeks with more hours than the `hours_per_week` of the plan."""
    unestimated: int
    """Readings, practice and review without an estimate."""


def plan_totals(plan: Curriculum) -> PlanTotals:
    """Return the totals of a plan."""
    weeks = list(plan.weeks)
    hours = [week_hours(week) for week in weeks]
    budget = plan.hours_per_week
    return PlanTotals(
        weeks=len(weeks),
        items=sum(len(counted_items(week)) for week in weeks),
        hours=sum(hours),
        allowed=budget * len(weeks) if budget is not None else None,
        weeks_over_budget=sum(exceeds(hours_of_week, budget) for hours_of_week in hours),
        unestimated=sum(len(unestimated(week)) for week in weeks),
    )


def exceeds(hours: float, budget: float | None) -> bool:
    """Return whether hours are more than a budget. False if there is no budget."""
    return budget is not None and hours > budget + ROUNDING


def counted_items(week: Week) -> Sequence[Placed]:
    """Return the items of a week that count before any is done: those not dropped, and of choices the first."""
    items = [placed for placed in week.items if not placed.item.dropped]
    first_choice = next((placed for placed in items if placed.kind == "choice"), None)
    return [placed for placed in items if placed.kind != "choice" or placed is first_choice]


def week_hours(week: Week) -> float:
    """Return the hours of the items of a week that have an estimate."""
    return sum(placed.item.hours or 0.0 for placed in counted_items(week))


def unestimated(week: Week) -> Sequence[Placed]:
    """Return the readings, practice and review of a week that have no estimate."""
    return [placed for placed in counted_items(week) if placed.kind in _ESTIMATED_KINDS and placed.item.hours is None]
