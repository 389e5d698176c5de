"""The map is drawn by the site's own copy of Mermaid, and its topics are links."""

import re
from urllib.parse import urljoin

import pytest

from tests.browser.conftest import Open
from tests.browser.shadow import Node, diagram
from tests.hostile import WORDS
from tests.plan import PLAN
from tests.website import MERMAID, ROOT, Site

pytestmark = pytest.mark.skipif(
    not (ROOT / MERMAID).is_file(), reason="no Mermaid here: python tools/vendor.py mermaid brings it"
)

OWN = "assets/daytrail/mermaid.min.js"


def topics(map_: Node) -> list[Node]:
    """Return the nodes of the diagram."""
    return [group for group in map_.all("g") if "node" in group.classes]


def test_the_map_is_drawn_by_the_sites_own_mermaid(open_tab: Open) -> None:
    """Every topic has its box, the diagram has its height, and Mermaid was fetched once, from the site."""
    tab = open_tab()
    tab.go("map/")
    drawn = diagram(tab.page)
    box = tab.page.locator("div.mermaid").bounding_box()
    assert box
    assert box["height"] > 200
    assert box["width"] > 200
    said = {node.text for node in topics(drawn)}
    assert {topic["title"] for topic in PLAN["topics"]} == {re.sub(r"^\W ", "", words) for words in said}
    tab.settle()
    assert [url for url in tab.requests if "mermaid" in url and "lazy" not in url] == [f"{tab.home}{OWN}"]
    assert tab.complaints == []


@pytest.mark.parametrize("address", ["", "log/", "log/2026/02/15/", "curriculum/week-01/", "reading/"])
def test_only_pages_with_a_diagram_fetch_mermaid(open_tab: Open, address: str) -> None:
    """A page without a diagram does not fetch the 3 MB."""
    tab = open_tab()
    tab.go(address)
    tab.settle()
    assert [url for url in tab.requests if url.endswith(OWN)] == []


def test_a_topic_links_to_its_week(open_tab: Open, site: Site) -> None:
    """Each topic links to a week below the project path, and a click opens it."""
    tab = open_tab()
    tab.go("map/")
    drawn = diagram(tab.page)
    links = [link for link in drawn.all("a") if link.all("g")]
    hrefs = [link.attributes.get("xlink:href") or link.attributes["href"] for link in links]
    led = {urljoin(tab.page.url, href).removeprefix(tab.home) for href in hrefs}
    assert len(links) == len(PLAN["topics"])
    assert led == {f"curriculum/week-{topic['weeks'][0]:02d}/" for topic in PLAN["topics"]}
    assert led <= set(site.pages)
    target = urljoin(tab.page.url, hrefs[0])
    [shape, *_] = topics(links[0]) or links
    tab.page.mouse.click(*shape.centre())
    tab.page.wait_for_url(target)
    assert tab.page.locator("h1").is_visible()
    assert tab.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_topic_has_the_colour_of_its_state(open_tab: Open, scheme: str) -> None:
    """Boxes of different states differ, and text has enough contrast in both colour schemes."""
    tab = open_tab(color_scheme=scheme)
    tab.go("map/")
    drawn = diagram(tab.page)
    looks = {}
    for node in topics(drawn):
        [state] = node.classes & {"planned", "touched", "started", "done", "ready", "dropped"}
        rect = next(one for one in node.all("rect") if one.attributes.get("width", "0") != "0")
        label = next(one for tag in ("span", "p", "text") for one in node.all(tag))
        looks[state] = (rect.style("fill"), rect.style("stroke"))
        words = label.style("color" if label.tag != "text" else "fill")
        assert _contrast(looks[state][0], words) >= 4.5, (state, looks[state], words)
    assert len(looks) > 1
    assert len(set(looks.values())) == len(looks)


def _contrast(one: str, two: str) -> float:
    """Return the contrast ratio of WCAG 2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""
    light, dark = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_map_is_drawn_after_instant_navigation(open_tab: Open) -> None:
    """The map is drawn after a click from another page, and again after going back and forth."""
    tab = open_tab()
    tab.go("")
    tab.mark()
    tab.page.locator("a[href$='map/']").first.dispatch_event("click")
    tab.page.wait_for_url("**/map/")
    assert len(topics(diagram(tab.page))) == len(PLAN["topics"])
    tab.page.go_back()
    tab.page.locator(".dt-recent:not(.dt-past)").wait_for()
    tab.page.go_forward()
    tab.page.wait_for_url("**/map/")
    assert len(topics(diagram(tab.page))) == len(PLAN["topics"])
    assert tab.is_marked
    assert tab.complaints == []


def test_hostile_words_are_text_in_the_map(open_tab: Open, hostile_home: str) -> None:
    """Titles in the syntax of Mermaid and HTML are drawn as written, and nothing is executed."""
    tab = open_tab(hostile_home)
    tab.go("map/")
    drawn = diagram(tab.page)
    said = [node.text for node in topics(drawn)]
    assert {
        name for name, words in WORDS.items() if not any(_spaceless(words) in _spaceless(one) for one in said)
    } == set()
    assert drawn.all("script") == drawn.all("img") == []
    assert tab.complaints == []


def _spaceless(words: str) -> str:
    """Remove whitespace, since Mermaid breaks lines anywhere."""
    return "".join(words.split())


@pytest.mark.parametrize(
    "address", ["", "log/", "tags/", "curriculum/", "curriculum/week-01/", "reading/", "log/2026/01/02/"]
)
def test_hostile_words_do_not_break_a_page(open_tab: Open, hostile_home: str, address: str) -> None:
    """No page of hostile words executes them, sends a request to another host, or is wider than a phone."""
    tab = open_tab(hostile_home, viewport={"width": 360, "height": 740})
    tab.go(address)
    assert tab.page.evaluate("document.scrollingElement.scrollWidth - window.innerWidth") <= 0
    assert tab.complaints == []


def test_search_shows_hostile_titles_as_text(open_tab: Open, hostile_home: str) -> None:
    """A title in HTML or Jinja is shown as text among the results."""
    tab = open_tab(hostile_home)
    tab.go("")
    tab.page.locator("input.md-search__input").click()
    tab.page.keyboard.type("gone")
    results = tab.page.locator(".md-search-result__link h1")
    results.first.wait_for()
    titles = [" ".join(found.split()) for found in results.all_inner_texts()]
    assert {WORDS["comment"], WORDS["jinja"]} <= set(titles)
    assert tab.complaints == []
