"""Page for an address that the site does not have."""

from typing import NamedTuple

from markupsafe import Markup

from daytrail.views.links import year_address
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import marked

ROWS = 5
"""How many of the newest entries it has."""


class NotFoundPage(NamedTuple):
    """Content of the theme's template for wrong addresses."""

    title: str
    description: str
    html: Markup


def not_found(context: PageContext, *, has_search: bool) -> NotFoundPage:
    """Return the page: a search field, the newest entries, and the years."""
    title = _("There is no such page")
    years = [(year, context.links.href(year_address(year))) for year in reversed(context.facts.years)]
    written = [entry for entry in context.journal.entries if entry.date <= context.facts.today]
    html = render(
        "pages/not_found.html",
        title=title,
        home=context.links.href(""),
        has_search=has_search,
        links=context.links,
        own_year=context.facts.today.year,
        newest=[context.row(entry) for entry in written[: -ROWS - 1 : -1]],
        years=years,
    )
    description = _("The address may be misspelt, or the page has moved. Search the site, or see its newest days.")
    return NotFoundPage(title, description, marked(html))
