"""Lists of entries by month, the newest first, over several pages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from daytrail.model.base import segment
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.links import LOG, address_of, page_address, tag_address, year_address
from daytrail.views.lookup import series_of, unknown, week_of
from daytrail.views.page import Page, PageContent
from daytrail.views.page_context import EntryRow, PageContext
from daytrail.views.paging import ONE_PAGE, FilterField, ListPage, PagedList, Pager, number_of_page, numbered_page
from daytrail.views.render import render

FIRST_PAGE = 100
"""How many entries the first page of a list has at most."""
LATER_PAGE = 50
"""How many entries each later page has."""


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Which entries a list shows: those that match every field that is not None."""

    series: str | None = None
    tag: str | None = None
    year: int | None = None
    week: int | None = None

    def address(self, context: PageContext) -> str | None:
        """Return the address of the page of this list; None if the filter combines several fields."""
        match self:
            case EntryFilter(None, None, None, None):
                return LOG
            case EntryFilter(str(series), None, None, None):
                return address_of(series_of(context, series))
            case EntryFilter(None, str(tag), None, None):
                return tag_address(segment(tag))
            case EntryFilter(None, None, int(year), None):
                return year_address(year)
        return None

    def entries(self, context: PageContext) -> list[Entry]:
        """Return the entries, the newest first, or raise UnknownName."""
        entries: Sequence[Entry] = context.journal.entries
        if self.tag is not None:
            key = segment(self.tag)
            tag = next((tag for tag in context.facts.tags if tag.key == key), None)
            if tag is None:
                raise unknown("tag", self.tag, (tag.name for tag in context.facts.tags))
            entries = tag.entries
        if self.series is not None:
            series = series_of(context, self.series)
            entries = [entry for entry in entries if entry.series == series.id]
        if self.year is not None:
            entries = [entry for entry in entries if entry.date.year == self.year]
        if self.week is not None:
            paths = {entry.path for entry in week_of(context, self.week).entries}
            entries = [entry for entry in entries if entry.path in paths]
        return list(reversed(entries))


def entry_pages(context: PageContext, entry_filter: EntryFilter, level: int = 2) -> Iterator[ListPage]:
    """Yield the first page of a list as it is on the context's page, then the later ones if the list has an address."""
    address, entries = entry_filter.address(context), entry_filter.entries(context)
    pages = PagedList(entries, address or "", len(entries) if address is None else FIRST_PAGE, LATER_PAGE)

    def list_page(number: int | None) -> ListPage:
        here = context.for_page(page_address(pages.address, number)) if number else context
        links, rows = pages.pager(here.links, number), pages.page(number)

        def fields() -> list[FilterField]:
            return [] if number else _fields(context, entry_filter, entries)

        return ListPage(
            f"page {number}",
            here.links.here,
            lambda: entry_list_html(here, rows, level, pager=links, fields=fields() if entries else None),
            lambda: (links, [context.row(entry).digest for entry in rows], fields()),
        )

    for number in (None, *range(1, pages.later_pages + 1)):
        yield list_page(number)


def filtered_pages(
    context: PageContext,
    title: str,
    entry_filter: EntryFilter,
    above: Callable[[PageContext], Markup],
    parents: Iterable[tuple[str, str]] = (("Log", LOG),),
    *,
    label: str,
) -> Iterator[Page]:
    """Yield the page of a series, tag or year, with what `above` draws above its list, and the list's later pages.

    `label` is the tag, the year or the title of the series. `parents` are the titles and the addresses of the pages
    above it, from the outside in.
    """
    here = context.for_page(entry_filter.address(context) or "")
    entries = entry_filter.entries(context)
    first, *later = entry_pages(here, entry_filter)
    yield Page(
        address=here.links.here,
        title=title,
        crumbs=tuple((name, here.links.href(address)) for name, address in parents),
        draw=lambda: PageContent(f"{above(here)}\n<article data-search-exclude>\n{first.draw()}\n</article>"),
        inputs=lambda: (above(here), first.inputs and first.inputs()),
        labels=(label,),
        changed=entries[0].date if entries else None,
    )
    for page in later:
        yield numbered_page(context, title, here.links.here, page, parents)


def _fields(context: PageContext, entry_filter: EntryFilter, entries: Sequence[Entry]) -> list[FilterField]:
    fields: list[FilterField] = []
    if entry_filter.series is None:
        ids = {entry.series for entry in entries}
        all_series = context.journal.curriculum.series
        options = [(series.id, series.title) for series in all_series if series.id in ids]
        fields.append(("series", "Series", options))
    if entry_filter.tag is None:
        keys = {segment(tag) for entry in entries for tag in entry.tags}
        tags = sorted((tag for tag in context.facts.tags if tag.key in keys), key=lambda tag: tag.name.casefold())
        fields.append(("tag", "Tag", [(tag.key, tag.name) for tag in tags]))
    return [field for field in fields if len(field[2]) > 1]


def list_page_of(context: PageContext, entry: Entry) -> str:
    """Return the address of the page on which the list of an entry's year has the entry."""
    year, earlier = entry.date.year, context.facts.positions[entry.path].earlier_in_year
    number = number_of_page(earlier, context.facts.years[year], FIRST_PAGE, LATER_PAGE)
    return page_address(year_address(year), number) if number else year_address(year)


def entry_list_html(
    context: PageContext,
    entries: Iterable[Entry],
    level: int,
    *,
    pager: Pager = ONE_PAGE,
    fields: Sequence[FilterField] | None = None,
    more: int = 0,
) -> Markup:
    """Return a list of entries by month; `more` are left out, and None as its fields is for no form that filters it."""
    by_month = groupby((context.row(entry) for entry in entries), key=lambda row: row.entry.date.replace(day=1))
    return render(
        "macros/timeline.html",
        links=context.links,
        months=[(day.strftime("%Y-%m"), words.month(day), list(_with_anchors(rows))) for day, rows in by_month],
        level=level,
        pager=pager,
        fields=fields,
        more=more,
    )


def _with_anchors(rows: Iterable[EntryRow]) -> Iterator[tuple[str, EntryRow]]:
    """Yield each row with its anchor, which is the date for the first row of a date and else empty."""
    before = None
    for row in rows:
        yield "" if row.entry.date == before else row.entry.date.isoformat(), row
        before = row.entry.date
