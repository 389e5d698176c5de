"""What is to read, was read and was met: the shelves, and a page for whatever has a history."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from types import MappingProxyType

from markupsafe import Markup

from daytrail.facts.kinds import Kind
from daytrail.facts.resource import Resource, Shelf
from daytrail.views import words
from daytrail.views.blocks import Choice, week_of
from daytrail.views.links import READING, page_address
from daytrail.views.render import render
from daytrail.views.scene import Scene
from daytrail.views.sentences import standing

PAGE = 150
"""Rows on a page at the most."""


def reading_list(scene: Scene, week: int | None = None) -> Markup:
    """Everything to read by shelf, one row a page; on further pages what is more than 150 rows.

    Args:
        scene: What is shown, and where.
        week: The number of a week: only what this week of the plan wants, all of it.

    Raises:
        UnknownName: the plan has no such week.
    """
    if week is None:
        return _listed(scene, _rows(scene), 1)
    wanted = {item.placed.address for item in week_of(scene, week).items}
    rows = [one for one in _rows(scene) if any(item.placed.address in wanted for item in one.items)]
    if not rows:
        return render("block/nothing.html", words="This week reads nothing.")
    return _shown(scene, rows, Counter(one.shelf for one in rows))


def further(scene: Scene) -> Iterator[tuple[str, Markup]]:
    """Yield the address and the list of each page behind the first."""
    rows = _rows(scene)
    for number in range(2, _count(rows) + 1):
        address = page_address(READING, number)
        yield address, _listed(scene.at(address), rows, number)


def _rows(scene: Scene) -> list[Resource]:
    return [one for every in scene.facts.ledger.shelves.values() for one in every]


def _count(rows: Sequence[Resource]) -> int:
    return -(-len(rows) // PAGE)


def _listed(scene: Scene, rows: Sequence[Resource], number: int) -> Markup:
    shelves = scene.facts.ledger.shelves
    pages = [(one, scene.links.href(page_address(READING, one))) for one in range(1, _count(rows) + 1)]
    places = zip(shelves, accumulate(map(len, shelves.values()), initial=0), strict=False)
    starts = {
        one: scene.links.href(page_address(READING, at // PAGE + 1), f"shelf-{shelf_key(one)}") for one, at in places
    }
    return _shown(
        scene,
        rows[(number - 1) * PAGE : number * PAGE],
        {shelf: len(every) for shelf, every in shelves.items()},
        starts=starts,
        pages=pages if len(pages) > 1 else (),
        here=number,
        filters=_filters(scene, rows),
    )


def _shown(
    scene: Scene,
    rows: Iterable[Resource],
    total: Mapping[Shelf, int],
    *,
    starts: Mapping[Shelf, str] = MappingProxyType({}),
    pages: Sequence[tuple[int, str]] = (),
    here: int = 1,
    filters: Sequence[tuple[str, str, Sequence[Choice]]] = (),
) -> Markup:
    """Show rows that come in the order of their shelves.

    Args:
        scene: What is shown, and where.
        rows: One a resource.
        total: How many each shelf holds on all pages together.
        starts: Links to the beginning of each shelf.
        pages: The numbers of all pages, with links to them.
        here: The number of this one.
        filters: The fields of the form: name, label and choices.
    """
    return render(
        "block/reading_list.html",
        scene=scene,
        groups=[(shelf, list(every)) for shelf, every in groupby(rows, key=lambda one: one.shelf)],
        total=total,
        starts=starts,
        pages=pages,
        here=here,
        filters=filters,
        key=shelf_key,
        attributes=_attributes,
        standing=lambda one: standing(one, scene.facts.today),
    )


def shelf_key(shelf: Shelf) -> str:
    """The name of a shelf in an address, as in `to-read`."""
    return shelf.replace(" ", "-")


def _filters(scene: Scene, rows: Sequence[Resource]) -> list[tuple[str, str, list[Choice]]]:
    kinds = {one.kind for one in rows}
    weeks = sorted({item.placed.week.week for one in rows for item in one.items})
    named = {of.id: of.title for one in rows for own in one.shelved for of in (own.category, own.subcategory) if of}
    return [
        ("shelf", "Shelf", [Choice(shelf_key(shelf), shelf) for shelf in scene.facts.ledger.shelves]),
        ("kind", "Kind", [Choice(kind, kind) for kind in Kind if kind in kinds]),
        ("category", "Category", [Choice(name, title) for name, title in named.items()]),
        ("week", "Week", [Choice(str(week), str(week)) for week in weeks]),
    ]


def _attributes(one: Resource) -> Mapping[str, str]:
    """What a row may be filtered and sorted by, as `data-` attributes; several words stand between spaces."""
    named = (of.id for own in one.shelved for of in (own.category, own.subcategory) if of)
    found = {
        "shelf": shelf_key(one.shelf),
        "kind": one.kind,
        "category": " ".join(dict.fromkeys(named)),
        "week": " ".join(str(item.placed.week.week) for item in one.items),
        "hours": str(one.hours or ""),
        "first": str(one.first or ""),
        "last": str(one.last or ""),
    }
    return {f"data-{name}": value for name, value in found.items() if value}


def between(one: Resource) -> str:
    """How long a history is, as in `3 times in 12 days`; empty for less than two days of it."""
    if one.first is None or one.last is None or one.first == one.last:
        return ""
    return f"{words.count(len(one.history), 'time')} in {words.count((one.last - one.first).days + 1, 'day')}"


def resource_page(scene: Scene, one: Resource) -> Markup:
    """The page of a resource: where it stands, what wants it, why, and each day it was met."""
    return render(
        "page/resource.html",
        scene=scene,
        one=one,
        standing=standing(one, scene.facts.today),
        between=between(one),
        reading=scene.links.href(READING),
        title=lambda entry: entry.title or words.day(entry.date),
    )


def references(scene: Scene) -> Markup:
    """The papers and guides that the plan refers to, each with the shelf on which it stands."""
    refers, ledger = scene.journal.curriculum.references, scene.facts.ledger
    weeks = {week.week: week for week in scene.journal.curriculum.weeks}
    papers = [(paper, ledger.of(paper.url), weeks.get(paper.week or -1)) for paper in refers.papers]
    guides = [(guide, ledger.of(guide.url)) for guide in refers.guides]
    return render("block/references.html", scene=scene, papers=papers, guides=guides)


def description(one: Resource) -> str:
    """A line for search engines: why it is worth reading, else where it stands."""
    whys = [own.listing.why for own in one.shelved if own.listing.why]
    return words.beginning(whys[0] if whys else f"{one.title}: {one.shelf}", 300)
