"""Commits of files, from one walk through the history.

mkdocs-git-revision-date-localized-plugin asks git once a page and once a commit, which takes as long as all the rest
of a build. Its answers follow from one `git log` of the whole tree, except for a page whose renaming git has to
guess: for that page it is asked, with the plugin's own function.
"""

import json
import os
import subprocess
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from daytrail.project.user_folder import record_path, write_record

Commit: TypeAlias = tuple[str, int]
"""A commit's hash and the author's time in seconds since 1970."""
Ask: TypeAlias = Callable[[str], Commit]
"""Asks git for the commit of one file, by its absolute path."""

UNKNOWN: Commit = ("", 0)
LATEST = 2**32 - 1
"""The last second of which every part of a site can be dated, in 2106."""


MANY = 10
"""A commit that changes so many pages is no edit of each of them, but a new layout, a key for all or the like."""


class Dates(NamedTuple):
    """Commits of files by their absolute paths; UNKNOWN for those that were never committed."""

    changed: dict[str, Commit]
    """The last commit that changed a file, other than by renaming it."""
    edited: dict[str, Commit]
    """The same without commits that changed many of the files at once, unless they added the file; UNKNOWN if none."""
    created: dict[str, Commit]
    """The first one that added it."""
    tags: Mapping[str, str]
    """The tags of these commits by hash; empty for one without a tag. Commits that git was asked for are missing."""


class Log(NamedTuple):
    """Output of git about a repository."""

    top: str
    """The repository's folder."""
    commits: str
    tags: str


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


def read_known_log(root: Path) -> Log | None:
    """Return the log as `read_log` does, from the record of the last call if the history is the same.

    The record of the last log has names of files and hashes of commits, so it is in the user's own folder.
    """
    state, path = history_state(root), record_path(root, "history")
    if not state or path is None:
        return read_log(root)
    with suppress(OSError, ValueError, TypeError):  # there is no record, or a damaged one
        known, *texts = json.loads(path.read_bytes())
        if known == state:
            return Log(*texts)
    log = read_log(root)
    if log and history_state(root) == state:
        with suppress(OSError):  # such as a full disk
            write_record(path, [state, *log])
    return log


def history_state(folder: Path) -> str:
    """Return a text that is another one whenever `read_log` may give something else; empty without a history."""
    options = ("--show-toplevel", "--git-path", "shallow", "--git-path", "info/grafts", "HEAD")
    try:
        top, *boundaries, commit = _git(folder, "rev-parse", *options).splitlines()
        tags = _git(folder, "for-each-ref", "--format=%(objectname) %(refname)", "refs/tags", "refs/replace")
    except (OSError, subprocess.CalledProcessError):
        return ""
    files = (folder / path for path in boundaries)
    return "\0".join((top, commit, tags, *(file.read_text(encoding="utf-8") for file in files if file.is_file())))


def git_output(folder: Path, *arguments: str, seconds: float | None = None) -> str | None:
    """Return what git prints in a folder; None if it fails, takes longer, or would ask for a password."""
    try:
        return _git(folder, *arguments, seconds=seconds)
    except (OSError, subprocess.SubprocessError):
        return None


def tracked_files(folder: Path) -> list[str]:
    """Return the files below a folder that git tracks, in the nearest repository; none if there is no git."""
    # Without the program that a repository may name for watching its files.
    names = git_output(folder, "-c", "core.fsmonitor=false", "ls-files", "-z")
    return names.rstrip("\0").split("\0") if names else []


def _git(folder: Path, *arguments: str, seconds: float | None = None) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],  # noqa: S607 - git is looked up on PATH on purpose
        env=os.environ | {"GIT_TERMINAL_PROMPT": "0"},
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=seconds,
        check=True,
    )
    return done.stdout


def read_dates(
    paths: Iterable[str], log: Log, ignored: Sequence[str], ask_changed: Ask, ask_created: Ask, *, follow: bool = True
) -> Dates:
    """Return the commits of files, found as `git log` finds them.

    A commit does not count as a change if its hash starts with one of the ignored texts. Git is asked about files
    that are not in the repository of the log, or may have come from another file by more than a change of name.
    Without `follow` it is asked about all: then it leaves out branches that had no effect on a file.
    """
    names = _names(paths, log.top) if follow else dict.fromkeys(paths, "")
    changes = _walk(log.commits, names)
    kept = {
        path: [commit for commit in commits if not commit[0].startswith(tuple(ignored))]
        for path, commits in changes.of_file.items()
    }
    changed = {path: commits[0] for path, commits in kept.items() if commits}
    created, large = changes.created, changes.large
    tagged: dict[str, str] = {}
    for line in log.tags.splitlines():
        tag, commit_of_annotated, name = line.split(" ", 2)
        tagged.setdefault(commit_of_annotated or tag, name)
    tags = {commit: tagged.get(commit, "") for commit, _ in (UNKNOWN, *changed.values(), *created.values())}
    asked = [path for path, name in names.items() if not name or path in changes.guessed]
    with ThreadPoolExecutor() as pool:
        for commits, ask in ((changed, ask_changed), (created, ask_created)):
            answers = zip(asked, pool.map(ask, asked), strict=True)
            commits.update((path, _known(commit)) for path, commit in answers)
    unknown = dict.fromkeys(names, UNKNOWN)
    few = {
        path: next((commit for commit in commits if commit[0] not in large or commit == created.get(path)), UNKNOWN)
        for path, commits in [*kept.items(), *((path, [changed[path]]) for path in asked)]
    }
    return Dates(unknown | changed, unknown | few, unknown | created, tags)


def _names(paths: Iterable[str], top: str) -> dict[str, str]:
    """Return the names of files in a repository by their paths; empty for those that are not in it."""
    root = Path(top).resolve()

    @cache  # to resolve each of 10,000 paths takes longer than git's whole answer
    def folder_name(folder: str) -> str | None:
        """Return the name of a folder in the repository, with a slash at its end unless it is the repository itself.

        None if it is in another repository, such as a submodule.
        """
        real = Path(folder).resolve()
        inside = [real, *real.parents][: len(real.parts) - len(root.parts)]
        if not real.is_relative_to(root) or any((parent / ".git").exists() for parent in inside):
            return None
        name = real.relative_to(root).as_posix()
        return "" if name == "." else f"{name}/"

    names: dict[str, str] = {}
    for path in paths:
        folder, name = os.path.split(os.path.realpath(path) if os.path.islink(path) else path)  # noqa: PTH114 - strings are faster
        above = folder_name(folder)
        names[path] = "" if above is None else f"{above}{name}"
    return names


class _Changes(NamedTuple):
    """Changes of files in a history."""

    of_file: dict[str, list[Commit]]
    """Commits that changed a file, other than by renaming it, the last one first."""
    created: dict[str, Commit]
    """The first commit that added a file."""
    guessed: set[str]
    """Files that may be copies of another file, renamed and edited in one commit."""
    large: set[str]
    """Hashes of commits that changed many of the files."""


def _walk(log: str, names: Mapping[str, str]) -> _Changes:
    """Go back through the history with the names that files had, and return their changes."""
    paths = _paths_by_name(names)  # at this point of the history
    of_file: dict[str, list[Commit]] = defaultdict(list)
    created: dict[str, Commit] = {}
    guessed: set[str] = set()
    numbers: dict[str, int] = {}
    for commit, changes in _commits(log):
        any_removed = any(status in "DR" for status, _, _ in changes)
        renamed: list[tuple[str, list[str]]] = []
        numbers[commit[0]] = _changed(changes, paths)
        for status, before, name in changes:
            if name not in paths:
                continue
            if status == "R" and before:
                renamed.append((before, paths.pop(name)))
            elif status == "R" or (status == "A" and any_removed):
                guessed.update(paths.pop(name))
            else:
                for path in paths[name]:
                    of_file[path].append(commit)
                if status == "A":
                    created |= dict.fromkeys(paths[name], commit)
        for before, moved in renamed:
            paths[before] += moved
    return _Changes(of_file, created, guessed, {commit for commit, number in numbers.items() if number >= MANY})


def _paths_by_name(names: Mapping[str, str]) -> dict[str, list[str]]:
    paths: dict[str, list[str]] = defaultdict(list)
    for path, name in names.items():
        paths[name].append(path)
    return paths


def _changed(changes: Iterable[tuple[str, str, str]], names: Container[str]) -> int:
    """Return how many of some files a commit changed, other than by adding or merely renaming them."""
    return sum(name in names and (status == "M" or (status == "R" and not before)) for status, before, name in changes)


def _commits(log: str) -> Iterator[tuple[Commit, list[tuple[str, str, str]]]]:
    """Yield the commits in `git log -z --name-status`: a line for each, then fields that end with NUL.

    Each of their changes is the status of a file, its path before, and its path after.
    """
    for block in log.split("\x01")[1:]:
        first_line, _, rest = block.partition("\n")
        commit, _, time = first_line.rstrip("\0").partition(" ")
        fields = iter(rest.split("\0"))
        changes: list[tuple[str, str, str]] = []
        for status in filter(None, fields):
            before = after = next(fields)
            if status[0] in "RC":
                # Only a file that stayed the same to the last byte is merely renamed; all else git guesses.
                before, after = before if status == "R100" else "", next(fields)
            changes.append((status[0], before, after))
        yield _known((commit, int(time) if time.isdecimal() else 0)), changes


def _known(commit: Commit) -> Commit:
    """Return a commit, or UNKNOWN if it has no hash or its time is none that a site can show."""
    return commit if commit[0] and 0 < commit[1] <= LATEST else UNKNOWN
