"""Links and buttons that a finger finds: 24 pixels at least, where they are not within a sentence."""

import pytest

from tests.browser.conftest import KINDS, Open, in_both_fonts
from tests.crawl import DEMO_PAGES

_LOW = """[...document.querySelectorAll("a, button, summary, input, select")].filter(target =>
    !target.disabled
    && target.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !target.closest("[y], svg, .entry-body p, p:not(.dt-crumbs, .dt-more), small")
    && !target.closest(".dt-questions__facts, .dt-weeks__days")
    && target.getBoundingClientRect().height < 23.9).map(target => target.outerHTML.slice(0, 120))"""
_AT = """({x, y}) => document.elementFromPoint(x, y)?.closest("a")?.href.baseVal"""


@in_both_fonts
@pytest.mark.parametrize("width", [360, 1280])
def test_a_link_is_as_high_as_a_finger_needs(open_tab: Open, width: int) -> None:
    """Titles, crumbs and buttons also have room around their words."""
    tab = open_tab(viewport={"width": width, "height": 800})
    low = {}
    for kind, address in KINDS.items():
        tab.go(address)
        tab.settle()
        low[kind] = tab.page.evaluate(_LOW)
    assert {kind: targets for kind, targets in low.items() if targets} == {}


@pytest.mark.parametrize("width", [360, 1280])
def test_the_weeks_of_the_trail_have_no_gap_between_them(open_tab: Open, width: int) -> None:
    """On a phone each is 24 pixels wide too; 52 in a row of a wide screen are nearly so, and as high."""
    tab = open_tab(viewport={"width": width, "height": 800})
    tab.go(DEMO_PAGES["home"])
    tab.page.locator(".dt-trail").scroll_into_view_if_needed()
    first, second = (tab.page.locator(".dt-trail__weeks rect").nth(n).bounding_box() for n in (0, 1))
    assert first
    assert second
    assert second["x"] - first["x"] >= (24 if width == 360 else 22)
    assert second["height"] >= 24
    line = range(round(first["x"] + 8), round(second["x"] + 8))
    hit = [tab.page.evaluate(_AT, {"x": x, "y": first["y"] + 12}) for x in line]
    assert set(hit) == {"curriculum/week-01/", "curriculum/week-02/"}


def test_a_tap_on_the_strip_of_a_phone_leads_to_a_month(open_tab: Open) -> None:
    """A day has 10 pixels there, and the next day would often be hit; where it has 18, it is the link itself."""
    for width, target in ((360, "log/2026/#2026-05"), (1280, "log/2026/05/29-gpu-365/")):
        tab = open_tab(viewport={"width": width, "height": 800})
        tab.go(DEMO_PAGES["home"])
        strip = tab.page.locator(".dt-strip__drawing")
        strip.scroll_into_view_if_needed()
        day = strip.locator("a", has_text="29 May 2026").locator("rect").bounding_box()
        assert day
        middle = {"x": day["x"] + day["width"] / 2, "y": day["y"] + day["height"] / 2}
        assert tab.page.evaluate(_AT, middle) == target
        areas = strip.locator(".dt-strip__month").evaluate_all(
            "areas => areas.map(area => { const box = area.getBoundingClientRect(); return [box.width, box.height] })"
        )
        assert areas
        assert min(map(min, areas)) >= 24
