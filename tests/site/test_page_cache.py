"""A build that reuses cached pages writes the same bytes as a clean build."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias
from unittest import mock

import pytest
from markdown import Markdown
from mkdocs.commands.build import _build_page
from mkdocs.config import load_config

from daytrail.site import cache_key, page_builder, page_task, plugin
from daytrail.site.page_builder import NO_OUTPUTS
from daytrail.views.pages.day import lower_headings
from tests.engine import THEME
from tests.rebuild import JOURNAL, Edit, again, commit, differing, git, rebuild
from tests.website import make

Patches: TypeAlias = Mapping[str, object]


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


def nothing(_: Path) -> None:
    """Change nothing."""


def amend(project: Path) -> None:
    """Give the only commit of a project another day."""
    git(project, "commit", "--quiet", "--amend", "--date", "2026-01-11T12:00:00 +0000", "--no-edit", day="2026-01-11")


@dataclass(frozen=True)
class Case:
    """An edit, and the part of a page's cache key that must change with it."""

    edit: Edit = nothing
    before: Edit = nothing
    """An edit before the first build."""
    day: str = "2026-02-16"
    later: str = "2026-02-16"
    """The dates of the builds before and after the edit."""
    patches: Patches = field(default_factory=dict)
    """Replacements of attributes during both builds."""
    later_patches: Patches = field(default_factory=dict)
    """Replacements of attributes during the second build."""


ENTRY = "entries/2026-01-06.md"
OVERRIDE = '{% extends "base.html" %}{% block announce %}Hello{% endblock %}'
CUSTOM = both(
    put("overrides/main.html", OVERRIDE),
    swap("mkdocs.yml", f"  name: {THEME}\n", f"  name: {THEME}\n  custom_dir: overrides\n"),
)
MANY: Patches = {"daytrail.views.entry_list.FIRST_PAGE": 2, "daytrail.views.entry_list.LATER_PAGE": 1}
OTHER_CODE: Patches = {
    "daytrail.site.cache_key.fingerprint": lambda: "other",
    "daytrail.site.page_builder.fingerprint": lambda: "other",
    "daytrail.views.pages.day.lower_headings": lambda body: lower_headings(body).upper(),
}
PATCHING = """
import markdown
from daytrail.site.macros import define_env

serializer = markdown.serializers.to_xhtml_string
markdown.Markdown.output_formats["xhtml"] = lambda element: serializer(element).replace("table", "{}")
"""
CASES = {
    "settings": Case(swap("mkdocs.yml", "site_name: ", "site_name: Other ")),
    "plugins": Case(
        swap("mkdocs.yml", "      strict: false\n", "      strict: false\n      timezone: Asia/Tokyo\n"), commit
    ),
    "theme": Case(swap("mkdocs.yml", "scheme: slate", "scheme: other")),
    "templates": Case(swap("overrides/main.html", "Hello", "Good day"), CUSTOM),
    "navigation": Case(swap("docs/about.md", "# About", "# About me")),
    "code": Case(later_patches=OTHER_CODE),
    "modules": Case(
        put("macros.py", PATCHING.format("Flood")),
        put("macros.py", PATCHING.format("Ebb")),
        patches={"markdown.Markdown.output_formats": dict(Markdown.output_formats)},  # which macros.py changes
    ),
    "engine": Case(later_patches={"mkdocs.__name__": "properdocs", "mkdocs.__version__": "ProperDocs 1.6.7"}),
    # Descriptions have the title too, and are another part.
    "title": Case(
        swap("curriculum.yaml", "title: Tides}", "title: Waters}"),
        patches={**MANY, "daytrail.views.entry_list._description": lambda _title, _entries: "Entries"},
    ),
    "inputs": Case(swap(ENTRY, "A table", "Two tables")),
    "history": Case(amend, before=commit),
    "head": Case(swap("curriculum.yaml", "milestones:", "author: Mara\nmilestones:")),
    "footer": Case(day="2026-01-04", later="2026-01-05"),
    "source": Case(swap("docs/about.md", "See", "Look at")),
    "made": Case(swap(ENTRY, "A table", "Two tables")),
}
"""Cases by part of the cache key. Each edit changes bytes of a page and no other part of its key."""


@contextmanager
def patched(patches: Patches) -> Iterator[None]:
    with ExitStack() as stack:
        for name, value in patches.items():
            stack.enter_context(mock.patch(name, value))
        yield


def stale(case: Case, folder: Path) -> list[str]:
    """Return the files that a build after an edit wrongly leaves as they were."""
    project = make(folder / "project", JOURNAL)
    case.before(project)
    with patched(case.patches):
        rebuild(project, DAYTRAIL_TODAY=case.day)
        case.edit(project)
        with patched(case.later_patches):
            return differing(project, DAYTRAIL_TODAY=case.later)


@pytest.mark.parametrize("name", CASES)
def test_an_edit_that_changes_one_part_of_a_key_rebuilds_its_pages(tmp_path: Path, name: str) -> None:
    """After an edit that changes only one part of a page's key, the site equals a clean build."""
    assert stale(CASES[name], tmp_path) == []


@pytest.mark.parametrize("name", CASES)
def test_each_part_of_a_key_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Without a part of the key, its edit leaves a page as it was."""
    whole: Callable[[Mapping[str, object]], str] = cache_key.digest

    def without(ingredients: Mapping[str, object]) -> dict[str, object]:
        # The inputs of the later pages of lists are the ingredients of the pages that are made of them.
        parts = {key: without(value) if isinstance(value, dict) else value for key, value in ingredients.items()}
        return {key: value for key, value in parts.items() if key != name}

    def less(ingredients: Mapping[str, object]) -> str:
        return whole(without(ingredients))

    monkeypatch.setattr(page_builder, "digest", less)
    assert stale(CASES[name], tmp_path)


EDITS = {
    "a link's target goes": drop("entries/2026-01-07.md"),
    "a link's target comes": both(
        swap("entries/2026-01-05.md", "2026-01-07.md", "2026-01-08.md"),
        rebuild,
        put("entries/2026-01-08.md", "Text.\n"),
    ),
    "a link's target moves": both(
        swap("entries/2026-01-05.md", "2026-01-07.md", "undated.md"),
        rebuild,
        swap("entries/undated.md", "01-10", "01-11"),
    ),
    "a link's place goes": both(
        swap("entries/2026-01-06.md", "A table", "[A table](2026-01-05.md#first)"),
        rebuild,
        swap("entries/2026-01-05.md", "# First", "# Second"),
    ),
    "a picture comes": swap("entries/2026-01-06.md", "A table", "![A table](chart.svg)"),
    "an entry comes first": put("entries/2025-12-31.md", "---\ntags: [new]\n---\nText.\n"),
    "an entry is renamed": lambda project: (project / ENTRY).rename(project / "entries/2026-01-06-later.md"),
    "an entry becomes a draft": swap(ENTRY, "day: 2", "draft: true"),
    "a secret comes": swap(ENTRY, "A table", "A <!-- private -->wooden<!-- /private --> table"),
    "an item is done by the plan": swap("curriculum.yaml", "hours: 2}", "hours: 2, done: 2026-01-08}"),
    "a week is renamed": swap("curriculum.yaml", "title: Ebb", "title: Low water"),
    "a link is on the list": swap("reading.yaml", "example.org/waves", "example.org/moon"),
    "pages become files": both(swap("mkdocs.yml", "site_name:", "use_directory_urls: false\nsite_name:")),
    "a page is the owner's": put("docs/log.md", "# My log\n"),
    "a page of the owner's has an icon": swap("docs/about.md", "# About", "---\nicon: material/heart\n---\n\n# About"),
    "a page of the owner's has macros": swap(
        "docs/about.md", "# About", "---\nrender_macros: true\n---\n\n{{ progress() }}"
    ),
    "a page of the owner's has no macros": swap("docs/index.md", "render_macros: true", "title: Home"),
    "a page of the owner's comes": put("docs/later.md", "# Later\n"),
    "a page of the owner's goes": drop("docs/about.md"),
    "a page of the owner's is renamed": lambda project: (project / "docs/about.md").rename(project / "docs/me.md"),
    "pages are no longer the owner's": drop("docs/reading.md"),
    "the time zone is another": swap("mkdocs.yml", "timezone: UTC", "timezone: Pacific/Auckland"),
    "feeds are short": swap("mkdocs.yml", "      timezone: UTC", "      timezone: UTC\n      feed: excerpt"),
    "the default series is another": swap("curriculum.yaml", "series:\n", "series:\n  - {id: waves, title: Waves}\n"),
}


@pytest.mark.parametrize("name", EDITS)
def test_after_any_edit_the_site_equals_a_clean_build(built_project: Path, tmp_path: Path, name: str) -> None:
    """The build after an edit equals a clean build, and the next build builds no page."""
    project = again(built_project, tmp_path)
    EDITS[name](project)
    assert differing(project) == []
    if name not in ("a link's place goes", "a link's target goes"):  # which is said each time
        assert rebuild(project).startswith("0 of ")


def test_warnings_are_repeated_by_each_build(
    built_project: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each build names links to a missing file and to missing anchors, on the same and on another page."""
    project = again(built_project, tmp_path)
    (project / ENTRY).write_text("[a](none.md) [b](#none) [c](2026-01-05.md#none)\n", encoding="utf-8")
    for _ in range(3):
        caplog.clear()
        rebuild(project)
        said = " ".join(record.getMessage() for record in caplog.records)
        assert re.findall(r"contains a link '([^']*)'", said) == ["none.md", "#none", "2026-01-05.md#none"]


def test_a_removed_anchor_is_reported_for_reused_pages(
    built_project: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A reused page whose link names an anchor of another page is reported once the anchor is gone."""
    project = again(built_project, tmp_path)
    rebuild(project)
    assert "#first" not in caplog.text
    swap("entries/2026-01-05.md", "# First", "# Second")(project)
    for _ in range(2):
        caplog.clear()
        rebuild(project)
        assert "'about.md' contains a link 'entries/2026-01-05.md#first'" in caplog.text
    swap("entries/2026-01-05.md", "# Second", "# First")(project)
    caplog.clear()
    rebuild(project)
    assert "#first" not in caplog.text
    assert rebuild(project).startswith("0 of ")


def test_dates_in_a_key_count_by_value() -> None:
    assert cache_key.digest({"day": date(2026, 1, 5)}) != cache_key.digest({"day": date(2026, 1, 6)})


TITLES = {
    "text": swap("docs/about.md", '# "About"', '# "About me"'),
    "settings": swap("mkdocs.yml", "markdown_extensions:\n", "markdown_extensions:\n  - smarty\n"),
}


@pytest.mark.parametrize("without", [True, False])
@pytest.mark.parametrize("name", TITLES)
def test_cached_titles_depend_on_text_and_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, without: bool
) -> None:
    """The navigation has cached titles of pages that were not read; without a part of their key, they are outdated."""
    whole: Callable[[Mapping[str, object]], str] = cache_key.digest

    def less(ingredients: Mapping[str, object]) -> str:
        return whole({key: value for key, value in ingredients.items() if key != name})

    if without:
        monkeypatch.setattr(page_task, "digest", less)
    assert bool(stale(Case(TITLES[name], swap("docs/about.md", "# About", '# "About"')), tmp_path)) is without


def built_pages(project: Path) -> set[str]:
    """Build a project in its place, and return the source URIs of the pages that were built."""
    with mock.patch("daytrail.site.mkdocs_private._build_page", wraps=_build_page) as step:
        rebuild(project)
    return {call.args[0].file.src_uri for call in step.call_args_list}


def test_docs_pages_are_reused_unless_their_macros_show_the_edit(built_project: Path, tmp_path: Path) -> None:
    """An entry changes docs pages whose macros show it, and no others."""
    project = again(built_project, tmp_path)
    swap("docs/about.md", "See", "Look at")(project)
    assert built_pages(project) == {"about.md"}
    swap(ENTRY, "A table", "Two tables")(project)
    found = built_pages(project)
    assert found >= {ENTRY, "log.md"}
    assert not found & {"about.md", "curriculum.md", "map.md"}


@pytest.mark.parametrize(
    "patched",
    [
        {"_own_keys": lambda _build, _uris: {}, "draw_outputs": lambda _build: NO_OUTPUTS},
        {"_MOST_DRAWN": 1},
    ],
    ids=["no keys and files", "one file"],
)
def test_what_the_background_leaves_out_is_done_in_the_foreground(
    patched: Mapping[str, Any], built_project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No page is built for the lack of a key, and no file is missing."""
    project = again(built_project, tmp_path)
    swap(ENTRY, "A table", "Two tables")(project)
    expected = built_pages(project)
    for name, value in patched.items():
        monkeypatch.setattr(page_builder, name, value)
        monkeypatch.setattr(plugin, name, value, raising=False)
    swap(ENTRY, "Two tables", "A table")(project)
    assert built_pages(project) == expected
    assert differing(project) == []


def test_a_build_into_another_folder_leaves_no_stale_page_in_the_first(built_project: Path, tmp_path: Path) -> None:
    """As that of the live server, which is followed by a build: both have one cache."""
    project = again(built_project, tmp_path)
    rebuild(project)
    swap(ENTRY, "A table", "Two tables")(project)
    elsewhere = partial(load_config, site_dir=str(tmp_path / "elsewhere"))
    with mock.patch("tests.rebuild.load_config", elsewhere):
        rebuild(project)
    assert differing(project) == []


def test_what_disables_the_page_cache_is_named(built_project: Path, tmp_path: Path) -> None:
    """A build that reuses no pages says why; `test_obstacles` has all reasons."""
    project = again(built_project, tmp_path)
    both(
        put("hook.py", "def on_page_content(html, **_):\n    return html\n"),
        swap("mkdocs.yml", "plugins:\n", "hooks: [hook.py]\nplugins:\n"),
    )(project)
    assert rebuild(project) == "All pages are built anew: `hooks` may change any page"


MACROS = """
from daytrail.site.macros import define_env as own


def define_env(env):
    own(env)
    env.macro(lambda: ", ".join(str(page.title) for page in env.variables["navigation"].pages), "titles")
"""


def test_a_macro_sees_the_same_navigation_in_each_build(tmp_path: Path) -> None:
    """What a macro of the project reads from the navigation does not depend on which pages were read."""
    project = make(tmp_path / "project", JOURNAL)
    put("macros.py", MACROS)(project)
    put("docs/index.md", "---\nrender_macros: true\n---\n\n# Home\n\nPages: {{ titles() }}\n")(project)
    rebuild(project)
    assert "About" in (project / "site/index.html").read_text(encoding="utf-8").partition("Pages: ")[2][:99]
    swap("docs/log.md", "# Log", "# My log")(project)
    assert differing(project) == []
