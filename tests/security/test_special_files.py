"""A pipe or a device in the place of a file hangs no command and fills no memory."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import CommandResult, spawn, write
from tests.engine import THEME
from tests.website import make, settings

if sys.platform == "win32":
    pytest.skip("Windows has neither", allow_module_level=True)

import resource

pytestmark = pytest.mark.site

PLAN = "title: T\nparts: [{file: curriculum/a.yaml}]\n"
FILES = {
    "base.yml": "site_name: x\n",
    "curriculum/a.yaml": "id: a\ntitle: A\nweeks: [{week: 1, title: W, concepts: [X]}]\n",
    "docs/picture.png": "picture",
    "entries/2026/2026-01-12.md": "---\ntitle: x\n---\n\nText.\n",
    "hook.py": "",
    "overrides/main.html": "{% extends 'base.html' %}\n",
    "overrides/style.css": "",
    "reading.yaml": "[]\n",
}
REFUSED = [*FILES, "macros.py", "docs/index.md"]
LIMIT = 4_000_000_000
"""Bytes of addresses; a build among these tests takes a quarter of it."""


def link_to_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


KINDS: dict[str, Callable[[Path], None]] = {"pipe": os.mkfifo, "device": link_to_device}


def limited() -> None:
    """Limit the memory of this process."""
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))


def daytrail(root: Path, *arguments: str) -> CommandResult:
    """Run the command, which must end."""
    return spawn(root, *arguments, prepare=limited)


@pytest.mark.parametrize("kind", KINDS)
def test_each_file_of_a_project_may_be_something_else(tmp_path: Path, kind: str) -> None:
    text = "INHERIT: base.yml\nhooks: [hook.py]\n" + settings()
    text = text.replace(f"  name: {THEME}\n", f"  name: {THEME}\n  custom_dir: overrides\n")
    root = make(tmp_path / "project", {"mkdocs.yml": text, "curriculum.yaml": PLAN, **FILES})
    daytrail(root, "check")  # there is a cache, too
    for name in REFUSED:
        (root / name).unlink()
        KINDS[kind](root / name)
    checked, built = daytrail(root, "check"), daytrail(root, "build")
    assert (checked.status, built.status) == (1, 1)
    assert "Traceback" not in checked.err + built.err
    for name in REFUSED:
        assert f"`{name}`" in checked.out or f"\n{name}:1:1: error: " in f"\n{checked.out}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_source_document_may_be_something_else(tmp_path: Path, kind: str) -> None:
    root = write(tmp_path, {"mkdocs.yml": "site_name: x\n"})
    KINDS[kind](root / "source.md")
    result = daytrail(root, "import", "log", "source.md")
    assert (result.status, result.out) == (1, "")
    assert "source.md cannot be read: it is not a regular file" in result.err


def test_an_existing_file_may_be_something_else(tmp_path: Path) -> None:
    """What a command would add to, replace or report on is not read either."""
    root = write(tmp_path, {"mkdocs.yml": "site_name: x\n", "log.md": "# 2026-01-12\n\nText.\n", "entries/x.md": ""})
    for name in ("entries/2026-01-12.md", "schemas", ".daytrail-change.json"):
        os.mkfifo(root / name)
    for command in ("new --date 2026-01-12", "status", "import log log.md", "new --from-issue entries/2026-01-12.md"):
        assert "Traceback" not in daytrail(root, *command.split()).err


SOURCE = Path(__file__).parents[2] / "src/daytrail"
OWN_FILES = {
    "cli/__init__.py": "the null device",
    "cli/common/files.py": "a new file, and mkdocs.yml, after it was found to be a regular file",
    "cli/common/templates.py": "templates of Daytrail",
    "cli/importing/starter.py": "templates of Daytrail",
    "cli/common/entry_text.py": "the form of Daytrail",
    "cli/upgrade.py": "the changelog of Daytrail",
    "project/code_version.py": "code that is installed",
    "project/default_settings.py": "settings of Daytrail",
    "project/loaded_project.py": "the user's cache",
    "project/git_history.py": "a file of git, after it was found to be a regular file",
    "project/last_build.py": "the user's cache, and settings that were found to be regular files",
    "site/mkdocs_config.py": "mkdocs.yml, which was read before",
    "site/plugin.py": "files that the build has just written",
    "site/staging.py": "the user's cache, and files of the staging folder",
    "site/static_files.py": "files of Daytrail",
    "views/translation.py": "catalogues of Daytrail",
}
"""Modules that open files without `source.files.read_bytes`, and which files these are."""


def test_one_function_reads_the_files_of_a_project() -> None:
    """It refuses pipes and devices. Whoever opens other files without it is listed above."""
    calls = re.compile(r"\.(?:read_text|read_bytes|open)\((?!BytesIO)")
    modules = {path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")}
    opening = {name for name, text in modules.items() if calls.search(text)} - {"source/files.py"}
    assert opening - OWN_FILES.keys() == set()
    assert OWN_FILES.keys() - opening == set()
