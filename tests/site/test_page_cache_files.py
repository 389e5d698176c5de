"""Changes of the site and the cache by others, and interrupted builds: the next build is correct."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engine import ENGINE, SEARCH_FILE
from tests.processes import start as start_process
from tests.rebuild import CACHE, again, clean, differing, rebuild, start
from tests.website import Site, environment

DAY = "site/log/2026/01/06/index.html"


def test_unchanged_pages_are_neither_built_nor_written(tmp_path: Path) -> None:
    """A build of an unchanged project builds no page and writes none; a new entry builds few."""
    project = start(tmp_path)
    pages = {path: path.stat().st_ctime_ns for path in (project / "site/log").rglob("*.html")}
    assert rebuild(project).startswith("0 of ")
    assert {path: path.stat().st_ctime_ns for path in pages} == pages
    (project / "entries/2026-01-11.md").write_text("Text.\n", encoding="utf-8")
    built = int(rebuild(project).split()[0])
    assert 0 < built < len(list((project / "site").rglob("*.html"))) / 2


def overwritten(path: Path) -> None:
    """Change a file's content, but neither its size nor its time."""
    own = path.stat()
    path.write_bytes(path.read_bytes()[::-1])
    os.utime(path, ns=(own.st_atime_ns, own.st_mtime_ns))


def to_folder(path: Path) -> None:
    path.unlink()
    (path / "inner").mkdir(parents=True)
    (path / "inner/file").write_text("x", encoding="utf-8")


def to_file(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("x", encoding="utf-8")


def to_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/hostname")


def emptied_folder(path: Path) -> None:
    shutil.rmtree(path)
    path.mkdir()


TAMPERED: dict[str, Callable[[Path], object]] = {
    "a page is removed": lambda project: (project / DAY).unlink(),
    "a page is emptied": lambda project: (project / DAY).write_bytes(b""),
    "a page is overwritten": lambda project: overwritten(project / DAY),
    "a page is a folder": lambda project: to_folder(project / DAY),
    "a page is a link": lambda project: to_link(project / DAY),
    "a folder is a file": lambda project: to_file(project / "site/log/2026"),
    "a feed is removed": lambda project: (project / "site/feed.xml").unlink(),
    "a page of the owner's is overwritten": lambda project: overwritten(project / "site/index.html"),
    "the texts of the search are gone": lambda project: (project / "site" / SEARCH_FILE).unlink(),
    "the search is gone": lambda project: shutil.rmtree(project / "site/search"),
    "there is another file": lambda project: (project / "site/log/other.html").write_text("x", encoding="utf-8"),
    "there is a hidden file in a folder": lambda project: (project / "site/log/.other").write_text(
        "x", encoding="utf-8"
    ),
    "there is another folder": lambda project: (project / "site/other/empty").mkdir(parents=True),
    "the site is gone": lambda project: shutil.rmtree(project / "site"),
    "the site is empty": lambda project: emptied_folder(project / "site"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_build_repairs_a_changed_site(built_project: Path, tmp_path: Path, name: str) -> None:
    """Missing files come back, changed files are written again, and other files are removed."""
    project = again(built_project, tmp_path)
    rebuild(project)
    TAMPERED[name](project)
    rebuild(project)
    assert Site(project / "site").bytes() == Site(built_project / "site").bytes()
    folders = {path for path in (project / "site").rglob("*") if path.is_dir()}
    assert all(any(folder.iterdir()) for folder in folders)


def test_hidden_files_in_the_site_folder_are_kept(tmp_path: Path) -> None:
    """A site may be a repository of its own, as with MkDocs."""
    project = start(tmp_path)
    (project / "site/.git").mkdir()
    (project / "site/.git/config").write_text("x", encoding="utf-8")
    rebuild(project)
    assert (project / "site/.git/config").is_file()


def flipped(path: Path, chance: random.Random) -> None:
    raw = bytearray(path.read_bytes())
    for _ in range(40):
        raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    path.write_bytes(raw)


def halved(path: Path, _: random.Random) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def foreign(path: Path, _: random.Random) -> None:
    path.write_text("This is somebody else's file.\n" * 1000, encoding="utf-8")


def emptied(path: Path, _: random.Random) -> None:
    path.write_bytes(b"")


def older(path: Path, _: random.Random) -> None:
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE pages (name TEXT)")
        database.execute("PRAGMA user_version = 99")
    database.close()


def a_folder(path: Path, _: random.Random) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("harm", [halved, foreign, emptied, older, a_folder])
def test_a_damaged_cache_does_not_change_the_site(
    built_project: Path, tmp_path: Path, harm: Callable[[Path, random.Random], None]
) -> None:
    """Whatever the cache files contain, the build succeeds and the site equals a clean build."""
    project = again(built_project, tmp_path)
    harm(project / CACHE / "cache.sqlite3", random.Random(7))
    rebuild(project)  # which asks the cache for bytes, since it knows no site of this place
    assert Site(project / "site").bytes() == Site(built_project / "site").bytes()


@pytest.mark.parametrize("seed", range(6))
def test_flipped_bits_in_the_cache_never_reach_a_page(built_project: Path, tmp_path: Path, seed: int) -> None:
    """Pages from a cache with flipped bits equal those of a clean build."""
    project = again(built_project, tmp_path)
    flipped(project / CACHE / "cache.sqlite3", random.Random(seed))
    shutil.rmtree(project / "site")
    rebuild(project)
    assert Site(project / "site").bytes() == Site(built_project / "site").bytes()


def build(project: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", ENGINE, "build"]
    return start_process(command, cwd=project, env=environment())


def test_a_killed_build_leaves_a_whole_site(tmp_path: Path) -> None:
    """A build that is killed at any moment leaves the old or the new site, and the next build is correct."""
    project = start(tmp_path)
    chance = random.Random(7)
    began = time.monotonic()
    build(project).communicate()
    took = time.monotonic() - began
    for turn in range(10):
        (project / "entries/2026-01-11.md").write_text(f"Turn {turn}.\n", encoding="utf-8")
        running = build(project)
        time.sleep(took * chance.uniform(0.3, 1.0))
        running.kill()
        running.communicate()
        if turn % 3 == 0:
            assert differing(project) == []
    assert differing(project) == []
    assert [path.name for path in (project / CACHE).glob("staged-site-*")] == []


def test_concurrent_builds_do_not_harm_each_other(tmp_path: Path) -> None:
    """Builds that run at the same time, with and without a cache, all succeed and write the same site."""
    project = start(tmp_path)
    for fresh in (True, False):
        if fresh:
            shutil.rmtree(project / ".cache")
        (project / "entries/2026-01-11.md").write_text(f"Fresh: {fresh}.\n", encoding="utf-8")
        running = [build(project) for _ in range(3)]
        said = [one.communicate()[0] for one in running]
        assert [one.returncode for one in running] == [0, 0, 0], said
        assert Site(project / "site").bytes() == clean(project)
