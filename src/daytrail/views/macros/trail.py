"""Macro: trail of the plan, a cell for each week, with where the work and the calendar are."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from daytrail.facts.milestones import MilestoneProgress, MilestoneState
from daytrail.facts.progress import PartProgress, State, WeekProgress
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.titles import plain_title
from daytrail.views.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Cell:
    """A week."""

    progress: WeekProgress
    label: str
    """Its title, how much of it is done, and the milestones that end with it."""
    flag: MilestoneState | str
    """State of the milestone that ends with it. Empty without one."""
    is_here: bool
    """True if it is the week of the work."""
    is_calendar: bool
    is_walked: bool
    """True if work was done on it and on the week before it, in its part."""


@dataclass(frozen=True, slots=True)
class PartCells:
    """A part of the plan."""

    progress: PartProgress
    cells: list[Cell]
    counts: list[int]
    """Number of weeks of each state, in the order of the legend."""


def trail(context: PageContext) -> Markup:
    """Show the weeks of the plan as cells, coloured by state, with milestones and where the work is."""
    return render(
        "macros/trail.html",
        links=context.links,
        where=words.week_of_plan(context.facts),
        standing=words.plan_standing(context.facts),
        parts=part_cells(context),
        states=shown_states(context),
        has_calendar=words.shows_gaps(context.facts),
    )


def part_cells(context: PageContext) -> list[PartCells]:
    """Return the parts that have weeks."""
    states, facts = shown_states(context), context.facts
    last_weeks = {one.weeks[-1].week.week: one for one in facts.milestones.values() if one.weeks}
    parts = []
    for part in facts.parts.values():
        if part.weeks:
            counts = Counter(week.state for week in part.weeks)
            parts.append(PartCells(part, _cells(context, part, last_weeks), [counts[state] for state in states]))
    return parts


def shown_states(context: PageContext) -> list[State]:
    """Return the states of weeks that a legend explains: all, but *dropped* only if a week is."""
    used = {week.state for week in context.facts.progress.weeks.values()}
    return [state for state in State if state is not State.DROPPED or state in used]


def _cells(context: PageContext, part: PartProgress, last_weeks: Mapping[int, MilestoneProgress]) -> list[Cell]:
    facts = context.facts
    here = facts.standing.week if facts.next_week else None
    calendar = facts.this_week if words.shows_gaps(facts) else None
    cells, before = [], State.PLANNED
    for week in part.weeks:
        number, milestone = week.week.week, last_weeks.get(week.week.week)
        title = _("Week %(number)s: %(title)s", number=number, title=plain_title(week.week.title))
        label = words.with_progress(title, week.state, week.totals)
        if milestone:
            label = _(
                "%(week)s. Milestone: %(title)s", week=label, title=plain_title(words.name_of(milestone.milestone))
            )
        walked = State.PLANNED not in (before, week.state)
        state = milestone.state if milestone else ""
        # What is overdue is not said of a log that rests, or of a plan that is over.
        flag = MilestoneState.OPEN if state is MilestoneState.DUE and words.is_over(facts) else state
        cells.append(Cell(week, label, flag, number == here, number == calendar, walked))
        before = week.state
    return cells
