"""Pages of the log and of each year."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import partial

from markupsafe import Markup

from daytrail.facts import Facts
from daytrail.facts.calendar import DateRange
from daytrail.facts.ledger import Event
from daytrail.views import words
from daytrail.views.entry_list import EntryFilter, EntryPages, filtered_pages, list_description
from daytrail.views.links import LOG
from daytrail.views.macros.strip import draw_strip
from daytrail.views.macros.timeline import timeline
from daytrail.views.page import LazyPage, Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext


def pages(context: PageContext) -> Iterator[Page | LazyPage]:
    """Yield the later pages of the log, the page of each year, and a first page unless the owner has written it."""
    yield from EntryPages(context, EntryFilter(), title=_("Log")).later(_("Log"), is_wide=True)
    finished = _finished(context.facts)
    for year in context.facts.years:
        title, facts = _("Log of %(year)s", year=year), " ".join(_facts(context.facts, year, finished[year]))
        above = partial(_above_list, year=year, title=title, facts=facts)
        description = _("%(title)s: %(facts)s", title=title, facts=facts)
        yield from filtered_pages(
            context,
            title,
            EntryFilter(year=year),
            above,
            label=str(year),
            description=description,
        )
    if context.journal.entries:
        description = list_description(_("Log"), context.journal.entries[::-1])
        yield overview_page(context, LOG, _("Log"), timeline, description=description, is_wide=True)


def _above_list(context: PageContext, year: int, title: str, facts: str) -> Markup:
    return render(
        "pages/year.html",
        title=title,
        facts=facts,
        feed=context.feed(""),
        strip=draw_strip(context, year),
    )


def _finished(facts: Facts) -> Counter[int]:
    """Return how many sources were read to the end in each year."""
    read = (Event.READ, Event.AGAIN)
    return Counter(
        year
        for resource in facts.ledger.resources
        for year in {event.day.year for event in resource.history if event.event in read}
    )


def _facts(facts: Facts, year: int, finished: int) -> Iterator[str]:
    """Yield sentences about a year: its entries, what they did for the plan, and how many sources were read."""
    entries = [entry for month, group in facts.months.items() if month.year == year for entry in group]
    dates = words.date_range(DateRange(entries[0].date, entries[-1].date))
    yield ngettext("%(num)s entry, %(dates)s.", "%(num)s entries, %(dates)s.", len(entries), dates=dates)
    done = sum(_is_in(year, item.done_on) for item in facts.progress.items.values())
    if done:
        yield ngettext("%(num)s item of the plan done.", "%(num)s items of the plan done.", done)
    weeks = [
        number for number, week in facts.progress.weeks.items() if any(_is_in(year, day) for day in week.work_days)
    ]
    if weeks:
        yield ngettext("Week %(weeks)s worked on.", "Weeks %(weeks)s worked on.", len(weeks), weeks=words.runs(weeks))
    if finished:
        yield ngettext("Finished reading %(num)s source.", "Finished reading %(num)s sources.", finished)


def _is_in(year: int, day: date | None) -> bool:
    return day is not None and day.year == year
