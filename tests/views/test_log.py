"""The log as a list: what stands on which page."""

import re

import pytest

from daytrail.views.log import PAGE, Asked, further, timeline
from daytrail.views.scene import Scene
from tests.journal import entry, scene

PLAN = "title: Plan\nseries: [{id: a, title: A}, {id: b, title: B}]"


def many(count: int) -> Scene:
    """A log of so many entries, every second one of the series `b`, all with one tag."""
    entries = [
        entry(f"2026-01-{n % 28 + 1:02d}-{n:04d}", f"Text {n}.", series="ab"[n % 2], tags=["t"]) for n in range(count)
    ]
    return scene(PLAN, *entries)


def shown(html: str) -> int:
    return len(re.findall(r"data-dt-row[ >]", html))


@pytest.mark.parametrize(("count", "pages"), [(0, 1), (1, 1), (100, 1), (101, 2), (200, 2), (201, 3)])
def test_a_page_is_bounded(count: int, pages: int) -> None:
    """A hundred entries stand on a page, the rest on further ones, whose addresses follow the list's own."""
    at = many(count)
    rest = list(further(at, Asked()))
    assert [(number, address) for number, address, _ in rest] == [(n, f"log/page-{n}/") for n in range(2, pages + 1)]
    sizes = [shown(timeline(at)), *(shown(html) for _, _, html in rest)]
    assert sum(sizes) == count
    assert max(sizes) <= PAGE


@pytest.mark.parametrize(
    ("asked", "address"),
    [
        (Asked(series="b"), "series/b/page-2/"),
        (Asked(tag="T"), "tags/t/page-2/"),
        (Asked(year=2026), "log/2026/page-2/"),
    ],
)
def test_a_list_goes_on_below_its_page(asked: Asked, address: str) -> None:
    """The list of a series, a tag or a year is continued below its own page."""
    assert next(further(many(250), asked))[1] == address


def test_a_list_without_a_page_says_what_is_left() -> None:
    """A list that combines wishes is cut, and counts what it leaves out; one with a limit is as long as asked."""
    at = many(250)
    html = timeline(at, series="a", year=2026)
    assert (shown(html), "and 25 more" in html) == (100, True)
    assert list(further(at, Asked(series="a", year=2026))) == []
    html = timeline(at, limit=120)
    assert (shown(html), " more" in html, "dt-filter" in html) == (120, False, False)


def test_pages_lead_to_each_other() -> None:
    """Each page links to all others and names itself, relative to where it stands."""
    _, _, second = next(further(many(250), Asked()))
    [nav] = re.findall(r'<nav class="dt-pages".*?</nav>', second, re.DOTALL)
    assert re.findall(r'href="([^"]*)"', nav) == ["../", "../page-3/"]
    assert '<span aria-current="page">2</span>' in nav


def test_a_row_says_what_it_is_filtered_by() -> None:
    """Series and tags stand at a row under the names of the form's fields, and the form has what the list has."""
    at = scene(PLAN, entry("2026-01-05", "Text", series="a", tags=["C#", "Two words"]), entry("2026-01-06", series="b"))
    html = timeline(at)
    rows = re.findall(r"data-dt-row( [^>]*|)>", html)
    keys = [re.findall(r'data-tag="([^"]*)"', row) for row in rows]
    assert [re.findall(r'data-series="(\w)"', row) for row in rows] == [["b"], ["a"]]
    options = re.findall(r'<option value="([^"]+)">', html)
    assert options == ["a", "b", *keys[1][0].split()]
    assert "empty" in html
    assert 'name="series"' not in timeline(at, series="a")
    assert 'name="tag"' not in timeline(at, tag="c#")
