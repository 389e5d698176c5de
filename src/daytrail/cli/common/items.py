"""Items that a typed name means: an address, an id, a link, or some words of the title."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence, Set

import click

from daytrail.facts.progress import ItemProgress, State
from daytrail.model.base import slug
from daytrail.model.urls import normalise
from daytrail.problems import did_you_mean, printable, quoted

_MIN_LETTERS = 3
"""A shorter name is only an address, an id or a title as a whole."""
_MAX_CHOICES = 9
"""Maximum number of items in a list: as many as one key can choose from."""
_ADDRESS = re.compile(r"w0*(\d+)/(.+)", re.IGNORECASE)
_LINK = re.compile(r"https?://|(?:[\w-]+\.)+[a-z]{2,}/", re.IGNORECASE)


def find_items(name: str, items: Sequence[ItemProgress], closed: Set[State] = frozenset()) -> list[ItemProgress]:
    """Return the items that a name means. Those in a closed state are left out, unless nothing else matches."""
    for matches_name in (_has_address, _has_link, _has_name, _has_words):
        of_any_state = [item for item in items if matches_name(name, item)]
        if matches := [item for item in of_any_state if item.state not in closed] or of_any_state:
            return matches
    return []


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


def choose_items(
    names: Iterable[str], items: Sequence[ItemProgress], closed: Set[State] = frozenset()
) -> list[ItemProgress]:
    """Return the items that names mean, each once.

    If a name may mean several items, the user chooses one of them. Where there is no terminal, they are listed on
    standard error, and the exit status is 1.
    """
    chosen = [_choose(name, items, closed) for name in names]
    if None in chosen:
        raise SystemExit(1)
    return list({item.placed.address: item for item in chosen if item}.values())


def _choose(name: str, items: Sequence[ItemProgress], closed: Set[State]) -> ItemProgress | None:
    matches = find_items(name, items, closed)
    if len(matches) == 1:
        return matches[0]
    if not matches:
        known = {slug(text): item for item in items for text in (item.placed.item.label, item.placed.address)}
        hint = did_you_mean(slug(name), known) or "`daytrail status` shows what is next"
        click.echo(f"no item is called {printable(quoted(name))}; {hint}", err=True)
        return None
    shown = matches[:_MAX_CHOICES]
    click.echo("\n".join(_list(name, shown, len(matches))), err=True)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        click.echo(f"name one by its address, as in `{shown[0].placed.address}`", err=True)
        return None
    return shown[click.prompt("Which one", type=click.IntRange(1, len(shown)), err=True) - 1]


def _list(name: str, shown: Sequence[ItemProgress], matches: int) -> Iterator[str]:
    """Yield lines about the items that a name may mean."""
    yield f"{printable(quoted(name))} may be:"
    width = max(len(item.placed.address) for item in shown)
    for number, item in enumerate(shown, 1):
        label = printable(item.placed.item.label)
        yield f"  {number}  {item.placed.address.ljust(width)}  {item.state.value:7}  {label}"
    if matches > len(shown):
        yield f"  and {matches - len(shown)} more; a longer name leaves fewer"
