"""Macro: the days left to the goal of each series that counts down."""

from markupsafe import Markup

from daytrail.views.lookup import unknown
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def countdown(context: PageContext, series: str | None = None) -> Markup:
    """The days left to the goal of each series that counts down, or of one.

    Raises:
        UnknownName: there is no such series, or it counts down to nothing.
    """
    counting = [one for one in context.journal.curriculum.series if one.counts_down_to]
    if series is not None:
        counting = [one for one in counting if one.id == series]
        if not counting:
            every = (one.id for one in context.journal.curriculum.series if one.counts_down_to)
            raise unknown("series that counts down", series, every)
    today = context.facts.today
    rows = [(one, one.counts_down_to, (one.counts_down_to - today).days) for one in counting if one.counts_down_to]
    return render("macros/countdown.html", context=context, rows=rows, today=today)
