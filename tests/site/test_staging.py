"""Changes of the site and its record by others, interrupted builds, other surroundings: the next build is correct."""

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from daytrail.project.folders import SITE_MARK
from daytrail.site.staging import Staging
from tests.engine import SEARCH_FILE
from tests.forked import fork
from tests.rebuild import again, clean, differing, rebuild, record
from tests.website import Site, build_apart, environment


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


def added(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x", encoding="utf-8")


CHANGES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "a page is gone": ("site/log/2026/01/05/index.html", Path.unlink),
    "a page is changed": ("site/log/2026/01/06/index.html", overwritten),
    "a page is a folder": ("site/log/2026/01/07/index.html", to_folder),
    "a page is a link": ("site/log/2026/01/09-evening/index.html", to_link),
    "a folder is a file": ("site/tags", to_file),
    "a folder is empty": ("site/curriculum", emptied_folder),
    "a data file is changed": ("site/data/log.json", overwritten),
    "a feed is gone": ("site/feed.xml", Path.unlink),
    "the search is gone": (f"site/{SEARCH_FILE}", Path.unlink),
    "a stranger's file is there": ("site/log/mine/x.html", added),
}


def test_changes_of_the_site_are_undone(built_project: Path, tmp_path: Path) -> None:
    """Whatever somebody does to files of the published site, the next build equals a clean one.

    Other pages are not even written, and hidden files stay, such as those of a repository of the site's own.
    """
    project = again(built_project, tmp_path)
    kept = {path: path.stat().st_ino for path in (project / "site/milestones").rglob("*.html")}
    for path, change in CHANGES.values():
        change(project / path)
    added(project / "site/.git/HEAD")
    rebuild(project)
    shutil.rmtree(project / "site/.git")
    assert Site(project / "site").bytes() == Site(built_project / "site").bytes()
    assert {path: path.stat().st_ino for path in kept} == kept
    assert kept
    shutil.rmtree(project / "site")
    rebuild(project)
    assert Site(project / "site").bytes() == Site(built_project / "site").bytes()


@pytest.mark.parametrize("text", ["{", '{"files": []}'])
def test_a_damaged_record_is_none(tmp_path: Path, text: str) -> None:
    record(tmp_path).parent.mkdir(parents=True, exist_ok=True)
    record(tmp_path).write_text(text, encoding="utf-8")
    staging = Staging(tmp_path, tmp_path / "site", "sites")
    staging.close()
    assert staging.recorded == {}


def test_a_page_in_the_place_of_a_hidden_file_does_not_replace_it(tmp_path: Path) -> None:
    """A site may be a repository of git, whose files no build may replace."""
    for name in (SITE_MARK, ".git/HEAD"):
        (tmp_path / "site" / name).parent.mkdir(parents=True)
        (tmp_path / "site" / name).write_text("ref: main", encoding="utf-8")
    staging = Staging(tmp_path, tmp_path / "site", "sites")
    staging.write(".git/HEAD/index.html", b"page")
    with pytest.raises(FileExistsError):
        staging.publish()
    staging.close()
    assert (tmp_path / "site/.git/HEAD").read_text(encoding="utf-8") == "ref: main"


def build(project: Path) -> int:
    """Begin to build in a child, and return its process id."""
    with open(os.devnull, "r+b") as nothing:  # noqa: PTH123 - a file descriptor is wanted
        return fork(["build"], project, environment(), [nothing.fileno()] * 3)


def ended(child: int) -> int:
    """Wait for a child, and return its status."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_killed_build_leaves_a_whole_site(
    built_project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build that is killed at any moment leaves the old or the new site, and the next build is correct."""
    project = again(built_project, tmp_path)
    chance = random.Random(7)
    began = time.monotonic()
    assert ended(build(project)) == 0
    took = time.monotonic() - began
    for turn in range(2):
        (project / "entries/2026-01-11.md").write_text(f"Turn {turn}.\n", encoding="utf-8")
        running = build(project)
        time.sleep(took * chance.uniform(0.3, 1.0))
        os.kill(running, signal.SIGKILL)
        ended(running)
    assert differing(project) == []
    monkeypatch.setattr("daytrail.site.staging._ABANDONED", -1)
    rebuild(project)
    assert list(project.glob(".site-staged-*")) == []


def test_concurrent_builds_do_not_harm_each_other(built_project: Path, tmp_path: Path) -> None:
    """Builds that run at the same time all succeed and write the same site."""
    project = again(built_project, tmp_path)
    (project / "entries/2026-01-11.md").write_text("Text.\n", encoding="utf-8")
    running = [build(project) for _ in range(2)]
    assert [ended(child) for child in running] == [0, 0]
    assert (site := Site(project / "site").bytes()) == clean(project)
    rebuild(project)
    assert Site(project / "site").bytes() == site


LATER = '''\
"""Python reads this file when it starts: the clock is 400 days and some seconds ahead."""
import datetime, time

AHEAD = 400 * 86400 + 4321.5
real, clock, nanoseconds = datetime.datetime, time.time, time.time_ns


class Ahead(real):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def today(cls):
        return cls.now()

    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)


time.time = lambda: clock() + AHEAD
time.time_ns = lambda: nanoseconds() + int(AHEAD * 1e9)
datetime.datetime = Ahead
'''


def test_a_second_build_has_the_same_bytes(built_project: Path, tmp_path: Path) -> None:
    """Every file is equal in another folder, with another time zone, locale, year and hash seed."""
    (tmp_path / "sitecustomize.py").write_text(LATER, encoding="utf-8")
    project = shutil.copytree(built_project, tmp_path / "again", ignore=shutil.ignore_patterns("site"))
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    built = build_apart(project, PYTHONPATH=path, TZ="Pacific/Kiritimati", PYTHONHASHSEED="7", LC_ALL="C")
    assert built.status == 0, built.output
    first, second = Site(built_project / "site").bytes(), built.site.bytes()
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
