"""Page of each entry."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import blake2b
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from daytrail.facts.ledger import Resource, Shelf
from daytrail.facts.milestones import MilestoneState
from daytrail.facts.progress import Quote, State
from daytrail.model.base import segment
from daytrail.model.curriculum import Week
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.entry_list import list_page_of
from daytrail.views.links import docs_address, item_anchor, linked_body, part_of, topic_anchor, year_address
from daytrail.views.page import LazyPage, Page, PageContent, links_to_neighbours
from daytrail.views.page_context import PageContext
from daytrail.views.render import render, time
from daytrail.views.translation import gettext, other_language

_MAY_HAVE_TITLE = re.compile(r"(?<![^\s>])#(?!\S)|=\s*$", re.MULTILINE)
"""Pattern of each text with a first-level heading, and of few others, which saves the parsing of most bodies."""
WORDS_PER_MINUTE = 220
"""How fast technical prose is read."""
_COMMONMARK = MarkdownIt("commonmark")


def pages(context: PageContext) -> Iterator[LazyPage]:
    """Yield the page of each entry."""
    for entry in context.journal.entries:
        yield LazyPage(
            address=entry.address,
            entry=entry,
            changed=entry.date,
            make=partial(day_page, context, entry),
            inputs=partial(_inputs, context, entry),
        )


def day_page(context: PageContext, entry: Entry) -> Page:
    """Return the page of an entry."""
    links, position = context.for_page(entry.address).links, context.facts.positions[entry.path]

    body = linked_body(entry, context.journal.curriculum, context.addresses)

    def draw() -> PageContent:
        values = _values(context, entry)
        above = render("pages/day_above.html", links=links, **values)
        plan = list(_plan_lines(context, entry))
        states = {line.state for line in plan}
        signs = [state for state in (*State, *MilestoneState) if state in states]
        below = render("pages/day_below.html", links=links, plan=plan, signs=signs, **values)
        return PageContent(above, lower_headings(body), below)

    return Page(
        address=entry.address,
        title=context.title(entry),
        crumbs=_crumbs(context.for_page(entry.address), entry),
        neighbours=links_to_neighbours(links, position.previous, position.following),
        draw=draw,
        description=_description(context, entry),
        labels=(words.days_of(entry), *filter(None, [context.row(entry).number]), *tags_of(entry)),
        entry=entry,
        changed=entry.date,
    )


def _inputs(context: PageContext, entry: Entry) -> object:
    """Return all that the page of an entry is made from, for JSON. It is asked for each of thousands of days."""
    plan, description = list(_plan_lines(context, entry)), _description(context, entry)
    # To write a text as JSON takes longer than to hash it.
    text = linked_body(entry, context.journal.curriculum, context.addresses)
    body = blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()
    return _values(context, entry), plan, body, description, list_page_of(context, entry)


def _description(context: PageContext, entry: Entry) -> str:
    """Return the writer's description, else the beginning of the text, else date, number, sources and tags."""
    if text := entry.description or entry.excerpt:
        return text
    title, day, number = context.title(entry), words.days_of(entry), context.row(entry).number
    sources = [line.title for line in _source_lines(context, entry)]
    sources += [line.label for line in _plan_lines(context, entry)]
    facts = [fact for fact in (day, number, *sources, *tags_of(entry)) if fact not in title]
    return words.description(title, filter(None, facts))


def tags_of(entry: Entry) -> list[str]:
    """Return the tags of an entry, each once."""
    return list({segment(tag): tag for tag in entry.tags}.values())


def _crumbs(context: PageContext, entry: Entry) -> tuple[tuple[str, str], ...]:
    """Return the log, the year and the month of an entry, with links."""
    day, href = entry.date, context.links.href
    return (
        (gettext("Log"), href(context.addresses.log)),
        (str(day.year), href(year_address(day.year))),
        (words.formatted(day, "LLLL"), href(list_page_of(context, entry), f"{day:%Y-%m}")),
    )


def _habits(context: PageContext, entry: Entry) -> Iterator[str]:
    """Yield the habits that were kept, as in `Problem solving × 2`."""
    titles = {habit.id: habit.title for habit in context.journal.curriculum.habits}
    for did in entry.did:
        title = titles.get(did.habit, did.habit)
        yield title if did.times == 1 else f"{title} \u00d7 {did.times}"


def _values(context: PageContext, entry: Entry) -> dict[str, object]:
    """Return all that the page shows besides the entry's text, for JSON."""
    facts, links, position = context.facts, context.links, context.facts.positions[entry.path]
    around = position.previous, position.following
    series, edited = position.series, context.edited.get(entry.path)
    lang = entry.lang or other_language()
    return {
        "date": entry.date.isoformat(),
        "day": words.days_of(entry),
        "weekday": "" if entry.until else words.weekday(entry.date),
        "is_future": entry.date > facts.today,
        "is_empty": entry.empty,
        "habits": list(_habits(context, entry)),
        "address": entry.address,
        "title": context.title(entry),
        "number": context.row(entry).number,
        "series": series.title if series else "",
        "series_address": context.addresses.of(series) if series else "",
        "authors": words.listed(entry.authors),
        "hours": entry.hours,
        "minutes": max(1, round(entry.words / WORDS_PER_MINUTE)) if entry.words else 0,
        # On its own day, a text is written rather than edited.
        "edited": time(edited) if edited and edited > entry.date else "",
        "lang": lang,
        "title_lang": lang if entry.title else None,
        "tags": tags_of(entry),
        "sources": list(_source_lines(context, entry)),
        "reviews": [
            (review.page.title, docs_address(review.page.uri, flat=links.flat))
            for review in facts.reviews_by_entry.get(entry.path, ())
        ],
        "in_log": list(_neighbours(context, *around)),
    }


class _Neighbour(NamedTuple):
    """An entry before or after another."""

    rel: str
    key: str
    """Key of the keyboard that leads to it."""
    date: str
    """As in `Before, 11 February 2026`."""
    address: str
    title: str


def _neighbours(context: PageContext, before: Entry | None, after: Entry | None) -> Iterator[_Neighbour]:
    if before:
        day = gettext("Before, %(day)s", day=words.day(before.date))
        yield _Neighbour("prev", "p", day, before.address, context.title(before))
    if after:
        day = gettext("After, %(day)s", day=words.day(after.date))
        yield _Neighbour("next", "n", day, after.address, context.title(after))


class _PlanLine(NamedTuple):
    """Progress that an entry made with something in the plan."""

    state: str
    label: str
    kind: str
    """As in `week 21`, `milestone` or `topic`."""
    address: str = ""
    """Empty for a topic of no part."""
    anchor: str = ""
    url: str = ""
    """Page of a reading elsewhere."""
    note: str = ""
    """Remark of the writer on the link to it."""


def _plan_lines(context: PageContext, entry: Entry) -> Iterator[_PlanLine]:
    if milestone := context.facts.milestones.get(entry.milestone or ""):
        title, address = words.title_of(milestone.milestone), context.addresses.of(milestone.milestone)
        yield _PlanLine(milestone.state, title, gettext("milestone"), address)
    # Most entries are about no item, and name neither a week nor a topic.
    if quotes := context.facts.progress.by_entry.get(entry.path):
        yield from _item_lines(context, entry, quotes)
    if entry.touched:
        yield from _touched_lines(context, entry)


def _item_lines(context: PageContext, entry: Entry, quotes: Iterable[Quote]) -> Iterator[_PlanLine]:
    keys, address = context.facts.ledger.by_key, context.addresses.of
    notes = {keys[key].key: link.note or "" for key, link in zip(entry.links, entry.listed_links, strict=False)}
    for quote in quotes:
        placed = quote.item.placed
        item, kind, resource = placed.item, _week_name(placed.week), keys.get(placed.address)
        note = notes.pop(resource.key, "") if resource else ""
        yield _PlanLine(quote.state, item.label, kind, address(placed), item_anchor(placed), item.url or "", note)


def _touched_lines(context: PageContext, entry: Entry) -> Iterator[_PlanLine]:
    plan, address = context.journal.curriculum, context.addresses.of
    for week in plan.weeks:
        if week.id in entry.touched:
            yield _PlanLine(State.TOUCHED, week.title, _week_name(week), address(week))
    for topic in plan.topics:
        if topic.id in entry.touched:
            part = part_of(topic, plan)
            where = (address(part), topic_anchor(topic)) if part else ()
            yield _PlanLine(State.TOUCHED, topic.title, gettext("topic"), *where)


def _week_name(week: Week) -> str:
    return gettext("week %(number)s", number=week.week)


class _SourceLine(NamedTuple):
    """A page that an entry links to and that no item of the plan is about."""

    title: str
    url: str
    address: str
    """Its page on this site; empty if it has none."""
    shelf: str
    note: str


def _source_lines(context: PageContext, entry: Entry) -> Iterator[_SourceLine]:
    links = [(link.url, link.title, link.note) for link in entry.listed_links]
    links += [("", None, None)] * len(entry.text_links)
    by_resource: dict[str, tuple[Resource, tuple[str, str | None, str | None]]] = {}
    for key, link in zip(entry.links, links, strict=True):
        resource = context.facts.ledger.by_key.get(key)
        if resource and not resource.items:
            by_resource.setdefault(resource.key, (resource, link))
    for resource, (url, title, note) in by_resource.values():
        shelf = "" if resource.shelf is Shelf.MET else words.state(resource.shelf)
        page = context.addresses.of(resource) if resource.has_page else ""
        yield _SourceLine(title or resource.title, url or resource.url or "", page, shelf, note or "")


def lower_headings(text: str) -> str:
    """Return a text with all headings one level lower if any is of the first level, which is the page's title."""
    if not _MAY_HAVE_TITLE.search(text):
        return text
    headings = [token for token in _COMMONMARK.parse(text) if token.type == "heading_open" and token.map]
    if not any(token.tag == "h1" for token in headings):
        return text
    lines = text.split("\n")
    for token in reversed(headings):
        _lower(lines, token)
    return "\n".join(lines)


def _lower(lines: list[str], heading: Token) -> None:
    first, end = heading.map or (0, 0)
    level = min(int(heading.tag[1]) + 1, 6)
    if heading.markup.startswith("#"):
        lines[first] = re.sub(r"#+", "#" * level, lines[first], count=1)
    elif heading.markup == "=":
        lines[end - 1] = lines[end - 1].replace("=", "-")
    elif heading.level == 0:
        title = " ".join(line.strip() for line in lines[first : end - 1])
        # Closed as well, since a `#` at the end of the title (`C #`) would be read as the closing.
        lines[first:end] = [f"{'#' * level} {title} {'#' * level}"]
