"""A day says when git last changed it, if that was later; the sitemap has the date of each page."""

import json
import re

from tests.conftest import Journal
from tests.rebuild import git
from tests.website import SITE_URL, build, text

FIRST, SECOND = "entries/2026/2026-01-12.md", "entries/2026/2026-01-13.md"
ADDRESSES = "log/2026/01/12/", "log/2026/01/13/"
PAGES = {"docs/log.md": "# Log\n\nAll days:\n\n{{ timeline() }}\n", "docs/about.md": "# About\n\nAda.\n"}


def test_a_day_that_was_changed_later_says_when(journal: Journal) -> None:
    """Only a second commit is an edit, however late the first one was; sitemap and feed have the last one.

    A page that shows the journal has no date of its file, which would mislead; a page of text has its date.
    """
    project = journal({FIRST: "One.\n", SECOND: "Two.\n", "curriculum.yaml": "title: Plan\n", **PAGES})
    git(project, "init", "--quiet")
    git(project, "add", FIRST, SECOND, *PAGES)
    git(project, "commit", "--quiet", "-m", "both", day="2026-01-14")
    (project / FIRST).write_text("One more.\n", encoding="utf-8")
    git(project, "commit", "--quiet", "-am", "more", day="2026-02-03")
    built = build(project)
    assert (built.status, "Traceback" in built.output) == (0, False), built.output

    def shown(css: str, *addresses: str) -> list[list[str]]:
        pages = [built.site.page(address) for address in addresses]
        return [[text(found) for found in page.find(css)] for page in pages]

    assert shown(".dt-day__edited", *ADDRESSES) == [["Edited on 3 February 2026"], []]
    assert shown(".git-revision-date-localized-plugin-date", *ADDRESSES) == [[], []]
    assert shown(".md-source-file", "log/", "about/") == [[], ["14 January 2026"]]
    sitemap = (built.site.folder / "sitemap.xml").read_text(encoding="utf-8")
    dates = dict(re.findall(rf"<loc>{SITE_URL}(.*?)</loc>\s*<lastmod>(.*?)</lastmod>", sitemap))
    assert [dates[address] for address in ADDRESSES] == ["2026-02-03", "2026-01-14"]
    items = json.loads((built.site.folder / "feed.json").read_bytes())["items"]
    assert [item["date_modified"][:10] for item in reversed(items)] == ["2026-02-03", "2026-01-14"]
