"""Progress of each part of the plan."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from daytrail.facts.calendar import DateRange, cover
from daytrail.facts.progress import ItemTotals, Progress, State, WeekProgress, combined_state, counting_items, totals_of
from daytrail.model.curriculum import Curriculum, Part


@dataclass(frozen=True, slots=True)
class WorkDates:
    """Days on which somebody worked on some weeks."""

    first: date | None = None
    """First day on which anything in them was touched."""
    last: date | None = None
    """Last day on which anything in them was touched."""
    done: date | None = None
    """Day on which the last of their items was done. None while an item is open."""


@dataclass(frozen=True, slots=True)
class PartProgress:
    """Progress of a part."""

    part: Part
    weeks: tuple[WeekProgress, ...]
    totals: ItemTotals
    state: State
    """State of its weeks together."""
    planned_dates: DateRange | None
    """From the first day of its weeks to the last. None if the plan has no start."""
    worked_dates: WorkDates


def parts(plan: Curriculum, progress: Progress, week_dates: Mapping[int, DateRange]) -> Mapping[str, PartProgress]:
    """Return the progress of each part, by its id, in the order of the plan."""
    return {
        part.id: _part(part, tuple(progress.weeks[week.week] for week in part.weeks), week_dates) for part in plan.parts
    }


def _part(part: Part, weeks: tuple[WeekProgress, ...], week_dates: Mapping[int, DateRange]) -> PartProgress:
    return PartProgress(
        part,
        weeks,
        totals_of(weeks),
        combined_state(week.state for week in weeks),
        cover(week_dates[week.week.week] for week in weeks if week.week.week in week_dates),
        work_dates(weeks),
    )


def work_dates(weeks: Iterable[WeekProgress]) -> WorkDates:
    """Return when weeks were worked on, by their entries and by the days on which the plan says items were done."""
    all_weeks = list(weeks)
    finished = [item.done_on for week in all_weeks for item in week.items if item.done_on]
    touched = [entry.date for week in all_weeks for entry in week.entries] + finished
    items = [item for week in all_weeks for item in counting_items(week.items)]
    all_done = bool(items) and all(item.state is State.DONE for item in items)
    return WorkDates(
        min(touched, default=None),
        max(touched, default=None),
        max((item.done_on for item in items if item.done_on), default=None) if all_done else None,
    )
