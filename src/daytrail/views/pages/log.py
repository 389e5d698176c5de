"""Pages of the whole log: its later pages, and the first unless the owner has written one."""

from collections.abc import Iterator

from daytrail.views.entry_list import EntryFilter, later_pages
from daytrail.views.links import LOG
from daytrail.views.macros.timeline import timeline
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.paging import numbered_page


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    for page in later_pages(context, EntryFilter()):
        yield numbered_page("Log", page)
    if context.journal.entries:
        yield overview_page(context, LOG, "Log", timeline)
