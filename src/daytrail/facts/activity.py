"""What happened on which day: entries and hours, and how much that is."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from daytrail.model.entry import Entry

Measure = Literal["hours", "count"]
"""What makes a day busier than another: its hours of work, or how many entries it has."""
LEVELS = 4
_HOURS = (0.0, 1.0, 2.0, 4.0)
"""A day is of the second level with more than one hour, of the third with more than two, of the fourth with more."""


@dataclass(frozen=True, slots=True)
class ActiveDay:
    """A day with an entry."""

    day: date
    entries: tuple[Entry, ...]
    """In the order of the log."""

    @property
    def hours(self) -> float:
        """The hours of all entries; one that says none adds none."""
        return sum(entry.hours or 0.0 for entry in self.entries)

    @property
    def empty(self) -> bool:
        """Whether nothing was written but that it was a day."""
        return all(entry.empty for entry in self.entries)

    def level(self, measure: Measure) -> int:
        """From 0, for a day without content, to 4. By hours, a day that names none is of the first level."""
        if self.empty:
            return 0
        if measure == "count":
            return min(LEVELS, sum(not entry.empty for entry in self.entries))
        return max(1, sum(self.hours > over for over in _HOURS))


def activity(entries: Iterable[Entry]) -> Mapping[date, ActiveDay]:
    """Return each day that has an entry, by date and in its order."""
    found: dict[date, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[entry.date].append(entry)
    return {day: ActiveDay(day, tuple(found[day])) for day in sorted(found)}
