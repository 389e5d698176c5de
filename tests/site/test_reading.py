"""Resources on the site: the reading list, a page for each resource, and the links of days and weeks."""

import json
import re

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


def test_a_resource_that_one_day_links_to_has_a_page_if_it_is_planned(shown: Site) -> None:
    """What is not planned, listed or linked twice has none."""
    pages = {re.sub(r"-[0-9a-f]{8}/$", "", name) for name in shown.pages if re.match(r"reading/.", name)}
    assert pages == {f"reading/example-org-{name}" for name in ("moon", "sun")}


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


def test_a_resources_page_has_its_history(shown: Site, moon: tuple[str, Html]) -> None:
    """Each day is listed, oldest first, with what happened and the sentence around the link."""
    here, page = moon
    [history] = page.find("ol.dt-said")
    assert [text(row) for row in page.find("li", history)] == [
        "5 January started 5 January 2026",
        "12 January mentioned 12 January 2026 I read it slowly.",
        "25 January mentioned 25 January 2026 https://example.org/moon and https://example.org/new",
    ]
    assert hrefs(shown, here, "ol.dt-said") == ["log/2026/01/05/", "log/2026/01/12/", "log/2026/01/25/"]


def test_a_day_lists_its_links(shown: Site) -> None:
    """A link is in the plan under each item with its URL, or else among the sources."""
    page, in_text = shown.page("log/2026/01/25/"), shown.page("log/2026/01/12/")
    assert [text(row) for row in page.find(".dt-line")] == ["◔ The moon week 1 ↗", "◔ Again week 2 ↗", "New"]
    assert [text(row) for row in in_text.find(".dt-line")] == [
        "◔ The moon week 1 ↗",
        "◔ The sun week 1 ↗",
        "◔ Again week 2 ↗",
    ]


def test_a_week_shows_the_history_of_a_reading(shown: Site, moon: tuple[str, Html]) -> None:
    """A reading that was touched on several days shows the last of each kind and links to its page."""
    page = shown.page("curriculum/week-02/")
    [evidence] = page.find(".dt-item__evidence")
    assert text(evidence) == "started 5 January, mentioned 2 × · last 25 January; its history"
    assert hrefs(shown, "curriculum/week-02/", ".dt-item__evidence")[-1] == moon[0]


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


def test_a_docs_page_replaces_the_generated_reading_list(journal: Journal) -> None:
    """Without `docs/reading.md` the reading list is generated; with it, that page is used."""
    for extra, words in (({}, "Reading"), ({"docs/reading.md": "# Mine\n"}, "Mine")):
        files = {"docs/index.md": "# Home\n", **FILES, **extra}
        folder = journal(files)
        if not extra:
            (folder / "docs/reading.md").unlink()
        site = build(folder).site
        assert [text(one).removesuffix("¶") for one in site.page("reading/").find("h1")] == [words]


@pytest.mark.parametrize(
    ("page", "headings"),
    [
        ("# Reading\n\n{{ reading_list() }}\n", ["Reading", "Books of the sea"]),
        ("---\ntitle: Reading\n---\n\n# Books of the sea\n\n{{ reading_list() }}\n", ["Books of the sea"]),
    ],
)
def test_title_of_the_list_is_shown_once(journal: Journal, page: str, headings: list[str]) -> None:
    """The page of a resource says that the text about the list links to it."""
    listed = "title: Books of the sea\nabout: See [waves](https://example.org/waves).\n"
    macros = (
        page.replace("---\n\n", "render_macros: true\n---\n\n")
        if "---" in page
        else f"---\nrender_macros: true\n---\n{page}"
    )
    files = {"docs/index.md": "# Home\n", **FILES, "docs/reading.md": macros, "reading.yaml": listed + LIST}
    files["entries/2026-01-26.md"] = "Made [waves](https://example.org/waves).\n"
    site = build(journal(files)).site
    shown = site.page("reading/")
    assert [
        text(one).removesuffix("¶") for one in shown.find("h1") + shown.find("h2", shown.find("article")[0])
    ] == headings
    [link] = [one for one in shown.find("a") if text(one) == "waves" and "dt-item__label" in (one.get("class") or "")]
    assert "In the introduction of the reading list" in text(site.page(f"reading/{link.get('href')}").root)


def test_a_tag_names_the_weeks_and_sources_that_go_with_it(journal: Journal) -> None:
    """A tag says how many entries have it, and which weeks of the plan and which sources these name most."""
    tagged = "---\ntags: [sea]\nlinks: [https://example.org/{}]\n---\n"
    files = {
        "curriculum.yaml": PLAN,
        "entries/2026-01-05.md": tagged.format("new"),
        "entries/2026-01-07.md": tagged.format("sun"),
        "entries/2026-01-09.md": tagged.format("sun"),
    }
    page = build(journal(files)).site.page("tags/sea/")
    assert [text(one) for one in page.find(".dt-lead")] == ["3 entries with this tag, 5–9 January 2026. RSS JSON Feed"]
    assert [text(row) for row in page.find("li", page.find(".dt-goes-with")[0])] == [
        "Week 1: Ebb 2 entries",
        "The sun 2 entries",
        "example.org/new 1 entry",
    ]


def test_a_series_says_what_it_is_and_when_it_ended(journal: Journal) -> None:
    """The first line has the goal of a series, the day that it is at, or when it ended; the strip has its days."""
    series = "[{id: a, title: A, days: 20}, {id: b, title: B, counts_down_to: 2026-01-10}, {id: c, title: C}]"
    files = {
        "curriculum.yaml": f"{PLAN}\nseries: {series}\n",
        "entries/2026-01-05.md": "---\nseries: a\nday: 3\n---\nText.\n",
        "entries/2026-01-06.md": "---\nseries: b\n---\nText.\n",
    }
    site = build(journal(files)).site
    assert {name: text(site.page(f"series/{name}/").find(".dt-lead")[0]) for name in "abc"} == {
        "a": "A series of 20 days, so far up to day 3. RSS JSON Feed",
        "b": "A countdown that ended on 10 January. RSS JSON Feed",
        "c": "A series of entries.",
    }
    pages = [site.page(f"series/{name}/") for name in "abc"]
    links = [[link for strip in page.find(".dt-strip__drawing") for link in page.find("a", strip)] for page in pages]
    days = [[link for link in of_page if "#" not in (link.get("xlink:href") or "")] for of_page in links]
    assert list(map(len, days)) == [1, 1, 0]
    assert "T+" not in text(site.page("series/b/").find(".dt-series__summary")[0])
