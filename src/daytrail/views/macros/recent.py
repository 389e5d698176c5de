"""Macro: the last entries as a short list."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import entry_title


def recent(context: PageContext, limit: int = 5) -> Markup:
    """The last entries as a short list."""
    shown = context.journal.entries[::-1][:limit]
    return render("macros/recent.html", context=context, entries=shown, title=entry_title)
