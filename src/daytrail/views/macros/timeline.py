"""Macro: entries by month."""

from markupsafe import Markup

from daytrail.views.entry_list import MOST, EntryFilter, entry_list_html, first_page
from daytrail.views.page_context import PageContext


def timeline(
    context: PageContext,
    *,
    series: str | None = None,
    tag: str | None = None,
    year: int | None = None,
    week: int | None = None,
    limit: int | None = None,
    level: int = 2,
) -> Markup:
    """Entries by month, the newest first, those of one series, tag, year or week of the plan if asked.

    Above 100 entries the older ones are on further pages, where it is a list that has an address.

    Args:
        context: What is shown, and where.
        series: The id of a series.
        tag: A tag in any spelling.
        year: A calendar year.
        week: The number of a week of the plan: entries that touched anything in it.
        limit: How many entries at the most, on this page alone.
        level: The level of the months' headings.

    Raises:
        UnknownName: the journal has no such series, tag or week.
    """
    asked = EntryFilter(series, tag, year, week)
    if limit is not None or asked.home(context) is None:
        entries = asked.entries(context)
        shown = entries[: MOST if limit is None else limit]
        return entry_list_html(context, shown, level, left=len(entries) - len(shown) if limit is None else 0)
    return first_page(context, asked, level).draw()
