"""When files were last committed, from one walk through the history.

mkdocs-git-revision-date-localized-plugin asks git once a page and once a commit, which takes as long as all
the rest of a build. Its answers follow from one `git log` of the whole tree, but for a page whose renaming
git has to guess: about that page it is asked, by the plugin's own function.
"""

import os
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

Commit: TypeAlias = tuple[str, int]
"""A commit's hash and the author's time in seconds since 1970."""
Ask: TypeAlias = Callable[[str], Commit]
"""Finds the commit of one file by its absolute path, as the plugin does."""

UNKNOWN: Commit = ("", 0)


@dataclass(slots=True)
class Dates:
    """What the history says of files, by their absolute paths; UNKNOWN of those that it does not hold."""

    changed: dict[str, Commit] = field(default_factory=dict)
    """The last commit that changed a file, other than by renaming it."""
    created: dict[str, Commit] = field(default_factory=dict)
    """The first one that added it."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """The names of the tags of these commits, by hash, as far as nobody had to ask; empty for one without a tag."""


class Log(NamedTuple):
    """The history of a repository, as git tells it."""

    top: str
    """The repository's folder."""
    commits: str
    tags: str


def read_log(folder: Path) -> Log | None:
    """Return the history of the repository that a folder belongs to; None where git cannot say."""
    # Renames as --follow looks for them, whatever the configuration says; no limit to their number.
    options = ("-c", "diff.renames=true", "-c", "log.showSignature=false", "log", "--format=format:%x01%H %at")
    try:
        return Log(
            _git(folder, "rev-parse", "--show-toplevel").rstrip("\n"),
            _git(folder, *options, "-z", "--name-status", "--find-renames", "-l0", "--no-ext-diff"),
            _git(folder, "for-each-ref", "--format=%(objectname) %(*objectname) %(refname:strip=2)", "refs/tags"),
        )
    except (OSError, subprocess.CalledProcessError):
        return None


def read_dates(
    paths: Iterable[str], log: Log, ignored: Sequence[str], ask_changed: Ask, ask_created: Ask, *, follow: bool = True
) -> Dates:
    """Return the dates of files, found as `git log` finds them.

    Args:
        paths: Absolute paths of files.
        log: The history that most of them belong to; those of a repository inside of it are asked about.
        ignored: Beginnings of the hashes of commits that do not count as changes.
        ask_changed: Answers for a file whose last change cannot be told from the statuses alone.
        ask_created: The same of its beginning.
        follow: Whether as with `--follow`; without it, git passes over branches that came to nothing for a file,
            which only it can tell.
    """
    names = _names(paths, log.top) if follow else dict.fromkeys(paths, "")
    walk = _Walk(names, ignored)
    for commit, changes in _commits(log.commits):
        walk.step(commit, changes)
    walked = [path for path, name in names.items() if name and path not in walk.guessed]
    asked = [path for path, name in names.items() if not name or path in walk.guessed]
    found = Dates(
        {path: walk.changed.get(path, UNKNOWN) for path in walked},
        {path: walk.created.get(path, UNKNOWN) for path in walked},
    )
    named = dict(_tags(log.tags))
    found.tags = {hash_: named.get(hash_, "") for hash_, _ in (*found.changed.values(), *found.created.values())}
    with ThreadPoolExecutor() as pool:
        for dates, ask in ((found.changed, ask_changed), (found.created, ask_created)):
            answers = zip(asked, pool.map(ask, asked), strict=True)
            dates.update((path, commit if commit[0] else UNKNOWN) for path, commit in answers)
    return found


def _names(paths: Iterable[str], top: str) -> dict[str, str]:
    """Return the names of files in a repository by their paths; empty for those that are not in it."""
    own = os.path.realpath(top)

    @cache
    def prefix(folder: str) -> str | None:
        """What the names of a real folder's files begin with; None where it is not in the repository."""
        if folder == own:
            return ""
        # A submodule, or somebody's clone within.
        if os.path.exists(os.path.join(folder, ".git")) or folder in ("", os.path.dirname(folder)):  # noqa: PTH110, PTH118, PTH120 - strings are faster
            return None
        above = prefix(os.path.dirname(folder))  # noqa: PTH120 - strings are faster
        return None if above is None else f"{above}{os.path.basename(folder)}/"  # noqa: PTH119 - strings are faster

    real = cache(os.path.realpath)
    found: dict[str, str] = {}
    for path in paths:
        # Folder by folder: to resolve each of 10,000 paths takes longer than git's whole answer.
        folder, name = os.path.split(os.path.realpath(path) if os.path.islink(path) else path)  # noqa: PTH114 - strings are faster
        before = prefix(str(real(folder)))
        found[path] = "" if before is None else f"{before}{name}"
    return found


_Change: TypeAlias = tuple[str, str, str]
"""The status of a path, the path before and the path after."""


class _Walk:
    """Goes back through the history with the names that files had."""

    def __init__(self, names: Mapping[str, str], ignored: Sequence[str]) -> None:
        self._names: dict[str, list[str]] = {}
        for path, name in names.items():
            self._names.setdefault(name, []).append(path)
        self._ignored = tuple(ignored)
        self.changed: dict[str, Commit] = {}
        self.created: dict[str, Commit] = {}
        self.guessed: set[str] = set()
        """Files that may have come from another one by more than a change of name."""

    def step(self, commit: Commit, changes: Sequence[_Change]) -> None:
        """Take in one commit; later ones come first."""
        gone = any(status in "DR" for status, _, _ in changes)
        renamed: list[tuple[str, list[str]]] = []
        for status, before, name in changes:
            if name not in self._names:
                continue
            paths = self._names[name]
            if status == "R":
                self._names.pop(name)
                if before:
                    renamed.append((before, paths))
                    continue
            if status == "R" or (status == "A" and gone):
                self.guessed.update(paths)
                self._names.pop(name, None)
                continue
            for path in paths:
                if not (self._ignored and commit[0].startswith(self._ignored)):
                    self.changed.setdefault(path, commit)
                if status == "A":
                    self.created[path] = commit
        for name, paths in renamed:
            self._names.setdefault(name, []).extend(paths)


def _commits(log: str) -> Iterator[tuple[Commit, list[_Change]]]:
    """Read `git log -z --name-status`: a line for each commit, then fields that end with NUL."""
    for block in log.split("\x01")[1:]:
        head, _, rest = block.partition("\n")
        commit, _, time = head.rstrip("\0").partition(" ")
        fields = iter(rest.split("\0"))
        changes: list[_Change] = []
        for status in fields:
            if not status:
                continue
            path = next(fields)
            if status[0] in "RC":
                # Only what is the same to the last byte is a mere renaming; the rest depends on what else is near.
                changes.append((status[0], path if status == "R100" else "", next(fields)))
            else:
                changes.append((status[0], path, path))
        yield (commit, int(time)), changes


def _tags(lines: str) -> Iterator[tuple[str, str]]:
    """Yield each tagged commit with its first tag; a tag that is an object of its own names its commit second."""
    seen = set()
    for line in lines.splitlines():
        tag, commit, name = line.split(" ", 2)
        if (commit or tag) not in seen:
            seen.add(commit or tag)
            yield commit or tag, name


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],  # noqa: S607 - as the plugin calls it
        capture_output=True,
        check=True,
        encoding="utf-8",
        errors="surrogateescape",
    )
    return done.stdout
