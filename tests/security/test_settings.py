"""Every mistake in the settings is a problem with its location, in `daytrail check` already."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.command import ROOT, run, spawn, write
from tests.for_each import for_each
from tests.website import make, settings

ENTRY = {"entries/2026-01-12.md": "---\ntitle: x\n---\n\nText.\n"}
BOMB = "extra:\n  a0: &a0 [x]\n" + "".join(
    f"  a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 9)
)
DEEP = "extra:\n  a0: &a0 [x]\n" + "".join(f"  a{level}: &a{level} [*a{level - 1}]\n" for level in range(1, 2_000))

MISTAKES: dict[str, Any] = yaml.safe_load((ROOT / "tests/cases/settings.yml").read_text(encoding="utf-8")) | {
    "an alias bomb": {"top": BOMB, "problem": "mkdocs.yml:7:"},
    "aliases that nest deep": {"top": DEEP, "problem": "mkdocs.yml:40:"},
    "macros that nest deep": {"files": {"macros.py": f"x = {'(' * 5000}{')' * 5000}\n"}, "problem": "macros.py:1:"},
}


def with_mistake(folder: Path, name: str) -> tuple[Path, str]:
    """Write a project with a mistake, and return its folder and the problem."""
    case = MISTAKES[name]
    top = case.get("top", "")
    key = top.partition(":")[0]
    others = [line for line in settings().splitlines() if not line.startswith(f"{key}:")]  # the last value counts
    text = case.get("all") or "\n".join([top, *others, ""])
    return write(make(folder / "project", {"mkdocs.yml": text} | ENTRY), case.get("files", {})), case["problem"]


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
