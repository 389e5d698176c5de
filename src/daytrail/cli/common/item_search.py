"""Which item somebody means by an address, an id, a link, or some words.

The last resort is RapidFuzz rather than difflib: it puts words in order before it compares, and looks
through 10,000 titles in a twentieth of a second, where difflib takes half a one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from daytrail.facts.evidence import ItemProgress, State
from daytrail.model.base import slug
from daytrail.model.urls import normalise

_CLEAR = 80.0
"""How alike, of 100, a misspelt name and an item are at least, to be the one that is meant."""
_AHEAD = 10.0
"""By how much the one that is meant is ahead of the next."""
_NEAR = 65.0
_NEAR_LINK = 95.0
_MOST_NEAR = 5
_ADDRESS = re.compile(r"w0*(\d+)/(.+)", re.IGNORECASE)
_LINK = re.compile(r"https?://|(?:[\w-]+\.)+[a-z]{2,}/", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """What a name may mean, the likeliest first."""

    matches: tuple[ItemProgress, ...]
    """One where it is clear; empty where nothing fits."""
    near: tuple[ItemProgress, ...] = ()
    """Where nothing fits, what is spelt alike."""


def find(name: str, items: Iterable[ItemProgress], closed: Set[State]) -> Found:
    """Find what a name means among items; those in a closed state are left out, unless nothing else fits."""
    every = list(items)
    for fits in (_by_address, _by_link, _by_name, _by_words):
        found = [item for item in every if fits(name, item)]
        if matches := [item for item in found if item.state not in closed] or found:
            return Found(tuple(matches) if len(matches) == 1 else tuple(item for _, item in _alike(name, matches)))
    scores = _alike(name, [item for item in every if item.state not in closed])
    if _LINK.match(name):  # two papers may be a digit apart, so none is taken for another
        return Found((), tuple(item for score, item in scores[:_MOST_NEAR] if score >= _NEAR_LINK))
    if _ADDRESS.fullmatch(name.strip()):  # it says which week, so that no other one is meant
        return Found((), tuple(item for score, item in scores[:_MOST_NEAR] if score >= _NEAR))
    best, second = [score for score, _ in (*scores, (0.0, None), (0.0, None))][:2]
    if best >= _CLEAR and best >= second + _AHEAD:
        return Found((scores[0][1],))
    return Found((), tuple(item for score, item in scores[:_MOST_NEAR] if score >= _NEAR))


def _by_address(name: str, item: ItemProgress) -> bool:
    found = _ADDRESS.fullmatch(name.strip())
    return found is not None and f"w{found[1]:0>2}/{slug(found[2])}" == item.placed.address


def _by_link(name: str, item: ItemProgress) -> bool:
    if not _LINK.match(name):
        return False
    wanted = normalise(name if "://" in name else f"https://{name}")
    return wanted in {normalise(url) for url in _links(item) if url}


def _by_name(name: str, item: ItemProgress) -> bool:
    return slug(name) in (item.placed.item.name, slug(item.placed.item.label)) and bool(slug(name))


def _by_words(name: str, item: ItemProgress) -> bool:
    """Whether a name is a part of an item's id, or each of its words begins one of the item's."""
    if _LINK.match(name) or not (wanted := slug(name)):
        return False
    placed = item.placed
    known = slug(" ".join([placed.week.id, placed.item.name, placed.item.label, placed.item.author or ""])).split("-")
    parts = wanted.split("-")
    return wanted in placed.item.name or all(any(word.startswith(part) for word in known) for part in parts)


def _alike(name: str, items: Sequence[ItemProgress]) -> list[tuple[float, ItemProgress]]:
    """Return items with how alike a name and they are, the best first; of equals, in the order of the plan."""
    from rapidfuzz import fuzz  # here, since most names are clear without it

    def score(item: ItemProgress) -> float:
        if _LINK.match(name):
            return max(fuzz.ratio(normalise(name), normalise(url)) for url in _links(item))
        return max(max(fuzz.ratio(words, own), fuzz.token_sort_ratio(words, own)) for own in _names(item))

    words = _words(name)
    return sorted(((score(item), item) for item in items), key=lambda scored: -scored[0])


def _links(item: ItemProgress) -> tuple[str, ...]:
    return (item.placed.item.url or "", *item.placed.item.aliases)


def _names(item: ItemProgress) -> Iterator[str]:
    return map(_words, (item.placed.address, item.placed.item.name, item.placed.item.label))


def _words(text: str) -> str:
    return slug(text).replace("-", " ")
