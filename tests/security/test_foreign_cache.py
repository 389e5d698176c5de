"""A cache that came with a project, or that somebody changed, adds nothing to the site."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from daytrail.project.cache_store import CacheStore
from tests.command import run
from tests.rebuild import CACHE, again, rebuild
from tests.website import Site, build

pytestmark = pytest.mark.site

EVIL = "heronmorse"


@pytest.fixture
def project(built_project: Path, tmp_path: Path) -> Path:
    """Return a project with a cache and without a site."""
    project = again(built_project, tmp_path)
    shutil.rmtree(project / "site")
    return project


def names(project: Path) -> list[tuple[str, str]]:
    """Return kind and name of each value in a cache."""
    database = sqlite3.connect(project / CACHE / "cache.sqlite3")
    rows = database.execute("SELECT kind, name FROM cache").fetchall()
    database.close()
    return rows


def write_values(project: Path) -> None:
    """Put a word into all values of a cache that have text, as somebody who has the key can."""
    store = CacheStore(project, wait=1)
    for kind, name in names(project):
        metadata, value = store.metadata(kind, name), store.value(kind, name)
        assert metadata is not None
        assert value is not None
        if kind.startswith("page"):
            own = json.loads(metadata)
            own["search"] = json.dumps({"location": f"{name}/", "title": EVIL, "text": EVIL})
            store.put(kind, name, json.dumps(own).encode(), value.replace(b"</h1>", f"</h1>{EVIL}".encode()))
        elif kind in ("feed body", "output (build)"):
            store.put(kind, name, metadata, value.replace(b"e", f"e{EVIL}".encode(), 1))
        elif kind == "entry":
            store.put(kind, name, metadata, value.replace(b"Ebb", EVIL.encode()).replace(b"Flood", EVIL.encode()))
    store.close(save=True)


def evil_files(project: Path) -> list[str]:
    """Build a project, and return the files of its site that contain the word."""
    assert build(project, strict=False).status == 0
    return [name for name, content in Site(project / "site").bytes().items() if EVIL.encode() in content]


def test_a_cache_of_another_user_adds_nothing(
    project: Path, built_project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every byte of the site is that of a clean build, and the command shows no entry of the cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "stranger"))
    rebuild(project)
    shutil.rmtree(project / "site")
    write_values(project)
    shutil.copytree(project, tmp_path / "theirs")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    assert EVIL not in run(project, "status", "--json").out
    output = build(project, strict=False).output
    assert "All pages are built anew: .cache/daytrail is damaged, or of another user or machine" in output
    assert Site(project / "site").bytes() == Site(built_project / "site").bytes()
    assert rebuild(project).startswith("0 of ")
    # With the stranger's own key the cache would have been used.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "stranger"))
    files = evil_files(tmp_path / "theirs")
    assert {"index.html", "feed.xml"} <= set(files)
    assert any(name.startswith("search/") for name in files)


MOVES = {
    "values of other pages": "UPDATE cache SET value = (SELECT value FROM cache AS other WHERE other.kind = cache.kind"
    " AND other.name != cache.name)",
    "rows of other pages": "UPDATE OR REPLACE cache SET name = 'about.md' WHERE name = 'index.md'",
    "values as metadata": "UPDATE cache SET metadata = value",
    "metadata as values": "UPDATE cache SET value = metadata",
    "kinds": "UPDATE OR REPLACE cache SET kind = 'page (build)' WHERE kind = 'entry'",
    "texts": "UPDATE cache SET value = name, metadata = kind",
    "numbers": "UPDATE cache SET value = 1, metadata = 2, name = rowid",
    "nothing": "UPDATE cache SET value = NULL, metadata = NULL, name = NULL, kind = NULL",
    "numbers as names of sites": "INSERT INTO cache SELECT 'site', rowid, metadata, value FROM cache LIMIT 3",
    "an endless view": "ALTER TABLE cache RENAME TO old; CREATE VIEW cache AS WITH RECURSIVE endless(kind) AS ("
    "SELECT 'site' UNION ALL SELECT kind FROM endless) SELECT kind, kind AS name, kind AS metadata, kind AS value"
    " FROM endless",
    "a way out of the site": "UPDATE cache SET name = '../../' || name",
}


@pytest.mark.parametrize("name", MOVES)
def test_values_that_were_moved_or_replaced_count_as_missing(project: Path, built_project: Path, name: str) -> None:
    """A signature is valid for one value of one page, and each other value is made anew."""
    database = sqlite3.connect(project / CACHE / "cache.sqlite3")
    database.executescript(MOVES[name])
    database.close()
    outside = {path for path in project.parent.rglob("*") if not path.is_relative_to(project)}
    rebuild(project)
    assert Site(project / "site").bytes() == Site(built_project / "site").bytes()
    assert {path for path in project.parent.rglob("*") if not path.is_relative_to(project)} == outside
