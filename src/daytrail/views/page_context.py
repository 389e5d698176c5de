"""Page context, the first argument of views, and what lists show of entries."""

import json
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, partial
from hashlib import blake2b
from typing import Any, NamedTuple

from daytrail.facts import Facts
from daytrail.facts.kinds import ResourceKind
from daytrail.facts.ledger import Resource
from daytrail.facts.progress import RANK, State
from daytrail.model.base import segment
from daytrail.model.curriculum import Placed
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.views.links import FEED, USUAL, Addresses, Links, thumbnail_path
from daytrail.views.titles import plain_title
from daytrail.views.words import beginning, entry_number, entry_title

CHIPS = 3
"""How many chips an entry has."""
_LENGTH = 40
"""Characters of a chip."""


class Chip(NamedTuple):
    """An item of the plan or a paper."""

    state: State | None
    """State that the entry gave the item; None for a paper."""
    label: str
    thing: Placed | Resource
    """Target of the chip's link."""


def chips(facts: Facts, entry: Entry) -> tuple[list[Chip], int]:
    """Return the first chips of an entry, done items first and papers last, and how many more there are."""
    found = list(_chips(facts, entry))
    return found[:CHIPS], len(found[CHIPS:])


def _chips(facts: Facts, entry: Entry) -> Iterator[Chip]:
    quotes = facts.progress.by_entry.get(entry.path, ())
    for quote in sorted(quotes, key=lambda quote: -RANK.index(quote.state)):
        placed = quote.item.placed
        yield Chip(quote.state, beginning(plain_title(placed.item.label), _LENGTH), placed)
    planned = {quote.item.placed.address for quote in quotes}
    by_key = facts.ledger.by_key
    linked = {by_key[key].key: by_key[key] for key in entry.links if key in by_key}
    for resource in linked.values():
        if resource.kind is ResourceKind.PAPER and not planned & {item.placed.address for item in resource.items}:
            yield Chip(None, beginning(plain_title(resource.title), _LENGTH), resource)


class EntryRow(NamedTuple):
    """An entry with all that lists show of it."""

    entry: Entry
    number: str
    """As in `Day 57`. Empty without one, and if it is the title."""
    title: str
    tags: list[tuple[str, str]]
    """Name and key of each tag."""
    chips: list[Chip]
    more_chips: int
    thumbnail: str
    """Path in the site of the small version of its first picture. Empty without one."""
    digest: str
    """Hash of what is shown, and of the entry's hours, which the strip shows."""

    @property
    def attributes(self) -> dict[str, str]:
        """The `data-` attributes that the filters of a list read; several words are separated by spaces."""
        values = {"series": self.entry.series, "tag": " ".join(dict.fromkeys(key for _, key in self.tags))}
        return {f"data-{name}": value for name, value in values.items() if value}


def entry_row(facts: Facts, thumbnails: Container[str], entry: Entry) -> EntryRow:
    """Return what lists show of an entry; `thumbnails` are the paths of pictures that have one."""
    position = facts.positions[entry.path]
    title = entry_title(entry, position)
    number = "" if position.series and not entry.title else entry_number(position.entry_number)
    tags = [(tag, segment(tag)) for tag in entry.tags]
    shown, more = chips(facts, entry)
    days = entry.date.isoformat(), str(entry.until)
    texts = (days, entry.hours, entry.address, entry.empty, entry.excerpt, entry.series)
    thumbnail = next((thumbnail_path(path) for path in entry.attachments if path in thumbnails), "")
    targets = [(chip.state, chip.label, Links("").to(chip.thing)) for chip in shown]
    content = json.dumps((number, title, tags, texts, targets, more, thumbnail)).encode()
    digest = blake2b(content, digest_size=12).hexdigest()
    return EntryRow(entry, number, title, tags, shown, more, thumbnail, digest)


@dataclass(frozen=True, slots=True)
class PageContext:
    """A journal, its facts, and the page that shows them."""

    facts: Facts
    links: Links
    """Links from the page."""
    row: Callable[[Entry], EntryRow]
    """Returns what lists show of an entry. It is cached, since an entry is listed by month, year, series and tag."""
    zone: str = "UTC"
    """IANA name of the site's time zone, in which a browser counts days."""
    edited: Mapping[str, date] = field(default_factory=dict)
    """Days on which entries were last changed, by their paths; without those that are as they were first committed."""
    feeds: Collection[str] = ()
    """URL paths of the pages that have feeds, the empty one of the home page among them."""
    site_url: str = ""
    """URL of the site's root with its closing slash, where a page has to name it. Empty if unknown."""
    new_file_url: str = ""
    """URL of the page on which GitHub creates a file in the folder of entries. Empty if it is not known."""
    repo_url: str = ""
    """URL of the repository, as in mkdocs.yml. Empty without one."""
    site_title: str = ""
    """Name of the site. Empty if unknown."""

    @property
    def journal(self) -> Journal:
        """The journal."""
        return self.facts.journal

    @property
    def addresses(self) -> Addresses:
        """URL paths of lists, and of the pages below them."""
        return self.links.addresses

    def feed(self, address: str) -> str:
        """Return the link to the feed of a page by its URL path; empty if it has none."""
        return self.links.file(f"{address}{FEED}") if address in self.feeds else ""

    def title(self, entry: Entry) -> str:
        """Return the title of an entry, else its number or its date."""
        return entry_title(entry, self.facts.positions[entry.path])

    def for_page(self, address: str) -> "PageContext":
        """Return the context of another page of the same build."""
        return replace(self, links=replace(self.links, here=address))


def page_context(
    facts: Facts,
    address: str = "",
    *,
    flat: bool = False,
    addresses: Addresses = USUAL,
    thumbnails: Container[str] = (),
    **of_site: Any,
) -> PageContext:
    """Return the context of the page with a URL path; see `Links`, and `PageContext` for what is of the site."""
    links = Links(address, flat, addresses=addresses)
    return PageContext(facts, links, cache(partial(entry_row, facts, thumbnails)), **of_site)
