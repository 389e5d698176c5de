"""A command that changes several files changes all of them or none, also if it is interrupted or killed."""

import hashlib
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daytrail.cli import upgrade
from daytrail.cli.common.files import FileUpdate, change_all
from daytrail.cli.common.origin import Origin
from tests.command import run, texts, write
from tests.for_each import for_each
from tests.forked import start_child, status_of

DAY = "2026-01-14"
THEIRS = """\
title: Tides
parts:
  - id: a
    title: A
    weeks:
      - {week: 1, title: One, concepts: [{id: moon, text: The moon}]}
"""
JOURNAL = {
    "mkdocs.yml": "site_name: x\nplugins: [daytrail]\n",
    "curriculum.yaml": THEIRS,
    "requirements.txt": "daytrail==0.0.1\n",
    ".github/workflows/pages.yml": "jobs: {a: {uses: ada/daytrail/.github/workflows/publish.yml@v0.0.1}}\n",
    ".daytrail/upstream.yaml": f"# daytrail plan pull ../theirs.yaml\n{THEIRS}",
    "docs/index.md": "# Home\n\n[A day](entries/2026/2026-01-12.md)\n",
    "entries/2026/2026-01-12.md": "---\nday: 8\ndone: [w01/moon]\n---\n\n[After](2026-01-13.md)\n",
    "entries/2026/2026-01-13.md": "---\nday: 8\ndone: [w01/moon]\n---\n\n[Before](2026-01-12.md)\n",
    "entries/2026/2026-01-14.md": "---\nday: 9\n---\n\nText.\n",
    "imports/log.yaml": 'days: ["## {yyyy}-{m}-{d}"]\n',
}
SITE = {"mkdocs.yml": "site_name: x\n", "docs/log.md": "# Mine\n"}
BESIDE = {
    "log.md": "## 2026-02-02\n\nEbb ![a](a.png)\n\n## 2026-02-03\n\nFlood ![b](b.png)\n",
    "a.png": "a",
    "b.png": "b",
    "theirs.yaml": THEIRS.replace("One", "Other"),
}
COMMANDS = {
    "plan insert-week 1 First --write --yes": (JOURNAL, 1),
    "plan rename moon sun --write --yes": (JOURNAL, 3),
    "plan pull --write --yes": (JOURNAL, 3),
    "entry rename 2026-01-12 2026-01-12-evening --write": (JOURNAL, 1),
    "entry renumber --write": (JOURNAL, 5),
    "done --undo moon": (JOURNAL, 5),
    "upgrade --write": (JOURNAL, 5),
    "import log ../log.md --write": (JOURNAL, 1),
    "schema --write": (JOURNAL, 11),
    "init . --into": (SITE, 11),
    "init . --name x": ({}, 13),
    "init . --name x --from ../log.md": ({}, 7),
}
"""Commands, the files of the folder in which they run, and at which of their changes each is stopped: every n-th.

All write by one function, so those that change, rename and create files are stopped at each change, others at some.
"""
EVENTS = {"open", "os.chmod", "os.chown", "os.mkdir", "os.remove", "os.rename", "os.rmdir"}
"""What Python announces before it changes something on the disk: https://docs.python.org/3/library/audit_events.html."""


def stop_at(last: int, stop: int, root: Path) -> Callable[[str, tuple[Any, ...]], None]:
    """Return an audit hook that sends this process a signal before its n-th change below a folder.

    To open a file for writing are two changes, since one may be stopped before anything is written into it.
    """
    count = 0

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal count
        is_change = event in EVENTS and (event != "open" or arguments[2] & (os.O_WRONLY | os.O_RDWR))
        if not is_change or not str(arguments[0]).startswith(str(root)):
            return
        for is_opened in (False, True)[: 2 if event == "open" else 1]:
            count += 1
            if count == last:
                if is_opened:
                    Path(arguments[0]).touch()
                os.kill(os.getpid(), stop)

    return hook


def stopped(root: Path, words: str, last: int, stop: int) -> bool:
    """Run a command in a process that is stopped at a change; return whether it ended before that."""

    def act() -> int:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.addaudithook(stop_at(last, stop, root))
        return run(root, *words.split(), DAYTRAIL_TODAY=DAY, TZ="UTC").status

    return status_of(start_child(act)) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("words", COMMANDS)
def test_whatever_the_last_change_is_the_next_command_finishes_or_takes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    origin = Origin("0.3.0", "https://github.com/ada/daytrail", "1" * 40)
    monkeypatch.setattr(upgrade, "installed_origin", lambda: origin)
    files, step = COMMANDS[words]
    before = write(tmp_path, {f"before/{name}": text for name, text in files.items()}) / "before"
    before.mkdir(exist_ok=True)
    write(tmp_path, BESIDE)
    whole = shutil.copytree(before, tmp_path / "whole")
    monkeypatch.chdir(whole)
    result = run(Path(), *words.split(), DAYTRAIL_TODAY=DAY, TZ="UTC")
    assert result.status == 0, result.err
    old, new = texts(before), texts(whole)
    states, is_over, last = [], False, 0
    while not is_over:
        last += step
        root = shutil.copytree(before, tmp_path / "journal")
        monkeypatch.chdir(root)
        is_over = stopped(root, words, last, (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)[last % 3])
        run(root, "check", DAYTRAIL_TODAY=DAY)
        after = texts(root)
        assert after in (old, new), last
        states.append(after == new)
        shutil.rmtree(root)
    assert states == sorted(states)
    assert {*states} == {False, True}


def test_what_somebody_has_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    journal = '[true, [["curriculum.yaml", ".daytrail-00000000-0.tmp", "0"], ["docs/index.md", null, "0"]]]'
    root = write(tmp_path, JOURNAL | {".daytrail-change.json": journal, ".daytrail-00000000-0.tmp": "title: New\n"})
    result = run(root, "check")
    assert "curriculum.yaml was changed after a command was interrupted" in result.err
    assert texts(root) == JOURNAL | {".daytrail-00000000-0.tmp": "title: New\n"}


@for_each(["../outside.md", "link/outside.md", ".git/hooks/pre-commit", ".GIT/hooks/x", "{outside}/outside.md"])
def test_a_record_that_came_with_a_repository_leads_nowhere_else(path: str, tmp_path: Path) -> None:
    """It neither makes a file nor deletes one."""
    outside, root = tmp_path, tmp_path / "journal"
    path = path.format(outside=outside)
    temporary = ".daytrail-00000000-0.tmp"
    places = (outside, root, root / ".git/hooks", root / ".GIT/hooks")
    write(root, JOURNAL)
    for place in places:
        write(place, {temporary: "x", "old": "x"})
    (root / "link").symlink_to(outside)
    digest = hashlib.sha256(b"x").hexdigest()
    moves = [[path, temporary, None], [str(Path(path).with_name("old")), None, digest]]
    write(root, {".daytrail-change.json": json.dumps([True, moves])})
    run(root, "check")
    assert [sorted(file.name for file in place.glob("*") if file.name in (temporary, "old")) for place in places] == [
        [temporary, "old"]
    ] * len(places)


@for_each(
    [
        *("", "null", "[]", "[true, [1]]", '[true, [["docs/index.md"]]]'),
        '[true, [["docs/new.md", "old", null]]]',
        '[true, [["docs/new.md", "../old", null]]]',
        '[false, [["docs/index.md", "old", null]]]',
        '[false, [["docs/index.md", null, null]]]',
    ]
)
def test_a_record_that_no_command_has_written_changes_nothing(record: str, tmp_path: Path) -> None:
    root = write(tmp_path, JOURNAL | {".daytrail-change.json": record, "docs/old": "x", "old": "x"})
    run(root, "check")
    assert texts(root) == JOURNAL | {"docs/old": "x", "old": "x"}


def test_a_changed_file_keeps_its_permissions_and_a_refused_change_leaves_no_folder(tmp_path: Path) -> None:
    root = write(tmp_path, {"a.md": "a"})
    (root / "a.md").chmod(0o640)
    mode = (root / "a.md").stat().st_mode
    change_all(root, [FileUpdate(root / "a.md", "a", "A"), FileUpdate(root / "new/sub/b.md", None, root / "a.md")])
    assert (texts(root), (root / "a.md").stat().st_mode) == ({"a.md": "A", "new/sub/b.md": "a"}, mode)
    with pytest.raises(OSError, match="another program has just changed it"):
        change_all(root, [FileUpdate(root / "other/sub/c.md", None, "c"), FileUpdate(root / "a.md", "a", None)])
    assert sorted(path.name for path in root.iterdir()) == ["a.md", "new"]
    change_all(root / "deep/er", [FileUpdate(root / "deep/er/d.md", None, "d")])
    assert texts(root / "deep") == {"er/d.md": "d"}


@pytest.mark.parametrize("name", [".daytrail-change.json", ".daytrail-change.json.tmp"])
@pytest.mark.parametrize("words", ["init . --into", "schema --write"])
def test_the_record_is_not_written_through_a_link(tmp_path: Path, name: str, words: str) -> None:
    outside = write(tmp_path, {"outside": "mine"}) / "outside"
    root = write(tmp_path / "journal", JOURNAL)
    (root / name).symlink_to(outside)
    assert run(root, *words.split(), TZ="UTC").status == 0
    assert outside.read_text(encoding="utf-8") == "mine"
    assert not (root / name).is_symlink()
