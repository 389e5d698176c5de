"""Macro: all parts of the plan with their weeks."""

from collections.abc import Iterable
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.calendar import DateRange
from daytrail.facts.progress import ItemTotals, WeekProgress
from daytrail.model.curriculum import Week
from daytrail.views.page_context import PageContext
from daytrail.views.render import entry_days, render


def curriculum(context: PageContext) -> Markup:
    """Show all parts with their goals and weeks, each with its state, dates and progress."""
    parts = [(part, week_rows(context, part.weeks)) for part in context.facts.parts.values()]
    return render("macros/curriculum.html", links=context.links, parts=parts)


class WeekRow(NamedTuple):
    """All that a list shows of a week."""

    week: Week
    state: str
    totals: ItemTotals
    is_current: bool
    dates: DateRange | None
    touched: Markup
    """When entries touched it; empty if none did."""


def week_rows(context: PageContext, weeks: Iterable[WeekProgress]) -> list[WeekRow]:
    """Return the rows of weeks."""
    facts = context.facts
    return [
        WeekRow(
            progress.week,
            progress.state,
            progress.totals,
            progress.week.week == facts.this_week,
            facts.week_dates.get(progress.week.week),
            _touched(context, progress),
        )
        for progress in weeks
    ]


def _touched(context: PageContext, progress: WeekProgress) -> Markup:
    first, last = (entry_days(entries, context.links) for entries in (progress.entries[:1], progress.entries[-1:]))
    if len(progress.entries) > 1:
        return Markup("first touched {}, last {}").format(first, last)
    return Markup("touched {}").format(first) if first else Markup("")
