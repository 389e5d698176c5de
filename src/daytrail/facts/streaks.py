"""Streaks: runs of days with an entry, which days of rest and pauses do not break."""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from daytrail.facts.calendar import DateRange

RECENT_DAYS = 28
"""Four whole weeks, so that each day of the week counts alike."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streaks:
    """Runs of days with an entry. Days of rest and of pauses break no run, and count only if they have an entry."""

    days: int = 0
    """Number of days with an entry."""
    recent: int = 0
    """How many of the last 28 days have an entry. Today is one of the 28 only if it has an entry."""
    current: int = 0
    """Length of the run that still goes on. Today breaks no run, because it is not over."""
    longest: int = 0
    """Length of the longest run."""
    longest_dates: DateRange | None = None
    """From the first to the last day of the longest run. Of equally long runs, the latest."""


def streaks(
    days: Iterable[date], today: date, rest: Set[int] = frozenset(), pauses: Iterable[DateRange] = ()
) -> Streaks:
    """Return the runs of days with an entry, up to today. Days of rest are weekdays by number; Monday is 0."""
    written = sorted({day for day in days if day <= today})
    if not written:
        return Streaks()
    pauses = tuple(pauses)
    runs: list[list[date]] = [[written[0]]]
    for before, day in pairwise(written):
        if _connected(before, day, rest, pauses):
            runs[-1].append(day)
        else:
            runs.append([day])
    longest = max(reversed(runs), key=len)
    last = today if written[-1] == today else today - _DAY
    return Streaks(
        days=len(written),
        recent=sum((last - day).days < RECENT_DAYS for day in written),
        current=len(runs[-1]) if _connected(written[-1], today, rest, pauses) else 0,
        longest=len(longest),
        longest_dates=DateRange(longest[0], longest[-1]),
    )


def _connected(before: date, day: date, rest: Set[int], pauses: Iterable[DateRange]) -> bool:
    """Return whether each day between two days is a day of rest or in a pause. Skips each pause at once."""
    between = before + _DAY
    while between < day:
        if pause := next((pause for pause in pauses if between in pause), None):
            if pause.last >= day:
                return True
            between = pause.last + _DAY
        elif between.weekday() in rest:
            between += _DAY
        else:
            return False
    return True
