"""Page of each series."""

from collections.abc import Iterator

from daytrail.model.series import Series
from daytrail.views.entry_list import EntryFilter, first_page, later_pages
from daytrail.views.links import series_address
from daytrail.views.macros.series import series_summary
from daytrail.views.page import Page, html_page
from daytrail.views.page_context import PageContext
from daytrail.views.paging import numbered_page
from daytrail.views.render import render


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    for series in context.journal.curriculum.series:
        yield _series(context.for_page(series_address(series)), series)
        for page in later_pages(context, EntryFilter(series=series.id)):
            yield numbered_page(series.title, page)


def _series(context: PageContext, series: Series) -> Page:
    timeline, summary = first_page(context, EntryFilter(series=series.id)), series_summary(context, series)

    def draw() -> str:
        return render("pages/series.html", context=context, series=series, summary=summary, timeline=timeline.draw())

    def inputs() -> object:
        return timeline.inputs(), summary

    days = [entry.date for entry in context.journal.entries if entry.series == series.id]
    return html_page(context.links.here, series.title, draw, inputs=inputs, changed=days[-1] if days else None)
