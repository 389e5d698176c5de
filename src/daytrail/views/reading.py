"""What is to read, was read and was met: the shelves, and a page for whatever has a history."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from types import MappingProxyType

from markupsafe import Markup

from daytrail.facts.kinds import Kind
from daytrail.facts.resource import Resource, Shelf
from daytrail.views import paging, words
from daytrail.views.blocks import Choice, week_of
from daytrail.views.links import READING, page_address
from daytrail.views.page_context import PageContext
from daytrail.views.paging import ONE_PAGE, Further, Pager, on_page
from daytrail.views.reading_rows import reading_row, shelf_key, told
from daytrail.views.render import render
from daytrail.views.sentences import standing

PAGE = 150
"""Rows on a page at the most."""
HEAD, STEP = 110, 100
"""Of a shelf that grows with the log: rows that stand with the other shelves at the most, and on each page behind."""
GROWING = (Shelf.READ, Shelf.DROPPED, Shelf.MET)
"""The others are as long as the plan and the list."""


def reading_list(context: PageContext, week: int | None = None) -> Markup:
    """Everything to read by shelf; on further pages what is more than 150 rows, and the older ones of long shelves.

    Args:
        context: What is shown, and where.
        week: The number of a week: only what this week of the plan wants, all of it.

    Raises:
        UnknownName: the plan has no such week.
    """
    if week is None:
        return _front(context, _heads(context), 1)
    wanted = {item.placed.address for item in week_of(context, week).items}
    every = [one for shelf in context.facts.ledger.shelves.values() for one in shelf if one.items]
    rows = [one for one in every if any(item.placed.address in wanted for item in one.items)]
    if not rows:
        return render("block/nothing.html", words="This week reads nothing.")
    return _shown(context, rows, Counter(one.shelf for one in rows))


def further(context: PageContext) -> Iterator[Further]:
    """Yield the pages behind the first: of the shelves together, then of each that is long."""
    rows = _heads(context)
    for number in range(2, -(-len(rows) // PAGE) + 1):
        here = context.at(page_address(READING, number))
        html = _front(here, rows, number)
        yield Further(f"page {number}", here.links.here, partial(str, html), partial(Markup, html))
    for shelf, every in context.facts.ledger.shelves.items():
        count = _behind(shelf, every)
        for number in range(1, count + 1):
            here = context.at(page_address(_home(shelf), number))
            leads = paging.turn(here.links, _home(shelf), count, number, READING)
            own = on_page(every, number, HEAD, STEP)
            draw = partial(_shown, here, own, {}, leads=leads)
            inputs = partial(_made, context, leads, own)
            yield Further(f"{shelf}, page {number}", here.links.here, inputs, draw)


def _made(context: PageContext, leads: Pager, rows: Iterable[Resource]) -> object:
    return leads, [told(context, one) for one in rows]


def _home(shelf: Shelf) -> str:
    return f"{READING}{shelf_key(shelf)}/"


def _behind(shelf: Shelf, every: Sequence[Resource]) -> int:
    return paging.further(len(every), HEAD, STEP) if shelf in GROWING else 0


def _heads(context: PageContext) -> list[Resource]:
    """What stands with the other shelves."""
    shelves = context.facts.ledger.shelves.items()
    heads = (on_page(every, None, HEAD, STEP) if shelf in GROWING else every for shelf, every in shelves)
    return [one for head in heads for one in head]


def _front(context: PageContext, rows: Sequence[Resource], number: int) -> Markup:
    """Show a page of the shelves together."""
    shelves, links = context.facts.ledger.shelves, context.links
    first = {shelf: next(at for at, one in enumerate(rows) if one.shelf is shelf) for shelf in shelves}
    starts = {shelf: links.href(_page(at // PAGE + 1), f"shelf-{shelf_key(shelf)}") for shelf, at in first.items()}
    return _shown(
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


def _shown(
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
        "block/reading_list.html",
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
        ("kind", "Kind", [Choice(kind, kind) for kind in Kind if kind in kinds]),
        ("category", "Category", [Choice(name, title) for name, title in named.items()]),
        ("week", "Week", [Choice(str(week), str(week)) for week in weeks]),
    ]


def between(one: Resource) -> str:
    """How long a history is, as in `3 times in 12 days`; empty for less than two days of it."""
    if one.first is None or one.last is None or one.first == one.last:
        return ""
    return f"{words.count(len(one.history), 'time')} in {words.count((one.last - one.first).days + 1, 'day')}"


def resource_page(context: PageContext, one: Resource) -> Markup:
    """The page of a resource: where it stands, what wants it, why, and each day it was met."""
    return render(
        "page/resource.html",
        context=context,
        one=one,
        standing=standing(one, context.facts.today),
        between=between(one),
        reading=context.links.href(READING),
        title=lambda entry: entry.title or words.day(entry.date),
    )


def references(context: PageContext) -> Markup:
    """The papers and guides that the plan refers to, each with the shelf on which it stands."""
    refers, ledger = context.journal.curriculum.references, context.facts.ledger
    weeks = {week.week: week for week in context.journal.curriculum.weeks}
    papers = [(paper, ledger.of(paper.url), weeks.get(paper.week or -1)) for paper in refers.papers]
    guides = [(guide, ledger.of(guide.url)) for guide in refers.guides]
    return render("block/references.html", context=context, papers=papers, guides=guides)


def description(one: Resource) -> str:
    """A line for search engines: why it is worth reading, else where it stands."""
    whys = [own.listing.why for own in one.shelved if own.listing.why]
    return words.beginning(whys[0] if whys else f"{one.title}: {one.shelf}", 300)
