"""The reading list: resources by shelf, over several pages.

A script shows one shelf at a time, 20 rows of it. Without it the shelves are one below the other.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, islice

from markupsafe import Markup

from daytrail.facts.kinds import ResourceKind
from daytrail.facts.ledger import Resource, Shelf
from daytrail.facts.progress import State
from daytrail.model.reading import Category, Subcategory
from daytrail.views import words
from daytrail.views.links import Links, list_address, page_address
from daytrail.views.page_context import PageContext
from daytrail.views.paging import ONE_PAGE, FilterField, ListPage, PagedList, Pager
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html
from daytrail.views.words import standing

PAGE = 75
"""How many rows a page with all shelves has at most."""
SHELF, LATER_PAGE = 110, 100
"""How many rows of a growing shelf are on the pages with all shelves at most, and on each page of its own."""
MOST_TITLES = 12
"""How many titles the description of a page has at most."""
GROWING = (Shelf.READ, Shelf.DROPPED, Shelf.MET)
"""Shelves that grow with the log. The others are as long as the plan and the list."""


def resource_pages(context: PageContext) -> Iterator[ListPage]:
    """Yield the first page of the list as it is on the context's page, then the later ones, those of a shelf last."""
    shelves = {
        shelf: PagedList(
            resources,
            f"{list_address('reading')}{shelf_key(shelf)}/",
            SHELF if shelf in GROWING else len(resources),
            LATER_PAGE,
        )
        for shelf, resources in context.facts.ledger.shelves.items()
    }
    rows = [resource for pages in shelves.values() for resource in pages.page(None)]
    for number in range(1, max(1, -(-len(rows) // PAGE)) + 1):
        here = context.for_page(_page(number)) if number > 1 else context
        yield ListPage(
            _("page %(number)s", number=number),
            here.links.here,
            partial(_all_shelves, here, shelves, rows, number),
            description=_description(rows[(number - 1) * PAGE : number * PAGE]),
        )
    for shelf, pages in shelves.items():
        for number in range(1, pages.later_pages + 1):
            yield _shelf_page(context, shelf, pages, number)


def _shelf_page(context: PageContext, shelf: Shelf, pages: PagedList[Resource], number: int) -> ListPage:
    here = context.for_page(page_address(pages.address, number))
    links, rows = pages.pager(here.links, number, list_address("reading")), pages.page(number)

    name = _("%(shelf)s, page %(number)s", shelf=words.state(shelf), number=number)
    draw = partial(resource_table, here, rows, {}, pager=links, fields=())
    return ListPage(name, here.links.here, draw, description=_description(rows))


def _description(resources: Iterable[Resource]) -> str:
    return words.description(_("Reading"), (resource.title for resource in islice(resources, MOST_TITLES)), "; ")


def shelf_key(shelf: Shelf) -> str:
    """Return the name of a shelf in an address, as in `to-read`."""
    return shelf.replace(" ", "-")


def _page(number: int) -> str:
    return list_address("reading") if number == 1 else page_address(list_address("reading"), number)


def _all_shelves(
    context: PageContext, shelves: Mapping[Shelf, PagedList[Resource]], rows: Sequence[Resource], number: int
) -> Markup:
    links = context.links
    starts = []
    for shelf, pages in shelves.items():
        index = next(i for i, resource in enumerate(rows) if resource.shelf is shelf)
        key = shelf_key(shelf)
        starts.append((shelf, key, links.href(_page(index // PAGE + 1), f"shelf-{key}"), len(pages.rows)))
    return resource_table(
        context,
        rows[(number - 1) * PAGE : number * PAGE],
        {shelf: len(pages.rows) for shelf, pages in shelves.items()},
        starts=starts,
        tabs=number == 1,
        pager=_pager(links, shelves, -(-len(rows) // PAGE), number),
        fields=_fields(context) if number == 1 else (),
        categories=list(_categories(context.journal.reading.categories)) if number == 1 else (),
        title=_list_title(context) if number == 1 else "",
        about=(context.journal.reading.about or "") if number == 1 else "",
    )


def _list_title(context: PageContext) -> str:
    """Return the title of the list. Empty if it says no more than the title of its page, or that it is a list."""
    title = context.journal.reading.title or ""
    known = _telling_words(" ".join((context.page_title, _("Reading"), _("Reading list"))))
    return title if _telling_words(title) - known else ""


def _telling_words(title: str) -> set[str]:
    """Return the words of a title without its little ones, such as `my`."""
    words = re.findall(r"\w+", title)
    return {word.casefold() for word in words if len(word) > 2 or not (word.islower() or word.istitle())}


def _categories(categories: Iterable[Subcategory], parents: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield title and description of the categories that have a description, in the order of the list."""
    for category in categories:
        titles = (*parents, category.title)
        if category.about:
            yield ", ".join(titles), category.about
        if isinstance(category, Category):
            yield from _categories(category.categories, titles)


def _pager(links: Links, shelves: Mapping[Shelf, PagedList[Resource]], count: int, number: int) -> Pager:
    """Return the links from a page with all shelves to the others, and to those of each shelf."""
    addresses = [links.href(_page(page)) for page in range(1, count + 1)]
    labels: list[tuple[str, str | None]] = [
        (str(page), None if page == number else href) for page, href in enumerate(addresses, start=1)
    ]
    for shelf, pages in shelves.items():
        if pages.later_pages:
            hrefs = [links.href(page_address(pages.address, page)) for page in range(pages.later_pages, 0, -1)]
            labels.append((_("older: %(shelf)s", shelf=words.shelf(shelf)), hrefs[0]))
            addresses += hrefs
    if len(labels) == 1:
        return ONE_PAGE
    return Pager(tuple(labels), first_page=addresses[0]) if number > 1 else Pager(tuple(labels), tuple(addresses))


def _fields(context: PageContext) -> list[FilterField]:
    ledger = context.facts.ledger
    kinds = {resource.kind for resource in ledger.resources}
    languages = sorted({resource.language for resource in ledger.resources if resource.language})
    weeks = sorted({week for resource in ledger.resources for week in _weeks(resource)})
    in_order = [resource for resources in ledger.shelves.values() for resource in resources]
    categories = {category.id: category.title for resource in in_order for category in resource.categories}
    fields: list[FilterField] = [
        FilterField("shelf", _("Shelf"), [(shelf_key(shelf), words.shelf(shelf)) for shelf in ledger.shelves]),
        FilterField("kind", _("Kind"), [(kind, words.kind_name(kind)) for kind in ResourceKind if kind in kinds]),
        FilterField("language", _("Language"), [(language, language) for language in languages]),
        FilterField("category", _("Category"), list(categories.items())),
        FilterField("week", _("Week"), [(str(week), str(week)) for week in weeks]),
    ]
    return [field for field in fields if len(field[2]) > 1]


def resource_table(
    context: PageContext,
    resources: Iterable[Resource],
    totals: Mapping[Shelf, int],
    *,
    starts: Sequence[tuple[Shelf, str, str, int]] = (),
    tabs: bool = False,
    pager: Pager = ONE_PAGE,
    fields: Sequence[FilterField] | None = None,
    categories: Sequence[tuple[str, str]] = (),
    title: str = "",
    about: str = "",
) -> Markup:
    """Return a table of resources, which come in the order of their shelves, below descriptions of the list.

    `totals` counts the resources of each shelf on all pages, if the table is to say so. `starts` has each shelf, its
    key, the link to its first row and its count; with `tabs` a script makes tabs of these. Without `fields` there is
    no form that filters the table.
    """
    shelves, this_year = [], context.facts.today.year
    for shelf, group in groupby(resources, key=lambda resource: resource.shelf):
        rows = [
            (one, _attributes(one), _status(one, this_year), days_met(context, one), _is_stated(one)) for one in group
        ]
        total = totals.get(shelf, len(rows))
        count = _("%(shown)s of %(total)s", shown=len(rows), total=total) if len(rows) < total else str(total)
        shelves.append((shelf, shelf_key(shelf), count, rows))
    return render(
        "macros/reading_list.html",
        links=context.links,
        shelves=shelves,
        references=_references(context) if tabs else "",
        starts=starts,
        tabs=tabs,
        pager=pager,
        fields=fields,
        categories=categories,
        title=title,
        about=about,
        has_signs=any(
            item.state is not State.PLANNED for *_, rows in shelves for resource, *_ in rows for item in resource.items
        ),
    )


def _references(context: PageContext) -> str:
    """Return the link to the papers and guides of the plan. Empty if it has none."""
    references = context.journal.curriculum.references
    return context.links.href(list_address("references")) if references.papers or references.guides else ""


def _status(resource: Resource, own_year: int) -> str:
    """Return since when a resource is read, or that it is read. Empty on the other shelves."""
    return standing(resource, own_year, short_dates=True) if resource.reading_since or resource.finished else ""


def _is_stated(resource: Resource) -> bool:
    """Return whether the log met a resource on one day, which its status names."""
    return len(resource.history) == 1 and resource.last_met in (resource.reading_since, resource.finished)


def days_met(context: PageContext, resource: Resource) -> Markup:
    """Return on how many days the log met a resource, and the last of them, as in `4 × · last 11 Feb`."""
    if not resource.last_met:
        return Markup("")
    last = Markup('<time datetime="{}">{}</time>').format(
        resource.last_met.isoformat(), words.short_day(resource.last_met, context.facts.today.year)
    )
    times = len(resource.history)
    return gettext_html("%(num)s × · last %(day)s", num=times, day=last) if times > 1 else last


def _weeks(resource: Resource) -> list[int]:
    return [item.placed.week.week for item in resource.items] + [week.week for week in resource.text_weeks]


def _attributes(resource: Resource) -> Mapping[str, str]:
    values = {
        "shelf": shelf_key(resource.shelf),
        "kind": resource.kind,
        "language": resource.language or "",
        "category": " ".join(dict.fromkeys(category.id for category in resource.categories)),
        "week": " ".join(map(str, _weeks(resource))),
        "hours": str(resource.hours or ""),
        "last": str(resource.last_met or ""),
        "met": str(len(resource.history) or ""),
    }
    return {f"data-{name}": value for name, value in values.items() if value}
