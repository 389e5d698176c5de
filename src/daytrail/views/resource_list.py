"""What is to read, was read and was met: the shelves, and a page for whatever has a history."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from types import MappingProxyType

from markupsafe import Markup

from daytrail.facts.kinds import ResourceKind
from daytrail.facts.resource import Resource, Shelf
from daytrail.views import paging
from daytrail.views.links import READING, page_address
from daytrail.views.page_context import PageContext
from daytrail.views.paging import ONE_PAGE, Choice, Further, Pager, on_page
from daytrail.views.render import render
from daytrail.views.resource_rows import reading_row, shelf_key, told

PAGE = 150
"""Rows on a page at the most."""
HEAD, STEP = 110, 100
"""Of a shelf that grows with the log: rows that stand with the other shelves at the most, and on each page behind."""
GROWING = (Shelf.READ, Shelf.DROPPED, Shelf.MET)
"""The others are as long as the plan and the list."""


def later_pages(context: PageContext) -> Iterator[Further]:
    """Yield the pages behind the first: of the shelves together, then of each that is long."""
    rows = rows_of_first_pages(context)
    for number in range(2, -(-len(rows) // PAGE) + 1):
        here = context.for_page(page_address(READING, number))
        html = shelf_page(here, rows, number)
        yield Further(f"page {number}", here.links.here, partial(str, html), partial(Markup, html))
    for shelf, every in context.facts.ledger.shelves.items():
        count = _behind(shelf, every)
        for number in range(1, count + 1):
            here = context.for_page(page_address(_home(shelf), number))
            leads = paging.turn(here.links, _home(shelf), count, number, READING)
            own = on_page(every, number, HEAD, STEP)
            draw = partial(resource_table, here, own, {}, leads=leads)
            inputs = partial(_made, context, leads, own)
            yield Further(f"{shelf}, page {number}", here.links.here, inputs, draw)


def _made(context: PageContext, leads: Pager, rows: Iterable[Resource]) -> object:
    return leads, [told(context, one) for one in rows]


def _home(shelf: Shelf) -> str:
    return f"{READING}{shelf_key(shelf)}/"


def _behind(shelf: Shelf, every: Sequence[Resource]) -> int:
    return paging.further(len(every), HEAD, STEP) if shelf in GROWING else 0


def rows_of_first_pages(context: PageContext) -> list[Resource]:
    """What stands with the other shelves."""
    shelves = context.facts.ledger.shelves.items()
    heads = (on_page(every, None, HEAD, STEP) if shelf in GROWING else every for shelf, every in shelves)
    return [one for head in heads for one in head]


def shelf_page(context: PageContext, rows: Sequence[Resource], number: int) -> Markup:
    """Show a page of the shelves together."""
    shelves, links = context.facts.ledger.shelves, context.links
    first = {shelf: next(at for at, one in enumerate(rows) if one.shelf is shelf) for shelf in shelves}
    starts = {shelf: links.href(_page(at // PAGE + 1), f"shelf-{shelf_key(shelf)}") for shelf, at in first.items()}
    return resource_table(
        context,
        rows[(number - 1) * PAGE : number * PAGE],
        {shelf: len(every) for shelf, every in shelves.items()},
        starts=starts,
        leads=_leads(context, -(-len(rows) // PAGE), number),
        filters=_filters(context) if number == 1 else (),
    )


def _page(number: int) -> str:
    return READING if number == 1 else page_address(READING, number)


def _leads(context: PageContext, pages: int, number: int) -> Pager:
    links = context.links
    behind = {shelf: _behind(shelf, every) for shelf, every in context.facts.ledger.shelves.items()}
    found = [(str(one), None if one == number else links.href(_page(one))) for one in range(1, pages + 1)]
    older = {
        shelf: [links.href(page_address(_home(shelf), one)) for one in range(count, 0, -1)]
        for shelf, count in behind.items()
        if count
    }
    found += [(f"older: {shelf}", every[0]) for shelf, every in older.items()]
    if len(found) == 1:
        return ONE_PAGE
    if number > 1:
        return Pager(tuple(found), whole=links.href(READING))
    every = [*(links.href(_page(one)) for one in range(1, pages + 1)), *(one for own in older.values() for one in own)]
    return Pager(tuple(found), tuple(every))


def resource_table(
    context: PageContext,
    rows: Iterable[Resource],
    total: Mapping[Shelf, int],
    *,
    starts: Mapping[Shelf, str] = MappingProxyType({}),
    leads: Pager = ONE_PAGE,
    filters: Sequence[tuple[str, str, Sequence[Choice]]] = (),
) -> Markup:
    """Show rows that come in the order of their shelves.

    Args:
        context: What is shown, and where.
        rows: One a resource.
        total: How many each shelf holds on all pages together; without it, nothing is said of them.
        starts: Links to the beginning of each shelf.
        leads: Links to the other pages.
        filters: The fields of the form: name, label and choices.
    """
    by_shelf = groupby(rows, key=lambda one: one.shelf)
    return render(
        "macros/reading_list.html",
        links=context.links,
        groups=[(shelf, [reading_row(context, one) for one in every]) for shelf, every in by_shelf],
        total=total,
        starts=starts,
        leads=leads,
        filters=filters,
        key=shelf_key,
    )


def _filters(context: PageContext) -> list[tuple[str, str, list[Choice]]]:
    rows = context.facts.ledger.resources
    kinds = {one.kind for one in rows}
    weeks = sorted({item.placed.week.week for one in rows for item in one.items})
    shelved = (own for shelf in context.facts.ledger.shelves.values() for one in shelf for own in one.shelved)
    named = {of.id: of.title for own in shelved for of in (own.category, own.subcategory) if of}
    return [
        ("shelf", "Shelf", [Choice(shelf_key(shelf), shelf) for shelf in context.facts.ledger.shelves]),
        ("kind", "Kind", [Choice(kind, kind) for kind in ResourceKind if kind in kinds]),
        ("category", "Category", [Choice(name, title) for name, title in named.items()]),
        ("week", "Week", [Choice(str(week), str(week)) for week in weeks]),
    ]
