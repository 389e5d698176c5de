"""Drift: the week that the calendar says, and the weeks that recent entries worked on."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from daytrail.facts.progress import WeekProgress

DRIFT_DAYS = 14
"""Number of days up to today whose entries are recent."""


@dataclass(frozen=True, slots=True)
class Drift:
    """Comparison of the calendar's week with the weeks that recent entries touched."""

    calendar: int | None
    """Number of the week that today falls in. None before and after the plan and in pauses."""
    weeks: tuple[tuple[int, int], ...]
    """Number of each week that recent entries touched, with the number of those entries, in the order of the plan."""


def drift(weeks: Iterable[WeekProgress], this_week: int | None, today: date) -> Drift:
    """Return the drift as of today. Entries after today do not count."""
    first = today - min(timedelta(DRIFT_DAYS - 1), today - date.min)
    counts = [(week.week.week, sum(first <= entry.date <= today for entry in week.entries)) for week in weeks]
    return Drift(this_week, tuple((number, count) for number, count in counts if count))
