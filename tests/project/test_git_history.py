"""Dates from one run of git equal those that the plugin finds with one process for each page."""

from collections.abc import Mapping
from datetime import date, timedelta
from glob import glob
from pathlib import Path

import pytest
from mkdocs_git_revision_date_localized_plugin.util import Util

from daytrail.project.git_history import UNKNOWN, Commit, FileHistory, read_histories, read_log
from tests.rebuild import git


class Repository:
    """A git repository in which each commit is one day later."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._day = 0
        git(folder, "init", "--quiet", "--initial-branch=main")

    def put(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def do(self, *arguments: str) -> None:
        self._day += 1
        git(self.folder, *arguments, day=str(date(2026, 1, 1) + timedelta(days=self._day)))

    def commit(self) -> str:
        self.do("add", "--all")
        self.do("commit", "--quiet", "--message", "Note")
        return git(self.folder, "rev-parse", "HEAD").strip()


LONG = "".join(f"Line {number} of some text.\n" for number in range(40))


@pytest.fixture
def messy(tmp_path: Path) -> Repository:
    """Return a repository with renames, merges, a revert, a path that came back, non-Latin names and tags."""
    made = Repository(tmp_path)
    for name in ("a.md", "b.md", "sub/c.md", "ä ö.md", "moved.md", "edited.md", "gone.md", "same-1.md"):
        made.put(name, f"{name}\n{LONG}")
    made.put("same-2.md", (made.folder / "same-1.md").read_text(encoding="utf-8"))
    made.commit()
    made.do("tag", "first")
    made.put("a.md", f"changed\n{LONG}")
    made.commit()
    (made.folder / "sub/new").mkdir(parents=True)
    made.do("mv", "moved.md", "sub/new/moved.md")
    made.commit()
    made.do("tag", "--annotate", "--message", "x", "second")
    made.do("mv", "edited.md", "sub/edited.md")
    made.put("sub/edited.md", f"edited.md\n{LONG}One line more.\n")
    made.commit()
    made.do("rm", "--quiet", "gone.md")
    made.put("fresh.md", "Nothing like it.\n")
    made.commit()
    made.put("gone.md", "Back again.\n")
    made.commit()
    made.do("mv", "same-1.md", "sub/same-1.md")
    made.commit()
    # A branch that changes what the other side moves, and a merge that takes one side.
    made.do("checkout", "--quiet", "-b", "side")
    made.put("b.md", f"side\n{LONG}")
    made.put("side.md", "Of the side.\n")
    made.commit()
    made.do("checkout", "--quiet", "main")
    made.put("sub/c.md", f"main\n{LONG}")
    made.commit()
    made.do("merge", "--quiet", "--no-edit", "side")
    made.do("checkout", "--quiet", "-b", "dropped", "HEAD~1")
    made.put("a.md", "dropped\n")
    made.commit()
    made.do("checkout", "--quiet", "main")
    made.do("merge", "--quiet", "--no-edit", "--strategy=ours", "dropped")
    made.put("a.md", f"changed \n\n{LONG}")  # whitespace alone
    made.commit()
    made.put("b.md", "not committed\n")
    made.put("untracked.md", "x\n")
    return made


def of_plugin(folder: Path, *, follow: bool = True) -> Util:
    return Util({"enable_git_follow": follow, "fallback_to_build_date": True, "strict": False}, str(folder))


def expected(folder: Path, util: Util) -> dict[str, tuple[Commit, Commit]]:
    """Return the last and the first commit of each page as the plugin finds them with two processes a page."""

    def known(path: str, *, is_first: bool) -> Commit:
        commit = util.get_git_commit_timestamp(path, is_first_commit=is_first)
        return commit if commit[0] else UNKNOWN  # to files unknown to git it gives the time of the build

    return {path: (known(path, is_first=False), known(path, is_first=True)) for path in pages(folder)}


def pages(folder: Path) -> list[str]:
    return sorted(glob(f"{folder}/**/*.md", recursive=True))  # noqa: PTH207 - which goes through links


def found(folder: Path, *, follow: bool = True) -> Mapping[str, FileHistory]:
    log = read_log(folder)
    assert log
    return read_histories(pages(folder), log, follow=follow)


def dates(folder: Path) -> dict[str, tuple[Commit, Commit]]:
    return {path: (one.changed, one.created) for path, one in found(folder).items()}


def test_dates_equal_those_of_the_plugin(messy: Repository) -> None:
    assert dates(messy.folder) == expected(messy.folder, of_plugin(messy.folder))
    assert found(messy.folder)[str(messy.folder / "untracked.md")] == FileHistory()


def test_without_follow_a_renamed_file_is_a_new_one(messy: Repository) -> None:
    path = str(messy.folder / "sub/edited.md")
    history = found(messy.folder, follow=False)[path]
    assert history.changed == history.created == expected(messy.folder, of_plugin(messy.folder, follow=False))[path][1]


def test_dates_in_a_shallow_clone_equal_those_of_the_plugin(messy: Repository, tmp_path: Path) -> None:
    git(messy.folder, "stash", "--quiet")
    clone = tmp_path.parent / f"{tmp_path.name}-clone"
    git(messy.folder, "clone", "--quiet", "--depth", "2", f"file://{messy.folder}", str(clone))
    assert dates(clone) == expected(clone, of_plugin(clone))


def test_a_folder_without_git_has_no_dates(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x", encoding="utf-8")
    assert read_log(tmp_path) is None
