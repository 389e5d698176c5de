"""Pages of the log and of each year."""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from daytrail.views.entry_list import EntryFilter, entry_pages, filtered_pages
from daytrail.views.links import LOG, year_address
from daytrail.views.macros.heatmap import default_measure, heatmap
from daytrail.views.macros.timeline import timeline
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.paging import numbered_page
from daytrail.views.render import render


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the later pages of the log, the page of each year, and a first page unless the owner has written it."""
    _, *later = entry_pages(context, EntryFilter())
    for page in later:
        yield numbered_page("Log", page)
    entries_by_year: dict[int, list[str]] = {}
    for entry in context.journal.entries:
        entries_by_year.setdefault(entry.date.year, []).append(context.rows.row(entry).digest)
    years = list(entries_by_year)
    plan = context.journal.curriculum
    for year, digests in entries_by_year.items():
        inputs = digests, years, default_measure(context), plan.week_starts
        yield from filtered_pages(
            context,
            f"Log of {year}",
            EntryFilter(year=year),
            partial(_year, year=year, years=years, count=len(digests)),
            inputs,
        )
    if context.journal.entries:
        yield overview_page(context, LOG, "Log", timeline)


def _year(context: PageContext, timeline: Markup, *, year: int, years: list[int], count: int) -> Markup:
    return render(
        "pages/year.html",
        year=year,
        years=[(other, None if other == year else context.links.href(year_address(other))) for other in years],
        count=count,
        heatmap=heatmap(context, year),
        timeline=timeline,
    )
