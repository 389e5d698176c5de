"""Home page."""

from collections.abc import Iterator

from daytrail.views.links import HOME
from daytrail.views.macros.now import now
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.translation import gettext as _


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the home page, unless the owner has written it."""
    yield overview_page(context, HOME, _("Today"), now, is_wide=True)
