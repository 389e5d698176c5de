"""Resources on the site: the reading list, a page for each resource, and the links of days and weeks."""

from tests.conftest import Shared
from tests.website import Site, text

PLAN = """
title: Tides
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: Ebb
        reading:
          - {id: moon, title: The moon, author: A. N. Other, url: "https://example.org/moon", hours: 2}
          - {id: sun, title: The sun, url: "https://example.org/sun"}
      - {week: 2, title: Flood, reading: [{id: moon, title: Again, url: "https://example.org/moon", hours: 1}]}
references:
  papers: [{title: Moon, url: "https://example.org/moon", topic: Pull}]
"""
LIST = """
categories:
  - id: sky
    title: Sky
    items:
      - title: On the moon
        url: https://example.org/moon
        why: It pulls.
        favourite: true
        notes: [One, {text: Two, notes: [Three]}]
"""
FILES = {
    "curriculum.yaml": PLAN,
    "reading.yaml": LIST,
    "entries/2026-01-05.md": "---\nlinks: [{url: 'https://example.org/moon', status: reading}]\n---\n",
    "entries/2026-01-12.md": "First. I read [it](https://example.org/moon#2) slowly. And [the sun](https://example.org/sun).\n",
    "entries/2026-01-25.md": "---\nlinks: [https://example.org/moon, {url: 'https://example.org/new', title: New}]\n"
    "---\n\n"
    "https://example.org/moon and https://example.org/new\n",
}


def hrefs(site: Site, here: str, css: str) -> list[str]:
    """Return where the links below some elements lead within the site, with their fragments."""
    page = site.page(here)
    found = [site.target(here, link.get("href", "")) for top in page.find(css) for link in page.find("a", top)]
    return [f"{one[0]}#{one[1]}" if one[1] else one[0] for one in found if one]


def test_a_resources_page_has_all_its_metadata(shared: Shared) -> None:
    """Status and dates, author, reason, notes and the weeks that plan it are on the page."""
    shown = shared("resources", FILES)
    [here] = [name for name in shown.pages if name.startswith("reading/example-org-moon-")]
    page = shown.page(here)
    assert [text(one) for one in page.find("h1")] == ["The moon"]
    assert [text(one) for one in page.find(".dt-resource__facts")] == [
        "reading since 5 January on 3 days, 5–25 January 3 h estimated"
    ]
    [summary] = page.find(".dt-summary")
    assert "★ Article by A. N. Other, at example.org" in text(summary)
    assert page.find("a", summary)[0].get("href") == "https://example.org/moon"
    assert [text(one) for one in page.find(".dt-resource__why")] == ["It pulls."]
    assert [text(one) for one in page.find("ul.dt-resource__notes")] == ["One Two Three"]
    [wanted] = page.find("ul.dt-ticks")
    assert [text(row) for row in page.find("li", wanted)] == [
        "◑ started Week 1: Ebb",
        "◑ started Week 2: Flood",
        "On the list, under Sky",
        "Papers of the plan, under Pull",
    ]
    assert hrefs(shown, here, "ul.dt-ticks") == ["curriculum/week-01/#moon", "curriculum/week-02/#moon"]
