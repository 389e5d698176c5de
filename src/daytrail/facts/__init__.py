"""What follows from a journal and a date: pure functions with small results."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from daytrail.facts.activity import Active, activity
from daytrail.facts.calendar import Span, week_on, week_spans
from daytrail.facts.drift import Drift, drift
from daytrail.facts.frontier import frontier
from daytrail.facts.ledger import Ledger, ledger
from daytrail.facts.milestones import MilestoneProgress, milestones
from daytrail.facts.pace import Pace, pace
from daytrail.facts.parts import PartProgress, parts
from daytrail.facts.progress import Progress, progress
from daytrail.facts.replan import Replan, replans
from daytrail.facts.series import Place, places
from daytrail.facts.streaks import Streaks, streaks
from daytrail.facts.tags import Tag, tags
from daytrail.facts.tasks import OpenTask, open_tasks
from daytrail.model.curriculum import WEEKDAYS, Topic
from daytrail.model.journal import Journal


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that views show beyond what was written."""

    today: date
    places: Mapping[str, Place]
    """By the entry's path."""
    progress: Progress
    parts: Mapping[str, PartProgress]
    """By id, in the order of the plan."""
    spans: Mapping[int, Span]
    """The dates of each week by its number; empty where the plan has no start."""
    this_week: int | None
    """The number of the week that today falls in."""
    frontier: tuple[Topic, ...]
    milestones: Mapping[str, MilestoneProgress]
    """By id, in the order of the plan."""
    pace: Pace | None
    """How the work stands against the plan; None without a start or without any hours."""
    replans: tuple[Replan, ...]
    """The ways to go on; empty unless the work is behind."""
    drift: Drift
    ledger: Ledger
    """Everything to read, wherever it was planned, listed or met."""
    activity: Mapping[date, Active]
    """Each day that has an entry, in their order."""
    streaks: Streaks
    tags: tuple[Tag, ...]
    open_tasks: tuple[OpenTask, ...]


def derive(journal: Journal, today: date) -> Facts:
    """Derive all facts of a journal as of a day."""
    plan = journal.curriculum
    reached, spans, this_week = progress(journal), week_spans(plan), week_on(plan, today)
    active = activity(journal.entries)
    stands = pace(plan, reached, today)
    return Facts(
        today=today,
        places=places(journal),
        progress=reached,
        parts=parts(plan, reached, spans),
        spans=spans,
        this_week=this_week,
        frontier=frontier(plan, reached.topics),
        milestones=milestones(journal, reached, spans, today),
        pace=stands,
        replans=replans(journal, reached, stands),
        drift=drift(reached, this_week, today),
        ledger=ledger(journal, reached),
        activity=active,
        streaks=streaks(
            (day for day, one in active.items() if not one.empty),
            today,
            {WEEKDAYS.index(day) for day in plan.rest},
            [Span(pause.from_, pause.to) for pause in plan.pauses],
        ),
        tags=tags(journal.entries),
        open_tasks=open_tasks(journal.entries),
    )
