"""Page of each entry."""

from collections.abc import Iterator
from typing import NamedTuple

from daytrail.facts.progress import ItemProgress, State
from daytrail.facts.resource import Resource
from daytrail.model.base import segment
from daytrail.model.entry import Entry, Link
from daytrail.views import words
from daytrail.views.links import (
    Links,
    item_anchor,
    milestone_address,
    resource_address,
    series_address,
    week_address,
)
from daytrail.views.markdown import demote
from daytrail.views.page import Page, Parts
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


class Wanted(NamedTuple):
    """An item of the plan that wants a resource, or that the entry ticks."""

    state: str
    address: str
    anchor: str
    week: int
    label: str


class Listed(NamedTuple):
    """A link of the entry, with where it stands."""

    url: str
    title: str
    status: str
    note: str
    shelf: str
    history: str
    """The address of the resource's own page; empty where it has none."""
    told: str
    """What that page tells."""
    items: tuple[Wanted, ...]


class Neighbour(NamedTuple):
    """Another entry."""

    rel: str
    word: str
    address: str
    title: str
    day: str


class Day(NamedTuple):
    """All that the page shows beside the entry's text."""

    date: str
    day: str
    weekday: str
    future: bool
    address: str
    title: str
    number: str
    series: tuple[str, str] | None
    """Title and address, as of all that is a pair here."""
    hours: str
    tags: tuple[tuple[str, str], ...]
    """Names and keys."""
    links: tuple[Listed, ...]
    met: tuple[Listed, ...]
    milestone: tuple[str, str] | None
    items: tuple[Wanted, ...]
    weeks: tuple[tuple[int, str, str], ...]
    """Number, title and address."""
    topics: tuple[str, ...]
    in_series: tuple[Neighbour, ...]
    in_log: tuple[Neighbour, ...]


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the pages."""
    for entry in context.journal.entries:
        yield day_page(context, entry)


def day_page(context: PageContext, entry: Entry) -> Page:
    """Return the page of an entry."""
    links = Links(entry.address, context.links.flat)

    def draw() -> Parts:
        shown = _day(context, entry)
        above = render("pages/day_above.html", day=shown, links=links)
        return Parts(above, demote(entry.body), render("pages/day_below.html", day=shown, links=links))

    return Page(
        entry.address,
        entry.path,
        context.title(entry),
        draw,
        lambda: (_day(context, entry), entry.body),
        description=entry.description or entry.excerpt,
        entry=entry,
        changed=entry.date,
        about={"@type": "BlogPosting", "datePublished": entry.date.isoformat(), "keywords": entry.tags},
    )


def _day(context: PageContext, entry: Entry) -> Day:
    facts, plan = context.facts, context.journal.curriculum
    place = facts.positions[entry.path]
    series = place.series
    found = [facts.ledger.by_key.get(key) for key in entry.keys]
    listed = found[: len(entry.links)]
    known = {one.key for one in listed if one}
    met = {one.key: one for one in found[len(entry.links) :] if one and one.key not in known}
    milestone = facts.milestones.get(entry.milestone or "")
    beside = place.previous_in_series != place.previous or place.following_in_series != place.following
    return Day(
        entry.date.isoformat(),
        words.day(entry.date),
        words.weekday(entry.date),
        entry.date > facts.today,
        entry.address,
        context.title(entry),
        place.number,
        (series.title, series_address(series)) if series else None,
        words.hours(entry.hours) if entry.hours else "",
        tuple((name, key) for key, name in {segment(tag): tag for tag in entry.tags}.items()),
        tuple(
            _listed(one, link.url, link.title, link.status, link.note)
            for link, one in zip(entry.links, listed, strict=True)
        ),
        tuple(_listed(one, one.url or "") for one in met.values()),
        (words.milestone_title(milestone.milestone), milestone_address(milestone.milestone)) if milestone else None,
        tuple(_wanted(quote.item, quote.state) for quote in facts.progress.by_entry.get(entry.path, ())),
        tuple((week.week, week.title, week_address(week)) for week in plan.weeks if week.id in entry.touched)
        if entry.touched
        else (),
        tuple(topic.title for topic in plan.topics if topic.id in entry.touched) if entry.touched else (),
        _around(context, place.previous_in_series, place.following_in_series) if series and beside else (),
        _around(context, place.previous, place.following),
    )


def _around(context: PageContext, before: Entry | None, after: Entry | None) -> tuple[Neighbour, ...]:
    return tuple(
        Neighbour(
            rel,
            word,
            other.address,
            words.entry_title(other, context.facts.positions[other.path]),
            words.day(other.date),
        )
        for rel, word, other in (("prev", "Before", before), ("next", "After", after))
        if other
    )


def _written(link: Link) -> tuple[str, str | None, str | None, str | None]:
    return link.url, link.title, link.status, link.note


def _wanted(item: ItemProgress, state: State) -> Wanted:
    placed = item.placed
    return Wanted(state, week_address(placed.week), item_anchor(placed), placed.week.week, placed.item.label)


def _listed(
    one: Resource | None, url: str, title: str | None = None, status: str | None = None, note: str | None = None
) -> Listed:
    if one is None:  # no link is without
        return Listed(url, title or url, status or "", note or "", "", "", "", ())
    page = resource_address(one) if one.has_page else ""
    told = "history" if len(one.history) > 1 else "notes"
    items = tuple(_wanted(item, item.state) for item in one.items)
    return Listed(url, title or one.title, status or "", note or "", one.shelf, page, told, items)
