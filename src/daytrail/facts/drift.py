"""Where the work really is: the week that the calendar says, and those that the last entries touched."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from daytrail.facts.progress import Progress, WeekProgress

DRIFT_DAYS = 14
"""Days."""


@dataclass(frozen=True, slots=True)
class Drift:
    """The plan's week of a day beside those of the entries up to it."""

    calendar: int | None
    """The number of the week that today falls in."""
    weeks: tuple[tuple[int, int], ...]
    """The numbers of the weeks that the entries of the last 14 days touched, each with how many did, in the
    order of the plan."""


def drift(progress: Progress, calendar: int | None, today: date) -> Drift:
    """Return where the work is. Entries of today count, those of later days do not."""
    first = today - min(timedelta(DRIFT_DAYS - 1), today - date.min)
    counted = [(week.week.week, _lately(week, first, today)) for week in progress.weeks.values()]
    return Drift(calendar, tuple((number, entries) for number, entries in counted if entries))


def _lately(week: WeekProgress, first: date, last: date) -> int:
    entries: Sequence[date] = [entry.date for entry in week.entries]
    return sum(first <= day <= last for day in entries)
