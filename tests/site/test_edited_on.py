"""A day says when git last changed it, if that was later; the sitemap has the date of each page."""

import json
import os
import re
import subprocess
from pathlib import Path

from tests.conftest import Journal
from tests.rebuild import NO_GIT_SETTINGS
from tests.website import SITE_URL, Built, Site, build, text

FIRST, SECOND = "entries/2026/2026-01-12.md", "entries/2026/2026-01-13.md"
ADDRESSES = "log/2026/01/12/", "log/2026/01/13/"


def git(project: Path, *arguments: str, when: str = "") -> None:
    """Run git in a project with a fixed author and date, without the machine's settings."""
    clock = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when} if when else {}
    somebody = ("-c", "user.name=Ada", "-c", "user.email=ada@learner.example", "-c", "commit.gpgsign=false")
    subprocess.run(
        ["git", *somebody, *arguments],
        cwd=project,
        env=os.environ | NO_GIT_SETTINGS | clock,
        check=True,
        capture_output=True,
    )


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
    """Only a second commit is an edit, however late the first one was; the sitemap has the last one of each page."""
    project = journal({FIRST: "One.\n", SECOND: "Two.\n", "curriculum.yaml": "title: Plan\n"})
    git(project, "init", "--quiet")
    git(project, "add", FIRST, SECOND)
    git(project, "commit", "--quiet", "-m", "both", when="2026-01-14T10:00:00+00:00")
    (project / FIRST).write_text("One more.\n", encoding="utf-8")
    git(project, "commit", "--quiet", "-am", "more", when="2026-02-03T10:00:00+00:00")
    site = build_without_errors(project).site
    assert edited(site) == [["Edited on 3 February 2026"], []]
    sitemap = (site.folder / "sitemap.xml").read_text(encoding="utf-8")
    dates = dict(re.findall(rf"<loc>{SITE_URL}(.*?)</loc>\s*<lastmod>(.*?)</lastmod>", sitemap))
    assert [dates[address] for address in ADDRESSES] == ["2026-02-03", "2026-01-14"]


def test_a_commit_that_changes_many_entries_edits_none(journal: Journal) -> None:
    """Such as one that gives all of them a tag; the sitemap has its date, and an edit before it counts."""
    others = {f"entries/2026/2026-01-{day}.md": "Text.\n" for day in range(14, 24)}
    project = journal({FIRST: "One.\n", SECOND: "Two.\n", **others})
    git(project, "init", "--quiet")
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "-m", "all", when="2026-01-24T10:00:00+00:00")
    (project / FIRST).write_text("One more.\n", encoding="utf-8")
    git(project, "commit", "--quiet", "-am", "more", when="2026-02-03T10:00:00+00:00")
    for name in (FIRST, SECOND, *others):
        (project / name).write_text(
            f"---\ntags: [tide]\n---\n{(project / name).read_text(encoding='utf-8')}", encoding="utf-8"
        )
    git(project, "commit", "--quiet", "-am", "tags", when="2026-03-03T10:00:00+00:00")
    site = build_without_errors(project).site
    assert edited(site) == [["Edited on 3 February 2026"], []]
    assert site.page(ADDRESSES[1]).source.count("2026-03-03") == 0
    assert (site.folder / "sitemap.xml").read_text(encoding="utf-8").count("2026-03-03") >= 12
    dates = {
        item["url"]: item["date_modified"] for item in json.loads((site.folder / "feed.json").read_bytes())["items"]
    }
    assert [dates[f"{SITE_URL}{address}"][:10] for address in ADDRESSES] == ["2026-02-03", "2026-01-24"]


def test_a_page_that_shows_the_journal_has_no_date_of_its_file(journal: Journal) -> None:
    """The journal changes without the file, whose date would mislead; a page of text has its date."""
    pages = {"docs/log.md": "# Log\n\nAll days:\n\n{{ timeline() }}\n", "docs/about.md": "# About\n\nAda.\n"}
    project = journal({FIRST: "One.\n", **pages})
    git(project, "init", "--quiet")
    git(project, "add", *pages)
    git(project, "commit", "--quiet", "-m", "pages", when="2026-01-14T10:00:00+00:00")
    site = build_without_errors(project).site
    assert [
        [text(found) for found in site.page(address).find(".md-source-file")] for address in ("log/", "about/")
    ] == [
        [],
        ["14 January 2026"],
    ]
