"""What keeps pages from being reused: each reason is named, and what keys contain is no reason."""

import logging
from pathlib import Path
from unittest import mock

import pytest
from mkdocs.config import load_config

from daytrail.site.obstacles import follows_from_files, obstacle
from tests.engine import THEME
from tests.rebuild import Edit, own_modules
from tests.site.test_page_cache import both, nothing, put, swap
from tests.website import ROOT, make


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make(tmp_path / "project", {})


def reason(project: Path) -> str | None:
    """Return what keeps the pages of a project from being reused."""
    with own_modules(project):
        config = load_config(str(project / "mkdocs.yml"))
        config.plugins.on_startup(command="build", dirty=False)
        return obstacle(config.plugins.on_config(config))


def extension(text: str) -> Edit:
    """Add a Markdown extension."""
    return swap("mkdocs.yml", "markdown_extensions:\n", f"markdown_extensions:\n  - {text}\n")


def setting(text: str) -> Edit:
    """Add settings."""
    return swap("mkdocs.yml", "site_name:", f"{text}\nsite_name:")


LOCAL = """
from markdown.extensions import Extension


class Own(Extension):
    def extendMarkdown(self, md):
        pass


def makeExtension(**options):
    return Own(**options)


def make(name="x"):
    return lambda text, separator: name


def plain(text, separator):
    return text
"""
MACROS = "from daytrail.site.macros import define_env\n\n\ndef {}(env):\n    pass\n"
REASONS: dict[str, Edit] = {
    "`hooks` may change any page": both(put("hook.py", ""), setting("hooks: [hook.py]")),
    "the plugin `material/meta` may change any page": swap(
        "mkdocs.yml", "  - daytrail:\n", "  - meta\n  - daytrail:\n"
    ),
    "the plugin `search` may change any page": swap("mkdocs.yml", "name: material", "name: mkdocs"),
    "the theme is `mkdocs`, and only `material` is known": both(
        swap("mkdocs.yml", "name: material", "name: mkdocs"), swap("mkdocs.yml", "  - search\n", "")
    ),
    "the theme is your own, and only `material` is known": both(
        put("theme/main.html", "{{ page.content }}"),
        swap("mkdocs.yml", "name: material", "name: null\n  custom_dir: theme"),
        swap("mkdocs.yml", "  - search\n", ""),
    ),
    "the extension `pymdownx.snippets` reads other files": extension("pymdownx.snippets"),
    "the extension `pymdownx.b64` reads other files": extension("pymdownx.b64"),
    "the extension `material.extensions.preview` reads other files": extension("material.extensions.preview"),
    "the extension `pymdownx.emoji` reads other files": extension("pymdownx.emoji: {options: {custom_icons: [icons]}}"),
    "the extension `local` may read other files": both(put("local.py", LOCAL), extension("local")),
    "the extension `local:Own` may read other files": both(put("local.py", LOCAL), extension("'local:Own'")),
    "`local.plain` may make something else of the same text": both(
        put("local.py", LOCAL), swap("mkdocs.yml", "toc:", "toc:\n      slugify: !!python/name:local.plain")
    ),
    "`local.make.<locals>.<lambda>` may make something else of the same text": both(
        put("local.py", LOCAL), swap("mkdocs.yml", "toc:", "toc:\n      slugify: !!python/object/apply:local.make {}")
    ),
    "an object of `fractions.Fraction` may make something else of the same text": setting(
        "extra: {a: !!python/object/apply:fractions.Fraction [1, 3]}"
    ),
    "`render_by_default` lets macros into any page": swap(
        "mkdocs.yml", "render_by_default: false", "render_by_default: true"
    ),
    "a value cannot be written as JSON: keys must be str, int, float, bool or None, not tuple": setting(
        "extra: {? !!python/tuple [1, 2] : a}"
    ),
}


@pytest.mark.parametrize("why", REASONS)
def test_what_no_key_can_know_is_named(project: Path, why: str) -> None:
    REASONS[why](project)
    assert (reason(project) or "").startswith(why)


@pytest.mark.parametrize("function", ["on_pre_page_macros", "on_post_page_macros", "on_post_build"])
def test_functions_of_macros_that_change_any_page_are_named(project: Path, function: str) -> None:
    put("macros.py", MACROS.format(function))(project)
    assert reason(project) == "macros.py changes pages before or after their macros"


KNOWN: dict[str, Edit] = {
    "the settings of the repository": nothing,
    "slugs with arguments": swap(
        "mkdocs.yml", "toc:", "toc:\n      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}"
    ),
    "a function of a known package": extension(
        "pymdownx.emoji: {emoji_index: !!python/name:material.extensions.emoji.twemoji }"
    ),
    "a format of formulas": both(
        extension("pymdownx.arithmatex: {generic: true}"),
        swap(
            "mkdocs.yml",
            "        - name: mermaid\n",
            "        - name: math\n          class: arithmatex\n          format: !!python/object/apply:"
            "pymdownx.arithmatex.arithmatex_fenced_format {kwds: {mode: generic}}\n        - name: mermaid\n",
        ),
    ),
    "keys that are numbers, and a date": setting("extra: {1: a, b: 2026-01-05, 2026: c}"),
    "hidden pages": setting("exclude_docs: |\n  /secret.md\nnot_in_nav: |\n  /about.md"),
    "macros of the project": put("macros.py", "def define_env(env):\n    env.macro(lambda: 'x', 'x')\n"),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_keys_contain_keeps_no_page_from_being_reused(project: Path, name: str) -> None:
    KNOWN[name](project)
    assert reason(project) is None


def repeats(project: Path, *templates: str) -> bool:
    """Return whether a build is known to give the same again while no file changes and the day is the same."""
    with own_modules(project):
        config = load_config(str(project / "mkdocs.yml"))
        config.plugins.on_startup(command="build", dirty=False)
        config = config.plugins.on_config(config)
        loaded = {"macros": project / "macros.py", **later_modules(project)}
        with mock.patch("daytrail.site.obstacles.own_modules", return_value=loaded):  # without those of the tests
            return follows_from_files(config, templates)


def later_modules(project: Path) -> dict[str, Path]:
    return {path.stem: path for path in project.glob("*.py")}


@pytest.mark.parametrize(
    "text",
    [
        "# Home\n\n{{ timeline() }}",
        "{{ recent(limit=3) }} {{ 'a' | upper }} {% for n in [1] %}{{ n }}{% endfor %}",
        "{% raw %}{{ environment }}{% endraw %}",
    ],
)
def test_a_page_that_calls_our_macros_is_the_same_until_a_file_changes(project: Path, text: str) -> None:
    assert repeats(project, "", text)


@pytest.mark.parametrize(
    "text",
    [
        "{{ environment }}",
        "{{ timeline() }} {{ own() }}",
        "{{ git_revision_date }}",
        "{% include 'a.md' %}",
        "{{ [1, 2] | random }}",
        "{{ lipsum() }}",
        "{{ config.x }}",
        "{{",
    ],
)
def test_a_page_that_may_read_the_clock_is_built_each_time(project: Path, text: str) -> None:
    assert not repeats(project, text)


@pytest.mark.parametrize(
    ("code", "repeated"),
    [
        ("", True),
        ('"""Macros."""\n\n\ndef define_env(env):\n    """Nothing yet."""\n', True),
        ("import os\n\n\ndef define_env(env):\n    pass\n", False),
        ("def define_env(env):\n    env.macro(lambda: 'x', 'x')\n", False),
        (
            "from daytrail.site.macros import define_env as own\n\n\ndef define_env(env):\n    own(env or 0)\n",
            False,
        ),
        ("def define_env(env):\n    print(env)\n", False),
    ],
)
def test_macros_of_the_owner_may_read_the_clock(project: Path, code: str, repeated: bool) -> None:
    put("macros.py", code or (ROOT / "macros.py").read_text(encoding="utf-8"))(project)
    assert repeats(project) is repeated


def test_modules_and_data_of_the_owner_may_change_without_a_file_of_the_project(project: Path) -> None:
    put("helper.py", "")(project)
    assert not repeats(project)
    (project / "helper.py").unlink()
    put("own.yaml", "a: 1\n")(project)
    swap("mkdocs.yml", "module_name: macros\n", "module_name: macros\n      include_yaml: [own.yaml]\n")(project)
    assert not repeats(project)


UNKNOWN_TEMPLATES = {
    "{{ nav }}": "nav",
    "{% for item in nav.items %}{{ item.title }}{% endfor %}": "nav",
    "{% for file in pages %}{{ file.url }}{% endfor %}": "pages",
    "{{ build_date_utc }}": "build_date_utc",
    "{% trans %}Pages{% endtrans %}{{ nav }}": "nav",
    "{% trans all=nav %}{{ all }}{% endtrans %}": "nav",
    "{{ page }}": "page",
    "{{ page.next_page.title }}": "page.next_page.title",
    "{{ page.previous_page.toc }}": "page.previous_page.toc",
    "{{ page.parent.children[0].meta.x }}": "page.parent.children.[].meta.x",
    "{{ page['next_page'].title }}": "page.next_page.title",
    "{{ page[page.title].title }}": "page.[].title",
    "{{ (page or x).next_page }}": "page",
    "{% set own = page %}{{ own.next_page }}": "page",
    "{% with own = page %}{{ own.next_page }}{% endwith %}": "page",
    "{{ page | attr('next_page') }}": "attr",
    "{{ [page] | map(attribute='next_page') | list }}": "page",
    "{{ page.file.page.next_page }}": "page.file.page.next_page",
    "{{ page.update_date }}": "page.update_date",
    "{{ page.meta }}": "page.meta",
    "{{ page.meta.git_site_revision_date_localized }}": "page.meta.git_site_revision_date_localized",
    "{{ page.meta['git_site_revision_date_localized'] }}": "page.meta.git_site_revision_date_localized",
    "{{ page.meta[page.title] }}": "page.meta.[]",
    "{% for key, value in page.meta.items() %}{{ value }}{% endfor %}": "page.meta.items",
    "{{ config }}": "config",
    "{{ config.site_dir }}": "config.site_dir",
    "{{ config.plugins.search.search_index }}": "config.plugins.search.search_index",
    "{{ config.theme.dirs }}": "config.theme.dirs",
    "{{ config.theme[page.title] }}": "config.theme.[]",
    "{{ config.items() }}": "config.items",
    "{{ page.title.__class__ }}": "page.title.__class__",
    "{{ super.__init__.__globals__ }}": "super.__init__.__globals__",
    "{{ (''.x or '').__class__ }}": "__class__",
    "{{ [1, 2] | random }}": "random",
    "{{ lipsum() }}": "lipsum",
    "{% macro render(nav_item) %}{{ nav_item.meta.mood }}{% endmacro %}": "nav_item",
    "{% call(item) list() %}{{ item.meta.mood }}{% endcall %}": "item",
    "{{ nav_item.meta.mood }}": "nav_item",
    "{% include 'sitemap.xml' %}": "include",
    "{% include page.meta.part %}": "include",
    "{% extends layout %}": "extends",
    "{% from name import x %}": "fromimport",
}


@pytest.mark.parametrize("text", UNKNOWN_TEMPLATES)
@pytest.mark.parametrize("name", ["main.html", "partials/own.txt"])
def test_a_template_that_shows_what_no_key_contains_is_named(project: Path, text: str, name: str) -> None:
    custom(project, name, text)
    why = f"the template {name} uses `{UNKNOWN_TEMPLATES[text]}`, which may change when this page does not"
    assert reason(project) == why


@pytest.mark.parametrize(
    "text",
    [
        "{% extends 'base.html' %}{% block announce %}{{ super() }} Hello{% endblock %}",
        "<h1>{{ page.title }}</h1>{{ page.content }}{{ page.canonical_url }}{{ page.meta.mood }}{{ page.meta['a'] }}",
        "{% if page.is_homepage %}{{ 'x.css' | url }}{% endif %}{{ base_url }}",
        "{{ config.site_name }}{{ config.extra.social[0].link }}{% for a in config.extra.b %}{{ a.c }}{% endfor %}",
        "{% if 'toc.follow' in config.theme.features %}{{ lang.t('footer') }}{% endif %}",
        "{% for heading in page.toc %}{{ heading.title }}{{ loop.index }}{% endfor %}",
        "{% include '.icons/material/' ~ page.meta.icon ~ '.svg' %}{% include 'partials/logo.html' %}",
        "{% import 'partials/language.html' as lang with context %}{{ lang.t('search') }}",
        "{% set title = page.title %}{{ title | upper }}{% for n in range(3) %}{{ n }}{% endfor %}",
        "{% trans %}Search{% endtrans %}",
        "body { color: red }",
    ],
)
def test_a_template_that_shows_what_keys_contain_is_no_reason(project: Path, text: str) -> None:
    custom(project, "main.html", text)
    assert reason(project) is None


def custom(project: Path, name: str, text: str) -> None:
    """Give a project a template of its own."""
    put(f"overrides/{name}", text)(project)
    swap("mkdocs.yml", f"  name: {THEME}\n", f"  name: {THEME}\n  custom_dir: overrides\n")(project)


def test_a_link_to_a_folder_among_the_templates_is_named(project: Path) -> None:
    custom(project, "main.html", "")
    put("elsewhere/own.html", "")(project)
    (project / "overrides/partials").symlink_to(project / "elsewhere", target_is_directory=True)
    assert reason(project) == "overrides contains a link to another folder"


def test_the_reason_is_given_once_by_a_live_server(project: Path, caplog: pytest.LogCaptureFixture) -> None:
    """One plugin builds again and again; as long as the reason is the same it is not repeated."""
    put("hook.py", "")(project)
    setting("hooks: [hook.py]")(project)
    config = load_config(str(project / "mkdocs.yml"))
    config.plugins.on_startup(command="serve", dirty=False)
    config = config.plugins.on_config(config)
    with caplog.at_level(logging.INFO, "mkdocs"):
        for _ in range(3):
            config.plugins["daytrail"].on_pre_build(config=config)
    assert [record.message for record in caplog.records].count(
        "All pages are built anew: `hooks` may change any page"
    ) == 1
