"""Activity: the entries and hours of each day, and runs of days, which days of rest and pauses do not break."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import pairwise
from statistics import quantiles
from typing import Literal

from daytrail.facts.calendar import DateRange
from daytrail.model.entry import Entry

Measure = Literal["hours", "work"]
"""Measure of the level of a day: hours, or what was written (words, links and ticks)."""
LEVELS = 4
WORDS_PER_LINK = 50
"""Words that a link, or an item of the plan that an entry names, counts for."""
RECENT_DAYS = 28
"""Four whole weeks, so that each day of the week counts alike."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ActiveDay:
    """A day that has an entry."""

    day: date
    entries: tuple[Entry, ...]
    """In the order of the log."""
    hours: float = field(init=False)
    """Hours of all entries together, of one about several days an equal part. An entry without hours adds none."""
    work: int = field(init=False)
    """Words of all entries, with links counted as words."""
    count: int = field(init=False)
    """How many of the entries have content."""

    def __post_init__(self) -> None:
        # The strip of each of the next 364 cards asks for them.
        object.__setattr__(self, "hours", sum((entry.hours or 0.0) / len(entry.days) for entry in self.entries))
        object.__setattr__(self, "work", sum(_work(entry) // len(entry.days) for entry in self.entries))
        object.__setattr__(self, "count", sum(not entry.empty for entry in self.entries))

    @property
    def empty(self) -> bool:
        """Return whether none of the entries has any content."""
        return not self.count

    def amount(self, measure: Measure) -> float:
        """Return how much was done on the day."""
        return self.hours if measure == "hours" else self.work


def _work(entry: Entry) -> int:
    named = (entry.listed_links, entry.text_links, entry.done, entry.started, entry.dropped, entry.touched)
    return entry.words + WORDS_PER_LINK * sum(map(len, named))


def best_measure(days: Collection[ActiveDay]) -> Measure:
    """Return `hours` if most of the days with content name them, else `work`, which every entry has."""
    active = [day for day in days if not day.empty]
    return "hours" if sum(day.hours > 0 for day in active) * 2 > len(active) else "work"


def levels(days: Collection[ActiveDay], measure: Measure) -> Mapping[date, int]:
    """Return the level of each day: 1 to 4 by the quarter that its amount is in among these days, 0 without content."""
    amounts = {day.day: day.amount(measure) for day in days if not day.empty}
    bounds = quantiles(amounts.values(), n=LEVELS, method="inclusive") if len(amounts) > 1 else []
    return {day.day: 1 + bisect_left(bounds, amounts[day.day]) if day.day in amounts else 0 for day in days}


def activity(entries: Iterable[Entry]) -> Mapping[date, ActiveDay]:
    """Return each day that has an entry, by date, the oldest first."""
    by_day: dict[date, list[Entry]] = defaultdict(list)
    for entry in entries:
        for day in entry.days:
            by_day[day].append(entry)
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
        for day in () if entry.empty else days_ago_of.keys() & {*entry.days}:
            by_days_ago[days_ago_of[day]].append(entry)
    return tuple(PastDay(days, tuple(written)) for days, written in by_days_ago.items() if written)


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
    if before >= day:
        return True
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
