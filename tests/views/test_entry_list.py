"""Lists of entries: which entries are on which page."""

import re
from datetime import date, timedelta

import pytest

from daytrail.views.entry_list import FIRST_PAGE, LATER_PAGE, EntryFilter, EntryPages
from daytrail.views.macros.timeline import timeline
from daytrail.views.page import Page
from daytrail.views.page_context import PageContext
from tests.journal import context, entry

PLAN = "title: Plan\nseries: [{id: a, title: A}, {id: b, title: B}]"


def later(at: PageContext) -> list[Page]:
    """The pages behind the first one of the log, the oldest first."""
    return [page.page() for page in EntryPages(at, EntryFilter()).later("Log", is_wide=True)]


def many(count: int) -> PageContext:
    """A log of so many entries, every second one of the series `b`, all with one tag."""
    entries = [
        entry(f"2026-01-{n % 28 + 1:02d}-{n:04d}", f"Text {n}.", series="ab"[n % 2], tags=["t"]) for n in range(count)
    ]
    return context(PLAN, *entries)


def daily(count: int) -> PageContext:
    """A log of so many days in a row."""
    return context(PLAN, *(entry(f"{date(2024, 1, 1) + timedelta(days=n)}", f"Text {n}.") for n in range(count)))


def html_of(page: Page) -> str:
    return page.draw().above


def shown(html: str) -> int:
    return len(re.findall(r"data-dt-row[ >]", html))


@pytest.mark.parametrize(("count", "behind"), [(0, 0), (1, 0), (50, 0), (51, 1), (80, 1), (81, 2), (230, 6)])
def test_a_page_is_bounded(count: int, behind: int) -> None:
    """At most fifty entries are on the first page, thirty on each behind, and each entry on one."""
    at = many(count)
    rest = later(at)
    assert [one.address for one in rest] == [f"log/page-{n}/" for n in range(1, behind + 1)]
    first, *others = shown(timeline(at)), *(shown(html_of(one)) for one in rest)
    assert first <= FIRST_PAGE
    assert others == [LATER_PAGE] * behind
    pages = [timeline(at), *map(html_of, reversed(rest))]
    found = [day for html in pages for day in re.findall(r'datetime="([^"]*)"', html)]
    assert found == [entry.date.isoformat() for entry in reversed(at.journal.entries)]


@pytest.mark.parametrize("count", [140, 141, 169, 170])
def test_older_pages_stay_when_the_log_grows(count: int) -> None:
    """A page behind the first is the same with one entry more, but for the one that gets a newer neighbour."""
    before, after = (later(daily(size)) for size in (count, count + 1))
    stay = len(before) if len(before) == len(after) else len(before) - 1
    assert [(one.address, one.ingredients, one.draw()) for one in before[:stay]] == [
        (one.address, one.ingredients, one.draw()) for one in after[:stay]
    ]
    assert stay


def turn(html: str) -> list[tuple[str, str, str]]:
    """`rel`, link and words of the links to the pages with newer and older entries."""
    return re.findall(r'<a class="dt-around__\w+" rel="(\w+)" href="([^"]*)"><small>\w+</small> ([^<]*)</a>', html)


def test_pages_lead_to_newer_and_older_ones_with_their_dates() -> None:
    """The page below the newest one names only the first date of that, which changes with each entry otherwise."""
    at = daily(525)
    oldest, second, *_, last = map(html_of, later(at))
    assert turn(oldest) == [("prev", "../page-2/", "31 January – 29 February 2024")]
    assert turn(second) == [
        ("prev", "../page-3/", "1–30 March 2024"),
        ("next", "../page-1/", "1–30 January 2024"),
    ]
    assert turn(last) == [
        ("prev", "../", "25 April 2025 and later"),
        ("next", "../page-15/", "24 February – 25 March 2025"),
    ]
    newest = timeline(at.for_page("log/"))
    assert turn(newest) == [("next", "page-16/", "26 March – 24 April 2025")]
    [every] = re.findall(r'data-dt-pages="([^"]*)"', newest)
    assert every.split() == ["./", *(f"page-{n}/" for n in range(16, 0, -1))]
    assert 'data-dt-whole="../"' in last
