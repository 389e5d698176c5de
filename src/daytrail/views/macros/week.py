"""Macro: a week of the plan."""

from collections import Counter

from markupsafe import Markup

from daytrail.facts.progress import State, WeekProgress, work_dates
from daytrail.model.curriculum import Part, Topic, Week
from daytrail.views import words
from daytrail.views.links import topic_anchor
from daytrail.views.lookup import week_of
from daytrail.views.macros.checklist import checklist
from daytrail.views.macros.milestones import week_links
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.titles import title_html
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html
from daytrail.views.words import milestone_standing, week_standing


def week(context: PageContext, number: int | None = None) -> Markup:
    """Show a week of the plan: title, dates, progress, topics, milestones and checklist.

    Without a `number` it is the week to work in: the one last worked on, or the next with open items.
    """
    if number is None:
        if context.facts.next_week is None:
            return render("parts/nothing.html", words=_("Nothing is left to do in the plan."))
        number = context.facts.next_week.week.week
    progress = week_of(context, number)
    return render(
        "macros/week.html",
        href=context.links.to(progress.week),
        title=week_title(progress.week),
        summary=week_summary(context, progress),
        checklist=checklist(context, number),
    )


def week_title(week: Week) -> Markup:
    """Return the title of a week with its number."""
    title = Markup('<span dir="auto">{}</span>').format(title_html(week.title))
    return gettext_html("Week %(number)s: %(title)s", number=week.week, title=title)


def week_summary(context: PageContext, progress: WeekProgress, *, has_crumbs: bool = False) -> Markup:
    """Return the goal, part, dates, hours, topics and milestones of a week, and a dot for each of its items.

    The part is left out if crumbs above name it.
    """
    plan, facts, number = context.journal.curriculum, context.facts, progress.week.week
    counts = Counter(item.state for item in progress.items)
    part = next((part for part in plan.parts if progress.week in part.weeks), None)
    return render(
        "parts/week_summary.html",
        links=context.links,
        goal=progress.week.goal,
        part=None if has_crumbs else part,
        hours=words.done_hours(progress.totals),
        own_year=facts.today.year,
        planned_dates=facts.week_dates.get(number),
        standing=week_standing(facts, progress),
        progress=progress,
        dots_label=", ".join(f"{counts[state]} {words.state(state)}" for state in State if counts[state]),
        amount=words.items_by_state(progress.totals),
        worked_dates=work_dates([progress]),
        topics=_topics(context, number, part),
        milestones=[
            (one, _full_stop(words.name_of(one.milestone)), milestone_standing(one, facts))
            for one in facts.milestones.values()
            if any(week is progress for week in one.weeks)
        ],
    )


def _full_stop(title: str) -> str:
    """Return the full stop between a title and a sentence; empty if the title ends a sentence itself."""
    return "" if title.endswith((".", "!", "?", "…")) else "."


def _topics(context: PageContext, number: int, part: Part | None) -> list[tuple[Topic, State, Markup, str]]:
    """Return the topics of a week, each with its state, links to its other weeks, and the link to the map of a part."""
    progress, topics = context.facts.progress, []
    for topic in context.journal.curriculum.topics:
        if number in topic.weeks:
            others = [progress.weeks[other] for other in topic.weeks if other in progress.weeks and other != number]
            href = context.links.href(context.addresses.of(part), topic_anchor(topic)) if part else ""
            topics.append((topic, progress.topics[topic.id], week_links(context, others), href))
    return topics
