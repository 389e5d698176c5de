"""Macro: streaks of days with an entry."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import reached, shows_gaps, streak_sentences


def streaks(context: PageContext) -> Markup:
    """Show how steady the log is: days in the last 28, the present streak and the longest one."""
    facts = context.facts
    sentences = list(streak_sentences(facts)) if shows_gaps(facts) else list(filter(None, [reached(facts)]))
    return render("macros/streaks.html", sentences=sentences)
