"""Reviews of weeks on a built site, as `daytrail review --save` writes them."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

import feedparser  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests import command
from tests.website import SITE_URL, Html, Site, build, make, settings, text

TITLE = "<b>_x_</b> {{ timeline() }} & [a](b.md) $x$ :smile: {: .c } {% raw %}"
PLAN = """\
title: Tides
start: 2026-01-05
series: [{id: tides, title: Tides}, {id: exam, title: Exam, counts_down_to: 2026-03-01}]
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: Ebb, practice: [{id: gauge, text: Read a gauge, hours: 2}]}
      - {week: 2, title: Flood}
"""
FILES: Mapping[str, str | bytes] = {
    "mkdocs.yml": f"{settings()}\nnav: [{{Home: index.md}}, {{Log: log.md}}]\n",
    "curriculum.yaml": PLAN,
    "entries/2026-01-13.md": f"---\nday: 1\ntitle: '{TITLE}'\ndone: [w01/gauge]\nhours: 1.5\n---\n\nText.\n",
    "entries/2026-01-14-exam.md": "---\nseries: exam\n---\n\nMore.\n\n"
    "- [ ] {{ x }}\n- [ ] <!-- private -->hidden<!-- /private -->\n",
    "docs/index.md": "# Home\n",
}
UNFINISHED = "---\nreview: 2026-W02\ndraft: true\n---\n\n# Not yet\n"


@pytest.fixture(scope="module")
def tides(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Build a site with a review of the week from 12 to 18 January, and one that is a draft."""
    project = make(tmp_path_factory.mktemp("reviews") / "project", {**FILES, "docs/reviews/2026-W02.md": UNFINISHED})
    saved = command.run(project, "review", "--save", DAYTRAIL_TODAY="2026-01-19")
    assert saved.status == 0, saved.err
    path = project / "docs/reviews/2026-W03.md"
    written = path.read_text(encoding="utf-8")
    path.write_text(
        written.replace("a week ago?\n", "a week ago?\n\nWhy it *ebbs*, [see](../log.md).\n"), encoding="utf-8"
    )
    checked = command.run(project, "check", "--strict", DAYTRAIL_TODAY="2026-01-20")
    assert (checked.status, checked.out) == (0, ""), checked.out
    built = build(project, DAYTRAIL_TODAY="2026-01-20", SITE_URL=SITE_URL)
    assert (built.status, "W03" in built.output) == (0, False), built.output
    return built.site


def in_article(page: Html, css: str) -> list[Element]:
    [article] = page.find("article")
    return list(page.find(css, article))


def linked(site: Site, here: str, to: str) -> list[str]:
    """Return the texts of links on a page that lead to another."""
    page = site.page(here)
    return [text(link) for link in in_article(page, "a") if site.target(here, link.get("href", "")) == (to, "")]


@pytest.mark.parametrize("here", ["reviews/", "log/2026/01/13/", "log/2026/01/14-exam/", "curriculum/week-01/"])
def test_what_a_review_covers_links_to_it(tides: Site, here: str) -> None:
    """These are its days, the week of the plan that was worked on, and the page of all reviews."""
    assert linked(tides, here, "reviews/2026-W03/") == ["Week of 12–18 January 2026"]


def test_a_review_is_a_page_below_the_log(tides: Site) -> None:
    """It has crumbs and the day of its writing, shows titles as text, and has each of its days once, with a link."""
    here = "reviews/2026-W03/"
    page = tides.page(here)
    [crumbs] = page.find("nav.dt-crumbs")
    assert [text(link) for link in page.find("a", crumbs)] == ["Log", "Reviews"]
    assert [text(item) for item in page.find("li.md-tabs__item--active")] == ["Log"]
    assert "Week of 12–18 January 2026" in "".join(page.find("h1")[0].itertext())
    shown = TITLE.replace("$x$", "x")  # a formula
    assert linked(tides, here, "log/2026/01/13/") == [shown]
    assert [text(line) for line in in_article(page, "p.dt-day__facts")] == ["Written on 18 January 2026"]
    assert not in_article(page, ".md-source-file")
    assert [text(heading) for heading in in_article(page, "h2")].count("Days") == 1
    [contents] = page.find("nav.md-nav--secondary")
    below = [(text(link), link.get("href")) for link in page.find("a", contents)][-2:]
    assert below == [("Days", "#dt-days"), ("Week of the plan", "#dt-weeks")]
    assert {"dt-days", "dt-weeks"} <= {heading.get("id") for heading in in_article(page, "h2")}
    assert linked(tides, here, "curriculum/week-01/") == ["Week 1: Ebb"]
    assert text(page.find("article")[0]).count(f"13 January 2026 {shown} Day 1 1.5 h logged") == 1
    assert [css for css in ("b", ".c", ".dt-timeline") if in_article(page, css)] == []
    assert "{{ x }}, since 14 January 2026" in text(page.find("article")[0])


def test_a_draft_is_no_review(tides: Site) -> None:
    assert not [name for name in tides.files if "2026-W02" in name]
    assert len(in_article(tides.page("reviews/"), "li")) == 1


def test_the_weekly_digest_is_the_review_where_there_is_one(tides: Site) -> None:
    """With absolute links, and without what is private."""
    source = (tides.folder / "weekly.xml").read_bytes()
    [item] = feedparser.parse(source, sanitize_html=False, resolve_relative_uris=False).entries
    assert item.link == f"{SITE_URL}reviews/2026-W03/"
    content = item.content[0].value
    assert f'Why it <em>ebbs</em>, <a href="{SITE_URL}log/">see</a>' in content
    assert f'<a href="{SITE_URL}log/2026/01/13/">13 January 2026: &lt;b&gt;_x_' in content
    assert "hidden" not in content
