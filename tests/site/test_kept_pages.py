"""A build that keeps pages of the published site writes the same bytes as a clean build."""

import os
import re
from functools import partial
from pathlib import Path
from unittest import mock

import pytest
from mkdocs.config import load_config

from daytrail.project.settings import read_settings
from daytrail.site.build import start_build
from daytrail.site.kept_pages import KeptPages
from daytrail.site.page_keys import reason_to_build_all
from tests.engine import THEME
from tests.for_each import for_each
from tests.rebuild import JOURNAL, Edit, again, commit, configured, differing, git, rebuild, record
from tests.website import build, make

ENTRY, ABOUT = "entries/2026-01-06.md", "docs/about.md"


def put(name: str, text: str) -> Edit:
    """Write a file."""

    def edit(project: Path) -> None:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")

    return edit


def swap(name: str, old: str, new: str) -> Edit:
    """Replace a part of a file."""

    def edit(project: Path) -> None:
        text = (project / name).read_text(encoding="utf-8")
        assert old in text
        (project / name).write_text(text.replace(old, new), encoding="utf-8")

    return edit


def drop(name: str) -> Edit:
    """Remove a file."""
    return lambda project: (project / name).unlink()


def both(*edits: Edit) -> Edit:
    """Make several edits."""
    return lambda project: [edit(project) for edit in edits]


def option(text: str) -> Edit:
    """Give the plugin an option."""
    return swap("mkdocs.yml", "  - daytrail:\n", f"  - daytrail:\n      {text}\n")


def extension(text: str) -> Edit:
    """Add a Markdown extension."""
    return swap("mkdocs.yml", "markdown_extensions:\n", f"markdown_extensions:\n  - {text}\n")


def override(text: str) -> Edit:
    """Show a text with a template in each page."""
    return both(
        swap("mkdocs.yml", f"  name: {THEME}\n", f"  name: {THEME}\n  custom_dir: overrides\n"),
        put("overrides/main.html", f"{{% extends 'base.html' %}}{{% block announce %}}{text}{{% endblock %}}"),
    )


def amend(project: Path) -> None:
    """Give the only commit of a project another day."""
    git(project, "commit", "--quiet", "--amend", "--date", "2026-01-11T12:00:00 +0000", "--no-edit", day="2026-01-11")


def in_place(project: Path) -> None:
    """Replace the text of an entry by one of the same length, and give the file its old time."""
    path = project / ENTRY
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b"A table", b"A chair"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


WORD = """
from pathlib import Path
from daytrail.site.macros import define_env as own


def define_env(env):
    own(env)
    env.macro(lambda: Path(__file__).with_name("word.txt").read_text(), "word")
"""
SHOWS_OTHERS = (
    "Hello {{ nav.homepage.meta.mood }}{% for page in nav.pages %}{% for top in page.toc %}"
    "{{ top.children | map(attribute='title') | join }}{% endfor %}{% endfor %}"
)
EDITS: dict[str, Edit] = {
    "a link's target goes": drop("entries/2026-01-07.md"),
    "a link's target comes": put("entries/2026-01-07.md", "Text.\n"),
    "a link's target moves": swap("entries/undated.md", "01-10", "01-11"),
    "an entry with the same size and time": in_place,
    "an item is done by the plan": swap("curriculum.yaml", "hours: 2}", "hours: 2, done: 2026-01-08}"),
    "a picture comes": swap("entries/2026-01-07.md", "Text", "![A table](chart.svg)"),
    "an entry comes first": put("entries/2025-12-31.md", "---\ntags: [new]\n---\nText.\n"),
    "a secret comes": swap(ENTRY, "A ", "A <!-- private -->wooden<!-- /private --> "),
    "a link is on the list": swap("reading.yaml", "example.org/waves", "example.org/moon"),
    "an entry is renamed": lambda project: (project / ENTRY).rename(project / "entries/2026-01-06-later.md"),
    "an entry becomes a draft": put("entries/2026-01-07.md", "---\ndraft: true\n---\nText.\n"),
    "an author is named": swap("curriculum.yaml", "milestones:", "author: Mara\nmilestones:"),
    "the default series is another": swap("curriculum.yaml", "series:\n", "series:\n  - {id: waves, title: Waves}\n"),
    "pages become files": swap("mkdocs.yml", "site_name:", "use_directory_urls: false\nsite_name:"),
    "the site has another name": swap("mkdocs.yml", "site_name: ", "site_name: Other "),
    "the time zone is another": swap("mkdocs.yml", "timezone: UTC", "timezone: Pacific/Auckland"),
    "feeds are short": option("feed: excerpt"),
    "the history is another": both(commit, rebuild, amend),
    "cards are switched off": option("og_cards: false"),
    "a theme has another feature": swap("mkdocs.yml", "    - navigation.top\n", ""),
    "a page of the owner's has another title": swap(ABOUT, "# About", "# About me"),
    "a page of the owner's has a title above its text": swap(ABOUT, "# About", "---\ntitle: Me\n---\n\n# About"),
    "a page of the owner's comes": put("docs/later.md", "# Later\n"),
    "a page of the owner's goes": drop(ABOUT),
    "a snippet with the title of a page changes": both(
        extension("pymdownx.snippets: {base_path: [!relative $config_dir]}"),
        put("a.md", "# Ebb\n"),
        put(ABOUT, '--8<-- "a.md"\n'),
        rebuild,
        put("a.md", "# Low\n"),
    ),
    "a macro with the title of a page changes": both(
        put("macros.py", WORD),
        put("word.txt", "ebb"),
        put(ABOUT, "---\nrender_macros: true\n---\n\n# About {{ word() }}\n"),
        rebuild,
        put("word.txt", "flood"),
    ),
    "a template changes": both(override(SHOWS_OTHERS), rebuild, swap("overrides/main.html", "Hello", "Good day")),
    "metadata that a template shows on other pages": swap("docs/index.md", "---\n\n#", "mood: good\n---\n\n#"),
    "headings that a template shows on other pages": swap(ABOUT, "See", "## More\n\nSee"),
}
COURSES: dict[str, list[list[str]]] = {
    "entries": [
        ["a link's target goes"],
        ["a link's target comes"],
        ["a link's target moves", "an entry with the same size and time", "an item is done by the plan"],
        ["a picture comes", "an entry comes first", "a secret comes", "a link is on the list"],
        ["an entry is renamed", "an entry becomes a draft"],
        ["an author is named"],
        ["the default series is another"],
    ],
    "settings": [
        ["pages become files"],
        ["the site has another name"],
        ["the time zone is another"],
        ["feeds are short"],
        ["the history is another"],
        ["cards are switched off"],
        ["a theme has another feature"],
    ],
    "pages of the owner's": [
        ["a page of the owner's has another title"],
        ["a page of the owner's has a title above its text"],
        ["a page of the owner's comes"],
        ["a page of the owner's goes"],
        ["a snippet with the title of a page changes"],
        ["a macro with the title of a page changes"],
    ],
    "templates of the owner's": [
        ["a template changes"],
        ["metadata that a template shows on other pages"],
        ["headings that a template shows on other pages"],
    ],
}
"""Edits of one project, one after the other. Those that are made at once change different pages."""


@pytest.mark.parametrize("course", COURSES)
def test_after_any_edit_the_site_equals_a_clean_build(built_project: Path, tmp_path: Path, course: str) -> None:
    project = again(built_project, tmp_path)
    for names in COURSES[course]:
        for name in names:
            EDITS[name](project)
        assert differing(project, SOURCE_DATE_EPOCH="0") == [], names


def built_pages(project: Path) -> set[str]:
    """Build a project in its place, and return the source URIs of the pages that were built."""
    record = mock.patch.object(KeptPages, "record", autospec=True, side_effect=KeptPages.record)
    with record as recorded:
        rebuild(project)
    return {file.src_uri for call in recorded.call_args_list for file in call.args[1].documentation_pages()}


def test_only_pages_that_show_an_edit_are_built(built_project: Path, tmp_path: Path) -> None:
    """Besides those of the docs folder, which MkDocs builds each time."""
    project = again(built_project, tmp_path)
    docs = {"about.md", "curriculum.md", "index.md", "log.md", "map.md", "milestones.md", "reading.md", "stats.md"}
    assert built_pages(project) == docs
    swap(ENTRY, "A table", "Two tables")(project)
    built = built_pages(project)
    assert ENTRY in built
    assert not {"entries/undated.md", "entries/2026-01-09-evening.md", "curriculum/week-02.md"} & built


def test_links_that_lead_nowhere_are_reported_by_each_build(
    built_project: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """To a missing file, and to missing anchors on the same and on another page; one may go after the links to it."""
    project = again(built_project, tmp_path)
    put(ENTRY, "[a](none.md) [b](#none) [c](2026-01-05.md#none) [d](2026-01-05.md#first)\n")(project)
    put("entries/2026-01-09.md", "[[2026-01-05#First]]\n")(project)
    of_entry, first = ["none.md", "#none", "2026-01-05.md#none"], "2026-01-05.md#first"
    for heading, reported in (
        ("First", of_entry),
        ("Second", [*of_entry, first, first]),
        ("Second", [*of_entry, first, first]),
        ("First", of_entry),
    ):
        text = (project / "entries/2026-01-05.md").read_text(encoding="utf-8")
        put("entries/2026-01-05.md", re.sub("^# .*", f"# {heading}", text, flags=re.MULTILINE))(project)
        caplog.clear()
        rebuild(project)
        messages = " ".join(record.getMessage() for record in caplog.records)
        assert re.findall(r"'entries/2026-01-0[69].md' contains a link '([^']*)'", messages) == reported


def test_a_build_into_another_folder_leaves_no_stale_page_in_the_first(built_project: Path, tmp_path: Path) -> None:
    project = again(built_project, tmp_path)
    swap(ENTRY, "A table", "Two tables")(project)
    elsewhere = partial(load_config, site_dir=str(tmp_path / "elsewhere"))
    with mock.patch("tests.rebuild.load_config", elsewhere):
        rebuild(project)
    assert differing(project) == []


HOOK = both(
    put("hook.py", "def on_page_content(html, **_):\n    return html\n"),
    swap("mkdocs.yml", "plugins:\n", "hooks: [hook.py]\nplugins:\n"),
)
REASONS: dict[str, tuple[Edit, str]] = {
    "a hook": (HOOK, "`hooks` may change any page"),
    "another plugin": (
        swap("mkdocs.yml", "plugins:\n", "plugins:\n  - material/tags\n"),
        "the plugin `material/tags` may",
    ),
    "macros for each page": (
        put("macros.py", f"{WORD}\n\ndef on_post_build(env):\n    pass\n"),
        "macros.py changes pages before or after their macros",
    ),
}


@for_each(REASONS)
def test_what_cannot_be_known_lets_all_pages_be_built_and_is_named(name: str, tmp_path: Path) -> None:
    edit, reason = REASONS[name]
    project = make(tmp_path / "project", JOURNAL)
    edit(project)
    config = configured(project)
    build = start_build(config, read_settings(project)[0])
    assert reason_to_build_all(config, build).startswith(reason)


def test_who_knows_better_has_pages_kept_or_none(tmp_path: Path) -> None:
    project = make(tmp_path / "project", JOURNAL)
    HOOK(project)
    output = build(project).output
    assert "All pages are built anew: `hooks` may change any page" in output
    assert ".html" not in record(project).read_text(encoding="utf-8")
    assert "if none does, write `page_cache: true` under `plugins: daytrail:`" in output
    text = (project / "mkdocs.yml").read_text(encoding="utf-8")
    for value, kept in (("true", False), ("true", True), ("false", False)):
        (project / "mkdocs.yml").write_text(text, encoding="utf-8")
        option(f"page_cache: {value}")(project)
        output = build(project).output
        assert "All pages are built anew" not in output
        [(built, pages)] = re.findall(r"(\d+) of (\d+) pages were built", output)
        assert (int(built) < int(pages)) is kept
