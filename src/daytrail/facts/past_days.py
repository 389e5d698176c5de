"""What was on the day so many days ago."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from daytrail.model.entry import Entry

AGO = (7, 30, 90, 365)
"""Days."""


@dataclass(frozen=True, slots=True)
class PastDay:
    """A day in the past, and what was written on it."""

    days: int
    """How long ago."""
    entries: tuple[Entry, ...]
    """In the order of the log; one at least."""


def past_days(entries: Iterable[Entry], today: date) -> tuple[PastDay, ...]:
    """Return the days 7, 30, 90 and 365 days ago, as far as they have an entry that says something."""
    wanted = {today - timedelta(days=days): days for days in AGO if today.toordinal() > days}
    found: dict[int, list[Entry]] = {days: [] for days in AGO}
    for entry in entries:
        if entry.date in wanted and not entry.empty:
            found[wanted[entry.date]].append(entry)
    return tuple(PastDay(days, tuple(found[days])) for days in AGO if found[days])
