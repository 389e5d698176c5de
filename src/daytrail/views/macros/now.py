"""Macro: today at a glance, for a home page."""

from markupsafe import Markup

from daytrail.facts.activity import past_days
from daytrail.facts.progress import open_items
from daytrail.facts.series import series_status
from daytrail.views import sentences
from daytrail.views.macros.heatmap import heatmap
from daytrail.views.macros.look_back import look_back
from daytrail.views.macros.open_tasks import open_tasks
from daytrail.views.macros.recent import recent
from daytrail.views.page_context import PageContext
from daytrail.views.render import render

LIMIT = 6
"""How many of the next items and of the open tasks are shown."""


def now(context: PageContext) -> Markup:
    """Show today at a glance: series, week, next items, open tasks, latest entries, heatmap, entries of long ago."""
    facts, journal = context.facts, context.journal
    week = facts.next_week
    items = open_items(week) if week else ()
    series = [
        status
        for status in series_status(journal.curriculum.series, journal.entries, facts.today)
        if status.latest or status.series.counts_down_to
    ]
    series.sort(key=lambda status: status.latest.date if status.latest else facts.today, reverse=True)
    return render(
        "macros/now.html",
        context=context,
        today=facts.today,
        series=series,
        sentences=[*sentences.drift_sentences(facts), *sentences.streak_sentences(facts)],
        week=week and week.week,
        items=items[:LIMIT],
        more=len(items[LIMIT:]),
        tasks=open_tasks(context, limit=LIMIT),
        recent=recent(context),
        heatmap=heatmap(context),
        past=look_back(context) if past_days(journal.entries, facts.today) else "",
    )
