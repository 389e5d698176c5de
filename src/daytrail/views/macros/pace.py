"""Macro: the pace of the plan, in words and as a chart."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.pace import Pace
from daytrail.views import words
from daytrail.views.charts import pace_chart
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.words import has_charts, if_lines, is_over, pace_sentence, rate_sentence, reached


def pace(context: PageContext) -> Markup:
    """Show how the work stands against the plan: in words, as a chart and in figures."""
    facts = context.facts
    # Of a plan that is past, a chart would show what is missing.
    shown = facts.pace if has_charts(facts) and not facts.standing.ended else None
    return render(
        "macros/pace.html",
        links=context.links,
        sentence=reached(facts) if is_over(facts) else pace_sentence(facts),
        rate="" if is_over(facts) else rate_sentence(facts),
        ifs=[] if is_over(facts) else list(if_lines(facts)),
        axes=_("Estimated hours in all, day by day")
        if facts.pace and facts.pace.unit == "hours"
        else _("Items in all, day by day"),
        chart=pace_chart(shown, facts.standing.until) if shown else None,
        figures=list(_figures(shown)) if shown else [],
        today=facts.today,
    )


class Figures(NamedTuple):
    """Amounts on a day."""

    day: str
    planned: str
    touched: str
    done: str
    """Empty for days to come, as is what is touched."""


def _figures(pace: Pace) -> Iterator[Figures]:
    """Yield the figures of the last week that ends in each month, and those of today, which sentences name too."""
    points = {(point.day.year, point.day.month): point for point in pace.points[1:]}.values()
    rows: dict[date, tuple[float, float | None, float | None]]
    rows = {point.day: (point.planned, point.touched, point.done) for point in points}
    if pace.first <= pace.today <= pace.last:
        rows[pace.today] = pace.planned, pace.begun + pace.done, pace.done
    for day, (planned, touched, done) in sorted(rows.items()):
        begun = "" if touched is None or done is None else words.amount(touched - done, pace.unit)
        finished = "" if done is None else words.amount(done, pace.unit)
        yield Figures(words.day(day), words.amount(planned, pace.unit), begun, finished)
