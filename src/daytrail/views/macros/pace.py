"""Macro: the pace of the plan, in words and as a chart."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.pace import Pace
from daytrail.views import words
from daytrail.views.charts import pace_chart
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.sentences import if_lines, pace_sentence
from daytrail.views.translation import gettext as _


def pace(context: PageContext) -> Markup:
    """Show how the work stands against the plan: in words, as a chart and in figures."""
    facts = context.facts
    return render(
        "macros/pace.html",
        sentence=pace_sentence(facts),
        ifs=list(if_lines(facts)),
        axes=_("Estimated hours in all, day by day")
        if facts.pace and facts.pace.unit == "hours"
        else _("Items in all, day by day"),
        chart=pace_chart(facts.pace, facts.standing.until) if facts.pace else None,
        figures=list(_figures(facts.pace)) if facts.pace else [],
        today=facts.today,
    )


class Figures(NamedTuple):
    """Amounts at the end of a month, or so far."""

    month: str
    planned: str
    touched: str
    done: str
    """Empty for months to come, as is what is touched."""


def _figures(pace: Pace) -> Iterator[Figures]:
    """Yield the figures of the last point in each month."""
    this_month = pace.today.year, pace.today.month
    for point in {(point.day.year, point.day.month): point for point in pace.points[1:]}.values():
        touched, done = "", ""
        if point.touched is not None and point.done is not None:
            touched = words.amount(point.touched - point.done, pace.unit)
            done = words.amount(point.done, pace.unit)
        if (point.day.year, point.day.month) == this_month:
            touched, done = words.amount(pace.begun, pace.unit), words.amount(pace.done, pace.unit)
        yield Figures(words.month(point.day), words.amount(point.planned, pace.unit), touched, done)
