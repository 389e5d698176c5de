"""Macro: all parts of the plan with their weeks."""

from collections.abc import Iterable

from markupsafe import Markup

from daytrail.facts.calendar import DateRange
from daytrail.facts.progress import WeekProgress
from daytrail.views.page_context import PageContext
from daytrail.views.render import entry_days, render


def curriculum(context: PageContext) -> Markup:
    """Show all parts with their goals and weeks, each with its state, dates and progress."""
    parts = [(part, week_rows(context, part.weeks)) for part in context.facts.parts.values()]
    return render("macros/curriculum.html", links=context.links, parts=parts)


def week_rows(
    context: PageContext, weeks: Iterable[WeekProgress]
) -> list[tuple[WeekProgress, bool, DateRange | None, Markup]]:
    """Return each week with whether it is this week, its dates, and when entries touched it."""
    facts = context.facts
    return [
        (week, week.week.week == facts.this_week, facts.week_dates.get(week.week.week), _touched(context, week))
        for week in weeks
    ]


def _touched(context: PageContext, progress: WeekProgress) -> Markup:
    first, last = (entry_days(entries, context.links) for entries in (progress.entries[:1], progress.entries[-1:]))
    if len(progress.entries) > 1:
        return Markup("first touched {}, last {}").format(first, last)
    return Markup("touched {}").format(first) if first else Markup("")
