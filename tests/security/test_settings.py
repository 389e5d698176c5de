"""Every mistake in the settings is a problem with its location, in `daytrail check` already."""

from pathlib import Path

import pytest

from tests.command import run, spawn, write
from tests.for_each import for_each
from tests.website import make, settings

ENTRY = {"entries/2026-01-12.md": "---\ntitle: x\n---\n\nText.\n"}
BOMB = "extra:\n  a0: &a0 [x]\n" + "".join(
    f"  a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 9)
)
DEEP = "extra:\n  a0: &a0 [x]\n" + "".join(f"  a{level}: &a{level} [*a{level - 1}]\n" for level in range(1, 2_000))

MISTAKES = {
    "INHERIT of itself": (
        "INHERIT: mkdocs.yml",
        {},
        "mkdocs.yml:1:10: error: `INHERIT` must be the path of",
    ),
    "INHERIT in a circle": (
        "INHERIT: a.yml",
        {"a.yml": "INHERIT: b.yml\n", "b.yml": "INHERIT: ./a.yml\n"},
        "b.yml:1:10: error: `INHERIT` must be the path of",
    ),
    "INHERIT of a missing file": ("INHERIT: a.yml", {}, "mkdocs.yml:1:10: error: the file `a.yml` cannot be read"),
    "INHERIT of a folder": ("INHERIT: docs", {}, "mkdocs.yml:1:10: error: the file `docs` cannot be read"),
    "INHERIT of a device": ("INHERIT: /dev/zero", {}, "mkdocs.yml:1:10: error: the file `/dev/zero` cannot be read"),
    "INHERIT of a list": ("INHERIT: a.yml", {"a.yml": "- x\n"}, "a.yml:1:1: error: the settings must be pairs"),
    "INHERIT of a text": ("INHERIT: a.yml", {"a.yml": "x\n"}, "a.yml:1:1: error: the settings must be pairs"),
    "INHERIT of a broken file": ("INHERIT: a.yml", {"a.yml": "x: [\n"}, "a.yml:"),
    "INHERIT of a list of files": (
        "INHERIT: [a.yml]",
        {},
        "mkdocs.yml:1:10: error: `INHERIT` must be the path of",
    ),
    "INHERIT of nothing": ("INHERIT:", {}, "mkdocs.yml:1:9: error: `INHERIT` must be the path of"),
    "an alias bomb": (BOMB, {}, "mkdocs.yml:7:"),
    "aliases that nest deep": (DEEP, {}, "mkdocs.yml:40:"),
    "an alias without an anchor": ("extra: *x", {}, "mkdocs.yml:1:8: error: the alias `*x` names no anchor"),
    "an alias in its own anchor": ("extra: &x [*x]", {}, "mkdocs.yml:1:12: error: the alias `*x` names no anchor"),
    "no mapping": ("- x\n---", {}, "mkdocs.yml:1:"),
    "a URL without an end": ('site_url: "http://[x]/"', {}, "mkdocs.yml:1:11: error: `site_url`: "),
    "a URL that changes": ("site_url: https://a℀b.example/", {}, "mkdocs.yml:1:11: error: "),
    "a URL without a host": ("site_url: https:///log/", {}, "mkdocs.yml:1:11: error: "),
    "a path as URL": ("site_url: /log/", {}, "mkdocs.yml:1:11: error: `site_url`: "),
    "a number as folder": ("site_dir: 3", {}, "mkdocs.yml:1:11: error: `site_dir`: "),
    "a list as URL": ("site_url: [a]", {}, "mkdocs.yml:1:11: error: `site_url`: "),
    "a wrong URL of the repository": ('repo_url: "https://[a/"', {}, "mkdocs.yml:1:11: error: "),
    "a host that is no address": ("dev_addr: here:80", {}, "mkdocs.yml:1:11: error: `dev_addr`: "),
    "a docs folder outside": (
        "docs_dir: ../pages",
        {"../pages/index.md": ""},
        "mkdocs.yml:1:11: error: the docs folder",
    ),
    "a missing docs folder": ("docs_dir: pages", {}, "mkdocs.yml:1:11: error: `docs_dir`: "),
    "a docs folder that is a file": ("docs_dir: macros.py", {}, "mkdocs.yml:1:11: error: `docs_dir`: "),
    "a hook that is missing": ("hooks: [hook.py]", {}, "mkdocs.yml:1:9: error: the file `hook.py` is missing"),
    "a hook that is not Python": (
        "hooks: [hook.py]",
        {"hook.py": "x\ndef (\n"},
        "hook.py:2:5: error: this is not Python",
    ),
    "macros that are not Python": ("", {"macros.py": "def (\n"}, "macros.py:1:5: error: this is not Python"),
    "macros with null characters": ("", {"macros.py": "x = '\0'\n"}, "macros.py:1:1: error: this is not Python"),
    "macros that nest deep": ("", {"macros.py": f"x = {'(' * 5000}{')' * 5000}\n"}, "macros.py:1:"),
    "a theme's folder that is missing": (
        "#theme",
        {},
        "mkdocs.yml:3:21: error: `theme`: ",
    ),
    "the plugin listed twice": ("#twice", {}, "mkdocs.yml:4:5: error: the plugin `daytrail` is listed twice"),
    "plugins that are a text": ("#plugins", {}, "mkdocs.yml:2:10: error: the plugin `daytrail` is missing"),
}
TEXTS = {
    "#theme": "site_name: x\n# The theme:\ntheme: {custom_dir: overrides, name: material}\nplugins: [daytrail]\n",
    "#twice": "site_name: x\nplugins:\n  - daytrail\n  - daytrail: {timezone: UTC}\n",
    "#plugins": "site_name: x\nplugins: daytrail\n",
}


def with_mistake(folder: Path, name: str) -> tuple[Path, str]:
    """Write a project with a mistake, and return its folder and the problem."""
    top, files, problem = MISTAKES[name]
    key = top.partition(":")[0]
    others = [line for line in settings().splitlines() if not line.startswith(f"{key}:")]  # the last value counts
    text = TEXTS.get(top) or "\n".join([top, *others, ""])
    return write(make(folder / "project", {"mkdocs.yml": text} | ENTRY), files), problem


@for_each(MISTAKES)
def test_a_mistake_in_the_settings_is_a_problem(name: str, tmp_path: Path) -> None:
    root, problem = with_mistake(tmp_path, name)
    checked = run(root, "check")
    assert problem in checked.out
    assert checked.status == 1


@pytest.mark.site
@pytest.mark.parametrize("name", ["INHERIT in a circle", "a hook that is not Python"])
def test_a_build_ends_with_the_same_problem(tmp_path: Path, name: str) -> None:
    root, problem = with_mistake(tmp_path, name)
    built = spawn(root, "build")
    # MkDocs itself says it in a build, and its log begins with the level.
    assert problem in built.err or problem.replace(": error:", ":") in built.err
    assert built.status == 1
    assert not (root / "site").exists()


def test_missing_macros_are_a_problem(tmp_path: Path) -> None:
    root = make(tmp_path / "project", ENTRY)
    (root / "macros.py").unlink()
    line = settings().splitlines().index("      module_name: macros") + 1
    assert f"mkdocs.yml:{line}:20: error: the file `macros.py` is missing" in run(root, "check").out


@pytest.mark.parametrize("name", ["  ", "a\x1b[31mb", "a\u202eb"])
def test_no_journal_gets_a_name_that_its_settings_cannot_have(tmp_path: Path, name: str) -> None:
    outcome = run(tmp_path, "init", "journal", "--name", name)
    assert (outcome.status, outcome.out, list(tmp_path.iterdir())) == (2, "", [])
