"""The map: a drawing of links that needs no script, a list on phones, and a flowchart that Mermaid draws on demand."""

import re
from collections.abc import Iterable

import pytest
import yaml
from playwright.sync_api import Locator

from daytrail.site.static_files import MERMAID
from tests.browser.conftest import Open, Tab, in_both_fonts
from tests.hostile import WORDS
from tests.website import ROOT

needs_mermaid = pytest.mark.skipif(
    not MERMAID.is_file(), reason="no Mermaid here: python tools/vendor.py mermaid brings it"
)

TOPICS = yaml.safe_load((ROOT / "curriculum.yaml").read_text(encoding="utf-8"))["topics"]
OWN = "assets/daytrail/mermaid.min.js"


_OPEN = """const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function () { return attach.call(this, { mode: "open" }); };"""
"""Lets tests look into the shadow root of a diagram, which is closed."""


def flowchart(tab: Tab) -> Locator:
    """Open the flowchart below the map, and return it once it is drawn."""
    tab.page.locator("[data-dt-diagram] > summary").click()
    drawn = tab.page.locator("div.mermaid svg")
    drawn.wait_for()
    return drawn


def topics(drawn: Locator) -> list[str]:
    """Return the words of each node, with one space between them."""
    return [" ".join(words.split()) for words in drawn.locator("g.node").all_text_contents()]


def links(tab: Tab) -> Locator:
    """Return the topics of the drawing."""
    return tab.page.locator(".dt-map__topic a")


def lit(tab: Tab) -> list[str]:
    """Return the titles of the topics whose lines are strong."""
    return tab.page.locator(".dt-map__topic:has(> .dt-map__lit:visible) .dt-map__words").all_text_contents()


def test_the_map_is_complete_without_a_script(open_tab: Open) -> None:
    """The drawing has a box for each topic that leads to its first week, and no source of a flowchart is in sight."""
    tab = open_tab(java_script_enabled=False)
    tab.go("map/")
    assert links(tab).count() == len(TOPICS)
    assert tab.page.locator(".dt-map__source pre").is_hidden()
    first = TOPICS[0]
    links(tab).first.click()
    tab.page.wait_for_url(f"**/curriculum/week-{first['weeks'][0]:02d}/")
    assert tab.complaints == []


def test_the_map_is_used_by_keyboard_and_by_pointer(open_tab: Open) -> None:
    """The lines of the topic under the focus or the pointer are strong, and Enter follows its link."""
    tab = open_tab()
    tab.go("map/")
    names = [topic["title"] for topic in TOPICS]
    assert lit(tab) == []
    links(tab).nth(3).focus()
    assert lit(tab) == [names[3]]
    tab.page.keyboard.press("Tab")
    assert lit(tab) == [names[4]]
    links(tab).nth(9).hover()
    assert lit(tab) == [names[4], names[9]]
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url(f"**/curriculum/week-{TOPICS[4]['weeks'][0]:02d}/")
    assert tab.complaints == []


def test_on_a_phone_the_list_is_the_map(open_tab: Open) -> None:
    """A phone shows the list with its links, and no drawing."""
    tab = open_tab(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    tab.go("map/")
    assert tab.page.locator(".dt-map__drawing").is_hidden()
    titles = tab.page.locator(".dt-map__list .dt-map__title")
    assert titles.filter(visible=True).count() == len(TOPICS)
    assert tab.page.locator(".dt-map__same > summary").is_hidden()
    assert titles.first.evaluate("title => title.checkVisibility({contentVisibilityAuto: true})")
    assert tab.page.get_by_role("link", name=TOPICS[-1]["title"]).count() >= 1


@needs_mermaid
def test_the_flowchart_is_drawn_by_the_sites_own_mermaid_when_it_is_opened(open_tab: Open) -> None:
    """Nothing fetches Mermaid before; then every topic has its box, and the source below can be copied."""
    tab = open_tab()
    tab.page.add_init_script(_OPEN)
    tab.go("map/")
    tab.settle()
    assert not _mermaid(tab.requests)
    drawn = flowchart(tab)
    box = tab.page.locator("div.mermaid").bounding_box()
    assert box
    assert box["height"] > 200
    assert box["width"] > 200
    assert {topic["title"] for topic in TOPICS} == {re.sub(r"^\W ", "", words) for words in topics(drawn)}
    tab.settle()
    assert _mermaid(tab.requests) == [f"{tab.home}{OWN}"]
    assert tab.page.locator(".dt-map__source pre").inner_text().startswith("flowchart LR\n")
    tab.page.locator("[data-dt-diagram] > summary").click()
    tab.page.locator("[data-dt-diagram] > summary").click()
    assert tab.page.locator("div.mermaid").count() == 1
    assert tab.complaints == []


def _mermaid(requests: Iterable[str]) -> list[str]:
    return [url for url in requests if "mermaid" in url and "lazy" not in url]


@needs_mermaid
def test_hostile_words_are_text_in_the_map(open_tab: Open, hostile_home: str) -> None:
    """Titles in the syntax of Mermaid and HTML are drawn as written, and nothing is executed."""
    tab = open_tab(hostile_home)
    tab.page.add_init_script(_OPEN)
    tab.go("map/")
    drawn = flowchart(tab)
    # Without spaces, since Mermaid breaks lines anywhere.
    shown = ["".join(words.split()) for words in topics(drawn)]
    assert {name for name, words in WORDS.items() if not any("".join(words.split()) in one for one in shown)} == set()
    assert drawn.locator("script, img").count() == 0
    assert tab.complaints == []


@in_both_fonts
def test_hostile_words_do_not_break_a_page(open_tab: Open, hostile_home: str) -> None:
    """No page of hostile words executes them, sends a request to another host, or is wider than a phone."""
    tab = open_tab(hostile_home, viewport={"width": 360, "height": 740})
    for address in ("", "log/", "tags/", "curriculum/", "curriculum/week-01/", "reading/", "log/2026/01/02/"):
        tab.go(address)
        assert tab.page.evaluate("document.scrollingElement.scrollWidth - window.innerWidth") <= 0, address
    assert tab.complaints == []
