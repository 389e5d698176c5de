"""The reading list: resources by shelf, over several pages.

A script shows one shelf at a time, 20 rows of it. Without it the shelves are one below the other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby, repeat
from typing import Any

from markupsafe import Markup

from daytrail.facts.kinds import ResourceKind
from daytrail.facts.ledger import HistoryEvent, Resource, Shelf
from daytrail.facts.progress import State, WeekProgress
from daytrail.model.reading import Category, Subcategory
from daytrail.views import words
from daytrail.views.links import page_address
from daytrail.views.page_context import PageContext
from daytrail.views.paging import ONE_PAGE, FilterField, ListPage, Pager
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html
from daytrail.views.words import standing

PAGE = 75
"""How many rows a page has at most."""
MOST_TITLES = 12
"""How many titles the description of a page has at most."""


def resource_pages(context: PageContext) -> Iterator[ListPage]:
    """Yield the first page of the list as it is on the context's page, then the later ones."""
    rows = _in_order(context)
    for number in range(1, max(1, -(-len(rows) // PAGE)) + 1):
        here = context.for_page(_page(context, number)) if number > 1 else context
        titles = (resource.title for resource in rows[(number - 1) * PAGE :][:MOST_TITLES])
        yield ListPage(
            _("page %(number)s", number=number),
            here.links.here,
            partial(_draw_page, here, rows, number),
            description=words.description(_("Reading"), titles, "; "),
        )


def _in_order(context: PageContext) -> list[Resource]:
    """Return all resources in the order of their shelves."""
    return list(chain.from_iterable(context.facts.ledger.shelves.values()))


def resources_of(context: PageContext, weeks: Iterable[WeekProgress]) -> list[Resource]:
    """Return the resources that some weeks of the plan want, in the order of their shelves."""
    wanted = {item.placed.address for week in weeks for item in week.items}
    return [one for one in _in_order(context) if any(item.placed.address in wanted for item in one.items)]


def shelf_key(shelf: Shelf) -> str:
    """Return the name of a shelf in an address, as in `to-read`."""
    return shelf.replace(" ", "-")


def _page(context: PageContext, number: int) -> str:
    return context.addresses.list("reading") if number == 1 else page_address(context.addresses.list("reading"), number)


def _draw_page(context: PageContext, rows: Sequence[Resource], number: int) -> Markup:
    shelves, href, index, starts = context.facts.ledger.shelves, context.links.href, 0, []
    for shelf, resources in shelves.items():
        key = shelf_key(shelf)
        starts.append((shelf, key, href(_page(context, index // PAGE + 1), f"shelf-{key}"), len(resources)))
        index += len(resources)
    pages = [href(_page(context, page)) for page in range(1, -(-len(rows) // PAGE) + 1)]
    links = tuple((str(page), None if page == number else link) for page, link in enumerate(pages, start=1))
    if number > 1:
        pager = Pager(links, first_page=pages[0])
    else:
        pager = Pager(links, tuple(pages)) if len(pages) > 1 else ONE_PAGE
    first_only: dict[str, Any] = {
        "tabs": True,
        "fields": _fields(context),
        "categories": list(_categories(context.journal.reading.categories)),
        "title": _list_title(context),
        "about": context.journal.reading.about or "",
    }
    return resource_table(
        context,
        rows[(number - 1) * PAGE : number * PAGE],
        {shelf: len(resources) for shelf, resources in shelves.items()},
        starts=starts,
        pager=pager,
        **(first_only if number == 1 else {"fields": ()}),
    )


def _list_title(context: PageContext) -> str:
    """Return the title of the list. Empty if it says no more than that it is a list."""
    title = context.journal.reading.title or ""
    return title if title.casefold() not in (_("Reading").casefold(), _("Reading list").casefold()) else ""


def _categories(categories: Iterable[Subcategory], parents: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield title and description of the categories that have a description, in the order of the list."""
    for category in categories:
        titles = (*parents, category.title)
        if category.about:
            yield ", ".join(titles), category.about
        if isinstance(category, Category):
            yield from _categories(category.categories, titles)


def _fields(context: PageContext) -> list[FilterField]:
    ledger = context.facts.ledger
    kinds = {resource.kind for resource in ledger.resources}
    weeks = sorted({week for resource in ledger.resources for week in _weeks(resource)})
    categories = {category.id: category.title for one in _in_order(context) for category in one.categories}
    fields: list[FilterField] = [
        FilterField("shelf", _("Shelf"), [(shelf_key(shelf), words.heading(shelf)) for shelf in ledger.shelves]),
        FilterField("kind", _("Kind"), [(kind, words.kind_name(kind)) for kind in ResourceKind if kind in kinds]),
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
        listed = list(group)
        weeks = _new_weeks(listed) if totals and shelf is Shelf.TO_READ else repeat(0)
        rows = [
            (one, _attributes(one), _status(one, this_year), days_met(context, one), _is_stated(one), _said(one), week)
            for one, week in zip(listed, weeks, strict=False)
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
        own_year=this_year,
        has_signs=any(
            item.state is not State.PLANNED for *_, rows in shelves for resource, *_ in rows for item in resource.items
        ),
    )


def _new_weeks(resources: Iterable[Resource]) -> Iterator[int]:
    """Yield the first week of each resource if it is not that of the one before, else 0."""
    before = 0
    for resource in resources:
        week = next(iter(_weeks(resource)), 0)
        yield week if week != before else 0
        before = week


def _said(resource: Resource) -> HistoryEvent | None:
    """Return the last sentence about a resource that is being read, with its entry."""
    events = resource.history[::-1] if resource.shelf is Shelf.READING else ()
    return next((event for event in events if event.sentence and event.entry), None)


def _references(context: PageContext) -> str:
    """Return the link to the papers and guides of the plan. Empty if it has none."""
    references = context.journal.curriculum.references
    return context.links.href(context.addresses.list("references")) if references.papers or references.guides else ""


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
        "category": " ".join(dict.fromkeys(category.id for category in resource.categories)),
        "week": " ".join(map(str, _weeks(resource))),
        "hours": str(resource.hours or ""),
        "last": str(resource.last_met or ""),
        "met": str(len(resource.history) or ""),
    }
    return {f"data-{name}": value for name, value in values.items() if value}
