"""Checks for contradictions about what is done."""

from collections.abc import Callable, Iterator
from functools import partial

from daytrail.model.urls import url_keys
from daytrail.problems import Location, Problem, quoted, warning
from daytrail.source.sources import Sources


def check_done_and_dropped(sources: Sources) -> Iterator[Problem]:
    """Report an item that one entry calls both done and dropped."""
    for located in sources.entries:
        for name in sorted(set(located.entry.done) & set(located.entry.dropped)):
            location = located.locate(("dropped", located.entry.dropped.index(name)))
            yield warning(location, f"{quoted(name)} is done and dropped in one entry; it counts as done")


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
        for i, link in enumerate(located.entry.links):
            if link.status == "read":
                yield url_keys(link.url), partial(located.locate, ("links", i, "status"))
    for shelved in sources.reading.shelved:
        if shelved.listing.status == "read":
            yield shelved.listing.url_keys, partial(sources.reading_document.locate, (*shelved.key_path, "status"))
