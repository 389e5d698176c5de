"""Colours and fonts: what an owner chooses, and paper."""

import re
from typing import Any

from tests.browser.conftest import Open
from tests.conftest import Host, Shared
from tests.website import settings

# Behind the copy button, beside code, `pre` has the theme's colour of code.
LIKE = """[...document.querySelectorAll("body, body *")].filter(
    e => !e.closest("[class^=dt-], .md-copyright, .md-tabs, :has(> .md-code__nav)") &&
        !e.matches("[data-md-component=palette] *")
).map(e => [e, getComputedStyle(e)]).map(([e, s]) => [e.localName, ...[...e.classList].sort(),
    s.color, s.backgroundColor, s.borderTopColor, s.fill, s.fontWeight, s.textDecorationLine].join(" "))"""
PLAIN = {"docs/plain.md": "# Heading\n\nA [link](log.md).\n"}
STYLES = """() => {
    const [link, heading] = ["article p a", "h1"].map(css => getComputedStyle(document.querySelector(css)))
    const [body, header] = ["body", ".md-header"].map(css => getComputedStyle(document.querySelector(css)))
    return [link.color, body.backgroundColor, header.backgroundColor, body.fontFamily.split(",")[0],
        heading.fontFamily.split(",")[0]]
}"""


def styles(open_tab: Open, home: str, **options: Any) -> list[str]:
    """Return the colours of links, page and header, and the first fonts of text and headings."""
    tab = open_tab(at=home, **options)
    tab.go("plain/")
    tab.settle()
    return list(tab.page.evaluate(STYLES))


def test_three_lines_of_settings_change_the_look(open_tab: Open, shared: Shared, host: Host) -> None:
    """An owner chooses accent, paper and font, or a palette of the theme.

    The dark palette has a light shade of the accent, and its own paper.
    """
    look = "daytrail:\n      accent: '#7a1f5c'\n      paper: '#f4efe4'\n      font: Georgia\n"
    home = host("look", shared("look", PLAIN | {"mkdocs.yml": settings().replace("daytrail:\n", look, 1)}))
    paper, dark = "rgb(244, 239, 228)", "rgb(20, 24, 27)"
    assert styles(open_tab, home) == ["rgb(122, 31, 92)", paper, paper, "Georgia", "Georgia"]
    [link, *others] = styles(open_tab, home, color_scheme="dark")
    assert others == [dark, dark, "Georgia", "Georgia"]
    assert min(float(part) for part in re.findall(r"[\d.]+", link)) > 0.5  # of 1: `color(srgb …)`
    teal = PLAIN | {"mkdocs.yml": settings().replace("primary: custom", "primary: teal")}
    paper = "rgb(255, 253, 249)"
    assert styles(open_tab, host("palette", shared("palette", teal)))[:3] == ["rgb(0, 148, 133)", paper, paper]


def test_paper_is_light_from_either_palette(open_tab: Open) -> None:
    """A page is printed from the dark palette in the colours of the light one."""
    for address in ("", "curriculum/week-01/"):
        printed = {}
        for scheme in ("light", "dark"):
            tab = open_tab(color_scheme=scheme, reduced_motion="reduce")
            tab.go(address)
            tab.settle()
            tab.page.emulate_media(media="print")
            printed[scheme] = tab.page.evaluate(LIKE.replace("[class^=dt-], ", ""))
            paper = "getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)"
            assert min(tab.page.evaluate(paper)) > 240, address
        pairs = zip(printed["light"], printed["dark"], strict=True)
        assert [(address, *pair) for pair in pairs if pair[0] != pair[1]] == []
