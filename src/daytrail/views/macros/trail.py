"""Macro: trail of the plan, a cell for each week, with where the work and the calendar are."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from daytrail.facts import Facts
from daytrail.facts.progress import PartProgress, State
from daytrail.model.curriculum import Part
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext

_FILLED = 0.86
"""Share of a column that its cell fills in a picture; on a page, the gap has a width."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A week."""

    x: str
    """Distance from the left of its part, as in `8.33%`."""
    state: State
    is_here: bool
    """True if the latest work was on it."""
    href: str
    label: str


@dataclass(frozen=True, slots=True)
class Pin:
    """A mark below a week."""

    kind: str
    x: str
    """Distance of the middle of the week's cell from the left of its part."""
    column: int
    """Column of its part, from 1 on."""
    text: str
    """Empty but for one of the weeks of a kind."""
    is_backward: bool
    """True if the text is to the left of the mark, because it is on the right half of the trail."""


@dataclass(frozen=True, slots=True)
class PartCells:
    """A part of the plan."""

    part: Part
    columns: int
    cell_width: str
    """As in `7.17%`."""
    cells: list[Cell]
    pins: list[Pin]
    counts: list[int]
    """Number of weeks of each state, in the order of the legend."""


def trail(context: PageContext) -> Markup:
    """Show the weeks of the plan in a row, coloured by state, with where the work and the calendar are."""
    pins = dict(_pins(context))
    return render(
        "macros/trail.html",
        links=context.links,
        parts=part_cells(context),
        pins=[(kind, text) for kind, (_week, text) in pins.items()],
        states=shown_states(context),
    )


def part_cells(context: PageContext) -> list[PartCells]:
    """Return the parts that have weeks."""
    pins, states = dict(_pins(context)), shown_states(context)
    return [_part(context, progress, pins, states) for progress in context.facts.parts.values() if progress.weeks]


def shown_states(context: PageContext) -> list[State]:
    """Return the states of weeks that a legend explains: all, but *dropped* only if a week is."""
    used = {week.state for week in context.facts.progress.weeks.values()}
    return [state for state in State if state is not State.DROPPED or state in used]


def _pins(context: PageContext) -> Iterator[tuple[str, tuple[int, str]]]:
    """Yield each mark with the number of the week below which it is, and its text; none if all is done."""
    facts = context.facts
    if not facts.next_week:
        return
    if facts.here:
        # Of several weeks, the one on whose side of the text there is no other mark.
        first, weeks = facts.here[0], words.runs(facts.here)
        number = first if _is_on_right(facts, first) else facts.here[-1]
        text = ngettext("you are here: week %(weeks)s", "you are here: weeks %(weeks)s", len(facts.here), weeks=weeks)
        if facts.plan_rests and facts.last_work_day:
            day = words.short_day(facts.last_work_day, facts.today.year)
            text = _("%(here)s, last on %(day)s", here=text, day=day)
        yield "here", (number, text)
    if facts.this_week is not None:
        yield "calendar", (facts.this_week, _("calendar: week %(week)s", week=facts.this_week))


def _is_on_right(facts: Facts, number: int) -> bool:
    """Return whether a week is in the second half of the trail."""
    order = list(facts.progress.weeks)
    return order.index(number) * 2 >= len(order)


def _part(
    context: PageContext, progress: PartProgress, all_pins: Mapping[str, tuple[int, str]], states: Sequence[State]
) -> PartCells:
    facts, weeks = context.facts, progress.weeks
    here = facts.here if facts.next_week else ()
    columns = {week.week.week: index for index, week in enumerate(weeks)}
    step = 100 / len(weeks)

    def pins(kind: str, number: int, text: str) -> Iterator[Pin]:
        shown = [week for week in columns if week == number or (kind == "here" and week in here)]
        for week in shown:
            x, is_named = f"{(columns[week] + _FILLED / 2) * step:.4g}%", week == number
            is_backward = is_named and _is_on_right(facts, number)
            yield Pin(kind, x, columns[week] + 1, text if is_named else "", is_backward)

    counts = Counter(week.state for week in weeks)
    return PartCells(
        progress.part,
        len(weeks),
        f"{step * _FILLED:.4g}%",
        [
            Cell(
                f"{index * step:.4g}%",
                week.state,
                week.week.week in here,
                context.links.to(week.week),
                words.with_progress(
                    _("Week %(number)s: %(title)s", number=week.week.week, title=week.week.title),
                    week.state,
                    week.totals,
                ),
            )
            for index, week in enumerate(weeks)
        ],
        [pin for kind, (number, text) in all_pins.items() for pin in pins(kind, number, text)],
        [counts[state] for state in states],
    )
