"""Page of each part of the plan: its goal, its progress, its weeks, its milestones and its map."""

from collections.abc import Iterator

from daytrail.facts.parts import PartProgress
from daytrail.views.links import part_address
from daytrail.views.macros.dependency_map import dependency_map
from daytrail.views.page import NeighbourLink, Page, html_page, with_neighbours
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.week_rows import week_rows
from daytrail.views.words import beginning, milestone_title


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    for part, before, after in with_neighbours(list(context.facts.parts.values())):
        yield _part(context.for_page(part_address(part.part)), part, (before, after))


def _part(context: PageContext, progress: PartProgress, around: tuple[PartProgress | None, ...]) -> Page:
    numbers = {week.week.week for week in progress.weeks}
    has_topics = any(numbers.intersection(topic.weeks) for topic in context.journal.curriculum.topics)
    html = render(
        "pages/part.html",
        links=context.links,
        progress=progress,
        weeks=week_rows(context, progress.weeks),
        milestones=[
            (milestone, milestone_title(milestone.milestone))
            for milestone in context.facts.milestones.values()
            if milestone.part is progress.part
        ],
        map=dependency_map(context, part=progress.part.id) if has_topics else "",
        around=[other and NeighbourLink(context.links.part(other.part), other.part.title) for other in around],
    )
    return html_page(
        context.links.here,
        progress.part.title,
        lambda: html,
        description=beginning(progress.part.goal or "", 300),
        repeats=False,
        changed=progress.worked_dates.last,
    )
