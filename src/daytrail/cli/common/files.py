"""Files of the writer, which are created or replaced in one step, and updates of them, all or none.

A file is written under a temporary name in the same folder and then moved, so that no reader sees half of it.
"""

import difflib
import os
import re
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import IO, Any

import click

from daytrail.cli.common.atomic import MAX_BYTES, Change, change_all, content, write_beside
from daytrail.cli.common.project import Project, open_project
from daytrail.problems import Problem, Severity
from daytrail.project.folders import Place
from daytrail.project.report import as_text
from daytrail.project.settings import Settings
from daytrail.source.files import CONFLICT, link_obstacle, read_bytes
from daytrail.source.yaml.edit import Edited

MAX_FILE_BYTES = MAX_BYTES
"""The largest file that a command reads."""


def create_file(path: Path, text: str) -> bool:
    """Write a new file, and its folders. Return False, and change nothing, if the file exists."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _temporary_file(path, text) as temporary:
        try:
            os.link(temporary, path)
        except FileExistsError:
            return False
        except OSError:  # a file system without hard links
            return _move_to_free_name(temporary, path)
    return True


def _move_to_free_name(temporary: Path, path: Path) -> bool:
    """Move a file to a name that nothing has. Return False, and leave it where it is, if something has."""
    try:
        path.touch(exist_ok=False)  # takes no space, which the disk may not have for the text a second time
    except FileExistsError:
        return False
    try:
        temporary.replace(path)
    except BaseException:
        path.unlink()
        raise
    return True


def replace_file(path: Path, text: str) -> bool:
    """Replace the text of a file, or create it. Return False if it has that text already."""
    if content(path) == text.encode():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    with _temporary_file(path, text) as temporary:
        temporary.replace(path)
    return True


@contextmanager
def _temporary_file(path: Path, text: str) -> Iterator[Path]:
    """Write a text to a hidden file in the folder of `path`, and delete that file at the end unless it was moved."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".daytrail-", suffix=".tmp")
    os.close(handle)
    temporary = Path(name)
    try:
        write_beside(temporary, path, text)
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def read_file(path: Path) -> str:
    """Return the text of a UTF-8 file with its line ends as they are, or raise click.ClickException."""
    try:
        return read_bytes(path, MAX_FILE_BYTES).decode()
    except (OSError, UnicodeDecodeError) as failure:
        raise click.ClickException(f"{display_path(path)} cannot be read: {failure}") from None


@contextmanager
def disk_errors(what_fails: str = "") -> Iterator[None]:
    """Turn an OSError into a click.ClickException with a message such as `a.md cannot be written: No space left`.

    Without an argument the message begins with the name of the file.
    """
    try:
        yield
    except OSError as failure:
        subject = what_fails or failure.filename
        raise click.ClickException(f"{f'{subject}: ' if subject else ''}{failure.strerror or failure}") from None


def refuse_link(root: Path, path: Path) -> None:
    """Raise click.ClickException if links lead from a path in a project to somewhere else.

    A path that is not in the project was given by the user, who may write where they want.
    """
    if path.is_relative_to(root) and (obstacle := link_obstacle(root, path.relative_to(root).as_posix())):
        raise click.ClickException(f"{display_path(path)} cannot be written: {obstacle}")


def refuse_disposable(settings: Settings, folder: Path) -> None:
    """Raise click.ClickException if a folder is in the site, which a build replaces."""
    site = settings.config.site
    if Place(folder).overlaps(Place(site)):
        message = f"{display_path(folder)} overlaps with {display_path(site)}, which a build may delete"
        raise click.ClickException(f"{message}; nothing was written")


def display_path(path: Path) -> str:
    """Return a path relative to the current folder, as one would type it."""
    try:
        return os.path.relpath(path)
    except ValueError:  # it is on another drive of Windows
        return str(path)


class UpdateError(click.ClickException):
    """A file was not changed because of some problems."""

    def __init__(self, message: str, problems: Sequence[Problem]) -> None:
        super().__init__(message)
        self.problems = problems

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the problems, then the message."""
        click.echo(as_text(self.problems), nl=False, err=True, file=file)
        super().show(file)


def accepted(edited: Edited) -> str:
    """Return a text after an edit, or raise an UpdateError if there are problems."""
    text, problems = edited
    if problems:
        raise UpdateError("nothing was changed", problems)
    return text


def refuse_conflicts(project: Project) -> None:
    """Raise UpdateError if git left conflicts in the project: its items and day numbers are not known then."""
    if conflicts := [problem for problem in project.problems if problem.code == CONFLICT]:
        raise UpdateError("nothing was changed: resolve the conflict first", conflicts)


@dataclass(frozen=True)
class FileUpdate:
    """Text of a file before and after a change."""

    path: Path
    before: str | None
    """None if there is no file yet."""
    after: str | None
    """None if the file is deleted."""

    @property
    def changed(self) -> bool:
        """True if the two texts differ."""
        return self.after != self.before

    def diff(self, name: str) -> str:
        """Return the change in the format that `git apply` reads."""
        old, new = (re.findall(r"[^\n]*\n|[^\n]+", text or "") for text in (self.before, self.after))
        names = (
            "/dev/null" if self.before is None else f"a/{name}",
            "/dev/null" if self.after is None else f"b/{name}",
        )
        lines = difflib.unified_diff(old, new, *names)
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def write_updates(
    project: Project,
    updates: Sequence[FileUpdate],
    checked: Collection[str] | None = None,
    *,
    severities: Collection[Severity] = tuple(Severity),
) -> Project:
    """Write all updates and return the project as it is then. If anything fails, no file has changed.

    A new problem in one of the `checked` files, given by their paths, or else in any file, is an UpdateError, if it
    has one of the severities.
    """
    change_all(project.root, [Change(update.path, update.before, update.after) for update in updates])
    updated = open_project(project.root)
    before, after = (
        [
            problem
            for problem in state.problems
            if (checked is None or problem.location.path in checked) and problem.severity in severities
        ]
        for state in (project, updated)
    )
    # Without their locations, since a change moves the lines below it.
    key = attrgetter("severity", "message")
    if new := Counter(map(key, after)) - Counter(map(key, before)):
        change_all(project.root, [Change(update.path, update.after, update.before) for update in updates])
        message = "nothing was changed: the change would cause the problems above"
        raise UpdateError(message, [problem for problem in after if key(problem) in new])
    return updated


def show_updates(updates: Sequence[FileUpdate], root: Path, *, write: bool, reason: str | None = None) -> None:
    """Print the paths of the files that change on standard output, and on standard error the changes to come.

    If nothing changes, that and the reason for it are printed on standard error.
    """
    for update in updates:
        if not write:
            click.echo(update.diff(update.path.relative_to(root).as_posix()), nl=False, err=True)
        click.echo(display_path(update.path))
    if not updates:
        click.echo(f"there is nothing to change{f': {reason}' if reason else ''}", err=True)
    elif not write:
        click.echo("nothing was changed; `--write` does it", err=True)


def show_and_write(
    project: Project,
    updates: Sequence[FileUpdate],
    *,
    write: bool,
    checked: Collection[str] | None = None,
    reason: str | None = None,
    quiet: bool = False,
) -> None:
    """Show updates as `show_updates` does, unless quiet, and make them with `write`; see `write_updates`."""
    if not quiet:
        show_updates(updates, project.root, write=write, reason=reason)
    if write and updates:
        with disk_errors("nothing was changed"):
            write_updates(project, updates, checked)
