"""Months: how many entries, and how many resources were started and finished, in each month."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from daytrail.facts.ledger import Event, Resource
from daytrail.model.entry import Entry

_FINISHED = (Event.READ, Event.AGAIN)


def months_up_to(until: date, first: date, most: int) -> tuple[date, ...]:
    """Return the first days of the months from the one of `first` to the one of `until`, at most the last ones."""
    last = until.year * 12 + until.month
    numbers = range(max(12, first.year * 12 + first.month - 1, last - most), last)  # Python has no year 0
    return tuple(date(number // 12, number % 12 + 1, 1) for number in numbers)


def entries_by_month(entries: Iterable[Entry], months: Sequence[date]) -> tuple[int, ...]:
    """Return the number of entries in each of some months."""
    counts = Counter(entry.date.replace(day=1) for entry in entries)
    return tuple(counts[month] for month in months)


def reading_by_month(resources: Iterable[Resource], months: Sequence[date]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return how many resources were started, and how many were read, in each of some months.

    What is read without having been started counts as read only, what is read again counts once more.
    """
    events = [event for resource in resources for event in resource.history]
    started = Counter(event.day.replace(day=1) for event in events if event.event is Event.STARTED)
    finished = Counter(event.day.replace(day=1) for event in events if event.event in _FINISHED)
    return tuple(started[month] for month in months), tuple(finished[month] for month in months)
