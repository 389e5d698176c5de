"""Macro: the unchecked boxes of all entries."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import shows_gaps


def open_tasks(context: PageContext, limit: int = 100) -> Markup:
    """Show at most `limit` open tasks of all entries, each with its age and its entry, if `public_tasks` is set."""
    tasks = context.facts.public_tasks[::-1]
    return render(
        "macros/open_tasks.html",
        links=context.links,
        tasks=tasks[:limit],
        more=len(tasks[limit:]),
        today=context.facts.today,
        has_ages=shows_gaps(context.facts),
        zone=context.zone,
    )
