"""Macro: the reading list."""

from markupsafe import Markup

from daytrail.views.lookup import week_of
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.resource_list import resource_pages, resource_table, resources_of
from daytrail.views.translation import gettext as _


def reading_list(context: PageContext, week: int | None = None) -> Markup:
    """Show everything to read by shelf, over several pages, or what one `week` of the plan wants."""
    if week is None:
        return next(resource_pages(context)).draw()
    resources = resources_of(context, [week_of(context, week)])
    if not resources:
        return render("parts/nothing.html", words=_("This week has nothing to read."))
    return resource_table(context, resources, {})
