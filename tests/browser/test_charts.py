"""The stats page and the home page on a phone."""

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import Open
from tests.crawl import DEMO_PAGES

PHONE: ViewportSize = {"width": 360, "height": 740}


def test_the_home_page_takes_three_screens_of_a_phone(open_tab: Open) -> None:
    tab = open_tab(viewport=PHONE)
    tab.go(DEMO_PAGES["home"])
    assert tab.page.evaluate("document.documentElement.scrollHeight") <= 3 * PHONE["height"]


def test_the_first_screen_has_what_was_written_last(open_tab: Open) -> None:
    screens: list[ViewportSize] = [PHONE, {"width": 1280, "height": 800}]
    for viewport in screens:
        tab = open_tab(viewport=viewport)
        tab.go(DEMO_PAGES["home"])
        for part in (".dt-hero__about", ".dt-numbers", ".dt-newest"):
            bottom = tab.page.locator(part).evaluate("part => part.getBoundingClientRect().bottom")
            assert bottom < viewport["height"], (viewport, part)


@pytest.mark.parametrize("width", [360, 1280])
def test_charts_fill_the_page_and_nothing_shifts(open_tab: Open, width: int) -> None:
    """Labels are beside the drawings, inside of the page."""
    tab = open_tab(viewport={"width": width, "height": 740})
    tab.watch_shifts()
    tab.go(DEMO_PAGES["stats"])
    assert tab.shifts() == []
    assert tab.page.evaluate("document.documentElement.scrollWidth") == width
    drawn = tab.page.evaluate("""[...document.querySelectorAll(".dt-chart")].map(chart => {
        const outer = chart.getBoundingClientRect(), svg = chart.querySelector("svg").getBoundingClientRect()
        const labels = [...chart.querySelectorAll("span")].map(label => label.getBoundingClientRect())
        return [Math.abs(svg.height - outer.height) <= 2 && Math.abs(svg.width - outer.width) <= 1,
            labels.every(label => label.left >= 0 && label.right <= innerWidth)]
    })""")
    assert drawn == [[True, True]] * 3


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_tags_by_month_are_named_in_full_below_their_years(open_tab: Open, width: int) -> None:
    """The empty cells above them have no colour."""
    tab = open_tab(viewport={"width": width, "height": 800})
    tab.go(DEMO_PAGES["stats"])
    colours = "cells => cells.map(cell => getComputedStyle(cell).backgroundColor)"
    assert set(tab.page.locator(".dt-by-month thead td").evaluate_all(colours)) == {"rgba(0, 0, 0, 0)"}
    assert tab.page.locator(".dt-by-month [scope=colgroup]").all_inner_texts() == ["2025", "2026"]
    cut = "names => names.filter(name => name.scrollWidth > name.clientWidth).map(name => name.innerText)"
    assert tab.page.locator(".dt-by-month tbody th").evaluate_all(cut) == []
