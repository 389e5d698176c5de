"""From names that somebody types to items, asking where a name may mean several."""

import sys
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

import click

from daytrail.cli.common.item_search import find
from daytrail.facts.evidence import ItemProgress, State
from daytrail.problems import quoted
from daytrail.project.report import printable

MOST = 9
"""How many items are shown for choosing: as many as one key can name."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A name that means no item, or several."""

    name: str
    matches: tuple[ItemProgress, ...]
    """What it may mean."""
    near: tuple[ItemProgress, ...]
    """What is spelt alike, where it means none."""


def pick(
    names: Sequence[str], items: Sequence[ItemProgress], closed: Set[State], *, ask: bool
) -> tuple[list[ItemProgress], list[Unclear]]:
    """Return the item that each name means, once each, and the names that are not clear.

    Somebody at a terminal is asked, if asking is wanted; otherwise what a name may mean is listed
    on standard error.
    """
    picked: dict[str, ItemProgress] = {}
    unclear: list[Unclear] = []
    for name in names:
        found = find(name, items, closed)
        if len(found.matches) > 1 and ask and sys.stdin.isatty() and sys.stderr.isatty():
            chosen = _asked(name, found.matches)
        elif len(found.matches) == 1:
            chosen = found.matches[0]
        else:
            unclear.append(Unclear(name, found.matches, found.near))
            continue
        picked[chosen.placed.address] = chosen
    for one in unclear:
        click.echo("\n".join(_said(one)), err=True)
    return list(picked.values()), unclear


def _asked(name: str, matches: Sequence[ItemProgress]) -> ItemProgress:
    shown = matches[:MOST]
    click.echo("\n".join([_several(name), *_rows(shown, numbered=True), *_rest(matches)]), err=True)
    number = click.prompt("Which one", type=click.IntRange(1, len(shown)), err=True)
    return shown[int(number) - 1]


def _said(one: Unclear) -> Iterator[str]:
    if one.matches:
        yield _several(one.name)
        yield from _rows(one.matches[:MOST], numbered=True)
        yield from _rest(one.matches)
        yield f"name one by its address, as in `{one.matches[0].placed.address}`"
    elif one.near:
        yield f"no item is called {printable(quoted(one.name))}; the nearest:"
        yield from _rows(one.near, numbered=False)
    else:
        yield f"no item is called {printable(quoted(one.name))}, and none is near; `daytrail status` shows what is next"


def _several(name: str) -> str:
    return f"{printable(quoted(name))} may be:"


def _rest(matches: Sequence[ItemProgress]) -> list[str]:
    more = len(matches) - MOST
    return [f"  and {more} more; a longer name leaves fewer"] if more > 0 else []


def _rows(items: Sequence[ItemProgress], *, numbered: bool) -> Iterator[str]:
    width = max(len(item.placed.address) for item in items)
    for number, item in enumerate(items, 1):
        count = f"{number}  " if numbered else ""
        address = item.placed.address.ljust(width)
        yield f"  {count}{address}  {item.state.value:7}  {printable(item.placed.item.label)}"
