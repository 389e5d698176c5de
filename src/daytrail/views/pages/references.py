"""Page of the papers and guides that the plan refers to."""

from collections.abc import Iterator

from daytrail.views import words
from daytrail.views.links import list_address
from daytrail.views.macros.references import references
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.translation import gettext as _


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page, unless the plan refers to nothing or the owner has written it."""
    of_plan = context.journal.curriculum.references
    if of_plan.papers or of_plan.guides:
        title, parent = _("References"), (_("Reading"), list_address("reading"))
        titles = [*(paper.title for paper in of_plan.papers), *(guide.title for guide in of_plan.guides)]
        description = words.description(title, titles, "; ")
        yield overview_page(context, list_address("references"), title, references, parent, description=description)
