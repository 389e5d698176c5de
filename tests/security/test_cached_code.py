"""No code is loaded from a cache, and no record is read from a folder that another user can write to."""

import ast
import os
import sys
from pathlib import Path

import pytest

from daytrail.project.user_folder import user_folder
from tests.website import ROOT

pytestmark = pytest.mark.site


def test_nothing_in_the_code_loads_objects() -> None:
    """Nothing loads pickles or compiled code from files."""
    loading = {
        path.name
        for path in (ROOT / "src").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        and {"pickle", "marshal", "shelve", "dill", "joblib"} & {*_modules(node)}
    }
    assert loading == set()


def _modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    return [name.partition(".")[0] for name in names]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for caches of a user."""
    home = tmp_path / "home"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    return home


def test_a_folder_that_strangers_can_write_to_is_not_used(home: Path, tmp_path: Path) -> None:
    """Neither the folder nor one above it may be open to all, unless it is like /tmp."""
    if sys.platform == "win32":
        pytest.skip("Windows has neither owners nor modes of this kind")
    assert user_folder(tmp_path / "project")
    assert (home / "daytrail").stat().st_mode & 0o777 == 0o700
    home.chmod(0o777)
    assert user_folder(tmp_path / "project") is None
    home.chmod(0o1777)
    assert user_folder(tmp_path / "project")
    (home / "daytrail").chmod(0o777)
    assert user_folder(tmp_path / "project") is None


def test_a_folder_of_another_user_is_not_used(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has neither owners nor modes of this kind")
    folder = user_folder(tmp_path / "project")
    assert folder
    if os.geteuid() == 0:
        os.chown(folder, 12345, -1)
    else:
        stranger = os.geteuid() + 1
        monkeypatch.setattr(os, "geteuid", lambda: stranger)
    assert user_folder(tmp_path / "project") is None


def test_a_folder_in_the_project_is_not_used(home: Path, tmp_path: Path) -> None:
    """A home that is the project, or a link into it, gives no folder: its content may have come with the project."""
    assert user_folder(tmp_path) is None
    (tmp_path / "project/own").mkdir(parents=True)
    (home / "daytrail").rmdir()
    (home / "daytrail").symlink_to(tmp_path / "project/own", target_is_directory=True)
    assert user_folder(tmp_path / "project") is None
