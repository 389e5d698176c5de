"""Lists of entries by month, the newest first, over several pages."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from daytrail.facts.calendar import DateRange, calendar_week
from daytrail.model.base import segment
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.links import LOG, REVIEWS, Links, page_address, year_address
from daytrail.views.lookup import series_of, tag_of, week_of
from daytrail.views.page import LazyPage, Page, PageContent
from daytrail.views.page_context import EntryRow, PageContext
from daytrail.views.paging import ONE_PAGE, FilterField, ListPage, Pager, numbered_page
from daytrail.views.render import render
from daytrail.views.titles import plain_title
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext
from daytrail.views.words import paused, shows_gaps

FIRST_PAGE = 50
"""How many entries the first page of a list has at most: with them, it arrives in the first packets of a server."""
MOST_TITLES = 10
"""How many titles the description of a list has at most."""
LATER_PAGE = 30
"""How many entries each later page has."""
FULL_MONTHS = 2
"""How many months at the top of the log, or of a year, have more than the titles of their entries."""
UNFILTERED = 5
"""A list of so many entries, or of fewer, has no form that filters it."""


class YearLink(NamedTuple):
    """A year of the log beside the list, or the page of reviews."""

    title: str
    href: str
    number: int | None
    """Number of its entries or reviews; None on later pages, which are not to change with each entry."""
    is_current: bool
    months: list[tuple[str, str, int]]
    """Name, link and number of entries of its months; empty for most years."""


class FilterForm(NamedTuple):
    """Form that filters a list."""

    fields: Sequence[FilterField]
    pager: Pager = ONE_PAGE
    total: int | None = None
    """Number of entries on all pages; None on later pages."""

    @property
    def is_shown(self) -> bool:
        """False if all entries are seen at a glance."""
        return self.total is None or self.total > UNFILTERED


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Selection of entries: those that match every field that is not None."""

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
                return context.addresses.of(series_of(context, series))
            case EntryFilter(None, str(tag), None, None):
                return context.addresses.tag(segment(tag))
            case EntryFilter(None, None, int(year), None):
                return year_address(year)
        return None

    def entries(self, context: PageContext) -> list[Entry]:
        """Return the entries, the newest first, or raise UnknownName."""
        entries = context.journal.entries if self.tag is None else tag_of(context, self.tag).entries
        series = None if self.series is None else series_of(context, self.series).id
        paths = None if self.week is None else {entry.path for entry in week_of(context, self.week).entries}
        return [
            entry
            for entry in reversed(entries)
            if series in (None, entry.series)
            and self.year in (None, entry.date.year)
            and (paths is None or entry.path in paths)
        ]


class EntryPages:
    """A list over several pages, if it has an address; otherwise all is on its first page.

    Later pages are numbered from the oldest, so that they keep their content while the list grows.
    """

    def __init__(self, context: PageContext, entry_filter: EntryFilter, level: int = 2, title: str = "") -> None:
        """Find the entries. The first page is that of the context; descriptions begin with the title.

        Raises UnknownName.
        """
        self._context, self._filter, self._level, self._title = context, entry_filter, level, title
        entries, address = entry_filter.entries(context), entry_filter.address(context)
        self._entries, self._address = entries, address or ""
        count = _later_pages(len(entries)) if address is not None else 0
        edge = len(entries) - count * LATER_PAGE
        self._pages = [entries[:edge], *(entries[i : i + LATER_PAGE] for i in range(edge, len(entries), LATER_PAGE))]
        """The newest entries first."""
        self._addresses = [self._address, *(page_address(self._address, number) for number in range(count, 0, -1))]
        self._fields = [field for field in _fields(context, entry_filter, entries) if len(field.options) > 1]

    def first(self) -> ListPage:
        """Return the first page."""
        return self._page(0)

    def later(self, title: str, parents: Iterable[tuple[str, str]] = (), *, is_wide: bool) -> Iterator[LazyPage]:
        """Yield the pages behind the first one, below a title; `parents` are those of `numbered_page`."""

        def make(index: int) -> Page:
            page = self._page(index)
            return numbered_page(self._context, title, self._address, page, parents, is_wide=is_wide)

        def inputs(index: int) -> object:
            return make(index).ingredients

        for index in range(len(self._pages) - 1, 0, -1):
            yield LazyPage(address=self._addresses[index], make=partial(make, index), inputs=partial(inputs, index))

    def _page(self, index: int) -> ListPage:
        here = self._context.for_page(self._addresses[index]) if index else self._context
        href, rows = here.links.href, self._pages[index]
        is_log = self._filter == EntryFilter()
        shown: dict[str, Any] = {
            "form": self._form(here.links, index) if self._entries else None,
            "newer": self._newer(here.links, index),
            "older": None,
            "years": _years(here, self._filter, counted=not index),
            "standing": paused(here.facts) if is_log and not index and shows_gaps(here.facts) else "",
            # Those of the entries right before and right behind the page, of which it may have a part.
            "split_months": [_month(self._pages[index - 1][-1])] if index else [],
        }
        if index + 1 < len(self._pages):
            behind = self._pages[index + 1]
            shown["older"] = href(self._addresses[index + 1]), _span(behind)
            shown["split_months"].append(_month(behind[0]))
        return ListPage(
            _span(rows) if index else "",
            here.links.here,
            lambda: entry_list_html(here, rows, self._level, **shown),
            lambda: ([self._context.row(entry).digest for entry in rows], shown),
            _description(self._title, rows) if index else "",
        )

    def _form(self, links: Links, index: int) -> FilterForm:
        first = links.href(self._address)
        if index:
            # Later pages are not to change when the log grows: a script takes choices and counts from the first page.
            return FilterForm([field._replace(options=()) for field in self._fields], Pager(first_page=first))
        pages = tuple(map(links.href, self._addresses)) if len(self._pages) > 1 else ()
        return FilterForm(self._fields, Pager(all_pages=pages), len(self._entries))

    def _newer(self, links: Links, index: int) -> tuple[str, str] | None:
        """Return the link to the page with newer entries, and their dates."""
        if not index:
            return None
        newer = self._pages[index - 1]
        # The last date of the first page changes with each new entry.
        dates = _span(newer) if index > 1 else _("%(date)s and later", date=words.day(newer[-1].date))
        return links.href(self._addresses[index - 1]), dates


def _later_pages(entries: int) -> int:
    """Return how many pages follow the first one of a list."""
    return max(0, -(-(entries - FIRST_PAGE) // LATER_PAGE))


def _span(entries: Sequence[Entry]) -> str:
    """Return the dates of entries, the newest of which comes first."""
    return words.date_range(DateRange(entries[-1].date, entries[0].date))


def _month(entry: Entry) -> str:
    """Return the anchor of the month of an entry, as in `2026-02`."""
    return f"{entry.date:%Y-%m}"


def _years(context: PageContext, entry_filter: EntryFilter, *, counted: bool) -> list[YearLink]:
    """Return the years of the log beside its list and that of a year, the newest first; empty beside other lists."""
    if entry_filter not in (EntryFilter(), EntryFilter(year=entry_filter.year)):
        return []
    facts, href = context.facts, context.links.href
    newest = max(facts.years, default=None)
    opened = entry_filter.year or newest
    # The page of a year is not to change with each day of the newest one.
    changes = {newest} - {entry_filter.year} if entry_filter.year else ()
    links = [
        YearLink(
            str(year),
            href(year_address(year)),
            count if counted and year not in changes else None,
            year == entry_filter.year,
            _months_of(context, year) if counted and year == opened else [],
        )
        for year, count in reversed(list(facts.years.items()))
    ]
    if facts.reviews:
        links.append(YearLink(_("Reviews"), href(REVIEWS), len(facts.reviews) if counted else None, False, []))
    return links


def _months_of(context: PageContext, year: int) -> list[tuple[str, str, int]]:
    """Return the name, the link and the number of entries of each month of a year, the newest first."""
    return [
        (
            words.formatted(month, "LLLL"),
            context.links.href(list_page_of(context, entries[-1]), f"{month:%Y-%m}"),
            len(entries),
        )
        for month, entries in reversed(list(context.facts.months.items()))
        if month.year == year
    ]


def filtered_pages(
    context: PageContext,
    title: str,
    entry_filter: EntryFilter,
    above: Callable[[PageContext], Markup],
    parents: Iterable[tuple[str, str]] = (),
    *,
    label: str,
    description: str = "",
) -> Iterator[Page | LazyPage]:
    """Yield the page of a series, tag or year, with what `above` draws above its list, and the list's later pages.

    `label` is the tag, the year or the title of the series. `parents` are the titles and the addresses of the pages
    above it, from the outside in; the log if none are given.
    """
    parents = tuple(parents) or ((_("Log"), context.addresses.log),)
    here = context.for_page(entry_filter.address(context) or "")
    entries = entry_filter.entries(context)
    pages = EntryPages(here, entry_filter, title=title)
    first = pages.first()
    draw_above = cache(partial(above, here))  # for the cache key, and again for the page if that has changed
    yield Page(
        address=here.links.here,
        title=title,
        crumbs=tuple((name, here.links.href(address)) for name, address in parents),
        draw=lambda: PageContent(f"{draw_above()}\n<article data-search-exclude>\n{first.draw()}\n</article>"),
        inputs=lambda: (draw_above(), first.inputs and first.inputs()),
        description=description or list_description(title, entries),
        labels=(label,),
        is_wide=entry_filter.year is not None,
        changed=entries[0].date if entries else None,
    )
    yield from pages.later(title, parents, is_wide=entry_filter.year is not None)


def list_description(title: str, entries: Sequence[Entry]) -> str:
    """Return the description of a list of entries, the newest first: how many, of which days, and their titles."""
    if not entries:
        return ""
    text = _description(title, entries)
    titles = "; ".join(entry.title for entry in entries[:MOST_TITLES] if entry.title)
    return words.beginning(f"{text}. {titles}" if titles else text, words.DESCRIPTION)


def _description(title: str, entries: Sequence[Entry]) -> str:
    return ngettext(
        "%(title)s: %(num)s entry, %(dates)s",
        "%(title)s: %(num)s entries, %(dates)s",
        len(entries),
        title=title,
        dates=_span(entries),
    )


def _fields(context: PageContext, entry_filter: EntryFilter, entries: Sequence[Entry]) -> Iterator[FilterField]:
    if entry_filter.series is None:
        ids = {entry.series for entry in entries}
        series = (one for one in context.journal.curriculum.series if one.id in ids)
        options = [(one.id, plain_title(one.title)) for one in series]
        yield FilterField("series", _("Series"), options)
    if entry_filter.tag is None:
        keys = {segment(tag) for entry in entries for tag in entry.tags}
        tags = sorted((tag.name.casefold(), tag.key, tag.name) for tag in context.facts.tags if tag.key in keys)
        yield FilterField("tag", _("Tag"), [(key, name) for _sorted_by, key, name in tags])


def list_page_of(context: PageContext, entry: Entry) -> str:
    """Return the address of the page on which the list of an entry's year has the entry."""
    year, earlier = entry.date.year, context.facts.positions[entry.path].earlier_in_year
    number = earlier // LATER_PAGE + 1
    is_later = number <= _later_pages(context.facts.years[year])
    return page_address(year_address(year), number) if is_later else year_address(year)


def entry_list_html(
    context: PageContext,
    entries: Iterable[Entry],
    level: int,
    *,
    form: FilterForm | None = None,
    newer: tuple[str, str] | None = None,
    older: tuple[str, str] | None = None,
    years: Sequence[YearLink] = (),
    standing: str = "",
    more: int = 0,
    split_months: Sequence[str] = (),
) -> Markup:
    """Return a list of entries by month and week; `more` are left out. Those without content are on one line a month.

    `standing` is a sentence above the list. Without a form, nothing filters the list. Of months that the list has in
    part, it does not say how many entries they have.
    """
    all_rows = [context.row(entry) for entry in entries]
    # Of all entries, the number is said above.
    total = form.total if form else None
    full_months = len(all_rows) if not years else 0 if newer else FULL_MONTHS
    return render(
        "macros/timeline.html",
        links=context.links,
        months=list(_months(context, all_rows, split_months, total, full_months)),
        level=level,
        form=form,
        newer=newer,
        older=older,
        is_empty_log=not context.journal.entries,
        years=years,
        standing=standing,
        more=more,
        has_signs=any(row.chips for row in all_rows),
    )


def _months(
    context: PageContext, rows: Iterable[EntryRow], split_months: Collection[str], total: int | None, full_months: int
) -> Iterator[tuple[object, ...]]:
    """Yield anchor, name and number of entries of months, rows with and without content, and whether it is short."""
    for index, (key, group) in enumerate(groupby(rows, key=lambda row: _month(row.entry))):
        in_month = list(_with_anchors(group))
        is_said = key in split_months or total == len(in_month)
        number = "" if is_said else ngettext("%(num)s entry", "%(num)s entries", len(in_month))
        written = list(_by_week(context, [(anchor, row) for anchor, row in in_month if not row.entry.empty]))
        empty = [(anchor, row) for anchor, row in in_month if row.entry.empty]
        yield key, words.month(in_month[0][1].entry.date), number, written, empty, index >= full_months


def _by_week(
    context: PageContext, rows: Sequence[tuple[str, EntryRow]]
) -> Iterator[tuple[str, EntryRow, list[tuple[str, str, str]], list[tuple[str, str]], str, bool]]:
    """Yield the rows of a month, each with its chips, and with its week if it begins one, as in `9–15 June · 3 days`.

    The last value is true if the row before has the same date. A week is named by its dates: a number would be taken
    for that of a week of the plan.
    """
    starts = context.journal.curriculum.week_starts
    for week, of_week in groupby(rows, key=lambda row: calendar_week(row[1].entry.date, starts)):
        group = list(of_week)
        dates = [row.entry.date for _, row in group]
        label = f"{words.date_range(week, dates[0].year)} · {words.days(len({*dates}))}"
        for index, (anchor, row) in enumerate(group):
            is_same = index > 0 and row.entry.date == dates[index - 1]
            yield anchor, row, *chip_links(context, row), "" if index else label, is_same


def chip_links(context: PageContext, row: EntryRow) -> tuple[list[tuple[str, str, str]], list[tuple[str, str]]]:
    """Return state, label and link of the items that a row shows, and label and link of the papers."""
    href = context.links.to
    items = [(chip.state.value, chip.label, href(chip.thing)) for chip in row.chips if chip.state]
    return items, [(chip.label, href(chip.thing)) for chip in row.chips if chip.state is None]


def _with_anchors(rows: Iterable[EntryRow]) -> Iterator[tuple[str, EntryRow]]:
    """Yield each row with its anchor, which is the date for the first row of a date and else empty."""
    before = None
    for row in rows:
        yield "" if row.entry.date == before else row.entry.date.isoformat(), row
        before = row.entry.date
