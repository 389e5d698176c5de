"""Digest of each week of the log that is over, as its feed has it: what was done, the days, the links."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.facts.calendar import DateRange
from daytrail.facts.progress import State
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.links import address_of, item_anchor
from daytrail.views.publication import Publication
from daytrail.views.render import render
from daytrail.views.translation import deferred, pgettext
from daytrail.views.translation import gettext as _

_HEADINGS: Mapping[State, str] = {
    State.DONE: deferred("items of a week", "Done"),
    State.STARTED: deferred("items of a week", "Started"),
    State.TOUCHED: deferred("items of a week", "Touched"),
    State.DROPPED: deferred("items of a week", "Dropped"),
}
"""Headings of items of the plan by the state that the week gave them, in the order of the digest."""


class WrittenWeek(NamedTuple):
    """A week of the calendar with an entry."""

    dates: DateRange
    entries: tuple[Entry, ...]
    """Those with content, the oldest first."""


def written_weeks(facts: Facts) -> Sequence[WrittenWeek]:
    """Return the weeks that are over and have an entry, the newest first."""
    first_weekday = 6 if facts.journal.curriculum.week_starts == "sun" else 0

    def first_day(entry: Entry) -> int:
        return entry.date.toordinal() - (entry.date.weekday() - first_weekday) % 7

    written = [entry for entry in facts.journal.entries if not entry.empty]
    # Counted in days, since a week may begin before the first date that Python knows, and end after the last one.
    over = [
        (max(first, 1), first + 6, tuple(entries))
        for first, entries in groupby(written, key=first_day)
        if first + 6 < facts.today.toordinal()
    ]
    return [
        WrittenWeek(DateRange(date.fromordinal(first), date.fromordinal(last)), entries)
        for first, last, entries in reversed(over)
    ]


def week_title(week: WrittenWeek) -> str:
    """Return the title of a digest, as in `Week of 9–15 February 2026`."""
    return _("Week of %(dates)s", dates=words.date_range(week.dates))


def week_summary(week: WrittenWeek, facts: Facts) -> str:
    """Return how much was written, and the titles of the entries."""
    titles = (words.entry_title(entry, facts.positions[entry.path]) for entry in week.entries)
    return f"{_amount(week)}: {' · '.join(titles)}"


def _amount(week: WrittenWeek) -> str:
    """Return how much was written, as in `5 days, 12.5 h`."""
    days, hours = len({entry.date for entry in week.entries}), sum(entry.hours or 0 for entry in week.entries)
    return f"{words.days(days)}, {words.hours(hours)}" if hours else words.days(days)


class _Day(NamedTuple):
    entry: Entry
    url: str
    title: str
    number: str


class _Row(NamedTuple):
    label: str
    url: str
    note: str


def week_html(week: WrittenWeek, facts: Facts, site: Publication) -> str:
    """Return the digest as HTML with absolute links."""
    days = [
        _Day(
            entry,
            site.absolute(entry.address),
            words.entry_title(entry, facts.positions[entry.path]),
            words.entry_number(facts.positions[entry.path].entry_number) if entry.title else "",
        )
        for entry in week.entries
    ]
    done = list(_work(week, facts, site))
    return render("files/weekly.html", amount=_amount(week), days=days, done=done, links=list(_links(week, facts)))


def _work(week: WrittenWeek, facts: Facts, site: Publication) -> Iterator[tuple[str, list[_Row]]]:
    """Yield headings, each with the items of the plan to which the entries give its state; each item once."""
    quotes = [quote for entry in week.entries for quote in facts.progress.by_entry.get(entry.path, ())]
    said: set[str] = set()
    for state, heading in _HEADINGS.items():
        rows = []
        for quote in quotes:
            placed = quote.item.placed
            if quote.state is state and placed.address not in said:
                said.add(placed.address)
                url = f"{site.absolute(address_of(placed))}#{item_anchor(placed)}"
                rows.append(_Row(placed.item.label, url, _("week %(number)s", number=placed.week.week)))
        if rows:
            yield pgettext("items of a week", heading), rows


def _links(week: WrittenWeek, facts: Facts) -> Iterator[_Row]:
    """Yield what the entries list as read or met, each resource once."""
    listed = {key: link for entry in week.entries for key, link in zip(entry.url_keys, entry.links, strict=False)}
    resources = {facts.ledger.by_key[key].key: (facts.ledger.by_key[key], link) for key, link in listed.items()}
    for resource, link in resources.values():
        yield _Row(link.title or resource.title, link.url, link.note or "")
