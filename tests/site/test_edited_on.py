"""A day says when git last changed it, if that was later; the sitemap has the date of each page."""

import json
import re
from pathlib import Path

from tests.conftest import Journal
from tests.rebuild import git
from tests.website import SITE_URL, Built, Site, build, text

FIRST, SECOND = "entries/2026/2026-01-12.md", "entries/2026/2026-01-13.md"
ADDRESSES = "log/2026/01/12/", "log/2026/01/13/"


def edited(site: Site) -> list[list[str]]:
    """Return what the pages of the two entries say of their last edit."""
    pages = [site.page(address) for address in ADDRESSES]
    assert not any(page.find(".git-revision-date-localized-plugin-date") for page in pages)
    return [[text(found) for found in page.find(".dt-day__edited")] for page in pages]


def build_without_errors(project: Path) -> Built:
    built = build(project)
    assert built.status == 0, built.output
    assert "Traceback" not in built.output
    return built


def test_a_day_that_was_changed_later_says_when(journal: Journal) -> None:
    """Only a second commit is an edit, however late the first one was; sitemap and feed have the last one."""
    project = journal({FIRST: "One.\n", SECOND: "Two.\n", "curriculum.yaml": "title: Plan\n"})
    git(project, "init", "--quiet")
    git(project, "add", FIRST, SECOND)
    git(project, "commit", "--quiet", "-m", "both", day="2026-01-14")
    (project / FIRST).write_text("One more.\n", encoding="utf-8")
    git(project, "commit", "--quiet", "-am", "more", day="2026-02-03")
    site = build_without_errors(project).site
    assert edited(site) == [["Edited on 3 February 2026"], []]
    sitemap = (site.folder / "sitemap.xml").read_text(encoding="utf-8")
    dates = dict(re.findall(rf"<loc>{SITE_URL}(.*?)</loc>\s*<lastmod>(.*?)</lastmod>", sitemap))
    assert [dates[address] for address in ADDRESSES] == ["2026-02-03", "2026-01-14"]
    items = json.loads((site.folder / "feed.json").read_bytes())["items"]
    assert [item["date_modified"][:10] for item in reversed(items)] == ["2026-02-03", "2026-01-14"]


def test_a_page_that_shows_the_journal_has_no_date_of_its_file(journal: Journal) -> None:
    """The journal changes without the file, whose date would mislead; a page of text has its date."""
    pages = {"docs/log.md": "# Log\n\nAll days:\n\n{{ timeline() }}\n", "docs/about.md": "# About\n\nAda.\n"}
    project = journal({FIRST: "One.\n", **pages})
    git(project, "init", "--quiet")
    git(project, "add", *pages)
    git(project, "commit", "--quiet", "-m", "pages", day="2026-01-14")
    site = build_without_errors(project).site
    assert [
        [text(found) for found in site.page(address).find(".md-source-file")] for address in ("log/", "about/")
    ] == [
        [],
        ["14 January 2026"],
    ]
