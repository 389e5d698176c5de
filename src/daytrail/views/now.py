"""Where the learning stands today: what a visitor sees in ten seconds, and a writer every morning."""

from markupsafe import Markup

from daytrail.facts.lookback import look_back as looked_back
from daytrail.facts.next_up import next_unblocked, standings, waiting
from daytrail.views import sentences
from daytrail.views.blocks import recent
from daytrail.views.heatmap import heatmap
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import entry_title

NEXT = 6
"""Items that are shown of those that come next."""


def now(context: PageContext) -> Markup:
    """Today: the day of each series, the week, what comes next, open tasks, the last entries, the year, the past."""
    facts = context.facts
    ahead = next_unblocked(context.journal.curriculum, facts.progress, facts.this_week)
    items = waiting(ahead) if ahead else ()
    standing = [one for one in standings(context.journal, facts.today) if one.latest or one.series.counts_down_to]
    return render(
        "block/now.html",
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
        past=look_back(context) if looked_back(context.journal.entries, facts.today) else "",
    )


def streaks(context: PageContext) -> Markup:
    """How steady the log is: days in the last 28, the present run and the longest one."""
    said = list(sentences.streaks_of(context.facts))
    return render("block/streaks.html", sentences=said)


def open_tasks(context: PageContext, limit: int = 100) -> Markup:
    """The unchecked boxes of all entries, the oldest first, each with its age and the entry that opened it.

    Args:
        context: What is shown, and where.
        limit: How many at the most; the rest is counted.
    """
    every = context.facts.open_tasks
    shown = every[:limit]
    return render(
        "block/open_tasks.html", context=context, tasks=shown, left=len(every) - len(shown), today=context.facts.today
    )


def look_back(context: PageContext) -> Markup:
    """What was written 7, 30, 90 and 365 days ago."""
    found = looked_back(context.journal.entries, context.facts.today)
    if not found:
        return render("block/nothing.html", words="Nothing was written on those days.")
    return render("block/look_back.html", context=context, found=found, title=entry_title)
