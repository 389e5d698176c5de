"""Page of the stats."""

from collections.abc import Iterator

from daytrail.views.links import list_address
from daytrail.views.macros.stats import stats
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.translation import gettext as _


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of the stats, unless the owner has written it or there is nothing to count."""
    if context.journal.entries or context.facts.progress.weeks:
        description = _("How regular the entries are, how the work stands against the plan, and what was read.")
        yield overview_page(context, list_address("stats"), _("Stats"), stats, description=description, is_wide=True)
