"""Macro: the unchecked boxes of all entries."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def open_tasks(context: PageContext, limit: int = 100) -> Markup:
    """Show at most `limit` open tasks of all entries, each with its age and the entry that opened it."""
    tasks = context.facts.open_tasks[::-1]
    return render(
        "macros/open_tasks.html",
        links=context.links,
        tasks=tasks[:limit],
        more=len(tasks[limit:]),
        today=context.facts.today,
        zone=context.zone,
    )
