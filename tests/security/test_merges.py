"""What two machines write into one entry is merged, or stays a conflict that git marks."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from daytrail.cli.common.merge import GIT_CONFIG
from tests.command import project, run, write
from tests.for_each import for_each
from tests.processes import SHEBANG

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
BASE = "---\ndate: 2026-01-13\n{}---\n\nText.\n"
BLOCK = "done:\n  - w01/moon\n"
PRIVATE = "<!-- private -->\n  - d\n<!-- /private -->\n"
LOG = "# 2026-01-13\nRead.\n# 2026-01-14\nWrote.\n"
CASES = {
    # base, ours, theirs, result: what is between the date and the end of the front matter
    "ticks": ("done: [a]\n", "done: [a, b]\n", "done: [a, c]\n", "done: [a, b, c]\n"),
    "the first ticks": ("", "done: [b]\n", "done: [c]\n", "done: [b, c]\n"),
    "the same tick": ("", "done: [b]\n", "done: [b]\n", "done: [b]\n"),
    "ticks in lines": (BLOCK, BLOCK + "  - b\n", BLOCK + "  - c\n", BLOCK + "  - b\n  - c\n"),
    "ticks of other forms": ("done: [a]\n", "done: [a, b]\n", "done:\n  - a\n  - c\n", "done: [a, b, c]\n"),
    "several lists": (
        "",
        "tags: [ebb]\ndone: [b]\n",
        "tags: [flood]\nstarted: [c]\n",
        "tags: [ebb, flood]\ndone: [b]\nstarted: [c]\n",
    ),
    "links": (
        "",
        "links: [https://a.example]\n",
        "links: [{url: https://b.example, title: B}]\n",
        "links: [https://a.example, {url: https://b.example, title: B}]\n",
    ),
    "a comment of ours": ("", "done: [b] # mine\n", "done: [c]\n", "done: [b, c] # mine\n"),
    "a comment of theirs": ("", "done: [b]\n", "done: [c] # theirs\n", None),
    "something private of theirs": ("", "done: [b]\n", f"done:\n  - c\n{PRIVATE}  - e\n", None),
    "a tick and a removal": ("done: [a]\n", "done: []\n", "done: [a, c]\n", None),
    "another title": ("title: A\n", "title: B\ndone: [b]\n", "title: C\ndone: [c]\n", None),
    "ticks at other places": ("day: 3\n", "done: [b]\nday: 3\n", "day: 3\ndone: [c]\n", "done: [b, c]\nday: 3\n"),
    "no list": ("", "done: [b]\n", "done: c\n", None),
    "front matter that cannot be read": ("", "done: [b]\n", "done: [c\n", None),
}


def merge(root: Path, base: str, ours: str, theirs: str) -> tuple[int, str]:
    """Merge three texts; return the exit status of the command, and what is in the file of ours then."""
    write(root, {"base": base, "ours": ours, "theirs": theirs})
    result = run(root, "entry", "merge", *(str(root / name) for name in ("base", "ours", "theirs")))
    return result.status, (root / "ours").read_bytes().decode()


@for_each(CASES)
def test_lists_are_merged_and_the_rest_is_as_git_makes_it(case: str, tmp_path: Path) -> None:
    *versions, result = (None if part is None else BASE.format(part) for part in CASES[case])
    base, ours, theirs = (version or "" for version in versions)
    write(tmp_path, {"of_git": ours, "b": base, "t": theirs})
    command = ["git", "merge-file", "of_git", "b", "t"]
    subprocess.run(command, cwd=tmp_path, check=False)
    conflict = (tmp_path / "of_git").read_text(encoding="utf-8").replace("of_git", "ours")
    status, text = merge(tmp_path, base, ours, theirs)
    assert status == (1 if result is None else 0)
    assert text.replace(str(tmp_path / "ours"), "ours").replace(str(tmp_path / "theirs"), "t") == (result or conflict)


def test_what_git_merges_by_itself_is_no_conflict(tmp_path: Path) -> None:
    """The bracket at the beginning of a line keeps Daytrail from reading the front matter."""
    base = "---\ndate: 2026-02-15\ntitle: t0\nwas:\n---\nline0\n"
    ours = base.replace("was:\n", "was:\ntags: [\n  n2,\n]\n")
    theirs = base.replace("t0", "t3").replace("line0", "line1\nline0")
    status, text = merge(tmp_path, base, ours, theirs)
    assert (status, text) == (0, ours.replace("t0", "t3").replace("line0", "line1\nline0"))


def test_two_machines_that_begin_a_day_by_ticking_have_one_entry(tmp_path: Path) -> None:
    """Its comment, which lists what is open, has neither item any more; line ends and words of one of them stay."""
    versions = []
    for name in ("w01/moon", "w02/gauge"):
        root = project(tmp_path / name)
        assert run(root, "done", name, DAYTRAIL_TODAY="2026-01-13").status == 0
        versions.append((root / "entries/2026/2026-01-13.md").read_text(encoding="utf-8"))
    ours, theirs = versions
    status, text = merge(
        tmp_path, "", ours.replace("-->", "-->\n\nRead.").replace("\n", "\r\n"), theirs.replace("\n", "\r\n")
    )
    assert status == 0
    assert "done: [w01/moon, w02/gauge]\r\n" in text
    assert text.endswith("Read.\r\n")
    assert "  w0" not in text


@pytest.mark.parametrize(("program", "status"), [("import daytrail.cli as cli; cli.main()", 0), ("no program", 1)])
def test_git_asks_daytrail_and_marks_a_conflict_if_that_fails(tmp_path: Path, program: str, status: int) -> None:
    """It fails if it is not installed, or its environment is broken, as after an update of Python."""
    settings = {f"GIT_{who}_{what}": "a@b.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    settings |= {"GIT_CONFIG_GLOBAL": str(tmp_path / "config"), "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    write(tmp_path, {"daytrail": f"{SHEBANG}\n{program}\n"})
    (tmp_path / "daytrail").chmod(0o755)
    root = tmp_path / "j"
    assert run(tmp_path, "init", "j", "--from", str(write(tmp_path, {"l.md": LOG}) / "l.md")).status == 0

    def git(*words: str) -> int:
        return subprocess.run(["git", *words], cwd=root, env=os.environ | settings, check=False).returncode

    subprocess.run(GIT_CONFIG, shell=True, cwd=root, env=os.environ | settings, check=True)  # noqa: S602 - as one pastes it
    git("init", "--quiet", "--initial-branch=main")
    entry = root / "entries/2026/2026-01-13.md"
    for branch, tick in (("main", ""), ("theirs", "done: [c]\n"), ("main", "done: [b]\n")):
        git("checkout", "--quiet", *(("-b",) if branch == "theirs" else ()), branch)
        entry.write_text(
            entry.read_text(encoding="utf-8").replace("date: 2026-01-13\n", f"date: 2026-01-13\n{tick}"),
            encoding="utf-8",
        )
        git("add", ".")
        git("commit", "--quiet", "--message", "x")
    assert git("merge", "--quiet", "--no-edit", "theirs") == status
    assert ("done: [b, c]\n" if not status else "\n>>>>>>> ") in entry.read_text(encoding="utf-8")
