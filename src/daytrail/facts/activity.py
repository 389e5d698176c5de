"""Activity: the entries and hours of each day, today and in the past."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from daytrail.model.entry import Entry

Measure = Literal["hours", "count"]
"""What the level of a day depends on: its hours of work, or its number of entries."""
LEVELS = 4
_LEVEL_HOURS = (0.0, 1.0, 2.0, 4.0)
"""A day has level 1 with more than 0 hours, level 2 with more than 1, and so on."""


@dataclass(frozen=True, slots=True)
class ActiveDay:
    """A day that has an entry."""

    day: date
    entries: tuple[Entry, ...]
    """In the order of the log."""

    @property
    def hours(self) -> float:
        """Hours of all entries together. An entry without hours adds none."""
        return sum(entry.hours or 0.0 for entry in self.entries)

    @property
    def empty(self) -> bool:
        """Whether none of the entries has any content."""
        return all(entry.empty for entry in self.entries)

    def level(self, measure: Measure) -> int:
        """Return the level of the day, from 0 for no content to 4. By hours, content without hours has level 1."""
        if self.empty:
            return 0
        if measure == "count":
            return min(LEVELS, sum(not entry.empty for entry in self.entries))
        return max(1, sum(self.hours > hours for hours in _LEVEL_HOURS))


def activity(entries: Iterable[Entry]) -> Mapping[date, ActiveDay]:
    """Return each day that has an entry, by date, the oldest first."""
    by_day: dict[date, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_day[entry.date].append(entry)
    return {day: ActiveDay(day, tuple(by_day[day])) for day in sorted(by_day)}


DAYS_AGO = (7, 30, 90, 365)


@dataclass(frozen=True, slots=True)
class PastDay:
    """A day in the past that has an entry."""

    days: int
    """How many days ago it was."""
    entries: tuple[Entry, ...]
    """Entries of the day that have content, in the order of the log; at least one."""


def past_days(entries: Iterable[Entry], today: date) -> tuple[PastDay, ...]:
    """Return those of the days in `DAYS_AGO` that have an entry with content."""
    days_ago_of = {today - timedelta(days=days): days for days in DAYS_AGO if today.toordinal() > days}
    by_days_ago: dict[int, list[Entry]] = {days: [] for days in DAYS_AGO}
    for entry in entries:
        if entry.date in days_ago_of and not entry.empty:
            by_days_ago[days_ago_of[entry.date]].append(entry)
    return tuple(PastDay(days, tuple(written)) for days, written in by_days_ago.items() if written)
