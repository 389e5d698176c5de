"""Macro: streaks of days with an entry."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import streak_sentences


def streaks(context: PageContext) -> Markup:
    """Show how steady the log is: days in the last 28, the present streak and the longest one."""
    return render("macros/streaks.html", sentences=list(streak_sentences(context.facts)))
