"""Pages of the plan, of each part and of each week."""

from collections.abc import Iterator

from daytrail.facts.progress import PartProgress, WeekProgress
from daytrail.model.curriculum import Part
from daytrail.views.links import CURRICULUM, address_of
from daytrail.views.macros.checklist import checklist
from daytrail.views.macros.curriculum import curriculum, week_rows
from daytrail.views.macros.dependency_map import dependency_map
from daytrail.views.macros.week import week_summary
from daytrail.views.page import NeighbourLink, Page, PageContent, overview_page, with_neighbours
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import beginning, milestone_title


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of each part and each week, and the page of the plan unless the owner has written it."""
    parts = list(context.facts.parts.values())
    for part, before, after in with_neighbours(parts):
        yield _part(context.for_page(address_of(part.part)), part, (before, after))
    weeks = [(week, part.part) for part in parts for week in part.weeks]
    for (week, of_part), previous, following in with_neighbours(weeks):
        around = previous and previous[0], following and following[0]
        yield _week(context.for_page(address_of(week.week)), week, of_part, around)
    if weeks:
        yield overview_page(context, CURRICULUM, context.journal.curriculum.title, curriculum)


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
        around=[other and NeighbourLink(context.links.to(other.part), other.part.title) for other in around],
    )
    return Page(
        address=context.links.here,
        title=progress.part.title,
        draw=lambda: PageContent(html),
        description=beginning(progress.part.goal or "", 300),
        changed=progress.worked_dates.last,
    )


def _week(context: PageContext, progress: WeekProgress, part: Part, around: tuple[WeekProgress | None, ...]) -> Page:
    week, by_entry = progress.week, context.facts.progress.by_entry
    html = render(
        "pages/week.html",
        links=context.links,
        week=week,
        part=part,
        summary=week_summary(context, progress),
        checklist=checklist(context, week.week),
        entries=[
            (
                context.entry_link(entry),
                [quote for quote in by_entry.get(entry.path, ()) if quote.item.placed.week is week],
            )
            for entry in progress.entries
        ],
        around=[
            other and NeighbourLink(context.links.to(other.week), other.week.title, f"Week {other.week.week}: ")
            for other in around
        ],
    )
    hours = progress.totals.hours
    about = {
        "@type": "LearningResource",
        "learningResourceType": "week of a plan",
        "teaches": [topic.title for topic in context.journal.curriculum.topics if week.week in topic.weeks],
        # https://www.iso.org/iso-8601-date-and-time-format.html: in minutes, since hours may be fractions.
        **({"timeRequired": f"PT{round(hours * 60)}M"} if hours else {}),
    }
    return Page(
        address=context.links.here,
        title=f"Week {week.week}: {week.title}",
        draw=lambda: PageContent(html),
        changed=progress.entries[-1].date if progress.entries else None,
        about=about,
    )
