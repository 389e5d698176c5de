"""Macro: all parts of the plan with their weeks."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.week_rows import week_rows


def curriculum(context: PageContext) -> Markup:
    """Show all parts with their goals and weeks, each with its state, dates and progress."""
    parts = [(part, week_rows(context, part.weeks)) for part in context.facts.parts.values()]
    return render("macros/curriculum.html", links=context.links, parts=parts)
