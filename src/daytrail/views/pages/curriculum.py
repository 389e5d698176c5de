"""Page of the plan, unless the owner has written one."""

from collections.abc import Iterator

from daytrail.views.links import CURRICULUM
from daytrail.views.macros.curriculum import curriculum
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page."""
    if any(part.weeks for part in context.facts.parts.values()):
        yield overview_page(context, CURRICULUM, context.journal.curriculum.title, curriculum)
