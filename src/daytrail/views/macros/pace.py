"""Macro: the pace of the plan."""

from markupsafe import Markup

from daytrail.views import words
from daytrail.views.charts import pace_chart
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.sentences import pace_sentences, replan_row


def pace(context: PageContext) -> Markup:
    """Show how the work stands against the plan: in words, as a chart, in figures, and with the ways to go on."""
    facts = context.facts
    return render(
        "macros/pace.html",
        sentences=list(pace_sentences(facts)),
        today=facts.today,
        chart=pace_chart(facts.pace) if facts.pace else None,
        first_day=words.day(facts.pace.first) if facts.pace else "",
        points=facts.pace.points if facts.pace else (),
        ways=[replan_row(replan) for replan in facts.replans],
    )
