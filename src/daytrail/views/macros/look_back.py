"""Macro: entries of 7, 30, 90 and 365 days ago."""

from markupsafe import Markup

from daytrail.facts.activity import past_days
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.words import days_ago


def look_back(context: PageContext) -> Markup:
    """Show what was written 7, 30, 90 and 365 days ago."""
    days = past_days(context.journal.entries, context.facts.today)
    if not days:
        return render("parts/nothing.html", words=_("Nothing was written on those days."))
    entries = [(days_ago(day.days), context.row(entry)) for day in days for entry in day.entries]
    return render("macros/look_back.html", links=context.links, entries=entries)
