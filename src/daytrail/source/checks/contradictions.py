"""What one file says of a reading and another does not: read, and yet not done."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from daytrail.model.curriculum import Curriculum
from daytrail.model.reading import ReadingList
from daytrail.model.urls import normalise
from daytrail.problems import Location, Problem, quoted, warning
from daytrail.source.located_entry import LocatedEntry
from daytrail.source.yaml.document import Document


def check_read(
    plan: Curriculum, reads: Sequence[LocatedEntry], reading: ReadingList, listed: Document | None
) -> Iterator[Problem]:
    """Yield each word that something was read which the plan wants and nobody has marked as done.

    Args:
        plan: The plan.
        reads: The entries.
        reading: The reading list.
        listed: What the list was read from; None where there is none.
    """
    by_url = _by_url(plan)
    done = {name for read in reads if not read.draft for name in read.entry.done}
    done |= {address for address, placed in plan.items.items() if placed.item.done or placed.item.dropped}
    said = list(_in_entries(reads)) + (list(_in_list(reading, listed)) if listed else [])
    for urls, where in said:
        wanted = list(dict.fromkeys(name for url in urls for name in by_url.get(normalise(url), ())))
        if wanted and done.isdisjoint(wanted):
            names = " and ".join(quoted(name) for name in wanted)
            yield warning(
                where,
                f"this is read, and {names} of the plan {'is' if len(wanted) == 1 else 'are'} not done",
                f"`done: [{wanted[0]}]` in an entry ticks it",
            )


def _by_url(plan: Curriculum) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for address, placed in plan.items.items():
        for url in (placed.item.url, *placed.item.aliases):
            if url:
                found[normalise(url)].append(address)
    return found


def _in_entries(reads: Iterable[LocatedEntry]) -> Iterator[tuple[tuple[str, ...], Location]]:
    for read in reads:
        for i, link in enumerate(() if read.draft else read.entry.links):
            if link.status == "read":
                yield (link.url,), read.document.locate(("links", i, "status"))


def _in_list(reading: ReadingList, document: Document) -> Iterator[tuple[tuple[str, ...], Location]]:
    for own in reading.shelved:
        if own.listing.status == "read":
            urls = (*filter(None, [own.listing.url]), *own.listing.aliases)
            yield urls, document.locate((*own.keys, "status"))
