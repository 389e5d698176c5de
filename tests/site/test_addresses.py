"""Lists whose owner has given them other addresses, so that a page of the site can have the usual one."""

from pathlib import Path

import pytest

from daytrail.project.settings import read_settings
from tests.command import run, write
from tests.website import build, text

CONFIG = """\
site_name: Tides
site_url: https://learner.example/repo/
plugins:
  - search
  - daytrail:
      addresses: {tags: topics, curriculum: course, reading: library, milestones: goals, series: logs, stats: graphs}
"""
PROJECT = {
    "mkdocs.yml": CONFIG,
    "curriculum.yaml": """\
title: Tides
start: 2026-01-05
series: [{id: sea, title: Sea}]
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: Ebb, reading: [{title: The moon, url: https://example.org/moon}]}]
milestones: [{id: high, title: High water, part: one, text: Can I read a table?}]
""",
    "entries/2026/2026-01-05.md": "---\nday: 1\ntitle: First\ntags: [neap]\n---\n\nhttps://example.org/moon\n",
    "entries/2026/2026-01-06.md": "---\nday: 2\ntags: [neap]\n---\n\n[All](../../topics/neap.md)\n",
    "docs/tags.md": "# My tags\n\n[In the log](topics.md), [the course](course/week-01.md)\n",
    "docs/reading/index.md": "# What I write about reading\n",
}


def test_lists_and_the_pages_below_them_have_the_addresses_of_the_owner(tmp_path: Path) -> None:
    project = write(tmp_path / "project", PROJECT)
    assert run(project, "check").out == ""
    built = build(project)
    assert built.status == 0, built.output
    pages = built.site.pages.keys()
    moved = {"topics/", "topics/neap/", "course/", "course/week-01/", "library/", "goals/high/", "logs/sea/", "graphs/"}
    assert moved <= pages
    assert {address for address in pages if address.startswith(("tags/", "reading/", "curriculum/", "series/"))} == {
        "tags/",
        "reading/",
    }
    assert text(built.site.page("tags/").main).startswith("My tags")
    assert built.site.broken() == []
    written = built.site.bytes()
    assert b"https://learner.example/repo/topics/neap/" in written["sitemap.xml"]
    assert b"https://learner.example/repo/course/week-01/" in written["calendar.ics"]
    used = {name for name, content in written.items() if b"curriculum/week-01" in content or b"tags/neap" in content}
    assert used == set()


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("{tags: log}", "mkdocs.yml:3:25: error: `log` is the name of another part of the site"),
        ("{tags: stats}", "mkdocs.yml:3:25: error: `stats` is the name of another part of the site"),
        ("{tags: My tags}", "mkdocs.yml:3:32: error: `My tags` is not a name for URLs"),
        ("{tag: topics}", "mkdocs.yml:3:26: error: unknown key `tag`"),
    ],
)
def test_an_address_that_cannot_be_is_an_error(tmp_path: Path, written: str, message: str) -> None:
    write(tmp_path, {"mkdocs.yml": f"site_name: x\nplugins:\n- daytrail: {{addresses: {written}}}\n", "docs/x.md": ""})
    [problem] = read_settings(tmp_path)[1]
    assert str(problem).partition("\n")[0] == message


def test_two_lists_may_change_their_names(tmp_path: Path) -> None:
    config = "site_name: x\nplugins:\n- daytrail: {addresses: {tags: stats, stats: tags}}\n"
    settings, problems = read_settings(write(tmp_path, {"mkdocs.yml": config, "docs/x.md": ""}))
    assert (problems, settings.addresses.names) == ([], {"tags": "stats", "stats": "tags"})
