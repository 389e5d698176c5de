"""A cache that git tracks, or that leads to another folder, is not used, and the build says so."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.command import spawn
from tests.rebuild import CACHE, again, commit, git
from tests.website import Site, build

pytestmark = pytest.mark.site

REFUSED = "The cache is not used, and all pages are built anew: "
TRACKED = f"{REFUSED}git tracks .cache/daytrail, which may contain drafts; run `git rm -r --cached .cache`"


@pytest.fixture
def project(built_project: Path, tmp_path: Path) -> Path:
    """Return a project with a cache and without a site."""
    project = again(built_project, tmp_path)
    shutil.rmtree(project / "site")
    return project


def output_of_a_right_build(project: Path, built_project: Path) -> str:
    """Build a project, see that the site is right, and return the output."""
    built = build(project, strict=False)
    assert built.status == 0, built.output
    assert Site(project / "site").bytes().keys() == Site(built_project / "site").bytes().keys()
    return built.output


def cached_pages(project: Path) -> list[tuple[object, ...]]:
    """Return what the cache has of pages. Parsed entries are stored anew once their files are older than a moment."""
    with closing(sqlite3.connect(project / CACHE / "cache.sqlite3")) as database:
        return database.execute("SELECT * FROM cache WHERE kind != 'entry' ORDER BY kind, name").fetchall()


def test_a_tracked_cache_is_refused_until_git_forgets_it(project: Path, built_project: Path) -> None:
    git(project, "init", "--quiet")
    git(project, "add", "--force", ".cache")
    commit(project)
    before = cached_pages(project)
    assert before
    assert TRACKED in output_of_a_right_build(project, built_project)
    assert cached_pages(project) == before
    git(project, "rm", "-r", "--quiet", "--cached", ".cache")
    assert REFUSED not in output_of_a_right_build(project, built_project)


def test_a_cache_in_a_submodule_is_refused(project: Path, built_project: Path) -> None:
    git(project / ".cache", "init", "--quiet")
    git(project / ".cache", "add", "--force", ".")
    assert TRACKED in output_of_a_right_build(project, built_project)


def test_a_tracked_gitignore_in_the_cache_is_no_reason(project: Path, built_project: Path) -> None:
    git(project, "init", "--quiet")
    git(project, "add", "--force", f"{CACHE}/.gitignore")
    assert REFUSED not in output_of_a_right_build(project, built_project)


def test_a_repository_cannot_run_a_program_when_git_is_asked(
    project: Path, built_project: Path, tmp_path: Path
) -> None:
    """Git would start the program that a repository's configuration names for watching files."""
    git(project / ".cache", "init", "--quiet")
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/marker\n", encoding="utf-8")
    program.chmod(0o755)
    git(project / ".cache", "config", "core.fsmonitor", str(program))
    output_of_a_right_build(project, built_project)
    assert not (tmp_path / "marker").exists()


@pytest.mark.parametrize(
    "name", [".cache", CACHE, f"{CACHE}/cache.sqlite3", f"{CACHE}/cache.sqlite3-wal", f"{CACHE}/cache.sqlite3-journal"]
)
def test_a_link_in_the_path_of_the_cache_is_not_followed(
    project: Path, built_project: Path, tmp_path: Path, name: str
) -> None:
    """Databases and folders elsewhere stay as they are, whatever their names."""
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(project / ".cache", elsewhere)
    for folder in (elsewhere, elsewhere / "daytrail"):
        (folder / "draft-of-mine").mkdir()
        (folder / "draft-of-mine/text").write_text("text", encoding="utf-8")
        with sqlite3.connect(folder / "mine.sqlite3") as database:
            database.execute("CREATE TABLE mine (name TEXT)")
        database.close()
    (elsewhere / "daytrail/cache.sqlite3-wal").write_bytes(b"")
    before = Site(elsewhere).bytes()
    link = project / name
    if link.is_dir():
        shutil.rmtree(link)
    link.unlink(missing_ok=True)
    link.symlink_to(elsewhere / Path(name).relative_to(".cache"))
    refused = f"{REFUSED}{name} is no plain file or folder; remove it"
    assert refused in output_of_a_right_build(project, built_project)
    assert refused in spawn(project, "build", "--clean").err
    assert Site(elsewhere).bytes() == before


def test_a_link_as_gitignore_of_the_cache_is_not_followed(project: Path, built_project: Path, tmp_path: Path) -> None:
    (project / CACHE / ".gitignore").unlink()
    (project / CACHE / ".gitignore").symlink_to(tmp_path / "elsewhere")
    output_of_a_right_build(project, built_project)
    assert not (tmp_path / "elsewhere").exists()
