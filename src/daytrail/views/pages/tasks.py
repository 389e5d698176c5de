"""Page of the open tasks."""

from collections.abc import Iterator

from daytrail.views import words
from daytrail.views.links import LOG, list_address
from daytrail.views.macros.open_tasks import open_tasks
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.translation import gettext as _


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of all open tasks, unless the owner has written it."""
    if context.facts.open_tasks:
        title = _("Open tasks")
        description = words.description(title, (task.text for task in context.facts.open_tasks), "; ")
        yield overview_page(context, list_address("tasks"), title, open_tasks, (_("Log"), LOG), description=description)
