"""Macro: all parts of the plan with their weeks."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def curriculum(context: PageContext) -> Markup:
    """All parts with their weeks, each with its state, dates and progress."""
    return render("macros/curriculum.html", context=context, parts=context.facts.parts.values())
