"""Pages of all milestones and of each."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.milestones import AnswerLink, MilestoneAnswer, MilestoneProgress
from daytrail.model.journal import DocsPage
from daytrail.views.links import MILESTONES, address_of
from daytrail.views.macros.curriculum import week_rows
from daytrail.views.macros.milestones import milestones, milestones_by_part
from daytrail.views.page import NeighbourLink, Page, PageContent, overview_page, with_neighbours
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import beginning, milestone_title


class _Answer(NamedTuple):
    """An entry or a docs page that answers a milestone."""

    title: str
    href: str
    number: str
    date: date | None
    excerpt: str
    links: tuple[AnswerLink, ...]


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of each milestone, and the page of all of them unless the owner has written it."""
    for progress in context.facts.milestones.values():
        yield _milestone(context.for_page(address_of(progress.milestone)), progress)
    if context.facts.milestones:
        yield overview_page(context, MILESTONES, "Milestones", milestones)


def _milestone(context: PageContext, progress: MilestoneProgress) -> Page:
    html = milestone_html(context, progress)
    return Page(
        address=context.links.here,
        title=f"Milestone: {milestone_title(progress.milestone)}",
        draw=lambda: PageContent(html),
        description=beginning(progress.milestone.text, 300),
        changed=progress.answered_on,
    )


def milestone_html(context: PageContext, progress: MilestoneProgress) -> Markup:
    """Return the question of a milestone, its weeks, and what answers it."""
    in_order = [other for _, group in milestones_by_part(context) for other in group]
    around = next((before, after) for this, before, after in with_neighbours(in_order) if this is progress)
    answers = [_answer(context, answer) for answer in progress.answers]
    return render(
        "pages/milestone.html",
        links=context.links,
        progress=progress,
        title=milestone_title(progress.milestone),
        answers=answers,
        answers_heading="Answers" if len(answers) > 1 else "Answer",
        weeks=week_rows(context, progress.weeks),
        weeks_heading="Its week" if len(progress.weeks) == 1 else "Its weeks",
        around=[
            other and NeighbourLink(context.links.to(other.milestone), milestone_title(other.milestone))
            for other in around
        ],
    )


def _answer(context: PageContext, answer: MilestoneAnswer) -> _Answer:
    source = answer.source
    if isinstance(source, DocsPage):
        return _Answer(source.title, context.links.docs(source), "", source.date, source.excerpt, answer.links)
    number = context.facts.positions[source.path].number
    return _Answer(context.title(source), context.links.to(source), number, source.date, source.excerpt, answer.links)
