"""Pages of the reading list: its later pages, and the first unless the owner has written one."""

from collections.abc import Iterator

from daytrail.views.links import READING
from daytrail.views.macros.reading_list import reading_list
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.paging import numbered_page
from daytrail.views.resource_list import later_pages


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    for page in later_pages(context):
        yield numbered_page("Reading", page)
    if context.facts.ledger.resources:
        yield overview_page(context, READING, "Reading", reading_list)
