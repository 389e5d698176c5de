"""A build is repeated unless everything that the last one read and wrote is the same."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

from daytrail.project import last_build
from daytrail.project.last_build import Inputs, record_build, take_snapshot
from daytrail.project.last_build import warnings_of_last_build as unchanged
from tests.command import write
from tests.rebuild import NO_GIT_SETTINGS, commit, git

Edit = Callable[[Path], object]
SAID = "a warning\n"
FILES = {
    "mkdocs.yml": "site_url: !ENV [SITE_URL, '']\nINHERIT: ../base.yml\n",
    "entries/2026/2026-01-05.md": "A text.\n",
    "entries/2026/wave.svg": "<svg/>",
    "curriculum.yaml": "title: Tides\n",
    "docs/index.md": "# Home\n",
    "site/index.html": "<p>Home</p>",
    "site/log/index.html": "<p>Log</p>",
    "site/.git/HEAD": "",
    "sites.json": "",
    "README.md": "",
}


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all files have been changed so long ago that their times are to be trusted."""
    monkeypatch.setattr(last_build, "time", mock.Mock(time_ns=lambda: time.time_ns() + 10**10))


def inputs(root: Path) -> Inputs:
    others = ("mkdocs.yaml", "entries", "curriculum.yaml", "curriculum", "reading.yaml", "docs")
    return Inputs(
        [str(root / "mkdocs.yml"), str(root.parent / "base.yml")],
        [str(root / name) for name in others],
        str(root / "site"),
        str(root / "sites.json"),
        "UTC",
    )


def built(folder: Path) -> Path:
    """Write a project that is a repository, and record a build of it."""
    root = write(folder / "project", FILES)
    write(folder, {"base.yml": "theme: material\n"})
    commit(root)
    git(root, "tag", "first")
    record_build(root, inputs(root), take_snapshot(root, inputs(root)), SAID)
    return root


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Set the day, the user's folder and the settings of git."""
    own = {"DAYTRAIL_TODAY": "2026-02-16", "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("user"))}
    for name, value in (own | NO_GIT_SETTINGS).items():
        monkeypatch.setenv(name, value)


def put(name: str, text: str) -> Edit:
    return lambda root: write(root, {name: text})


def in_place(name: str) -> Edit:
    """Replace the first letter of a file, and give it the time that it had."""

    def edit(root: Path) -> None:
        before = (root / name).stat()
        with (root / name).open("r+b") as file:
            file.write(b"?")
        os.utime(root / name, ns=(before.st_atime_ns, before.st_mtime_ns))

    return edit


CHANGES: dict[str, Edit] = {
    "an entry": put("entries/2026/2026-01-05.md", "A word.\n"),
    "an entry, but neither its size nor its time": in_place("entries/2026/2026-01-05.md"),
    "a new entry": put("entries/2026/2026-01-06.md", ""),
    "a removed entry": lambda root: (root / "entries/2026/2026-01-05.md").unlink(),
    "a file beside an entry": put("entries/2026/wave.svg", "<svg></svg>"),
    "the plan": put("curriculum.yaml", "title: Ebb\n"),
    "the settings": put("mkdocs.yml", "site_name: x\n"),
    "inherited settings": put("../base.yml", "theme: null\n"),
    "a commit": commit,
    "a tag": lambda root: git(root, "tag", "second"),
    "a history that reaches less far back": put(".git/shallow", "0000\n"),
    "a page of the site": put("site/index.html", "<p>Mine</p>"),
    "a page of the site, but neither its size nor its time": in_place("site/index.html"),
    "a new file in the site": put("site/new.html", ""),
    "a removed site": lambda root: shutil.rmtree(root / "site"),
    "a removed record of the site": lambda root: (root / "sites.json").unlink(),
    "a link to a folder": lambda root: (root / "docs/more").symlink_to(root / "entries"),
    "another repository": lambda root: git(root, "init", "--quiet", "entries/2026"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.usefixtures("later")
def test_after_a_change_there_is_something_to_build(tmp_path: Path, change: str) -> None:
    root = built(tmp_path)
    assert unchanged(root) == SAID
    CHANGES[change](root)
    assert unchanged(root) is None


def test_the_day_the_environment_and_the_code_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = built(tmp_path)
    monkeypatch.setenv("OTHER", "x")
    for name, value in (("TODAY", "2026-02-17"), ("TODAY", "soon"), ("SITE_URL", "https://x.example/"), ("LANG", "xx")):
        assert unchanged(root) == SAID
        with monkeypatch.context() as patch:
            patch.setenv(name.replace("TODAY", "DAYTRAIL_TODAY"), value)
            assert unchanged(root) is None
    monkeypatch.setattr(last_build, "fingerprint", lambda: "another")
    assert unchanged(root) is None


@pytest.mark.usefixtures("later")
def test_what_no_page_shows_is_no_change(tmp_path: Path) -> None:
    """A file that no build reads, a hidden one at the top of the site, and an empty folder."""
    root = write(built(tmp_path), {"README.md": "New.\n", "site/.git/HEAD": "x"})
    (root / "docs/empty").mkdir()
    assert unchanged(root) == SAID


def test_a_change_during_the_build_leaves_it_unrecorded(tmp_path: Path) -> None:
    root = write(tmp_path, FILES)
    before = take_snapshot(root, inputs(root))
    put("docs/index.md", "# Later\n")(root)
    record_build(root, inputs(root), before, SAID)
    assert unchanged(root) is None


def test_a_damaged_record_is_none(tmp_path: Path) -> None:
    root = built(tmp_path)
    [record] = Path(os.environ["XDG_CACHE_HOME"], "daytrail/builds").iterdir()
    for text in ("", "[]", "{", '{"inputs": {}}'):
        record.write_text(text, encoding="utf-8")
        assert unchanged(root) is None


def test_only_another_content_is_a_change(tmp_path: Path) -> None:
    """Files that changed just now are compared by content. An edit of the site counts even if it was undone."""
    root = built(tmp_path)
    for name in ("entries/2026/2026-01-05.md", "docs/index.md", "curriculum.yaml"):
        put(name, "Other.\n")(root)
        assert unchanged(root) is None
        put(name, FILES[name])(root)
        assert unchanged(root) == SAID
    put("site/index.html", FILES["site/index.html"])(root)
    assert unchanged(root) is None
