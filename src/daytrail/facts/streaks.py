"""How steadily somebody learns: days with an entry, in runs that forgive."""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from daytrail.facts.calendar import DateRange

RECENT_DAYS = 28
"""Days: four whole weeks, so that every day of the week counts alike."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streaks:
    """Runs of days with an entry. Days of rest and of pauses break no run, and count in it only with an entry."""

    days: int = 0
    """Days with an entry."""
    recent: int = 0
    """Of the last 28 days, those with an entry; today is one of them once it has one."""
    current: int = 0
    """Days of the run that still goes on; a day that is not over breaks none, so that a morning is no defeat."""
    longest: int = 0
    longest_dates: DateRange | None = None
    """From the first to the last day of the longest run; of equally long ones, the latest."""


def streaks(
    days: Iterable[date], today: date, rest: Set[int] = frozenset(), pauses: Iterable[DateRange] = ()
) -> Streaks:
    """Return the runs among some days.

    Args:
        days: Those with an entry, in any order; days after today count for nothing yet.
        today: The present day.
        rest: Days of the week on which nobody expects an entry, Monday being 0.
        pauses: Days on which nobody does.
    """
    met = sorted({day for day in days if day <= today})
    if not met:
        return Streaks()
    free = tuple(pauses)
    runs: list[list[date]] = [[met[0]]]
    for before, day in pairwise(met):
        if _forgiven(before, day, rest, free):
            runs[-1].append(day)
        else:
            runs.append([day])
    longest = max(reversed(runs), key=len)
    last = today if met[-1] == today else today - _DAY
    return Streaks(
        days=len(met),
        recent=sum((last - day).days < RECENT_DAYS for day in met),
        current=len(runs[-1]) if _forgiven(met[-1], today, rest, free) else 0,
        longest=len(longest),
        longest_dates=DateRange(longest[0], longest[-1]),
    )


def _forgiven(before: date, day: date, rest: Set[int], pauses: Iterable[DateRange]) -> bool:
    """Tell whether every day between two is free; at most a pause and a week of them need a look."""
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
