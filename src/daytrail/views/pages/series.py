"""Page of each series."""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from daytrail.model.curriculum import Series
from daytrail.views.entry_list import EntryFilter, filtered_pages
from daytrail.views.macros.series import series_summary
from daytrail.views.page import Page
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of each series with the later pages of its list."""
    for series in context.journal.curriculum.series:
        yield from filtered_pages(
            context,
            series.title,
            EntryFilter(series=series.id),
            partial(_above_list, series=series),
            label=series.title,
        )


def _above_list(context: PageContext, series: Series) -> Markup:
    return render("pages/series.html", series=series, summary=series_summary(context, series))
