"""Resources on the site: the reading list, a page for each resource, and the links of days and weeks."""

import json

import pytest

from tests.conftest import Journal
from tests.website import Built, Html, Site, build, make, settings, text

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


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(make(tmp_path_factory.mktemp("reading") / "project", FILES))


@pytest.fixture(scope="module")
def shown(built: Built) -> Site:
    assert built.status == 0, built.output
    return built.site


@pytest.fixture(scope="module")
def moon(shown: Site) -> tuple[str, Html]:
    """Return the page of the moon and its URL path."""
    [address] = [name for name in shown.pages if name.startswith("reading/example-org-moon-")]
    return address, shown.page(address)


def hrefs(site: Site, here: str, css: str) -> list[str]:
    """Return where the links below some elements lead within the site, with their fragments."""
    page = site.page(here)
    found = [site.target(here, link.get("href", "")) for top in page.find(css) for link in page.find("a", top)]
    return [f"{one[0]}#{one[1]}" if one[1] else one[0] for one in found if one]


def test_a_resources_page_has_all_its_metadata(shown: Site, moon: tuple[str, Html]) -> None:
    """Status and dates, author, reason, notes and the weeks that plan it are on the page."""
    here, page = moon
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


def test_the_search_knows_the_text_of_a_page_and_nothing_around_it(journal: Journal) -> None:
    """A day is found by its title, text, date, number and tags, and each list by its name; links are no text."""
    series = "\nseries: [{id: tides, title: The tides}]\n"
    files = {
        "curriculum.yaml": PLAN + series,
        "entries/2026-01-05.md": "---\ntitle: Ebb & flow\nday: 1\ntags: [sea]\n---\n\nLow [water](https://example.org/moon).\n",
        "entries/2026-01-06.md": "---\ntitle: Another day\n---\n\nHigh water.\n",
    }
    site = build(journal(files | {"mkdocs.yml": settings().replace("timezone: UTC", "search: material")})).site
    texts = json.loads((site.folder / "search/search_index.json").read_text(encoding="utf-8"))["docs"]
    by_address = {one["location"]: one for one in texts}
    assert len(by_address) == len(texts)
    assert by_address["log/2026/01/05/"] == {
        "location": "log/2026/01/05/",
        "title": "Ebb &amp; flow",
        "text": "<p>Low water.</p>",
        "tags": ["5 January 2026", "Day 1", "sea"],
    }
    assert [one for one in by_address if one.startswith("log/2026/01/05/#")] == []
    for address, label in {"tags/sea/": "sea", "series/tides/": "The tides", "log/2026/": "2026"}.items():
        assert by_address[address]["tags"] == [label]
        assert "Ebb" not in by_address[address]["text"]
