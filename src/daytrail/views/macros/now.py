"""Where the learning stands today: what a visitor sees in ten seconds, and a writer every morning."""

from markupsafe import Markup

from daytrail.facts.next_week import next_unblocked_week, open_items
from daytrail.facts.past_days import past_days
from daytrail.facts.series import series_status
from daytrail.views import sentences
from daytrail.views.macros.heatmap import heatmap
from daytrail.views.macros.look_back import look_back
from daytrail.views.macros.open_tasks import open_tasks
from daytrail.views.macros.recent import recent
from daytrail.views.page_context import PageContext
from daytrail.views.render import render

NEXT = 6
"""Items that are shown of those that come next."""


def now(context: PageContext) -> Markup:
    """Today: the day of each series, the week, what comes next, open tasks, the last entries, the year, the past."""
    facts = context.facts
    ahead = next_unblocked_week(context.journal.curriculum, facts.progress, facts.this_week)
    items = open_items(ahead) if ahead else ()
    standing = [
        one
        for one in series_status(context.journal.curriculum.series, context.journal.entries, facts.today)
        if one.latest or one.series.counts_down_to
    ]
    return render(
        "macros/now.html",
        context=context,
        today=facts.today,
        standings=sorted(standing, key=lambda one: one.latest.date if one.latest else facts.today, reverse=True),
        drift=list(sentences.drift_of(facts)),
        steady=list(sentences.streaks_of(facts)),
        ahead=ahead,
        items=items[:NEXT],
        left=len(items[NEXT:]),
        tasks=open_tasks(context, limit=NEXT),
        recent=recent(context),
        heatmap=heatmap(context),
        past=look_back(context) if past_days(context.journal.entries, facts.today) else "",
    )
