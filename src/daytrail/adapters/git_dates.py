"""When files were last committed, from one walk through the history.

mkdocs-git-revision-date-localized-plugin asks git once a page and once a commit, which takes as long as all
the rest of a build. Its answers follow from one `git log` of the whole tree, but for a page whose renaming
git has to guess: about that page it is asked, by the plugin's own function.
"""

import os
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

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
    """The name of a tag by the hash of its commit."""


def read_dates(paths: Iterable[str], ignored: Sequence[str], ask_changed: Ask, ask_created: Ask) -> Dates | None:
    """Return the dates of files, found as `git log --follow` finds them; None where git cannot say.

    Args:
        paths: Absolute paths of files in one repository.
        ignored: Beginnings of the hashes of commits that do not count as changes.
        ask_changed: Answers for a file whose last change cannot be told from the statuses alone.
        ask_created: The same of its beginning.
    """
    targets = {path: os.path.realpath(path) for path in paths}
    if not targets:
        return Dates()
    try:
        start = Path(next(iter(targets.values()))).parent
        top = _git(start, "rev-parse", "--show-toplevel").rstrip("\n")
        # Renames as --follow looks for them, whatever the configuration says; no limit to their number.
        options = ("-c", "diff.renames=true", "-c", "log.showSignature=false", "log", "--format=format:%x01%H %at")
        log = _git(start, *options, "-z", "--name-status", "--find-renames", "-l0", "--no-ext-diff")
        tags = _git(start, "for-each-ref", "--format=%(objectname) %(*objectname) %(refname:strip=2)", "refs/tags")
    except (OSError, subprocess.CalledProcessError):
        return None
    walk = _Walk({os.path.relpath(real, top).replace(os.sep, "/"): path for path, real in targets.items()}, ignored)
    for commit, changes in _commits(log):
        walk.step(commit, changes)
    found = Dates(tags=dict(_tags(tags)))
    for path in targets:
        found.changed[path] = ask_changed(path) if path in walk.guessed else walk.changed.get(path, UNKNOWN)
        found.created[path] = ask_created(path) if path in walk.guessed else walk.created.get(path, UNKNOWN)
    return found


_Change: TypeAlias = tuple[str, str, str]
"""The status of a path, the path before and the path after."""


class _Walk:
    """Goes back through the history with the names that files had."""

    def __init__(self, names: Mapping[str, str], ignored: Sequence[str]) -> None:
        self._names: dict[str, list[str]] = {}
        for name, path in names.items():
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
        ["git", "-C", str(folder), *arguments],  # noqa: S607 — as the plugin calls it
        capture_output=True,
        check=True,
        encoding="utf-8",
        errors="surrogateescape",
    )
    return done.stdout
