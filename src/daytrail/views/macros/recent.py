"""Macro: the latest entries."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def recent(context: PageContext, limit: int = 5) -> Markup:
    """Show the latest entries as a short list, at most `limit`."""
    rows = [context.row(entry) for entry in context.journal.entries[::-1][:limit]]
    return render("macros/recent.html", links=context.links, entries=rows, own_year=context.facts.today.year)
