"""Macro: what was written some time ago."""

from markupsafe import Markup

from daytrail.facts.past_days import past_days
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import entry_title


def look_back(context: PageContext) -> Markup:
    """What was written 7, 30, 90 and 365 days ago."""
    found = past_days(context.journal.entries, context.facts.today)
    if not found:
        return render("parts/nothing.html", words="Nothing was written on those days.")
    return render("macros/look_back.html", context=context, found=found, title=entry_title)
