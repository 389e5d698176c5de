"""How far each part of the plan is, and since when."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from daytrail.facts.calendar import DateRange
from daytrail.facts.evidence import State
from daytrail.facts.progress import ItemTotals, Progress, WeekProgress, counted, together
from daytrail.model.curriculum import Curriculum, Part


@dataclass(frozen=True, slots=True)
class WorkDates:
    """When some weeks were worked on."""

    first: date | None = None
    """The first day on which anything in them was touched."""
    last: date | None = None
    """The last one."""
    done: date | None = None
    """The day on which the last of their items was done; None while one is left."""


@dataclass(frozen=True, slots=True)
class PartProgress:
    """How far a part is."""

    part: Part
    weeks: tuple[WeekProgress, ...]
    totals: ItemTotals
    state: State
    """That of its weeks together."""
    planned_dates: DateRange | None
    """From the first day of its weeks to the last; None where the plan has no start."""
    worked_dates: WorkDates


def parts(plan: Curriculum, progress: Progress, spans: Mapping[int, DateRange]) -> Mapping[str, PartProgress]:
    """Return how far each part is, by its id, in the order of the plan."""
    return {part.id: _part(part, tuple(progress.weeks[week.week] for week in part.weeks), spans) for part in plan.parts}


def work_dates(weeks: Iterable[WeekProgress]) -> WorkDates:
    """Return when weeks were touched and done, by their entries and by what the plan itself says is done."""
    own = list(weeks)
    finished = [item.done_on for week in own for item in week.items if item.done_on]
    touched = [entry.date for week in own for entry in week.entries] + finished
    items = [item for week in own for item in counted(week.items)]
    whole = bool(items) and all(item.state is State.DONE for item in items)
    return WorkDates(
        min(touched, default=None),
        max(touched, default=None),
        max((item.done_on for item in items if item.done_on), default=None) if whole else None,
    )


def _part(part: Part, weeks: tuple[WeekProgress, ...], spans: Mapping[int, DateRange]) -> PartProgress:
    days = [spans[week.week.week] for week in weeks if week.week.week in spans]
    return PartProgress(
        part,
        weeks,
        sum((week.totals for week in weeks), ItemTotals()),
        together(week.state for week in weeks),
        DateRange(min(day.first for day in days), max(day.last for day in days)) if days else None,
        work_dates(weeks),
    )
