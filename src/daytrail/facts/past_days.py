"""Past days: what was written 7, 30, 90 and 365 days ago."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from daytrail.model.entry import Entry

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
