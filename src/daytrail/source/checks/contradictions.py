"""What one file says of a reading and another does not: read, and yet not done."""

from collections.abc import Iterable, Iterator, Sequence

from daytrail.model.curriculum import Curriculum
from daytrail.model.reading import ReadingList
from daytrail.model.urls import url_keys
from daytrail.problems import Location, Problem, quoted, warning
from daytrail.source.located_entry import LocatedEntry
from daytrail.source.yaml.nodes import Document


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
    done = {name for read in reads if not read.draft for name in read.entry.done}
    done |= {address for address, placed in plan.items.items() if placed.item.done or placed.item.dropped}
    said = list(_in_entries(reads)) + (list(_in_list(reading, listed)) if listed else [])
    for urls, where in said:
        wanted = list(dict.fromkeys(placed.address for url in urls for placed in plan.items_by_url.get(url, ())))
        if wanted and done.isdisjoint(wanted):
            names = " and ".join(quoted(name) for name in wanted)
            yield warning(
                where,
                f"this is read, and {names} of the plan {'is' if len(wanted) == 1 else 'are'} not done",
                f"`done: [{wanted[0]}]` in an entry ticks it",
            )


def _in_entries(reads: Iterable[LocatedEntry]) -> Iterator[tuple[tuple[str, ...], Location]]:
    for read in reads:
        for i, link in enumerate(() if read.draft else read.entry.links):
            if link.status == "read":
                yield url_keys(link.url), read.document.locate(("links", i, "status"))


def _in_list(reading: ReadingList, document: Document) -> Iterator[tuple[tuple[str, ...], Location]]:
    for own in reading.shelved:
        if own.listing.status == "read":
            yield own.listing.url_keys, document.locate((*own.key_path, "status"))
