"""Series of entries: the day number and the neighbours of each entry, and how far each series is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from daytrail.model.curriculum import Series
from daytrail.model.entry import Entry


class EntryNumber(NamedTuple):
    """Number of an entry in its series, which pages put into words."""

    numbers: str
    """As in `57`, `3-4` or `T-106`."""
    days: int
    """How many days it covers. 0 if its series counts down."""
    of: int | None
    """Number of days of its series, if the plan states it."""
    left: int | None = None
    """Days to the end of its series if that counts down; negative after the end."""

    def __str__(self) -> str:
        """Return the number as data and commands say it, as in `Day 57`, `Day 83/365` or `T-106`."""
        word = "Days " if self.days > 1 else "Day " if self.days else ""
        return f"{word}{self.numbers}/{self.of}" if self.of else f"{word}{self.numbers}"


@dataclass(frozen=True, slots=True)
class EntryPosition:
    """Position of an entry in the log and in its series."""

    series: Series | None
    entry_number: EntryNumber | None
    previous: Entry | None
    """Previous entry of the log with content."""
    following: Entry | None
    """Next entry of the log with content."""
    earlier_in_year: int
    """How many entries of its year are before it in the log."""

    @property
    def number(self) -> str:
        """The number as data and commands say it. Empty if the entry has no number."""
        return str(self.entry_number or "")


def positions(entries: Sequence[Entry], all_series: Iterable[Series]) -> Mapping[str, EntryPosition]:
    """Return the position of each entry, by its path."""
    series_by_id = {series.id: series for series in all_series}
    in_log = _neighbours(entries)
    seen: Counter[int] = Counter()
    earlier_in_year = {}
    for entry in entries:
        earlier_in_year[entry.path] = seen[entry.date.year]
        seen[entry.date.year] += 1
    return {
        entry.path: EntryPosition(
            series_by_id.get(entry.series or ""),
            entry_number(entry, series_by_id.get(entry.series or "")),
            *in_log[entry.path],
            earlier_in_year[entry.path],
        )
        for entry in entries
    }


def _neighbours(entries: Sequence[Entry]) -> dict[str, tuple[Entry | None, Entry | None]]:
    """Return the entries with content before and after each entry, by its path."""
    following = [*_written_before(reversed(entries))][::-1]
    around = zip(_written_before(entries), following, strict=True)
    return {entry.path: pair for entry, pair in zip(entries, around, strict=True)}


def _written_before(entries: Iterable[Entry]) -> Iterator[Entry | None]:
    """Yield the last entry with content before each entry."""
    last: Entry | None = None
    for entry in entries:
        yield last
        if not entry.empty:
            last = entry


def entry_number(entry: Entry, series: Series | None) -> EntryNumber | None:
    """Return the number of an entry in its series."""
    if series and series.counts_down_to:
        return _number_in_countdown(series.counts_down_to, entry.date)
    if entry.day is None:
        return None
    return EntryNumber(str(entry.day), 1 + entry.day.last - entry.day.first, series.days if series else None)


def _number_in_countdown(end: date, day: date) -> EntryNumber:
    return EntryNumber(t_minus(end, day), 0, None, (end - day).days)


def t_minus(end: date, day: date) -> str:
    """Return the days from a day to the end of a countdown, as in `T-106`. The day after the end is `T+1`."""
    days = (end - day).days
    return f"T-{days}" if days >= 0 else f"T+{-days}"


@dataclass(frozen=True, slots=True)
class SeriesStatus:
    """How far a series is on a day."""

    series: Series
    entry_number: EntryNumber | None
    """Number of the latest entry; of the day itself if the series counts down."""
    latest: Entry | None
    """Latest entry up to that day."""

    @property
    def number(self) -> str:
        """The number as data and commands say it. Empty if the latest entry has none."""
        return str(self.entry_number or "")


def series_status(all_series: Iterable[Series], entries: Iterable[Entry], today: date) -> tuple[SeriesStatus, ...]:
    """Return how far each series is. Entries after today do not count."""
    latest_of = {entry.series: entry for entry in entries if entry.date <= today}
    statuses = []
    for series in all_series:
        latest = latest_of.get(series.id)
        number = entry_number(latest, series) if latest else None
        if series.counts_down_to:
            number = _number_in_countdown(series.counts_down_to, today)
        statuses.append(SeriesStatus(series, number, latest))
    return tuple(statuses)


@dataclass(frozen=True, slots=True)
class SeriesNumbers:
    """Day numbers of a series that have an entry."""

    entries: tuple[Entry, ...]
    """Entries of the series, in the order of the log."""
    written: int
    """How many numbers have an entry. Each number of a range counts."""
    last: int | None
    """The highest number."""
    missing: tuple[tuple[int, int], ...]
    """Runs of numbers below the highest that have no entry, each as its first and last number."""


def series_numbers(series: Series, entries: Iterable[Entry]) -> SeriesNumbers:
    """Return which numbers of a series have an entry. A series that counts down has no numbers to miss."""
    members = tuple(entry for entry in entries if entry.series == series.id)
    days = [] if series.counts_down_to else sorted((entry.day.first, entry.day.last) for entry in members if entry.day)
    missing: list[tuple[int, int]] = []
    highest = written = 0
    for first, last in days:
        if first > highest + 1:
            missing.append((highest + 1, first - 1))
        if last > highest:
            written += last - max(highest, first - 1)
            highest = last
    has_day_zero = bool(days) and days[0][0] == 0
    return SeriesNumbers(members, written + has_day_zero, highest if days else None, tuple(missing))


def next_day_number(entries: Iterable[Entry], series: Series | None, on: date) -> int | None:
    """Return the day number for a new entry of a series: one more than the highest number before that day.

    None if the series counts down or has no numbers, has an entry on that day, or later has that number already.
    """
    members = [entry for entry in entries if entry.series == (series.id if series else None)]
    if (series and series.counts_down_to) or any(on in entry.days for entry in members):
        return None
    numbered = [(entry.date, entry.day) for entry in members if entry.day]
    if members and not numbered:
        return None
    number = max((day.last for written_on, day in numbered if written_on < on), default=0) + 1
    return None if any(day.first <= number for written_on, day in numbered if written_on > on) else number
