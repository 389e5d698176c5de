"""Commits of files, from one walk through the history.

mkdocs-git-revision-date-localized-plugin asks git once a page and once a commit, which takes as long as all the rest
of a build. One `git log` of the whole tree, with the renames that git detects, gives the same answers.
"""

import os
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

Commit: TypeAlias = tuple[str, int]
"""A commit's hash and the author's time in seconds since 1970."""

UNKNOWN: Commit = ("", 0)
LATEST = 2**32 - 1
"""The last second of which every part of a site can be dated, in 2106."""


class FileHistory(NamedTuple):
    """Commits of a file; UNKNOWN if there is none."""

    changed: Commit = UNKNOWN
    """The last commit that changed it, other than by renaming it."""
    created: Commit = UNKNOWN
    """The first one that added it."""


class Log(NamedTuple):
    """Output of git about a repository."""

    top: str
    """The repository's folder."""
    commits: str
    tags: str

    def tag_names(self) -> dict[str, str]:
        """Return the name of the first tag of each commit that has one, by the commit's hash."""
        names: dict[str, str] = {}
        for line in self.tags.splitlines():
            tag, commit_of_annotated, name = line.split(" ", 2)
            names.setdefault(commit_of_annotated or tag, name)
        return names


def read_log(folder: Path) -> Log | None:
    """Return the history of the repository that a folder belongs to; None if git cannot tell it."""
    # Renames as --follow finds them, whatever the configuration says; no limit to their number.
    options = ("-c", "diff.renames=true", "-c", "log.showSignature=false", "log", "--format=format:%x01%H %at")
    try:
        return Log(
            _git(folder, "rev-parse", "--show-toplevel").rstrip("\n"),
            _git(folder, *options, "-z", "--name-status", "--find-renames", "-l0", "--no-ext-diff"),
            _git(folder, "for-each-ref", "--format=%(objectname) %(*objectname) %(refname:strip=2)", "refs/tags"),
        )
    except (OSError, subprocess.CalledProcessError):
        return None


def history_state(folder: Path) -> str:
    """Return a text that is another one whenever `read_log` may give something else; empty without a history."""
    try:
        top, shallow, commit = _git(
            folder, "rev-parse", "--show-toplevel", "--git-path", "shallow", "HEAD"
        ).splitlines()
        tags = _git(folder, "for-each-ref", "--format=%(objectname) %(refname)", "refs/tags")
    except (OSError, subprocess.CalledProcessError):
        return ""
    boundary = folder / shallow
    return "\0".join((top, commit, tags, boundary.read_text(encoding="utf-8") if boundary.is_file() else ""))


def git_output(folder: Path, *arguments: str) -> str | None:
    """Return what git prints in a folder; None if it fails, or would ask for a password."""
    try:
        return _git(folder, *arguments)
    except (OSError, subprocess.SubprocessError):
        return None


def tracked_files(folder: Path) -> list[str]:
    """Return the files below a folder that git tracks, in the nearest repository; none if there is no git."""
    # Without the program that a repository may name for watching its files.
    names = git_output(folder, "-c", "core.fsmonitor=false", "ls-files", "-z")
    return names.rstrip("\0").split("\0") if names else []


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],  # noqa: S607 - git is looked up on PATH on purpose
        env=os.environ | {"GIT_TERMINAL_PROMPT": "0"},
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        check=True,
    )
    return done.stdout


def read_histories(
    paths: Iterable[str], log: Log, ignored: Sequence[str] = (), *, follow: bool = True
) -> dict[str, FileHistory]:
    """Return the commits of files by their absolute paths.

    A commit does not count as a change if its hash starts with one of the ignored texts. Without `follow`, a file that
    was renamed is a new one.
    """
    names = _names(paths, log.top)
    changes, created = _walk(log.commits, names, follow=follow)
    counted = {
        path: [commit for commit in commits if not commit[0].startswith(tuple(ignored))]
        for path, commits in changes.items()
    }
    return {
        path: FileHistory(next(iter(commits), UNKNOWN), created.get(path, UNKNOWN)) for path, commits in counted.items()
    }


def _walk(log: str, names: Mapping[str, str], *, follow: bool) -> tuple[dict[str, list[Commit]], dict[str, Commit]]:
    """Go back through the history with the names that files had.

    Return the changes of each file, the last one first, and the commits that added them.
    """
    current: dict[str, list[str]] = defaultdict(list)
    """Paths by the names that files have at this point of the history."""
    for path, name in names.items():
        current[name].append(path)
    changes: dict[str, list[Commit]] = {path: [] for path in names}
    created: dict[str, Commit] = {}
    for commit, of_all_files in _commits(log):
        of_files = [change for change in of_all_files if change.name in current]
        renames = [change for change in of_files if follow and change.former_name]
        renamed = [(change.former_name, current.pop(change.name)) for change in renames]
        for change in of_files:
            for path in current.get(change.name, ()):
                changes[path].append(commit)
                if change.status[0] in "AR":
                    created[path] = commit
        for name, paths in renamed:
            current[name] += paths
    return changes, created


def _names(paths: Iterable[str], top: str) -> Mapping[str, str]:
    """Return the names of files in a repository by their paths, without those that are not in it."""
    root = Path(top).resolve()
    resolved = cache(lambda folder: Path(folder).resolve())  # to resolve 10,000 paths takes longer than git's answer
    names: dict[str, str] = {}
    for path in paths:
        folder, name = os.path.split(os.path.realpath(path) if os.path.islink(path) else path)  # noqa: PTH114 - strings are faster
        if resolved(folder).is_relative_to(root):
            names[path] = (resolved(folder).relative_to(root) / name).as_posix()
    return names


class _Change(NamedTuple):
    """Change of a file by a commit."""

    status: str
    """As git has it, as in `M` or `R096`."""
    name: str
    former_name: str = ""


def _commits(log: str) -> Iterator[tuple[Commit, list[_Change]]]:
    """Yield the commits in `git log -z --name-status`: a line for each, then fields that end with NUL."""
    for block in log.split("\x01")[1:]:
        first_line, _, rest = block.partition("\n")
        commit, _, time = first_line.rstrip("\0").partition(" ")
        fields = iter(rest.split("\0"))
        changes: list[_Change] = []
        for status in filter(None, fields):
            name = next(fields)
            changes.append(_Change(status, next(fields), name) if status[0] == "R" else _Change(status, name))
        seconds = int(time) if time.isdecimal() else 0
        yield (commit, seconds) if 0 < seconds <= LATEST else UNKNOWN, changes
