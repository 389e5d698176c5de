"""A published site that came with a project, or that somebody changed, adds nothing to the next one."""

import json
import shutil
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from daytrail.project.user_folder import record_path
from tests.rebuild import again, rebuild, record
from tests.website import Site

pytestmark = pytest.mark.site

EVIL = "heronmorse"


def spoil(project: Path) -> None:
    """Put a word into each page and each feed of a site."""
    for path in (project / "site").rglob("*"):
        if path.suffix in (".html", ".xml", ".json"):
            path.write_text(path.read_text(encoding="utf-8").replace("e", f"e{EVIL}", 1), encoding="utf-8")


@pytest.fixture
def spoilt(built_project: Path, tmp_path: Path) -> Path:
    """Return a project with a record of its site, which somebody has changed."""
    project = again(built_project, tmp_path)
    spoil(project)
    return project


def test_a_changed_site_is_built_anew(spoilt: Path, built_project: Path) -> None:
    rebuild(spoilt)
    assert Site(spoilt / "site").bytes() == Site(built_project / "site").bytes()


def test_a_site_that_came_with_a_project_is_built_anew(spoilt: Path, built_project: Path) -> None:
    """There is no record of it, wherever the project has put one."""
    shutil.copytree(record(spoilt).parent.parent, spoilt / ".cache/daytrail", dirs_exist_ok=True)
    record(spoilt).unlink()
    rebuild(spoilt)
    assert Site(spoilt / "site").bytes() == Site(built_project / "site").bytes()


def test_a_record_in_the_project_is_not_used(spoilt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if a variable says that it is the user's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(spoilt / "own"))
    assert record_path(spoilt, "sites") is None
    assert rebuild(spoilt) == rebuild(spoilt)


def change(path: Path, edit: Callable[[dict[str, Any]], object], *, is_damaged: bool = False) -> None:
    """Replace what a record says of the files of a site, with the checksum that a build would write, or the old one."""
    checksum, text = path.read_bytes().split(b"\n", 1)
    changed = json.dumps(edit(json.loads(text))).encode()
    checksum = checksum if is_damaged else blake2b(changed, digest_size=16).hexdigest().encode()
    path.write_bytes(checksum + b"\n" + changed)


def test_a_record_that_was_edited_is_not_used(built_project: Path, tmp_path: Path) -> None:
    """In another shape, it would end each build with an error; with other texts, the search would have them."""
    project = again(built_project, tmp_path)
    for edit in (
        lambda files: dict.fromkeys(files, 1),
        lambda files: {name: one | {"search": None} for name, one in files.items()},
    ):
        change(record(project), edit, is_damaged=True)
        rebuild(project)
        assert Site(project / "site").bytes() == Site(built_project / "site").bytes()


def test_a_record_names_no_file_outside_the_site(spoilt: Path, tmp_path: Path) -> None:
    """Its names are only looked up."""
    change(record(spoilt), lambda files: files | {f"../../{name}": facts for name, facts in files.items()})
    before = {path for path in tmp_path.rglob("*") if not path.is_relative_to(spoilt)}
    rebuild(spoilt)
    assert {path for path in tmp_path.rglob("*") if not path.is_relative_to(spoilt)} == before
