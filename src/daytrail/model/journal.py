"""Everything that a writer wrote: the entries and the plan."""

from dataclasses import dataclass, field

from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import Entry


@dataclass(frozen=True, slots=True)
class Journal:
    """The log and the plan, without drafts."""

    entries: tuple[Entry, ...] = ()
    """By date, and by stem on one date; the oldest first."""
    curriculum: Curriculum = field(default_factory=lambda: Curriculum(title="Plan"))
