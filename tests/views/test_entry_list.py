"""Lists of entries: which entries are on which page."""

import re
from datetime import date, timedelta

import pytest

from daytrail.views.entry_list import FIRST_PAGE, LATER_PAGE, EntryFilter, entry_pages
from daytrail.views.macros.timeline import timeline
from daytrail.views.page_context import PageContext
from daytrail.views.paging import ListPage
from tests.journal import context, entry

PLAN = "title: Plan\nseries: [{id: a, title: A}, {id: b, title: B}]"


def later(at: PageContext, entry_filter: EntryFilter) -> list[ListPage]:
    return list(entry_pages(at, entry_filter))[1:]


def many(count: int) -> PageContext:
    """A log of so many entries, every second one of the series `b`, all with one tag."""
    entries = [
        entry(f"2026-01-{n % 28 + 1:02d}-{n:04d}", f"Text {n}.", series="ab"[n % 2], tags=["t"]) for n in range(count)
    ]
    return context(PLAN, *entries)


def daily(count: int) -> PageContext:
    """A log of so many days in a row."""
    return context(PLAN, *(entry(f"{date(2024, 1, 1) + timedelta(days=n)}", f"Text {n}.") for n in range(count)))


def inputs(page: ListPage) -> object:
    assert page.inputs
    return page.inputs()


def shown(html: str) -> int:
    return len(re.findall(r"data-dt-row[ >]", html))


@pytest.mark.parametrize(("count", "behind"), [(0, 0), (1, 0), (100, 0), (101, 1), (150, 1), (151, 2), (400, 6)])
def test_a_page_is_bounded(count: int, behind: int) -> None:
    """A hundred entries stand on the first page at the most, fifty on each behind, and each entry on one."""
    at = many(count)
    rest = later(at, EntryFilter())
    assert [one.address for one in rest] == [f"log/page-{n}/" for n in range(1, behind + 1)]
    first, *others = shown(timeline(at)), *(shown(one.draw()) for one in rest)
    assert first <= FIRST_PAGE
    assert others == [LATER_PAGE] * behind
    pages = [timeline(at), *(one.draw() for one in reversed(rest))]
    found = [day for html in pages for day in re.findall(r'datetime="([^"]*)"', html)]
    assert found == [entry.date.isoformat() for entry in reversed(at.journal.entries)]


@pytest.mark.parametrize("count", [200, 201, 224, 250])
def test_older_pages_stay_when_the_log_grows(count: int) -> None:
    """A page behind the first is the same with one entry more, but for the one that gets a newer neighbour."""
    before, after = (later(daily(size), EntryFilter()) for size in (count, count + 1))
    stay = len(before) if len(before) == len(after) else len(before) - 1
    assert [(one.address, inputs(one), one.draw()) for one in before[:stay]] == [
        (one.address, inputs(one), one.draw()) for one in after[:stay]
    ]
    assert stay


@pytest.mark.parametrize(
    ("asked", "address"),
    [
        (EntryFilter(series="b"), "series/b/page-1/"),
        (EntryFilter(tag="T"), "tags/t/page-1/"),
        (EntryFilter(year=2026), "log/2026/page-1/"),
    ],
)
def test_a_list_goes_on_below_its_page(asked: EntryFilter, address: str) -> None:
    """The list of a series, a tag or a year is continued below its own page."""
    assert later(many(250), asked)[0].address == address


def test_a_list_without_a_page_says_what_is_left() -> None:
    """A list that combines wishes is cut, and counts what it leaves out; one with a limit is as long as asked."""
    at = many(250)
    html = timeline(at, series="a", year=2026)
    assert (shown(html), "and 25 more" in html) == (100, True)
    assert later(at, EntryFilter(series="a", year=2026)) == []
    html = timeline(at, limit=120)
    assert (shown(html), " more" in html, "dt-filter" in html) == (120, False, False)


def leads(html: str) -> tuple[list[str], list[str]]:
    """The links and the words of what leads to other pages, and the words without a link."""
    [nav] = re.findall(r'<nav class="dt-pages".*?</nav>', html, re.DOTALL)
    return re.findall(r'href="([^"]*)"', nav), re.findall(r'<span aria-current="page">(.*?)</span>', nav)


def test_pages_lead_to_each_other() -> None:
    """Each page leads to those beside it, to the newest and to the oldest, relative to where it stands."""
    at = many(550)
    first, second, *_, last = (one.draw() for one in later(at, EntryFilter()))
    assert leads(first) == (["../", "../page-2/"], ["1"])
    assert leads(second) == (["../", "../page-3/", "../page-1/"], ["2"])
    assert leads(last) == (["../", "../page-8/", "../page-1/"], ["9"])
    newest = timeline(at.for_page("log/"))
    assert leads(newest) == ([*(f"page-{n}/" for n in range(9, 3, -1)), "page-1/"], ["newest"])
    [every] = re.findall(r'data-dt-pages="([^"]*)"', newest)
    assert every.split() == ["./", *(f"page-{n}/" for n in range(9, 0, -1))]
    assert 'data-dt-whole="../"' in last


def test_a_row_says_what_it_is_filtered_by() -> None:
    """Series and tags stand at a row under the names of the form's fields, and the form has what the list has."""
    at = context(
        PLAN, entry("2026-01-05", "Text", series="a", tags=["C#", "Two words"]), entry("2026-01-06", series="b")
    )
    html = timeline(at)
    rows = re.findall(r"data-dt-row( [^>]*|)>", html)
    keys = [re.findall(r'data-tag="([^"]*)"', row) for row in rows]
    assert [re.findall(r'data-series="(\w)"', row) for row in rows] == [["b"], ["a"]]
    options = re.findall(r'<option value="([^"]+)">', html)
    assert options == ["a", "b", *keys[1][0].split()]
    assert "empty" in html
    assert 'name="series"' not in timeline(at, series="a")
    assert 'name="tag"' not in timeline(at, tag="c#")
