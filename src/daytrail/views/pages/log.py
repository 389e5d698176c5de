"""Pages of the log and of each year."""

from collections.abc import Iterator, Mapping
from functools import partial

from markupsafe import Markup

from daytrail.views.entry_list import EntryFilter, entry_pages, filtered_pages
from daytrail.views.links import LOG, year_address
from daytrail.views.macros.heatmap import heatmap
from daytrail.views.macros.strip import strip
from daytrail.views.macros.timeline import timeline
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.paging import numbered_page
from daytrail.views.render import render


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the later pages of the log, the page of each year, and a first page unless the owner has written it."""
    _, *later = entry_pages(context, EntryFilter())
    for page in later:
        yield numbered_page(context, "Log", LOG, page)
    counts = context.facts.years
    for year in counts:
        above = partial(_above_list, year=year, counts=counts)
        yield from filtered_pages(context, f"Log of {year}", EntryFilter(year=year), above, label=str(year))
    if context.journal.entries:
        yield overview_page(context, LOG, "Log", timeline)


def _above_list(context: PageContext, year: int, counts: Mapping[int, int]) -> Markup:
    return render(
        "pages/year.html",
        year=year,
        years=[(other, None if other == year else context.links.href(year_address(other))) for other in counts],
        count=counts[year],
        strip=strip(context, year),
        months=heatmap(context, year, months=True),
    )
