"""Where the learning stands today: what a visitor sees in ten seconds, and a writer every morning."""

from markupsafe import Markup

from daytrail.facts.lookback import look_back as looked_back
from daytrail.facts.upcoming import next_unblocked, standings, waiting
from daytrail.views import sentences
from daytrail.views.blocks import recent
from daytrail.views.heatmap import heatmap
from daytrail.views.render import render
from daytrail.views.scene import Scene
from daytrail.views.words import entry_title

NEXT = 6
"""Items that are shown of those that come next."""


def now(scene: Scene) -> Markup:
    """Today: the day of each series, the week, what comes next, open tasks, the last entries, the year, the past."""
    facts = scene.facts
    ahead = next_unblocked(scene.journal.curriculum, facts.progress, facts.this_week)
    items = waiting(ahead) if ahead else ()
    standing = [one for one in standings(scene.journal, facts.today) if one.latest or one.series.counts_down_to]
    return render(
        "block/now.html",
        scene=scene,
        today=facts.today,
        standings=sorted(standing, key=lambda one: one.latest.date if one.latest else facts.today, reverse=True),
        drift=list(sentences.drift_of(facts)),
        steady=list(sentences.streaks_of(facts)),
        ahead=ahead,
        items=items[:NEXT],
        left=len(items[NEXT:]),
        tasks=open_tasks(scene, limit=NEXT),
        recent=recent(scene),
        heatmap=heatmap(scene),
        past=look_back(scene) if looked_back(scene.journal.entries, facts.today) else "",
    )


def streaks(scene: Scene) -> Markup:
    """How steady the log is: days in the last 28, the present run and the longest one."""
    said = list(sentences.streaks_of(scene.facts))
    return render("block/streaks.html", sentences=said)


def open_tasks(scene: Scene, limit: int = 100) -> Markup:
    """The unchecked boxes of all entries, the oldest first, each with its age and the entry that opened it.

    Args:
        scene: What is shown, and where.
        limit: How many at the most; the rest is counted.
    """
    every = scene.facts.open_tasks
    shown = every[:limit]
    return render(
        "block/open_tasks.html", scene=scene, tasks=shown, left=len(every) - len(shown), today=scene.facts.today
    )


def look_back(scene: Scene) -> Markup:
    """What was written 7, 30, 90 and 365 days ago."""
    found = looked_back(scene.journal.entries, scene.facts.today)
    if not found:
        return render("block/nothing.html", words="Nothing was written on those days.")
    return render("block/look_back.html", scene=scene, found=found, title=entry_title)
