"""Macro: how much of the plan is done."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def progress(context: PageContext) -> Markup:
    """Show how much of the plan is done, in items and in hours: a bar for the whole, and a table by part."""
    parts = list(context.facts.parts.values())
    return render(
        "macros/progress.html",
        links=context.links,
        totals=context.facts.progress.totals,
        parts=parts if len(parts) > 1 else [],
    )
