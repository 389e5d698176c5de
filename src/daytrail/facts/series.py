"""Where an entry stands in its series, and what comes before and after it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.model.series import Series


@dataclass(frozen=True, slots=True)
class Place:
    """An entry's place in the log and in its series."""

    series: Series | None
    number: str
    """As in `Day 57`, `Day 83/365` or `T-106`; empty where the entry has no number."""
    before: Entry | None
    """The previous entry of the log."""
    after: Entry | None
    series_before: Entry | None
    """The previous entry of the series."""
    series_after: Entry | None


def number(entry: Entry, series: Series | None) -> str:
    """Return how an entry counts in its series."""
    if series and series.counts_down_to:
        return t_minus(series.counts_down_to, entry.date)
    if entry.day is None:
        return ""
    days = "Days" if entry.day.first != entry.day.last else "Day"
    return f"{days} {entry.day}/{series.days}" if series and series.days else f"{days} {entry.day}"


def t_minus(end: date, day: date) -> str:
    """Return how far a day is from the end of a countdown, as in `T-106`; `T+1` is the day after it."""
    left = (end - day).days
    return f"T-{left}" if left >= 0 else f"T+{-left}"


def places(journal: Journal) -> Mapping[str, Place]:
    """Return the place of each entry, by its path."""
    known = {series.id: series for series in journal.curriculum.series}
    by_series: dict[str | None, list[Entry]] = defaultdict(list)
    for entry in journal.entries:
        by_series[entry.series].append(entry)
    log = _neighbours(journal.entries)
    own = {path: pair for entries in by_series.values() for path, pair in _neighbours(entries).items()}
    return {
        entry.path: Place(
            known.get(entry.series or ""),
            number(entry, known.get(entry.series or "")),
            *log[entry.path],
            *own[entry.path],
        )
        for entry in journal.entries
    }


def _neighbours(entries: Sequence[Entry]) -> dict[str, tuple[Entry | None, Entry | None]]:
    around = [None, *entries, None]
    return {entry.path: (around[i], around[i + 2]) for i, entry in enumerate(entries)}


@dataclass(frozen=True, slots=True)
class Count:
    """How far a numbered series is."""

    series: Series
    entries: tuple[Entry, ...]
    """In the order of the log."""
    written: int
    """How many numbers have an entry; a range counts each of its own."""
    last: int | None
    """The highest of them."""
    missing: tuple[tuple[int, int], ...]
    """The runs of numbers below the highest that have none, each from its first to its last."""


def count(series: Series, entries: Iterable[Entry]) -> Count:
    """Return how far a series is by its own entries; one that counts down has no numbers to miss."""
    own = tuple(entry for entry in entries if entry.series == series.id)
    days = [] if series.counts_down_to else sorted((entry.day.first, entry.day.last) for entry in own if entry.day)
    missing: list[tuple[int, int]] = []
    reached = written = 0
    for first, last in days:
        if first > reached + 1:
            missing.append((reached + 1, first - 1))
        if last > reached:
            written += last - max(reached, first - 1)
            reached = last
    zero = int(bool(days) and days[0][0] == 0)
    return Count(series, own, written + zero, reached if days else None, tuple(missing))
