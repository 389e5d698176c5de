"""What follows from a journal and a date: pure functions with small results."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from daytrail.facts.calendar import Span, week_on, week_spans
from daytrail.facts.frontier import frontier
from daytrail.facts.progress import Progress, progress
from daytrail.facts.series import Place, places
from daytrail.facts.tags import Tag, tags
from daytrail.facts.tasks import OpenTask, open_tasks
from daytrail.model.curriculum import Topic
from daytrail.model.journal import Journal


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that views show beyond what was written."""

    today: date
    places: Mapping[str, Place]
    """By the entry's path."""
    progress: Progress
    spans: Mapping[int, Span]
    """The dates of each week by its number; empty where the plan has no start."""
    this_week: int | None
    """The number of the week that today falls in."""
    frontier: tuple[Topic, ...]
    tags: tuple[Tag, ...]
    open_tasks: tuple[OpenTask, ...]


def derive(journal: Journal, today: date) -> Facts:
    """Derive all facts of a journal as of a day."""
    plan = journal.curriculum
    reached = progress(journal)
    return Facts(
        today=today,
        places=places(journal),
        progress=reached,
        spans=week_spans(plan),
        this_week=week_on(plan, today),
        frontier=frontier(plan, reached.topics),
        tags=tags(journal.entries),
        open_tasks=open_tasks(journal.entries),
    )
