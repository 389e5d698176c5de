"""Macro: how much of the plan is done."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def progress(context: PageContext) -> Markup:
    """Show how much of the plan is done, in items and estimated hours: a bar for the whole, and one for each part."""
    parts = [one for one in context.facts.parts.values() if one.weeks]
    return render(
        "macros/progress.html",
        links=context.links,
        totals=context.facts.progress.totals,
        parts=parts if len(parts) > 1 else [],
    )
