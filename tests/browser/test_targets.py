"""Links and buttons that a finger finds: 24 pixels at least, where they are not within a sentence."""

import pytest

from tests.browser.conftest import KINDS, Open

_LOW = """[...document.querySelectorAll("a, button, summary, input, select")].filter(target =>
    !target.disabled
    && target.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !target.closest("[y], svg, .entry-body p, p:not(.dt-crumbs, .dt-more), small")
    && !target.closest(".dt-questions__facts, .dt-weeks__days")
    && target.getBoundingClientRect().height < 23.9).map(target => target.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("font", ["narrow"])
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
