"""Digest of each week that is over, as its feed has it: its review, or what was done, the days and the links."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.facts.calendar import DateRange, calendar_week
from daytrail.facts.progress import State
from daytrail.facts.reviews import Review
from daytrail.model.curriculum import Placed
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
    """A week of the calendar with an entry or a review."""

    dates: DateRange
    entries: tuple[Entry, ...]
    """Those with content, the oldest first."""
    review: Review | None


def written_weeks(facts: Facts) -> Sequence[WrittenWeek]:
    """Return the weeks that are over and have an entry or a review, the newest first."""
    starts = facts.journal.curriculum.week_starts
    written = [entry for entry in facts.journal.entries if not entry.empty]
    by_week = {
        dates: tuple(entries) for dates, entries in groupby(written, lambda entry: calendar_week(entry.date, starts))
    }
    reviews = {review.dates: review for review in facts.reviews}
    over = sorted((dates for dates in {*by_week, *reviews} if dates.last < facts.today), key=attrgetter("first"))
    return [WrittenWeek(dates, by_week.get(dates, ()), reviews.get(dates)) for dates in reversed(over)]


def week_title(dates: DateRange) -> str:
    """Return the title of a digest, as in `Week of 9–15 February 2026`."""
    return _("Week of %(dates)s", dates=words.date_range(dates))


def week_summary(week: WrittenWeek, facts: Facts) -> str:
    """Return how much was written, and the titles of the entries."""
    titles = [words.entry_title(entry, facts.positions[entry.path]) for entry in week.entries]
    return f"{_amount(week)}: {' · '.join(titles)}" if titles else _amount(week)


def _amount(week: WrittenWeek) -> str:
    """Return how much was written, as in `5 days, 12.5 h logged`."""
    days, hours = len({entry.date for entry in week.entries}), sum(entry.hours or 0 for entry in week.entries)
    return f"{words.days(days)}, {words.logged_hours(hours)}" if hours else words.days(days)


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
    return render(
        "files/weekly.html",
        amount=_amount(week),
        review=week.review and (site.docs(week.review.page.uri), week.review.page.title),
        days=_days(week, facts, site),
        done=list(_work(week, facts, site)),
        links=list(_links(week, facts)),
    )


def days_html(week: WrittenWeek, facts: Facts, site: Publication) -> str:
    """Return the days of a week as HTML with absolute links."""
    return render("files/weekly_days.html", days=_days(week, facts, site))


def _days(week: WrittenWeek, facts: Facts, site: Publication) -> list[_Day]:
    return [
        _Day(
            entry,
            site.absolute(entry.address),
            words.entry_title(entry, facts.positions[entry.path]),
            words.entry_number(facts.positions[entry.path].entry_number) if entry.title else "",
        )
        for entry in week.entries
    ]


def _work(week: WrittenWeek, facts: Facts, site: Publication) -> Iterator[tuple[str, list[_Row]]]:
    for heading, items in items_by_state(week.entries, facts):
        rows = []
        for placed, _entry in items:
            url = f"{site.absolute(address_of(placed))}#{item_anchor(placed)}"
            rows.append(_Row(placed.item.label, url, _("week %(number)s", number=placed.week.week)))
        yield heading, rows


def items_by_state(entries: Iterable[Entry], facts: Facts) -> Iterator[tuple[str, list[tuple[Placed, Entry]]]]:
    """Yield headings, each with the items of the plan to which entries give its state; each item once."""
    quotes = [(entry, quote) for entry in entries for quote in facts.progress.by_entry.get(entry.path, ())]
    said: set[str] = set()
    for state, heading in _HEADINGS.items():
        items = []
        for entry, quote in quotes:
            placed = quote.item.placed
            if quote.state is state and placed.address not in said:
                said.add(placed.address)
                items.append((placed, entry))
        if items:
            yield pgettext("items of a week", heading), items


def _links(week: WrittenWeek, facts: Facts) -> Iterator[_Row]:
    """Yield what the entries list as read or met, each resource once."""
    listed = {key: link for entry in week.entries for key, link in zip(entry.url_keys, entry.links, strict=False)}
    resources = {facts.ledger.by_key[key].key: (facts.ledger.by_key[key], link) for key, link in listed.items()}
    for resource, link in resources.values():
        yield _Row(link.title or resource.title, link.url, link.note or "")
