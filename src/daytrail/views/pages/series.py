"""Page of each series."""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from daytrail.facts.activity import activity
from daytrail.facts.series import SeriesNumbers, series_numbers
from daytrail.model.curriculum import Series
from daytrail.views import words
from daytrail.views.entry_list import EntryFilter, filtered_pages
from daytrail.views.files.feeds import FeedSubject
from daytrail.views.macros.series import series_summary
from daytrail.views.macros.strip import draw_strip
from daytrail.views.page import Page
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext


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
    counted = series_numbers(series, context.journal.entries)
    days = activity(counted.entries).values()
    return render(
        "pages/series.html",
        feed=FeedSubject(context.links.here, series.title).links(context.links)
        if context.links.here in context.feeds
        else None,
        series=series,
        lead=_lead(context, series, counted),
        summary=series_summary(context, series),
        strip=draw_strip(context, None, None, has_links=True, days=days) if days else "",
    )


def _lead(context: PageContext, series: Series, counted: SeriesNumbers) -> str:
    """Return the sentence that says what a series is, and how far it is."""
    goal = series.counts_down_to
    if goal and goal < context.facts.today:
        return _("A countdown that ended on %(day)s.", day=words.day(goal))
    if goal:
        return _("A countdown to %(day)s.", day=words.day(goal))
    if counted.last is None:
        return _("A series of entries.")
    if not series.days:
        return _("A series of entries, which is at day %(last)s.", last=counted.last)
    if counted.last >= series.days:
        return ngettext(
            "A series of %(num)s day, which has reached its goal.",
            "A series of %(num)s days, which has reached its goal.",
            series.days,
        )
    return ngettext(
        "A series of %(num)s day, which is at day %(last)s.",
        "A series of %(num)s days, which is at day %(last)s.",
        series.days,
        last=counted.last,
    )
