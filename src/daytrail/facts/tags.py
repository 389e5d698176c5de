"""Tags, with the entries that have them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from daytrail.model.base import segment
from daytrail.model.entry import Entry


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag in all its spellings."""

    name: str
    """As it was first written."""
    key: str
    """Path segment of the tag. Spellings that differ only in case, spaces and dashes have the same key."""
    entries: tuple[Entry, ...]
    """In the order of the log."""


def tags(entries: Iterable[Entry]) -> tuple[Tag, ...]:
    """Return all tags, sorted by key."""
    names: dict[str, str] = {}
    tagged: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for name in entry.tags:
            names.setdefault(segment(name), name)
        for key in dict.fromkeys(map(segment, entry.tags)):
            tagged[key].append(entry)
    return tuple(Tag(names[key], key, tuple(tagged[key])) for key in sorted(names))
