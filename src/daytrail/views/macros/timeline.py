"""Macro: entries by month."""

from markupsafe import Markup

from daytrail.views.entry_list import FIRST_PAGE, EntryFilter, EntryPages, entry_list_html
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
    """Show entries by month, the newest first; of one `series`, `tag`, `year` or `week` of the plan if asked.

    At most `limit` are shown; without it, a long list goes on at further pages. `level` is the level of the headings.
    """
    entry_filter = EntryFilter(series, tag, year, week)
    if limit is None and entry_filter.address(context) is not None:
        return EntryPages(context, entry_filter, level).first().draw()
    entries = entry_filter.entries(context)
    if limit is not None:
        return entry_list_html(context, entries[:limit], level)
    return entry_list_html(context, entries[:FIRST_PAGE], level, more=len(entries[FIRST_PAGE:]))
