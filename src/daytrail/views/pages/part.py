"""Page of each part of the plan: its goal, its progress, its weeks, its milestones and its map."""

from collections.abc import Iterator

from daytrail.facts.parts import PartProgress
from daytrail.views.links import part_address
from daytrail.views.macros.dependency_map import dependency_map
from daytrail.views.page import Page, html_page, with_neighbours
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import beginning, milestone_title


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    for part, before, after in with_neighbours(list(context.facts.parts.values())):
        yield _part(context.for_page(part_address(part.part)), part, before, after)


def _part(context: PageContext, one: PartProgress, before: PartProgress | None, after: PartProgress | None) -> Page:
    numbers = {week.week.week for week in one.weeks}
    has_topics = any(numbers.intersection(topic.weeks) for topic in context.journal.curriculum.topics)
    html = render(
        "pages/part.html",
        context=context,
        one=one,
        milestones=[milestone for milestone in context.facts.milestones.values() if milestone.part is one.part],
        map=dependency_map(context, part=one.part.id) if has_topics else "",
        before=before,
        after=after,
        milestone_title=milestone_title,
    )
    return html_page(
        context.links.here,
        one.part.title,
        lambda: html,
        description=beginning(one.part.goal or "", 300),
        repeats=False,
        changed=one.worked_dates.last,
    )
