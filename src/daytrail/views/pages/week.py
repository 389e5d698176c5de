"""Page of each week of the plan: its summary, its checklist, and what its entries say."""

from collections.abc import Iterator

from daytrail.facts.parts import PartProgress
from daytrail.facts.progress import WeekProgress
from daytrail.facts.quotes import quotes
from daytrail.views.links import week_address
from daytrail.views.macros.checklist import checklist
from daytrail.views.macros.week import week_summary
from daytrail.views.page import Page, html_page, with_neighbours
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import entry_title


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    part_of = {week.week.week: part for part in context.facts.parts.values() for week in part.weeks}
    weeks = [week for part in context.facts.parts.values() for week in part.weeks]
    for week, before, after in with_neighbours(weeks):
        yield _week(context.for_page(week_address(week.week)), week, part_of[week.week.week], before, after)


def _week(
    context: PageContext,
    progress: WeekProgress,
    part: PartProgress,
    before: WeekProgress | None,
    after: WeekProgress | None,
) -> Page:
    week, said = progress.week, quotes(progress)
    html = render(
        "pages/week.html",
        context=context,
        week=week,
        part=part.part,
        summary=week_summary(context, progress),
        checklist=checklist(context, week.week),
        entries=[(entry, said.get(entry.path, ())) for entry in progress.entries],
        before=before and before.week,
        after=after and after.week,
        title=entry_title,
    )
    hours = progress.totals.hours
    about = {
        "@type": "LearningResource",
        "learningResourceType": "week of a plan",
        "teaches": [topic.title for topic in context.journal.curriculum.topics if week.week in topic.weeks],
        # https://www.iso.org/iso-8601-date-and-time-format.html: minutes, since hours may be halves.
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
