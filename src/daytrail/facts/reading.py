"""What the plan reads, one row a page however many weeks want it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from daytrail.facts.evidence import RANK, Evidence, ItemProgress, State
from daytrail.facts.progress import together
from daytrail.facts.urls import normalise


@dataclass(frozen=True, slots=True)
class Reading:
    """A page, paper or book, and every item of the plan that wants it."""

    items: tuple[ItemProgress, ...]
    """In the order of the plan; one at least."""

    @property
    def state(self) -> State:
        """Done or dropped once all its items are; otherwise how far the furthest is. Dropped ones do not count."""
        return together(item.state for item in self.items)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """One for each entry that met it, in the order of the log: the strongest."""
        found: dict[str, Evidence] = {}
        for one in (one for item in self.items for one in item.evidence):
            known = found.get(one.entry.path)
            if known is None or RANK.index(one.state) > RANK.index(known.state):
                found[one.entry.path] = one
        return tuple(sorted(found.values(), key=lambda one: (one.entry.date, one.entry.stem)))

    @property
    def since(self) -> date | None:
        """The first day that it was met."""
        return min((item.since for item in self.items if item.since), default=None)


def readings(items: Iterable[ItemProgress]) -> tuple[Reading, ...]:
    """Merge the readings among some items by their normalised URLs; those without one stay apart."""
    rows: list[list[ItemProgress]] = []
    by_url: dict[str, list[ItemProgress]] = {}
    for item in items:
        if item.placed.kind != "reading":
            continue
        written = item.placed.item
        urls = [normalise(url) for url in (written.url, *written.aliases) if url]
        row = next((by_url[url] for url in urls if url in by_url), None)
        if row is None:
            rows.append(row := [])
        row.append(item)
        by_url |= {url: by_url.get(url, row) for url in urls}
    return tuple(Reading(tuple(row)) for row in rows)
