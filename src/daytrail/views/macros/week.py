"""Macro: a week of the plan."""

from markupsafe import Markup

from daytrail.facts.progress import WeekProgress, work_dates
from daytrail.views.lookup import week_of
from daytrail.views.macros.checklist import checklist
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def week(context: PageContext, number: int | None = None) -> Markup:
    """Show a week of the plan: title, dates, progress, topics, milestones and checklist.

    Without a number it is the week to work in: the one last worked on, or the next with open items.
    """
    if number is None:
        if context.facts.next_week is None:
            return render("parts/nothing.html", words="Nothing is left to do in the plan.")
        number = context.facts.next_week.week.week
    progress = week_of(context, number)
    return render(
        "macros/week.html",
        links=context.links,
        week=progress.week,
        summary=week_summary(context, progress),
        checklist=checklist(context, number),
    )


def week_summary(context: PageContext, progress: WeekProgress) -> Markup:
    """Return the dates, hours, topics and milestones of a week."""
    plan, facts, number = context.journal.curriculum, context.facts, progress.week.week
    return render(
        "parts/week_summary.html",
        links=context.links,
        totals=progress.totals,
        planned_dates=facts.week_dates.get(number),
        worked_dates=work_dates([progress]),
        topics=[(topic, facts.progress.topics[topic.id]) for topic in plan.topics if number in topic.weeks],
        milestones=[one for one in facts.milestones.values() if any(week is progress for week in one.weeks)],
    )
