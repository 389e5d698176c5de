"""Page of each calendar year that has an entry."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from daytrail.model.entry import Entry
from daytrail.views.entry_list import EntryFilter, first_page, later_pages
from daytrail.views.links import year_address
from daytrail.views.macros.heatmap import heatmap, measure_of
from daytrail.views.page import Page, html_page
from daytrail.views.page_context import PageContext
from daytrail.views.paging import numbered_page
from daytrail.views.render import render


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    by_year = {
        year: list(entries) for year, entries in groupby(context.journal.entries, key=lambda entry: entry.date.year)
    }
    for year, entries in by_year.items():
        yield _year(context.for_page(year_address(year)), year, entries, list(by_year))
        for page in later_pages(context, EntryFilter(year=year)):
            yield numbered_page(f"Log of {year}", page)


def _year(context: PageContext, year: int, entries: Sequence[Entry], years: Sequence[int]) -> Page:
    timeline = first_page(context, EntryFilter(year=year))

    def draw() -> str:
        return render(
            "pages/year.html",
            context=context,
            year=year,
            years=years,
            count=len(entries),
            heatmap=heatmap(context, year),
            timeline=timeline.draw(),
        )

    def inputs() -> object:
        digests = [context.rows.row(entry).digest for entry in entries]
        return timeline.inputs(), digests, years, measure_of(context), context.journal.curriculum.week_starts

    return html_page(context.links.here, f"Log of {year}", draw, inputs=inputs, changed=entries[-1].date)
