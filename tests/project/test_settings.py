"""Settings in mkdocs.yml, read without MkDocs."""

from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from daytrail.problems import Severity
from daytrail.project.root_folder import find_root
from daytrail.project.settings import read_settings
from daytrail.source.project_paths import ProjectPaths
from tests.command import write as write_files

PATHS = ProjectPaths(draft_docs="proposed/")
"""The paths of a site whose mkdocs.yml names none."""


def write(root: Path, files: dict[str, str]) -> Path:
    """Write files below a folder, with a folder for pages and a name of the site, and return the folder."""
    named = {
        name: f"{text}\nsite_name: x\n" if "daytrail" in text and "site_name" not in text else text
        for name, text in files.items()
    }
    return write_files(root, {"docs/index.md": "", "pages/index.md": "", "web/pages/index.md": ""} | named)


def problem_texts(root: Path) -> list[str]:
    return [str(problem) for problem in read_settings(root)[1]]


@pytest.mark.parametrize("text", ["plugins: [daytrail]", "plugins: [daytrail: ]"])
def test_without_options_every_setting_has_its_default(tmp_path: Path, text: str) -> None:
    settings, problems = read_settings(write(tmp_path, {"mkdocs.yml": text}))
    assert problems == []
    assert (settings.root, settings.paths, settings.timezone) == (tmp_path.resolve(), PATHS, ZoneInfo("UTC"))


@pytest.mark.parametrize(
    ("text", "location", "hint"),
    [
        ("", "1:1", "write `plugins: [search, daytrail]`"),
        ("site_name: x\nplugins: [search]", "2:10", "add it to the list, after `- `"),
        ("site_name: x\nplugins:\n  search: {}", "3:3", "add it to the list, after `- `"),
    ],
)
def test_a_site_without_the_plugin_is_an_error(tmp_path: Path, text: str, location: str, hint: str) -> None:
    """A project that has no docs folder is no site, and only for the command."""
    message = f"mkdocs.yml:{location}: error: the plugin `daytrail` is missing, so the site has no log\n  hint: {hint}"
    assert problem_texts(write(tmp_path / "site", {"mkdocs.yml": text})) == [message]
    assert problem_texts(write_files(tmp_path / "log", {"mkdocs.yml": text})) == []


@pytest.mark.parametrize(
    "text",
    [
        "plugins:\n- daytrail: {timezone: Asia/Tokyo, entries: ./log/days/, curriculum: p.yaml}",
        "plugins:\n  search:\n  daytrail: {timezone: Asia/Tokyo, entries: log/days, curriculum: p.yaml}\n",
    ],
)
def test_options_are_read_from_a_list_and_from_a_map_of_plugins(tmp_path: Path, text: str) -> None:
    settings, problems = read_settings(write(tmp_path, {"mkdocs.yml": text}))
    assert problems == []
    assert (settings.paths, settings.timezone) == (
        replace(PATHS, entries="log/days", curriculum="p.yaml"),
        ZoneInfo("Asia/Tokyo"),
    )


@pytest.mark.parametrize(
    ("written", "folder"),
    [
        ("docs_dir: ./web/pages/", "web/pages"),
        ("", "docs"),
        ("docs_dir: !relative $config_dir", "docs"),
        ("docs_dir: !ENV [DOCS, pages]", "pages"),
        ("extra: &pages pages\ndocs_dir: *pages", "pages"),
        ("<<: {docs_dir: pages}", "pages"),
    ],
)
def test_the_docs_folder_is_that_of_mkdocs(tmp_path: Path, written: str, folder: str) -> None:
    text = f"site_name: x\n{written}\nplugins: [daytrail]\n"
    settings, problems = read_settings(write(tmp_path, {"mkdocs.yml": text}))
    assert problems == []
    assert settings.paths == replace(PATHS, docs=folder)


def test_yaml_tags_are_ignored_and_nothing_is_executed(tmp_path: Path) -> None:
    text = """\
    site_name: x
    site_url: !ENV [SITE_URL, "http://127.0.0.1/"]
    extra: &known {a: 1}
    more: {<<: *known}
    docs_dir: !relative $config_dir
    nav: !!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path ["touched"]]
    markdown_extensions:
      - pymdownx.emoji: {emoji_index: !!python/name:material.extensions.emoji.twemoji }
    plugins:
      - daytrail: {timezone: Asia/Tokyo}
    """
    settings, problems = read_settings(write(tmp_path, {"mkdocs.yml": text}))
    assert problems == []
    assert settings.timezone == ZoneInfo("Asia/Tokyo")
    assert not list(tmp_path.rglob("touched"))
    assert not Path("touched").exists()


def test_each_mistake_has_its_location_and_leaves_the_default(tmp_path: Path) -> None:
    text = """\
plugins:
  - daytrail:
      timezone: Europe/Berln
      entires: log
      curriculum: [a, b]
      entries: log
"""
    settings, problems = read_settings(write(tmp_path, {"mkdocs.yml": text}))
    assert [str(problem) for problem in problems] == [
        "mkdocs.yml:3:17: error: unknown time zone `Europe/Berln`\n  hint: did you mean `Europe/Berlin`?",
        "mkdocs.yml:4:7: error: unknown key `entires`\n  hint: did you mean `entries`?",
        (
            "mkdocs.yml:5:19: error: `curriculum` must be one value, not a list\n"
            "  hint: put quotes around text that starts with a bracket, or holds a colon"
        ),
    ]
    assert (settings.paths, settings.timezone) == (replace(PATHS, entries="log"), ZoneInfo("UTC"))


@pytest.mark.parametrize("path", ["../log", "/log", "a/../../b", "C:/log", "a\\b", ".", "./"])
def test_a_path_outside_the_project_is_refused(tmp_path: Path, path: str) -> None:
    write(tmp_path, {"mkdocs.yml": f"plugins: [daytrail: {{entries: '{path}'}}]"})
    assert problem_texts(tmp_path)[0].startswith(f"mkdocs.yml:1:31: error: `{path}` is not a path inside the project")


@pytest.mark.parametrize("zone", ["Europe", "../UTC", "/etc/passwd", "", "CEST "])
def test_an_unknown_time_zone_is_refused(tmp_path: Path, zone: str) -> None:
    write(tmp_path, {"mkdocs.yml": f"plugins: [daytrail: {{timezone: '{zone}'}}]"})
    settings, problems = read_settings(tmp_path)
    assert [problem.severity for problem in problems] == [Severity.ERROR]
    assert settings.timezone == ZoneInfo("UTC")


def test_the_last_value_of_a_duplicate_key_counts_as_in_mkdocs(tmp_path: Path) -> None:
    write(tmp_path, {"mkdocs.yml": "plugins: [daytrail]\nsite_name: x\nsite_name: y\ntheme: a\ntheme: {name: b}\n"})
    config = read_settings(tmp_path)[0].config
    assert (config.text("site_name"), config.text("theme", "name")) == ("y", "b")
    assert [problem for problem in problem_texts(tmp_path) if "doubled" in problem] == [
        f"mkdocs.yml:{line}:1: warning: the key `{key}` is doubled\n"
        f"  hint: it is already at mkdocs.yml:{line - 1}:1; this one counts"
        for line, key in ((3, "site_name"), (5, "theme"))
    ]


def test_plugins_are_inherited_if_there_are_none(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "base.yml": "plugins: [daytrail: {entries: base}]",
            "a/mkdocs.yml": "INHERIT: ../base.yml\nsite_name: x",
            "b/mkdocs.yml": "INHERIT: ../base.yml\nplugins: [daytrail: {entries: own}]",
            "c/mkdocs.yml": "INHERIT: mkdocs.yml",
        },
    )
    folders = [read_settings(tmp_path / name)[0].paths.entries for name in "abc"]
    assert folders == ["base", "own", "entries"]


def test_the_root_is_the_nearest_folder_upwards(tmp_path: Path) -> None:
    write(tmp_path, {"mkdocs.yml": "", "inner/mkdocs.yaml": "", "inner/entries/2026/x.md": "", "other/x.md": ""})
    assert find_root(tmp_path / "inner/entries/2026") == (tmp_path / "inner").resolve()
    assert find_root(tmp_path / "other") == tmp_path.resolve()


@pytest.mark.parametrize(
    "name", ["learner.example", "learner.example,26", "a b,2026", "https://a.example,2026", "a,2026-1"]
)
def test_an_invalid_tagging_authority_is_an_error(tmp_path: Path, name: str) -> None:
    [problem] = problem_texts(write(tmp_path, {"mkdocs.yml": f"plugins:\n- daytrail: {{feed_authority: '{name}'}}"}))
    assert problem.startswith(f"mkdocs.yml:2:30: error: `{name}` cannot give ids\n")
    assert "as in `learner.example,2026`" in problem


def test_a_conflict_that_git_left_is_one_error(tmp_path: Path) -> None:
    """Its first line is named, and what follows from it is not reported."""
    conflict = "site_name: x\r\n<<<<<<< HEAD\r\nplugins: [daytrail]\r\n=======\r\nplugins: []\r\n>>>>>>> theirs\r\n"
    write(tmp_path, {"mkdocs.yml": conflict})
    [problem] = problem_texts(tmp_path)
    assert problem.startswith("mkdocs.yml:2:1: error: git left a conflict here: `<<<<<<< HEAD`\n")
