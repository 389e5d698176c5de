"""Page of each milestone, and the page of all of them unless the owner has written one."""

from collections.abc import Iterator

from daytrail.facts.milestones import MilestoneProgress
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage
from daytrail.views.links import MILESTONES, milestone_address
from daytrail.views.macros.milestones import milestones, milestones_by_part
from daytrail.views.page import Page, html_page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import beginning, entry_title, milestone_title


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    for milestone in context.facts.milestones.values():
        yield _milestone(context.for_page(milestone_address(milestone.milestone)), milestone)
    if context.facts.milestones:
        yield overview_page(context, MILESTONES, "Milestones", milestones)


def _milestone(context: PageContext, one: MilestoneProgress) -> Page:
    title = f"Milestone: {milestone_title(one.milestone)}"
    html = milestone_html(context, one)
    return html_page(
        context.links.here,
        title,
        lambda: html,
        description=beginning(one.milestone.text, 300),
        repeats=False,
        changed=one.answered_on,
    )


def milestone_html(context: PageContext, one: MilestoneProgress) -> str:
    """Return the question of a milestone, its weeks, and what answers it."""
    in_order = [other for _, group in milestones_by_part(context) for other in group]
    place = [other.milestone.id for other in in_order].index(one.milestone.id)
    around = [None, *in_order, None]
    return render(
        "pages/milestone.html",
        context=context,
        one=one,
        title=milestone_title,
        answers=[(answer, *_by(context, answer.source)) for answer in one.answers],
        before=around[place],
        after=around[place + 2],
    )


def _by(context: PageContext, by: Entry | DocsPage) -> tuple[str, str, str]:
    """What an answer is called, where it is, and its number."""
    if isinstance(by, DocsPage):
        return by.title, context.links.docs(by), ""
    place = context.facts.positions[by.path]
    return entry_title(by, place), context.links.entry(by), place.number
