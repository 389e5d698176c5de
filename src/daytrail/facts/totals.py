"""What a plan adds up to, beside what it says of itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from daytrail.model.curriculum import Curriculum, Kind, Placed, Week

ROUNDING = 1e-6
"""Hours; sums of tenths are not exact."""
_WORK: tuple[Kind, ...] = ("reading", "practice", "review")
"""What takes time of its own, so that it wants an estimate."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What a plan adds up to. Dropped items do not count; of tracks to choose from the first one does."""

    weeks: int
    items: int
    hours: float
    """Of all items that have an estimate."""
    stated: float | None
    """The hours that the plan says it takes: its `hours`, else what its weeks allow; None without either."""
    budget: float | None
    """Hours a week."""
    over: int
    """Weeks with more hours than that."""
    unestimated: int
    """Readings, practice and review without an estimate."""

    @property
    def allowed(self) -> float | None:
        """The hours of all weeks at so many a week; None where the plan does not say how many."""
        return self.budget * self.weeks if self.budget is not None else None


def sums(plan: Curriculum) -> Sums:
    """Return what a plan adds up to."""
    weeks = list(plan.weeks)
    hours = [hours_of(week) for week in weeks]
    budget = plan.hours_per_week
    allowed = budget * len(weeks) if budget is not None else None
    return Sums(
        weeks=len(weeks),
        items=sum(len(planned(week)) for week in weeks),
        hours=sum(hours),
        stated=allowed if plan.hours is None else plan.hours,
        budget=budget,
        over=sum(over(own, budget) for own in hours),
        unestimated=sum(len(unestimated(week)) for week in weeks),
    )


def over(hours: float, budget: float | None) -> bool:
    """Tell whether hours are more than a budget, if there is one."""
    return budget is not None and hours > budget + ROUNDING


def planned(week: Week) -> Sequence[Placed]:
    """Return the items of a week that count before anything is done: of several tracks the first."""
    kept = [placed for placed in week.items if not placed.item.dropped]
    first = next((placed for placed in kept if placed.kind == "choice"), None)
    return [placed for placed in kept if placed.kind != "choice" or placed is first]


def hours_of(week: Week) -> float:
    """Return the hours of a week, as far as its items have an estimate."""
    return sum(placed.item.hours or 0.0 for placed in planned(week))


def unestimated(week: Week) -> Sequence[Placed]:
    """Return the readings, practice and review of a week that have no estimate."""
    return [placed for placed in planned(week) if placed.kind in _WORK and placed.item.hours is None]
