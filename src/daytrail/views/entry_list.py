"""The log as a list: by month, the newest first, a page at a time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from markupsafe import Markup

from daytrail.model.base import segment
from daytrail.model.entry import Entry
from daytrail.views import paging, words
from daytrail.views.links import LOG, page_address, series_address, tag_address, year_address
from daytrail.views.lookup import series_of, unknown, week_of
from daytrail.views.page_context import PageContext
from daytrail.views.paging import ONE_PAGE, Choice, Further, Listed, Pager, on_page, turn
from daytrail.views.render import render

MOST = 100
"""Entries on the first page of a list at the most."""
STEP = 50
"""Entries on each page behind it."""


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Which entries a list holds."""

    series: str | None = None
    tag: str | None = None
    year: int | None = None
    week: int | None = None

    def home(self, context: PageContext) -> str | None:
        """The address under which the list is continued; None for one that combines several wishes."""
        given = [name for name in ("series", "tag", "year", "week") if getattr(self, name) is not None]
        match given:
            case []:
                return LOG
            case ["series"]:
                return series_address(series_of(context, self.series or ""))
            case ["tag"]:
                return tag_address(segment(self.tag or ""))
            case ["year"]:
                return year_address(self.year or 0)
            case _:
                return None

    def entries(self, context: PageContext) -> list[Entry]:
        """The entries, the newest first.

        Raises:
            UnknownName: the journal has no such series, tag or week.
        """
        chosen: Sequence[Entry] = context.journal.entries
        if self.tag is not None:
            key = segment(self.tag)
            found = next((known for known in context.facts.tags if known.key == key), None)
            if found is None:
                raise unknown("tag", self.tag, (known.name for known in context.facts.tags))
            chosen = found.entries
        if self.series is not None:
            known = series_of(context, self.series)
            chosen = [entry for entry in chosen if entry.series == known.id]
        if self.year is not None:
            chosen = [entry for entry in chosen if entry.date.year == self.year]
        if self.week is not None:
            paths = {entry.path for entry in week_of(context, self.week).entries}
            chosen = [entry for entry in chosen if entry.path in paths]
        return list(reversed(chosen))


def first_page(context: PageContext, asked: EntryFilter, level: int = 2) -> Listed:
    """Return the first page of a list that has an address, the context's own."""
    entries, home = asked.entries(context), asked.home(context) or ""
    leads = turn(context.links, home, paging.further(len(entries), MOST, STEP), None)
    shown = on_page(entries, None, MOST, STEP)
    return Listed(
        lambda: (leads, _digests(context, shown), _filters(context, asked, entries)),
        lambda: entry_list_html(context, shown, level, leads=leads, filters=_filters(context, asked, entries)),
    )


def later_pages(context: PageContext, asked: EntryFilter) -> Iterator[Further]:
    """Yield the pages behind the first."""
    entries, home = asked.entries(context), asked.home(context) or ""
    count = paging.further(len(entries), MOST, STEP) if home else 0
    for number in range(1, count + 1):
        here = context.for_page(page_address(home, number))
        leads = turn(here.links, home, count, number)
        shown = on_page(entries, number, MOST, STEP)
        inputs = partial(_behind, context, leads, shown)
        yield Further(f"page {number}", here.links.here, inputs, partial(entry_list_html, here, shown, 2, leads=leads))


def _behind(context: PageContext, leads: Pager, entries: Iterable[Entry]) -> object:
    return leads, _digests(context, entries)


def _digests(context: PageContext, entries: Iterable[Entry]) -> list[str]:
    return [context.rows.row(entry).digest for entry in entries]


def _filters(
    context: PageContext, asked: EntryFilter, entries: Sequence[Entry]
) -> list[tuple[str, str, Sequence[Choice]]]:
    """The fields of the form: name, label and choices."""
    own = {entry.series for entry in entries}
    keys = {segment(tag) for entry in entries for tag in entry.tags}
    series = [Choice(one.id, one.title) for one in context.journal.curriculum.series if one.id in own]
    named = sorted((one for one in context.facts.tags if one.key in keys), key=lambda one: one.name.casefold())
    tags = [Choice(one.key, one.name) for one in named]
    fields: list[tuple[str, str, Sequence[Choice]]] = []
    if asked.series is None:
        fields.append(("series", "Series", series))
    if asked.tag is None:
        fields.append(("tag", "Tag", tags))
    return fields


def entry_list_html(
    context: PageContext,
    entries: Iterable[Entry],
    level: int,
    *,
    leads: Pager = ONE_PAGE,
    left: int = 0,
    filters: Sequence[tuple[str, str, Sequence[Choice]]] | None = None,
) -> Markup:
    """Return a list of entries by month, with its filters and its links to other pages."""
    by_month = groupby((context.rows.row(entry) for entry in entries), key=lambda one: one.date.replace(day=1))
    return render(
        "macros/timeline.html",
        links=context.links,
        months=[(words.month(day), list(own)) for day, own in by_month],
        level=level,
        leads=leads,
        left=left,
        filters=filters,
    )
