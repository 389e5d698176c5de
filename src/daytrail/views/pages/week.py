"""Page of each week of the plan: its summary, its checklist, and what its entries say."""

from collections.abc import Iterator

from daytrail.facts.progress import WeekProgress
from daytrail.model.curriculum import Part
from daytrail.views.links import week_address
from daytrail.views.macros.checklist import checklist
from daytrail.views.macros.week import week_summary
from daytrail.views.page import NeighbourLink, Page, html_page, with_neighbours
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    weeks = [(week, part.part) for part in context.facts.parts.values() for week in part.weeks]
    for (week, part), before, after in with_neighbours(weeks):
        around = before and before[0], after and after[0]
        yield _week(context.for_page(week_address(week.week)), week, part, around)


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
            other and NeighbourLink(context.links.week(other.week), other.week.title, f"Week {other.week.week}: ")
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
    return html_page(
        context.links.here,
        f"Week {week.week}: {week.title}",
        lambda: html,
        repeats=False,
        changed=progress.entries[-1].date if progress.entries else None,
        about=about,
    )
