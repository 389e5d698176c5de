"""Macro: a week of the plan."""

from markupsafe import Markup

from daytrail.facts.next_week import next_week
from daytrail.facts.parts import work_dates
from daytrail.facts.progress import WeekProgress
from daytrail.views.lookup import week_of
from daytrail.views.macros.checklist import checklist
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def week(context: PageContext, number: int | None = None) -> Markup:
    """A week of the plan: its title, dates, progress, topics and checklist.

    Without a number it is this week, or the first one with anything left to do where this week has nothing.

    Raises:
        UnknownName: the plan has no such week.
    """
    if number is None:
        ahead = next_week(context.facts.progress.weeks, context.facts.this_week)
        number = ahead.week.week if ahead else None
    if number is None:
        return render("parts/nothing.html", words="Nothing is left to do in the plan.")
    progress = week_of(context, number)
    return render(
        "macros/week.html",
        context=context,
        week=progress.week,
        summary=week_summary(context, progress),
        checklist=checklist(context, number),
    )


def week_summary(context: PageContext, progress: WeekProgress) -> Markup:
    """A week's dates, hours, topics and milestones."""
    plan = context.journal.curriculum
    number = progress.week.week
    return render(
        "parts/week_summary.html",
        context=context,
        progress=progress,
        span=context.facts.week_dates.get(number),
        topics=[(topic, context.facts.progress.topics[topic.id]) for topic in plan.topics if number in topic.weeks],
        dates=work_dates([progress]),
        milestones=[one for one in context.facts.milestones.values() if any(week is progress for week in one.weeks)],
    )
