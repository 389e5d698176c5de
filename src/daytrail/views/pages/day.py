"""Page of each entry."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt

from daytrail.facts.ledger import Resource
from daytrail.model.base import segment
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.links import address_of
from daytrail.views.page import Page, PageContent
from daytrail.views.page_context import ItemLink, PageContext, item_link
from daytrail.views.render import render

_MAY_HAVE_TITLE = re.compile(r"(?:^|[\s>])#(?:\s|$)|=\s*$", re.MULTILINE)
"""Matches all texts with a first-level heading, and few others, which saves the parsing of most bodies."""


_COMMONMARK = MarkdownIt("commonmark")


class TitledAddress(NamedTuple):
    """Title and address of a page."""

    title: str
    address: str


class DayLink(NamedTuple):
    """A link of the entry, with what is known of its resource."""

    url: str
    title: str
    status: str
    note: str
    shelf: str
    page: str
    """Address of the resource's page; empty if it has none."""
    page_word: str
    items: tuple[ItemLink, ...]


class Neighbour(NamedTuple):
    """The entry before or after this one."""

    rel: str
    word: str
    address: str
    title: str
    day: str


class Day(NamedTuple):
    """All that the page shows besides the entry's text."""

    date: str
    day: str
    weekday: str
    is_future: bool
    address: str
    title: str
    number: str
    series: TitledAddress | None
    hours: str
    tags: tuple[str, ...]
    links: tuple[DayLink, ...]
    """Links of the front matter."""
    mentions: tuple[DayLink, ...]
    """Links of the text, unless they are among the others."""
    milestone: TitledAddress | None
    items: tuple[ItemLink, ...]
    weeks: tuple[tuple[int, TitledAddress], ...]
    topics: tuple[str, ...]
    in_series: tuple[Neighbour, ...]
    in_log: tuple[Neighbour, ...]


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of each entry."""
    for entry in context.journal.entries:
        yield day_page(context, entry)


def day_page(context: PageContext, entry: Entry) -> Page:
    """Return the page of an entry."""
    links = context.for_page(entry.address).links

    def draw() -> PageContent:
        day = _day(context, entry)
        above = render("pages/day_above.html", day=day, links=links)
        return PageContent(above, lower_headings(entry.body), render("pages/day_below.html", day=day, links=links))

    return Page(
        address=entry.address,
        title=context.title(entry),
        draw=draw,
        inputs=lambda: (_day(context, entry), entry.body),
        description=entry.description or entry.excerpt,
        entry=entry,
        changed=entry.date,
        about={"@type": "BlogPosting", "datePublished": entry.date.isoformat(), "keywords": entry.tags},
    )


def _day(context: PageContext, entry: Entry) -> Day:
    facts, plan = context.facts, context.journal.curriculum
    position = facts.positions[entry.path]
    around = position.previous, position.following
    around_in_series = position.previous_in_series, position.following_in_series
    series, milestone = position.series, facts.milestones.get(entry.milestone or "")
    by_key, listed = facts.ledger.by_key, len(entry.links)
    linked = [by_key[key] for key in entry.url_keys[:listed]]
    mentioned = {by_key[key].key: by_key[key] for key in entry.url_keys[listed:] if key in by_key}
    mentions = [resource for resource in mentioned.values() if resource not in linked]
    return Day(
        date=entry.date.isoformat(),
        day=words.day(entry.date),
        weekday=words.weekday(entry.date),
        is_future=entry.date > facts.today,
        address=entry.address,
        title=context.title(entry),
        number=position.number,
        series=TitledAddress(series.title, address_of(series)) if series else None,
        hours=words.hours(entry.hours) if entry.hours else "",
        tags=tuple({segment(tag): tag for tag in entry.tags}.values()),
        links=tuple(
            _link(resource, link.url, link.title, link.status, link.note)
            for link, resource in zip(entry.links, linked, strict=True)
        ),
        mentions=tuple(_link(resource, resource.url or "") for resource in mentions),
        milestone=TitledAddress(words.milestone_title(milestone.milestone), address_of(milestone.milestone))
        if milestone
        else None,
        items=tuple(item_link(quote.item, quote.state) for quote in facts.progress.by_entry.get(entry.path, ())),
        weeks=tuple(
            (week.week, TitledAddress(week.title, address_of(week)))
            for week in (plan.weeks if entry.touched else ())
            if week.id in entry.touched
        ),
        topics=tuple(topic.title for topic in (plan.topics if entry.touched else ()) if topic.id in entry.touched),
        in_series=_neighbours(context, *around_in_series) if series and around_in_series != around else (),
        in_log=_neighbours(context, *around),
    )


def _neighbours(context: PageContext, before: Entry | None, after: Entry | None) -> tuple[Neighbour, ...]:
    return tuple(
        Neighbour(rel, word, entry.address, context.title(entry), words.day(entry.date))
        for rel, word, entry in (("prev", "Before", before), ("next", "After", after))
        if entry
    )


def _link(
    resource: Resource, url: str, title: str | None = None, status: str | None = None, note: str | None = None
) -> DayLink:
    return DayLink(
        url=url,
        title=title or resource.title,
        status=status or "",
        note=note or "",
        shelf=resource.shelf,
        page=address_of(resource) if resource.has_page else "",
        page_word=words.history_or_notes(resource),
        items=tuple(map(item_link, resource.items)),
    )


def lower_headings(text: str) -> str:
    """Return a text with all headings one level lower if any is of the first level, which is the page's title."""
    if not _MAY_HAVE_TITLE.search(text):
        return text
    headings = [token for token in _COMMONMARK.parse(text) if token.type == "heading_open" and token.map]
    if not any(token.tag == "h1" for token in headings):
        return text
    lines = text.split("\n")
    for token in reversed(headings):
        first, end = token.map or (0, 0)
        level = min(int(token.tag[1]) + 1, 6)
        if token.markup.startswith("#"):
            lines[first] = re.sub(r"#+", "#" * level, lines[first], count=1)
        elif token.markup == "=":
            lines[end - 1] = lines[end - 1].replace("=", "-")
        elif token.level == 0:
            title = " ".join(line.strip() for line in lines[first : end - 1])
            # Closed as well, since a `#` at the end of the title (`C #`) would be read as the closing.
            lines[first:end] = [f"{'#' * level} {title} {'#' * level}"]
    return "\n".join(lines)
