"""Page of each entry."""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt

from daytrail.facts.ledger import Resource
from daytrail.facts.progress import ItemProgress, State
from daytrail.model.base import segment
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.entry_list import list_page_of
from daytrail.views.links import LOG, address_of, item_anchor, year_address
from daytrail.views.page import Page, PageContent
from daytrail.views.page_context import PageContext
from daytrail.views.render import render

_MAY_HAVE_TITLE = re.compile(r"(?:^|[\s>])#(?:\s|$)|=\s*$", re.MULTILINE)
"""Matches all texts with a first-level heading, and few others, which saves the parsing of most bodies."""


WORDS_PER_MINUTE = 220
"""How fast technical prose is read."""
_COMMONMARK = MarkdownIt("commonmark")


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of each entry."""
    for entry in context.journal.entries:
        yield day_page(context, entry)


def day_page(context: PageContext, entry: Entry) -> Page:
    """Return the page of an entry."""
    links = context.for_page(entry.address).links

    def draw() -> PageContent:
        values = _values(context, entry)
        above = render("pages/day_above.html", links=links, **values)
        return PageContent(above, lower_headings(entry.body), render("pages/day_below.html", links=links, **values))

    return Page(
        address=entry.address,
        title=context.title(entry),
        crumbs=_crumbs(context.for_page(entry.address), entry),
        draw=draw,
        inputs=lambda: (_values(context, entry), entry.body),
        description=entry.description or entry.excerpt,
        labels=(words.day(entry.date), *filter(None, [context.facts.positions[entry.path].number]), *tags_of(entry)),
        entry=entry,
        changed=entry.date,
        about={"@type": "BlogPosting", "datePublished": entry.date.isoformat(), "keywords": entry.tags},
    )


def tags_of(entry: Entry) -> list[str]:
    """Return the tags of an entry, each once."""
    return list({segment(tag): tag for tag in entry.tags}.values())


def _crumbs(context: PageContext, entry: Entry) -> tuple[tuple[str, str], ...]:
    """Return the log, the year and the month of an entry, with links."""
    day, href = entry.date, context.links.href
    return (
        ("Log", href(LOG)),
        (str(day.year), href(year_address(day.year))),
        (words.month_name(day), href(list_page_of(context, entry), f"{day:%Y-%m}")),
    )


def _values(context: PageContext, entry: Entry) -> dict[str, object]:
    """Return all that the page shows besides the entry's text, for JSON."""
    facts, plan = context.facts, context.journal.curriculum
    weeks, topics = (plan.weeks, plan.topics) if entry.touched else ((), ())  # most entries name none
    position = facts.positions[entry.path]
    around = position.previous, position.following
    around_in_series = position.previous_in_series, position.following_in_series
    series, milestone = position.series, facts.milestones.get(entry.milestone or "")
    by_key, listed = facts.ledger.by_key, len(entry.links)
    linked = [by_key[key] for key in entry.url_keys[:listed]]
    mentioned = {by_key[key].key: by_key[key] for key in entry.url_keys[listed:] if key in by_key}
    return {
        "date": entry.date.isoformat(),
        "day": words.day(entry.date),
        "weekday": words.weekday(entry.date),
        "is_future": entry.date > facts.today,
        "address": entry.address,
        "title": context.title(entry),
        "number": position.number,
        "series": series.title if series else "",
        "series_address": address_of(series) if series else "",
        "hours": entry.hours,
        "minutes": max(1, round(entry.words / WORDS_PER_MINUTE)) if entry.words else 0,
        "tags": tags_of(entry),
        "front_links": [
            (link.url, link.title or resource.title, link.status, link.note, _resource(resource))
            for link, resource in zip(entry.links, linked, strict=True)
        ],
        "text_links": [
            (resource.url or "", resource.title, _resource(resource))
            for resource in mentioned.values()
            if resource not in linked
        ],
        "milestone": milestone and (words.title_of(milestone.milestone), address_of(milestone.milestone)),
        "items": [_item(quote.item, quote.state) for quote in facts.progress.by_entry.get(entry.path, ())],
        "weeks": [(week.week, week.title, address_of(week)) for week in weeks if week.id in entry.touched],
        "topics": [topic.title for topic in topics if topic.id in entry.touched],
        "in_series": _neighbours(context, *around_in_series) if series and around_in_series != around else (),
        "in_log": _neighbours(context, *around),
    }


def _neighbours(context: PageContext, before: Entry | None, after: Entry | None) -> list[tuple[str, ...]]:
    """Return `rel`, word, address, title and day of the entries before and after."""
    return [
        (rel, word, entry.address, context.title(entry), words.day(entry.date))
        for rel, word, entry in (("prev", "Before", before), ("next", "After", after))
        if entry
    ]


def _item(item: ItemProgress, state: State) -> tuple[str, str, str, int, str]:
    """Return the state of an item, the address and anchor of the item, the number of its week, and its label."""
    placed = item.placed
    return state, address_of(placed), item_anchor(placed), placed.week.week, placed.item.label


def _resource(resource: Resource) -> tuple[object, ...]:
    """Return the shelf of a resource, the address of its page or "", what the page shows, and links to its items."""
    page = address_of(resource) if resource.has_page else ""
    return resource.shelf, page, words.page_word(resource), [_item(item, item.state) for item in resource.items]


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
