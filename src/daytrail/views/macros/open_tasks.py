"""Macro: the unchecked boxes of all entries."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def open_tasks(context: PageContext, limit: int = 100) -> Markup:
    """The unchecked boxes of all entries, the oldest first, each with its age and the entry that opened it.

    Args:
        context: What is shown, and where.
        limit: How many at the most; the rest is counted.
    """
    every = context.facts.open_tasks
    shown = every[:limit]
    return render(
        "macros/open_tasks.html", context=context, tasks=shown, left=len(every) - len(shown), today=context.facts.today
    )
