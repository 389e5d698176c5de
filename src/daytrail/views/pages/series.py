"""Pages of series: one of all series, and one of each."""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from daytrail.facts.activity import activity
from daytrail.facts.series import series_numbers
from daytrail.model.curriculum import Series
from daytrail.views import words
from daytrail.views.entry_list import EntryFilter, filtered_pages
from daytrail.views.macros.series import series as all_series
from daytrail.views.macros.series import series_summary
from daytrail.views.macros.strip import draw_strip
from daytrail.views.page import LazyPage, Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import pgettext


def pages(context: PageContext) -> Iterator[Page | LazyPage]:
    """Yield the page of all series, and the page of each series with the later pages of its list."""
    title, address = pgettext("all series", "Series"), context.addresses.list("series")
    if context.journal.curriculum.series:
        description = words.description(title, (series.title for series in context.journal.curriculum.series))
        yield overview_page(
            context, address, title, all_series, (_("Log"), context.addresses.log), description=description
        )
    for series in context.journal.curriculum.series:
        yield from filtered_pages(
            context,
            series.title,
            EntryFilter(series=series.id),
            partial(_above_list, series=series),
            ((_("Log"), context.addresses.log), (title, address)),
            label=series.title,
        )


def _above_list(context: PageContext, series: Series) -> Markup:
    counted = series_numbers(series, context.journal.entries)
    days = list(activity(counted.entries).values())
    return render(
        "pages/series.html",
        series=series,
        summary=series_summary(context, series, context.feed(context.links.here)),
        strip=draw_strip(context, days=days, has_sum=False) if days else "",
    )
