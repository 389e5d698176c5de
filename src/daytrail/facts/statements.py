"""Statements: what each entry says about resources, items, weeks and topics.

This is the only traversal of an entry's links and lists. `evidence` and `ledger` interpret the verbs.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from daytrail.model.entry import Entry


class Verb(StrEnum):
    """Statement of an entry about a target."""

    MENTIONED = "mentioned"
    """Its text links to the target."""
    TOUCHED = "touched"
    WANTED = "wanted"
    STARTED = "started"
    READ = "read"
    DROPPED = "dropped"
    DONE = "done"


class Statement(NamedTuple):
    """One thing that an entry says about one target."""

    entry: Entry
    target: str
    """Normalised URL of a link, or else the address of an item, a week (`w03`) or the id of a topic."""
    verb: Verb
    sentence: str = ""
    """Sentence around a link in the text, or the note on a listed link."""
    title: str = ""
    """Text of a link."""
    url: str = ""
    """URL of a link, as written. Empty if the target is an address or an id."""


_VERB_OF_STATUS: Mapping[str | None, Verb] = {
    None: Verb.TOUCHED,
    "to-read": Verb.WANTED,
    "reading": Verb.STARTED,
    "read": Verb.READ,
    "dropped": Verb.DROPPED,
}


def statements(entry: Entry) -> Iterator[Statement]:
    """Yield what an entry says: by its listed links, by the links in its text, then by the lists of addresses."""
    for key, link in zip(entry.links, entry.listed_links, strict=False):
        yield Statement(entry, key, _VERB_OF_STATUS[link.status], link.note or "", link.title or "", link.url)
    for key, mention in zip(entry.links[len(entry.listed_links) :], entry.text_links, strict=True):
        yield Statement(entry, key, Verb.MENTIONED, mention.sentence, mention.text, mention.url)
    for addresses, verb in (
        (entry.touched, Verb.TOUCHED),
        (entry.started, Verb.STARTED),
        (entry.dropped, Verb.DROPPED),
        (entry.done, Verb.DONE),
    ):
        for address in addresses:
            yield Statement(entry, address, verb)
