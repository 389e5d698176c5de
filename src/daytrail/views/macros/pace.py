"""The pace of a plan: in words, as a chart, in figures, and the ways to go on."""

from markupsafe import Markup

from daytrail.views import charts
from daytrail.views.charts import pace_chart
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.sentences import pace_of, ways_of


def pace(context: PageContext) -> Markup:
    """How the work stands against the plan: in words, as a chart, in the same figures, and with the ways to go on."""
    found = context.facts.pace
    return render(
        "macros/pace.html",
        context=context,
        sentences=list(pace_of(context.facts)),
        pace=found,
        chart=pace_chart(found) if found else None,
        size=(charts.WIDTH, charts.HEIGHT),
        ways=ways_of(context.facts),
    )
