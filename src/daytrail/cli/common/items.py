"""Items that a typed name means: an address, an id, a link, or some words of the title."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from difflib import SequenceMatcher

import click

from daytrail.facts.progress import ItemProgress, State
from daytrail.model.base import slug
from daytrail.model.urls import normalise
from daytrail.problems import printable, quoted

# Similarities, from 0 to 100.
_MIN_MATCH = 80.0
"""A misspelt name matches the most similar item if they are at least as similar as this..."""
_MIN_LEAD = 10.0
"""...and the second most similar item is less similar by at least this."""
_MIN_SIMILAR = 65.0
"""Minimum similarity of an item that is shown as a suggestion."""
_MIN_SIMILAR_LINK = 95.0
_MAX_SIMILAR = 5
"""Maximum number of suggestions."""
_MIN_LETTERS = 3
"""A shorter name is only an address, an id or a title as a whole."""
_MAX_CHOICES = 9
"""Maximum number of items in a list: as many as one key can choose from."""
_ADDRESS = re.compile(r"w0*(\d+)/(.+)", re.IGNORECASE)
_LINK = re.compile(r"https?://|(?:[\w-]+\.)+[a-z]{2,}/", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Items that a name may mean, most similar first."""

    name: str
    matches: tuple[ItemProgress, ...]
    """One item if the name is unambiguous; empty if nothing matches."""
    similar: tuple[ItemProgress, ...] = ()
    """If nothing matches, the items that are spelt alike."""


def find_items(name: str, items: Iterable[ItemProgress], closed: Set[State]) -> SearchResult:
    """Find what a name means. Items in a closed state are left out, unless nothing else matches."""
    items = list(items)
    for matches_name in (_has_address, _has_link, _has_name, _has_words):
        of_any_state = [item for item in items if matches_name(name, item)]
        if matches := [item for item in of_any_state if item.state not in closed] or of_any_state:
            if len(matches) > 1:
                matches = [item for _, item in _by_similarity(name, matches)]
            return SearchResult(name, tuple(matches))
    if len(slug(name)) < _MIN_LETTERS:
        return SearchResult(name, ())
    scores = _by_similarity(name, [item for item in items if item.state not in closed])
    is_link = _LINK.match(name)
    # A link or an address says exactly what is meant: two papers may differ in one digit.
    if not is_link and not _ADDRESS.fullmatch(name.strip()):
        best, second = [score for score, _ in (*scores, (0.0, None), (0.0, None))][:2]
        if best >= _MIN_MATCH and best >= second + _MIN_LEAD:
            return SearchResult(name, (scores[0][1],))
    threshold = _MIN_SIMILAR_LINK if is_link else _MIN_SIMILAR
    return SearchResult(name, (), tuple(item for score, item in scores[:_MAX_SIMILAR] if score >= threshold))


def _has_address(name: str, item: ItemProgress) -> bool:
    match = _ADDRESS.fullmatch(name.strip())
    return match is not None and f"w{match[1]:0>2}/{slug(match[2])}" == item.placed.address


def _has_link(name: str, item: ItemProgress) -> bool:
    if not _LINK.match(name):
        return False
    return normalise(name if "://" in name else f"https://{name}") in item.placed.item.url_keys


def _has_name(name: str, item: ItemProgress) -> bool:
    return slug(name) in (item.placed.item.name, slug(item.placed.item.label)) and bool(slug(name))


def _has_words(name: str, item: ItemProgress) -> bool:
    """Return whether a name is a part of an item's id, or each of its words is the beginning of a word of the item."""
    wanted = slug(name)
    if _LINK.match(name) or len(wanted) < _MIN_LETTERS:
        return False
    placed = item.placed
    text = " ".join([placed.week.id, placed.item.name, placed.item.label, placed.item.author or ""])
    words = slug(text).split("-")
    beginnings = wanted.split("-")
    return wanted in placed.item.name or all(any(word.startswith(part) for word in words) for part in beginnings)


def _by_similarity(name: str, items: Sequence[ItemProgress]) -> list[tuple[float, ItemProgress]]:
    """Return items with their similarity to a name, most similar first, and of equals in the order of the plan."""

    def score(item: ItemProgress) -> float:
        if _LINK.match(name):
            return max((as_typed.similarity(key) for key in item.placed.item.url_keys), default=0)
        texts = [_words(text) for text in (item.placed.address, item.placed.item.name, item.placed.item.label)]
        return max(max(as_typed.similarity(text), in_order.similarity(_sorted(text))) for text in texts)

    typed = normalise(name) if _LINK.match(name) else _words(name)
    as_typed, in_order = _Similarity(typed), _Similarity(_sorted(typed))
    return sorted(((score(item), item) for item in items), key=lambda scored: -scored[0])


class _Similarity:
    """Similarity of texts to one, from 0 to 100; difflib keeps what it finds out about the second of two texts."""

    def __init__(self, text: str) -> None:
        self._matcher = SequenceMatcher(None, "", text, autojunk=False)

    def similarity(self, text: str) -> float:
        self._matcher.set_seq1(text)
        return 100 * self._matcher.ratio() if self._matcher.quick_ratio() * 100 >= _MIN_SIMILAR else 0


def _sorted(words: str) -> str:
    return " ".join(sorted(words.split()))


def _words(text: str) -> str:
    return slug(text).replace("-", " ")


def choose_items(
    names: Sequence[str],
    items: Sequence[ItemProgress],
    closed: Set[State],
    *,
    ask: bool,
    explain: Callable[[str], Sequence[str]] = lambda _: (),
) -> tuple[list[ItemProgress], list[SearchResult]]:
    """Return the items that names mean, each once, and the results for names that mean several items or none.

    With `ask`, and at a terminal, the user chooses from the items that a name may mean. Otherwise they
    are listed on standard error. `explain` returns lines about a name that no item has, if it means something else.
    """
    chosen: dict[str, ItemProgress] = {}
    ambiguous: list[SearchResult] = []
    for name in names:
        result = find_items(name, items, closed)
        matches = result.matches
        if len(matches) > 1 and ask and sys.stdin.isatty() and sys.stderr.isatty():
            click.echo("\n".join(_list_matches(result)), err=True)
            number = click.prompt("Which one", type=click.IntRange(1, min(len(matches), _MAX_CHOICES)), err=True)
            matches = (matches[number - 1],)
        if len(matches) == 1:
            chosen[matches[0].placed.address] = matches[0]
        else:
            ambiguous.append(result)
    for result in ambiguous:
        other = () if result.matches else explain(result.name)
        click.echo("\n".join(other or _explain(result)), err=True)
    return list(chosen.values()), ambiguous


def _explain(result: SearchResult) -> Iterator[str]:
    name = printable(quoted(result.name))
    if result.matches:
        yield from _list_matches(result)
        yield f"name one by its address, as in `{result.matches[0].placed.address}`"
    elif result.similar:
        yield f"no item is called {name}; the nearest:"
        yield from _rows(result.similar, numbered=False)
    else:
        yield f"no item is called {name}, and none is near; `daytrail status` shows what is next"


def _list_matches(result: SearchResult) -> Iterator[str]:
    yield f"{printable(quoted(result.name))} may be:"
    yield from _rows(result.matches[:_MAX_CHOICES], numbered=True)
    if len(result.matches) > _MAX_CHOICES:
        yield f"  and {len(result.matches) - _MAX_CHOICES} more; a longer name leaves fewer"


def _rows(items: Sequence[ItemProgress], *, numbered: bool) -> Iterator[str]:
    width = max(len(item.placed.address) for item in items)
    for number, item in enumerate(items, 1):
        prefix = f"{number}  " if numbered else ""
        address = item.placed.address.ljust(width)
        yield f"  {prefix}{address}  {item.state.value:7}  {printable(item.placed.item.label)}"
