"""Choice of the items that typed names mean, with a prompt if a name is ambiguous."""

import sys
from collections.abc import Iterator, Sequence, Set

import click

from daytrail.cli.common.item_search import SearchResult, find_items
from daytrail.facts.progress import ItemProgress, State
from daytrail.problems import quoted
from daytrail.project.report import printable

MAX_CHOICES = 9
"""How many items a list shows: as many as one key can choose from."""


def choose_items(
    names: Sequence[str], items: Sequence[ItemProgress], closed: Set[State], *, ask: bool
) -> tuple[list[ItemProgress], list[SearchResult]]:
    """Return the items that names mean, each once, and the results for names that mean several items or none.

    With `ask`, and at a terminal, the user chooses from the items that a name may mean. Otherwise they
    are listed on standard error.
    """
    chosen: dict[str, ItemProgress] = {}
    ambiguous: list[SearchResult] = []
    for name in names:
        result = find_items(name, items, closed)
        if len(result.matches) == 1:
            item = result.matches[0]
        elif result.matches and ask and sys.stdin.isatty() and sys.stderr.isatty():
            item = _prompt(name, result.matches)
        else:
            ambiguous.append(result)
            continue
        chosen[item.placed.address] = item
    for result in ambiguous:
        click.echo("\n".join(_explain(result)), err=True)
    return list(chosen.values()), ambiguous


def _prompt(name: str, matches: Sequence[ItemProgress]) -> ItemProgress:
    click.echo("\n".join(_list_matches(name, matches)), err=True)
    number = click.prompt("Which one", type=click.IntRange(1, min(len(matches), MAX_CHOICES)), err=True)
    return matches[int(number) - 1]


def _explain(result: SearchResult) -> Iterator[str]:
    name = printable(quoted(result.name))
    if result.matches:
        yield from _list_matches(result.name, result.matches)
        yield f"name one by its address, as in `{result.matches[0].placed.address}`"
    elif result.similar:
        yield f"no item is called {name}; the nearest:"
        yield from _rows(result.similar, numbered=False)
    else:
        yield f"no item is called {name}, and none is near; `daytrail status` shows what is next"


def _list_matches(name: str, matches: Sequence[ItemProgress]) -> Iterator[str]:
    yield f"{printable(quoted(name))} may be:"
    yield from _rows(matches[:MAX_CHOICES], numbered=True)
    if len(matches) > MAX_CHOICES:
        yield f"  and {len(matches) - MAX_CHOICES} more; a longer name leaves fewer"


def _rows(items: Sequence[ItemProgress], *, numbered: bool) -> Iterator[str]:
    width = max(len(item.placed.address) for item in items)
    for number, item in enumerate(items, 1):
        prefix = f"{number}  " if numbered else ""
        address = item.placed.address.ljust(width)
        yield f"  {prefix}{address}  {item.state.value:7}  {printable(item.placed.item.label)}"
