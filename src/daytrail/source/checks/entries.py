"""Checks of entries: their dates, their day numbers, and what they call done. None of them stops a build."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import pairwise

from daytrail.model.entry import DayNumber, dated
from daytrail.model.urls import url_keys
from daytrail.problems import Location, Problem, quoted, warning
from daytrail.source.sources import LocatedEntry, Sources


def check_date_in_file_name(sources: Sources) -> Iterator[Problem]:
    """Report an entry whose date is not the one in its file's name."""
    for located in sources.entries:
        entry = located.entry
        date_of_name = dated(entry.stem).day
        if date_of_name and date_of_name != entry.date:
            yield warning(
                located.locate(("date",)),
                f"the date {entry.date} is not the one in the file's name, {date_of_name}",
                "the page keeps the address of its name; rename the file, or correct the date",
            )


def check_same_date(sources: Sources) -> Iterator[Problem]:
    """Report two entries of a series on one date, unless a word in the name of one says what it is, as in `evening`."""
    for entries in sources.published_by_series.values():
        for first, second in pairwise(entries):
            names = [dated(located.entry.stem) for located in (first, second)]
            is_meant = any(name.day and name.rest[:1].isalpha() for name in names)
            if first.entry.date == second.entry.date and not is_meant:
                message = f"{second.entry.date} has another entry in its series: {first.entry.path}"
                hint = f"join them, or say in a name what one is, as in `{second.entry.date}-evening.md`"
                yield warning(second.locate(("date",)), message, hint)


def check_day_numbers(sources: Sources) -> Iterator[Problem]:
    """Report numbers that are doubled, 0, backwards, with a gap, or ahead of the calendar; wrong ones of countdowns."""
    goals: dict[str | None, date | None] = {series.id: series.counts_down_to for series in sources.plan.series}
    for series, entries in sources.published_by_series.items():
        goal = goals.get(series)
        yield from _check_countdown(entries, goal) if goal else _check_numbers(entries, sources.unread_days)


def _check_countdown(entries: Sequence[LocatedEntry], goal: date) -> Iterator[Problem]:
    for located in entries:
        day, left = located.entry.day, (goal - located.entry.date).days
        if day and abs(left) not in range(day.first, day.last + 1):
            expected = f"T-{left}" if left >= 0 else f"T+{-left}"
            message = f"day {day} is not how far {goal} is, which is {expected}"
            yield warning(located.locate(("day",)), message, "remove `day`")


def _check_numbers(entries: Sequence[LocatedEntry], unread_days: Sequence[date]) -> Iterator[Problem]:
    previous: LocatedEntry | None = None
    unnumbered = 0
    for located in entries:
        day = located.entry.day
        if day is None:
            unnumbered += 1
            continue
        if day.first == 0:
            yield warning(located.locate(("day",)), "day 0: numbers usually start at 1")
        if day.first != day.last:
            yield warning(located.locate(("day",)), f"this entry covers the days {day}")
        if previous and previous.entry.day:
            between = sum(previous.entry.date <= unread <= located.entry.date for unread in unread_days)
            yield from _check_order(previous, previous.entry.day, located, day, unnumbered + between)
        previous, unnumbered = located, 0


def _check_order(
    previous: LocatedEntry, previous_day: DayNumber, located: LocatedEntry, day: DayNumber, unnumbered: int
) -> Iterator[Problem]:
    """Report what is wrong between an entry and the one with a number before it; `unnumbered` ones are in between."""
    last = previous_day.last
    if last < day.first <= last + 1 + unnumbered:
        return
    location, other = located.locate(("day",)), previous.locate(("day",))
    if day.first == last:
        yield warning(location, f"day {day.first} is doubled", f"the other is {other}")
    elif day.first < last:
        yield warning(location, f"day {day.first} comes after day {last}", f"that one is {other}")
    else:
        gap = f" {last + 1}" if day.first == last + 2 else f"s {last + 1} to {day.first - 1}"
        yield warning(location, f"no entry has the number{gap}", f"day {last} is {other}")


def check_done_and_dropped(sources: Sources) -> Iterator[Problem]:
    """Report an item that one entry calls both done and dropped."""
    for located in sources.entries:
        for name in sorted(set(located.entry.done) & set(located.entry.dropped)):
            location = located.locate(("dropped", located.entry.dropped.index(name)))
            message = f"{quoted(name)} is done and dropped in one entry; it counts as done"
            yield warning(location, message, "remove it from `dropped:` or from `done:`")


def check_read_but_not_done(sources: Sources) -> Iterator[Problem]:
    """Report a link or listing with the status `read` whose items in the plan nobody has called done."""
    plan = sources.plan
    done = {address for located in sources.published for address in located.entry.done}
    done |= {address for address, placed in plan.items.items() if placed.item.done or placed.item.dropped}
    for keys, locate in _read(sources):
        items = list(dict.fromkeys(placed.address for key in keys for placed in plan.items_by_url.get(key, ())))
        if items and done.isdisjoint(items):
            names = " and ".join(map(quoted, items))
            message = f"this is read, and {names} of the plan {'is' if len(items) == 1 else 'are'} not done"
            yield warning(locate(), message, f"`done: [{items[0]}]` in an entry ticks it")


def _read(sources: Sources) -> Iterator[tuple[tuple[str, ...], Callable[[], Location]]]:
    """Yield the normalised URLs of all that is said to be read, and locate that word."""
    for located in sources.published:
        for i, link in enumerate(located.entry.listed_links):
            if link.status == "read":
                yield url_keys(link.url), partial(located.locate, ("links", i, "status"))
    for shelved in sources.reading.shelved:
        if shelved.listing.status == "read":
            yield shelved.listing.url_keys, partial(sources.reading_document.locate, (*shelved.key_path, "status"))
