"""Macro: how much of the plan is done."""

from markupsafe import Markup

from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def progress(context: PageContext) -> Markup:
    """How far the plan is, as a whole and by part, in items and in hours."""
    totals = context.facts.progress.totals
    rows = [(part, words.percent(part.totals.done, part.totals.items)) for part in context.facts.parts.values()]
    return render("macros/progress.html", context=context, total=totals, rows=rows)
