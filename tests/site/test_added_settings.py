"""`plugins: [search, daytrail]` makes a whole site: the plugin brings the rest, and leaves what is written as it is."""

import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from daytrail.project.settings import read_settings
from tests.command import run, write
from tests.engine import SEARCH_FILE
from tests.rebuild import configured
from tests.website import build, make, settings, text

ENTRY = "---\ntitle: First\ntags: [tide]\n---\n\n{{ now() }} <script>alert(1)</script>\n\n[TOC]\n\n## High water\n"
SHORT = "site_name: Tides\nplugins: [search, daytrail]\n"
MACROS = """
def define_env(env):
    @env.macro
    def streaks():
        return "streaks of the owner"

    @env.macro
    def own():
        return "a macro of the owner"
"""
PROJECT: Mapping[str, str | bytes] = {
    "mkdocs.yml": SHORT,
    "macros.py": MACROS,
    "main.py": "raise SystemExit('this is another program')\n",
    "entries/2026/2026-01-05.md": ENTRY,
    "docs/index.md": "# Home\n\nWelcome:\n{{ now() }}\nThis is my log.\n",
    "docs/block.md": "<div>\n{{ now() }}\n</div>\n",
    "docs/log.md": "{{ timeline() }}\n",
    "docs/own.md": "---\nrender_macros: true\n---\n\n{{ own() }}, {{ streaks() }}\n",
    "docs/text.md": "# Text\n\n`{{ now() }}` shows `\n{{ now() }}\n` what is next.\n\n```\n{{ now() }}\n```\n\n"
    "<!--\n{{ now() }} {{ nwo() }}\n-->\n\n"
    "!!! note\n    ~~Seen~~\n\n```mermaid\ngraph LR; a --> b\n```\n",
    "docs/proposed/2026.md": "Not yet.\n",
    "docs/tags.md": "# All of my tags\n",
}


def test_two_plugins_are_a_site_that_builds_strictly(tmp_path: Path) -> None:
    """Entries are data, a call on a line of its own is a macro, those of the owner come before ours."""
    built = build(make(tmp_path / "project", PROJECT))
    assert built.status == 0, built.output
    pages = {"", "log/", "log/2026/", "log/2026/01/05/", "tags/tide/", "own/", "text/", "404.html"}
    assert pages <= built.site.pages.keys()
    assert "proposed/2026/" not in built.site.pages
    assert SEARCH_FILE in built.site.files
    body = built.site.page("log/2026/01/05/").find(".entry-body")[0]
    assert list(body.iter("script")) == []
    assert text(body).startswith("{{ now() }} <script>alert(1)</script> [TOC] High water")
    home = text(built.site.page("").main)
    assert ("First" in home, "Welcome:" in home, home.endswith("This is my log.")) == (True, True, True)
    assert "First" in text(built.site.page("block/").main)
    assert "First" in text(built.site.page("log/").main)
    assert text(built.site.page("text/").main).count("{{ now() }}") == 3
    assert "a macro of the owner, streaks of the owner" in text(built.site.page("own/").main)


PLAN = """\
title: Tides
parts:
  - id: sea
    title: The sea
    weeks: [{week: 1, title: "<b>{{ 6*7 }}</b>", concepts: [The moon]}]
"""


@pytest.mark.parametrize(
    ("config", "tabs"),
    [
        (SHORT, ["Today", "Log", "Plan", "Stats", "About"]),
        (
            f"{SHORT}nav: [{{Start: index.md}}, about.md, {{More: [stats.md, curriculum/week-01.md]}}]\n",
            ["Start", "About", "More"],
        ),
    ],
    ids=["as few settings as possible", "with a navigation of the owner"],
)
def test_a_site_has_a_home_page_and_tabs_without_pages_for_them(tmp_path: Path, config: str, tabs: list[str]) -> None:
    project = tmp_path / "project"
    write(
        project,
        {
            "mkdocs.yml": config,
            "curriculum.yaml": PLAN,
            "entries/2026/2026-01-05.md": "---\ntitle: First\n---\n\n[Home](../../index.md)\n",
            "docs/about.md": "# About\n\nBack [home](index.md), or to [the log](log.md).\n",
        },
    )
    built = build(project)
    assert built.status == 0, built.output
    assert run(project, "check").status == 0
    for address in ("", "about/", "log/", "log/2026/01/05/"):
        shown = [text(link) for link in built.site.page(address).find("a.md-tabs__link")]
        assert shown == tabs, address
    home = built.site.page("")
    assert ("First" in text(home.main), "The moon" in text(home.main)) == (True, True)
    assert text(home.find("title")[0]) == "Tides"
    week = built.site.page("curriculum/week-01/")
    assert text(week.find("h1")[0]) == "Week 1: <b>{{ 6*7 }}</b>"
    assert [element for element in week.find("b") if "6*7" in text(element) or "42" in text(element)] == []
    assert [found for found in built.site.broken() if not found.startswith("404.html")] == []  # below `/`


def test_a_day_in_the_navigation_is_an_error(tmp_path: Path) -> None:
    day = "entries/2026/2026-01-05.md"
    project = write(tmp_path / "p", {"mkdocs.yml": f"{SHORT}nav:\n  - ./log.md\n  - {day}\n", day: "", "docs/x.md": ""})
    message = f"error: the navigation names `{day}`, which is a day"
    assert run(project, "check").out.startswith(f"mkdocs.yml:5:5: {message}")
    built = build(project)
    assert (built.status, message in built.output) == (1, True)
    write(project, {"mkdocs.yml": f"{SHORT}nav: [./log.md]\n"})
    assert build(project).status == 0


def seen(folder: Path, config: str, **files: str) -> dict[str, Any]:
    """Return the settings with which MkDocs builds a project."""
    loaded = configured(make(folder, {"mkdocs.yml": config, **files}))
    plugins = {name: dict(plugin.config) for name, plugin in loaded.plugins.items()}
    extensions = dict.fromkeys(sorted(loaded.markdown_extensions))
    return {
        "settings": [loaded.mdx_configs, extensions, loaded.validation.links, loaded.draft_docs],
        "theme": [loaded.theme.name, {name: loaded.theme[name] for name in loaded.theme}],
        "plugins": plugins,
    }


LEFT_OUT = {
    "the theme": r"^theme:\n(?:[ ].*\n)+",
    "settings of the theme": r"^  font: false\n  icon:\n    logo: .*\n",
    "all extensions": r"^markdown_extensions:\n(?:[ ].*\n)+",
    "options of macros": r"(?<=  - macros):(?:\n      .*)+",
    "the module of macros": r"^      module_name: macros\n",
    "the macros plugin": r"^  - macros:\n(?:    .*\n)+",
    "the git plugin": r"^  - git-revision-date-localized:\n(?:    .*\n)+",
    "options of the git plugin": r"^      strict: false\n",
    "validation": r"^validation:\n(?:[ ].*\n)+",
    "a level": r"^    anchors: warn\n",
    "drafts": r"^draft_docs: .*\n",
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the settings of a project that writes all of them."""
    return seen(tmp_path_factory.mktemp("written") / "project", settings())


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_is_added(tmp_path: Path, written: dict[str, Any], name: str) -> None:
    short, found = re.subn(LEFT_OUT[name], "", settings(), flags=re.MULTILINE)
    assert found == 1
    assert seen(tmp_path / "project", short) == written


OWN = """\
site_name: Tides
theme:
  name: material
  language: fr
  logo: logo.svg
  font: {text: Inter}
  features: []
plugins:
  - search
  - daytrail
  - macros: {render_by_default: true}
  - git-revision-date-localized: {locale: de}
markdown_extensions: [toc: {permalink: false}]
validation: {absolute_links: ignore, links: {anchors: info}}
draft_docs: drafts/
"""


def test_what_is_written_stays(tmp_path: Path) -> None:
    """A mapping is completed, a list stays."""
    found = seen(tmp_path / "project", OWN, **{"main.py": "def define_env(env):\n    env.macro(len, 'own')\n"})
    theme, plugins = found["theme"][1], found["plugins"]
    assert (theme["font"], theme["features"], theme["palette"][0]["primary"]) == ({"text": "Inter"}, [], "custom")
    assert theme["icon"] is None  # an icon would replace the logo
    macros, git = plugins["macros"], plugins["git-revision-date-localized"]
    assert (macros["render_by_default"], macros["on_error_fail"], macros["module_name"]) == (True, True, "main")
    assert (git["locale"], git["strict"]) == ("de", False)
    options, extensions, links, drafts = found["settings"]
    assert options == {"toc": {"permalink": False}}
    assert list(extensions) == ["fenced_code", "tables", "toc"]
    assert (links.absolute_links, links.anchors) == (logging.DEBUG, logging.INFO)
    assert links.unrecognized_links == logging.WARNING
    assert drafts.match_file("drafts/x.md")
    assert not drafts.match_file("proposed/x.md")


ADDRESSES = """\
site_name: Tides
site_url: https://learner.example/repo/
plugins:
  - search
  - daytrail:
      addresses: {tags: topics, curriculum: course, reading: library, milestones: goals, series: logs, stats: graphs}
"""
OTHER_ADDRESSES = {
    "mkdocs.yml": ADDRESSES,
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
    project = write(tmp_path / "project", OTHER_ADDRESSES)
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
