"""Pages of the plan and of the reading list: columns that align, and nothing that is cut without a sign of it."""

import pytest

from tests.browser.conftest import Open, Tab, at_widths

EDGES = """css => [...document.querySelectorAll(css)].filter(e => e.checkVisibility())
    .map(e => { const r = e.getBoundingClientRect(); return [Math.round(r.left), Math.round(r.right)]; })"""
OVERFLOW = """[...document.querySelectorAll(".dt-scroll")].filter(e => e.checkVisibility())
    .map(e => e.scrollWidth - e.clientWidth)"""


def edges(tab: Tab, css: str) -> tuple[set[int], set[int]]:
    """Return the left and the right edges of elements, in pixels."""
    found = tab.page.evaluate(EDGES, css)
    assert found, css
    return {left for left, _ in found}, {right for _, right in found}


@at_widths(360, 1280, narrow=768)
def test_the_columns_of_weeks_align(open_tab: Open, width: int) -> None:
    """Numbers, dots and titles begin, and hours end, below each other."""
    tab = open_tab(viewport={"width": width, "height": 800})
    tab.go("curriculum/")
    for css in (".dt-weeks__number", ".dt-weeks__name .dt-dots", ".dt-weeks__title"):
        assert len(edges(tab, css)[0]) == 1
    assert len(edges(tab, ".dt-weeks__hours")[1]) == 1


@at_widths(720, narrow=1280)
def test_a_shelf_fits_a_tablet(open_tab: Open, width: int) -> None:
    """No column of the reading list is cut, on any shelf."""
    tab = open_tab(viewport={"width": width, "height": 800})
    tab.go("reading/")
    for shelf in ("reading", "want-to-read", "suggested", "read", "mentioned"):
        tab.page.locator(f"[data-dt-shelf={shelf}]").click()
        tab.page.locator(f"[data-dt-shelf={shelf}][aria-current]").wait_for()
        assert tab.page.evaluate(OVERFLOW) == [0]


@pytest.mark.parametrize("font", ["wide"])
def test_the_part_of_the_work_is_open(open_tab: Open) -> None:
    """The others are a line each, so that the plan has five screens of a phone, and open without scripts."""
    tab = open_tab(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    tab.go("curriculum/")
    weeks = tab.page.locator(".dt-weeks__week")
    visible = "rows => rows.filter(row => row.checkVisibility({contentVisibilityAuto: true})).length"
    assert tab.page.evaluate("document.scrollingElement.scrollHeight") <= 5 * 740
    assert 0 < weeks.evaluate_all(visible) < 15
    assert tab.page.locator("details.dt-part[open]").count() == 1
    tab.page.locator(".dt-part > summary", has_text="Foundations").click()
    assert tab.page.locator(".dt-weeks__name", has_text="Week 12").is_visible()
    assert weeks.count() == 52
