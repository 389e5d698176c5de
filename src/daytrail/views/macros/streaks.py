"""Macro: how steady the log is."""

from markupsafe import Markup

from daytrail.views import sentences
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def streaks(context: PageContext) -> Markup:
    """How steady the log is: days in the last 28, the present run and the longest one."""
    said = list(sentences.streaks_of(context.facts))
    return render("macros/streaks.html", sentences=said)
