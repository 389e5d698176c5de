"""Tags, with the entries that have them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from daytrail.facts.ledger import Resource
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


_WORD = re.compile(r"[^\W_]+[+#]*")


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


def tags_in_titles(tags: Iterable[Tag], resources: Iterable[Resource]) -> Mapping[str, Sequence[Tag]]:
    """Return the tags that the titles of planned resources name, by the keys of these resources.

    A title names a tag by whole words, however both are hyphenated, spaced and capitalised: `flash-attention` is in
    `FlashAttention-2`, and `art` is not in `Smart pointers`.
    """
    by_name = {"".join(_words(tag.name)): tag for tag in tags}
    by_name.pop("", None)
    longest = max(map(len, by_name), default=0)
    planned = (resource for resource in resources if resource.items or resource.papers)
    named = {
        resource.key: [by_name[run] for run in _runs(resource.title, longest) if run in by_name] for resource in planned
    }
    return {key: of_title for key, of_title in named.items() if of_title}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _runs(text: str, longest: int) -> Iterable[str]:
    """Return the words in a row of a text, joined to at most so many characters, each once."""
    found, words = dict[str, None](), _words(text)
    for start in range(len(words)):
        run = ""
        for word in words[start:]:
            run += word
            if len(run) > longest:
                break
            found[run] = None
    return found
