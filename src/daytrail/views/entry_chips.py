"""Chips of an entry in lists: what it did for the plan, and the papers that it links to."""

from collections.abc import Iterator
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.facts.kinds import ResourceKind
from daytrail.facts.ledger import Resource
from daytrail.facts.progress import RANK, State
from daytrail.model.curriculum import Placed
from daytrail.model.entry import Entry
from daytrail.views.words import beginning

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
        yield Chip(quote.state, beginning(placed.item.label, _LENGTH), placed)
    planned = {quote.item.placed.address for quote in quotes}
    by_key = facts.ledger.by_key
    linked = {by_key[key].key: by_key[key] for key in entry.links if key in by_key}
    for resource in linked.values():
        if resource.kind is ResourceKind.PAPER and not planned & {item.placed.address for item in resource.items}:
            yield Chip(None, beginning(resource.title, _LENGTH), resource)
