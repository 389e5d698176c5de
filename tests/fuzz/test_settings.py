"""Random settings: each builds a site in its folder or is a mistake, and no file of the writer is lost."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.views.links import use_addresses
from tests.fuzz.promises import project, publish, tries

pytestmark = pytest.mark.site


@pytest.fixture(autouse=True, scope="module")
def usual_addresses() -> Iterator[None]:
    """Leave other tests in this process the usual addresses of lists."""
    yield
    use_addresses({})


_FOLDERS = [
    *("site", "docs", "entries", ".", "..", "../outside", "missing", "", "entries/site", "docs/site", "docs/days"),
    *("site/../entries", "docs/../entries", "./entries/", "../project/entries", "link", "link/x", ".cache", "site/log"),
    *("curriculum.yaml", "curriculum", "overrides", "a\x00b", "~", "$HOME", "C:\\x", "*", "entries\n"),
]
_ODD: st.SearchStrategy[object] = st.sampled_from(
    [None, True, 7, -1.5, "", "x", [], ["x"], {}, {"x": 1}, [None], [[]], "../outside/note.md", "http://[x]/", "\u202e"]
)


def _often(*usual: object) -> st.SearchStrategy[object]:
    return st.sampled_from(usual) | _ODD


_DAYTRAIL = st.fixed_dictionaries(
    {},
    optional={
        "entries": _often(*_FOLDERS),
        "curriculum": _often("curriculum.yaml", "entries/2026-01-05.md", "missing.yaml", "link", "docs/index.md"),
        "reading": _often("reading.yaml", "curriculum.yaml", "../outside/note.md", "missing.yaml", "docs"),
        "timezone": _often("UTC", "Europe/Berlin", "Nowhere/City", "../../etc/passwd", "Europe", "posixrules"),
        "feed": _often("full", "summary", "excerpt", "none"),
        "feed_authority": _often("learner.example,2026", "x", "a@b.example,2026-01-01"),
        "page_cache": _often(True, False, "yes"),
        "og_cards": _often(True, False, "yes"),
        "addresses": _often({"tags": "topics"}, {"tags": "stats", "stats": "tags"}, {"tags": "log"}, {"docs": "x"}),
        "unknown": _ODD,
    },
)
_PLUGINS = st.lists(
    st.one_of(
        st.just("search"),
        st.just("daytrail"),
        _DAYTRAIL.map(lambda options: {"daytrail": options}),
        st.just({"macros": {"render_by_default": False, "on_error_fail": True}}),
        st.sampled_from(["macros", "missing", "git-revision-date-localized", "tags"]),
        st.just({"macros": {"module_name": "nowhere"}}),
        _ODD,
    ),
    min_size=1,
    max_size=4,
)
_SETTINGS = st.fixed_dictionaries(
    {
        "site_name": _often("x"),
        "plugins": _DAYTRAIL.map(lambda options: ["search", {"daytrail": options}]) | _PLUGINS | _ODD,
    },
    optional={
        "site_url": _often("https://learner.example/repo/", "//", "ftp://x", "https://exa mple", "http://a\u2100b/"),
        "docs_dir": _often(*_FOLDERS),
        "site_dir": _often(*_FOLDERS),
        "theme": _often(
            "material",
            "mkdocs",
            "readthedocs",
            "missing",
            {"name": "material", "custom_dir": "overrides"},
            {"name": "material", "custom_dir": "entries"},
            {"name": None, "custom_dir": "overrides"},
            {"name": "material", "custom_dir": "missing"},
            {"name": "material", "language": "nope", "font": False},
        ),
        "nav": _often([{"Home": "index.md"}], [{"X": "missing.md"}], ["log.md", {"A": ["index.md"]}], {"A": "log.md"}),
        "markdown_extensions": _often(["daytrail.gfm"], ["missing"], [{"toc": {"permalink": 7}}], {"tables": {}}),
        "hooks": _often(["hook.py"], ["missing.py"], ["broken.py"]),
        "INHERIT": _often("base.yml", "mkdocs.yml", "missing.yml", "list.yml", "../outside/note.md", "entries"),
        "use_directory_urls": _often(True, False),
        "exclude_docs": _often("*.md", "log.md\n!index.md", "["),
        "draft_docs": _often("*.md", "proposed/"),
        "not_in_nav": _often("*"),
        "validation": _often({"links": {"not_found": "ignore"}}, {"nav": "x"}),
        "strict": _often(True),
        "extra": _often({"social": [{"icon": "x"}]}),
        "extra_css": _often(["x.css"], ["../outside/note.md"], ["https://example.org/x.css"]),
        "extra_javascript": _often(["x.js"], [{"path": "x.js", "type": "module"}]),
        "extra_templates": _often(["x.html"], ["../outside/note.md"]),
        "edit_uri": _often("edit/main/docs/", "../../.."),
        "repo_url": _often("https://github.com/a/b", "http://a\u2100b/"),
        "dev_addr": _often("127.0.0.1:8000", "127.0.0.1:99999"),
        "watch": _often(["entries"], ["missing"]),
        "copyright": _often("<b>x</b>"),
    },
)
_OTHER_FILES = {
    "base.yml": "site_name: base\nsite_dir: entries\n",
    "list.yml": "- a\n",
    "hook.py": "def on_page_markdown(markdown, **_):\n    return markdown\n",
    "broken.py": "def on_page_markdown(:\n",
    "link": {"link": "../outside/kept"},
    "overrides/main.html": "{% extends 'base.html' %}",
}


@tries(4)
@given(_SETTINGS)
def test_any_settings_build_a_site_or_are_a_mistake(settings: dict[str, object]) -> None:
    """No file of the writer and none outside the project is lost, changed or shown."""
    with project({**_OTHER_FILES, "mkdocs.yml": json.dumps(settings)}) as folder:
        publish(folder)


_LINES = st.lists(
    st.sampled_from(
        [
            "site_name: x",
            "plugins: [search, daytrail]",
            "plugins:\n  - daytrail:\n      entries: notes",
            "plugins: {daytrail: {}}",
            "INHERIT: mkdocs.yml",
            "INHERIT: ./x/../mkdocs.yml",
            "a: &a [1, 2]",
            "b: &b [*a, *a, *a, *a]",
            "site_url: !ENV [NOPE, 'x']",
            "x: !!python/name:os.system",
            "x: !!python/tuple [a]",
            "<<: *a",
            "? [a]\n: b",
            "site_name: y",
            "site_dir: entries",
            "\ttab",
            "---",
            "...",
            "[",
            "- a",
            "\x00",
            "%YAML 9.9",
        ]
    ),
    max_size=6,
).map("\n".join)


@tries(4)
@given(_LINES)
def test_any_text_is_read_as_settings_or_is_a_mistake(text: str) -> None:
    with project({**_OTHER_FILES, "mkdocs.yml": text}) as folder:
        publish(folder)
