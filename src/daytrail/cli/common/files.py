"""Files of the writer, which are changed all or none, also if the command is interrupted or killed in the middle.

New texts are written beside the files first, and then moved to their names. A journal in the project's root folder
says how far this is: what was interrupted while texts were written is taken back by the next command, what was
interrupted while files were moved is finished.
"""

import difflib
import errno
import hashlib
import json
import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple

import click

from daytrail.problems import Problem
from daytrail.project.report import as_text
from daytrail.project.root_folder import CONFIG_FILES
from daytrail.source.files import link_obstacle, read_bytes
from daytrail.source.yaml.edit import Edited

MAX_FILE_BYTES = 100_000_000
"""The largest file that a command reads."""
_JOURNAL = ".daytrail-change.json"
_NEXT_JOURNAL = f"{_JOURNAL}.tmp"
_TEMPORARY = re.compile(r"\.daytrail-[0-9a-f]{8}-[0-9]+\.tmp", re.ASCII)


def read_file(path: Path) -> str:
    """Return the text of a UTF-8 file with its line ends as they are, or raise click.ClickException."""
    try:
        return _read(path).decode()
    except (OSError, UnicodeDecodeError) as failure:
        raise click.ClickException(f"{display_path(path)} cannot be read: {failure}") from None


def display_path(path: Path) -> str:
    """Return a path relative to the current folder, as one would type it."""
    try:
        return os.path.relpath(path)
    except ValueError:  # it is on another drive of Windows
        return str(path)


# -- errors --


@contextmanager
def disk_errors(what_fails: str) -> Iterator[None]:
    """Turn an OSError into a click.ClickException with a message such as `a.md cannot be read: Permission denied`."""
    try:
        yield
    except OSError as failure:
        raise click.ClickException(f"{what_fails}: {failure.strerror or failure}") from None


def refuse_link(root: Path, path: Path) -> None:
    """Raise click.ClickException if links lead from a path in a project to somewhere else.

    A path that is not in the project was given by the user, who may write where they want.
    """
    if path.is_relative_to(root) and (obstacle := link_obstacle(root, path.relative_to(root).as_posix())):
        raise click.ClickException(f"{display_path(path)} cannot be written: {obstacle}")


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


# -- changes --


@dataclass(frozen=True)
class FileUpdate:
    """Text of a file before and after a change."""

    path: Path
    before: str | Path | None
    """A path if it is that of another file, None if there is no file yet."""
    after: str | Path | None
    """A path if another file is copied, None if the file is deleted."""

    @property
    def changed(self) -> bool:
        """True if the two texts differ."""
        return self.after != self.before

    def diff(self, name: str) -> str:
        """Return the change in the format that `git apply` reads."""
        old, new = (re.findall(r"[^\n]*\n|[^\n]+", str(text or "")) for text in (self.before, self.after))
        names = (
            "/dev/null" if self.before is None else f"a/{name}",
            "/dev/null" if self.after is None else f"b/{name}",
        )
        lines = difflib.unified_diff(old, new, *names)
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


class _Move(NamedTuple):
    """A line of the journal."""

    path: str
    """Relative to the root."""
    temporary: str | None
    """Name of the file beside it with its new text; None if the file is deleted."""
    before: str | None
    """Digest of its text before."""


def create_file(root: Path, path: Path, text: str) -> None:
    """Write a new file, and its folders. Raises an OSError, and changes nothing, if there is one.

    It is in a project, whose root is given and which the caller has locked, or elsewhere.
    """
    change_all(root if path.is_relative_to(root) else path.parent, [FileUpdate(path, None, text)])


def change_all(root: Path, updates: Sequence[FileUpdate]) -> None:
    """Write the new texts of all files in a project, or of none, and raise an OSError if that is not possible.

    Another text than the one before is such a reason. The caller has locked the project, unless it is a new one.
    """
    finish_interrupted(root)
    token = secrets.token_hex(4)
    moves = [_planned_move(root, update, f".daytrail-{token}-{n}.tmp") for n, update in enumerate(updates)]
    new_folders = {folder for update in updates for folder in update.path.parents if not folder.exists()}
    try:
        root.mkdir(parents=True, exist_ok=True)
        _write_journal(root, moves, are_written=False)
        for update, move in zip(updates, moves, strict=True):
            target = update.path.resolve()
            target.parent.mkdir(parents=True, exist_ok=True)
            if move.temporary and update.after is not None:
                _write_beside(target.with_name(move.temporary), target, _content(update.after))
        # Only now, since it takes a while to write the other files, and an editor may save one of these meanwhile.
        for update, move in zip(updates, moves, strict=True):
            if _digest_of(update.path) != move.before:
                raise OSError(errno.EBUSY, "another program has just changed it; try again", str(update.path))
        _write_journal(root, moves, are_written=True)
    finally:
        finish_interrupted(root)
        for folder in sorted(new_folders, reverse=True):  # empty ones of a change that was taken back
            with suppress(OSError):
                folder.rmdir()


def _content(text: str | Path) -> bytes:
    return _read(text) if isinstance(text, Path) else text.encode()


def _read(path: Path) -> bytes:
    """Return the whole content of a file, or raise an OSError, also if it is larger than a command reads."""
    content = read_bytes(path, MAX_FILE_BYTES)
    if len(content) > MAX_FILE_BYTES:
        raise OSError(errno.EFBIG, f"it is larger than {MAX_FILE_BYTES // 1_000_000} MB", str(path))
    return content


def _planned_move(root: Path, update: FileUpdate, temporary: str) -> _Move:
    """Return a line of the journal, or raise a PermissionError if the file is not to be written."""
    move = _Move(
        os.path.relpath(update.path, root).replace("\\", "/"),
        None if update.after is None else temporary,
        None if update.before is None else _digest(_content(update.before)),
    )
    # The folder of a read-only file may still allow to replace it.
    is_read_only = update.before is not None and not os.access(update.path, os.W_OK)
    if obstacle := _obstacle(root, move) or ("it is read-only" if is_read_only else None):
        raise PermissionError(errno.EACCES, obstacle, str(update.path))
    return move


def _write_beside(temporary: Path, path: Path, content: bytes) -> None:
    """Write a new file that will take the place of another one, with its owner and permissions."""
    with temporary.open("xb") as file:  # never through a link that came with a cloned project
        file.write(content)
        file.flush()
        os.fsync(file.fileno())  # without it, a power cut may leave an empty file under the new name
    if path.exists():
        if sys.platform != "win32":
            with suppress(OSError):  # only root may change the owner
                os.chown(temporary, path.stat().st_uid, path.stat().st_gid)
        shutil.copymode(path, temporary)


def _write_journal(root: Path, moves: Sequence[_Move], *, are_written: bool) -> None:
    _write_beside(root / _NEXT_JOURNAL, root / _JOURNAL, json.dumps([are_written, moves]).encode())
    (root / _NEXT_JOURNAL).replace(root / _JOURNAL)


def finish_interrupted(root: Path) -> None:
    """Finish or take back the change that the journal of a project is about, if there is one.

    A file that somebody has changed since stays as it is; standard error says so.
    """
    (root / _NEXT_JOURNAL).unlink(missing_ok=True)
    try:
        are_written, lines = json.loads(read_bytes(root / _JOURNAL, MAX_FILE_BYTES))
        moves = [_Move(*line) for line in lines]
    except FileNotFoundError:
        return
    except (OSError, ValueError, TypeError):  # no command has written this
        moves, are_written = [], False
    for move in moves:
        if not _obstacle(root, move):
            _finish(root, move, are_written=are_written)
    if not (root / _JOURNAL).is_dir():
        (root / _JOURNAL).unlink()


def _finish(root: Path, move: _Move, *, are_written: bool) -> None:
    target = (root / move.path).resolve()
    temporary = target.with_name(move.temporary) if move.temporary else None
    if not are_written:
        if temporary:
            temporary.unlink(missing_ok=True)
    elif temporary is None:
        if _digest_of(target) == move.before:
            target.unlink(missing_ok=True)
    elif temporary.exists() and _digest_of(target) == move.before:
        temporary.replace(target)
    elif temporary.exists():
        message = f"note: {move.path} was changed after a command was interrupted, whose text for it is in"
        click.echo(f"{message} {temporary.name}", err=True)


def _obstacle(root: Path, move: _Move) -> str | None:
    """Return why a file is not to be written. A journal may come with a cloned repository, and lead out of it."""
    is_inside = not {"", "..", ".git"}.intersection(move.path.casefold().split("/"))
    is_ours = move.temporary is None or _TEMPORARY.fullmatch(move.temporary)
    return link_obstacle(root, move.path) if is_inside and is_ours else "it is not in the project"


def _digest_of(path: Path) -> str | None:
    try:
        return _digest(read_bytes(path, MAX_FILE_BYTES))
    except FileNotFoundError:
        return None


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def was_interrupted(root: Path) -> bool:
    """Return whether a command was interrupted in a project, or is at work in it."""
    return any((root / name).is_file() for name in (_JOURNAL, _NEXT_JOURNAL))


# -- the lock --

if sys.platform == "win32":
    import msvcrt

    _FAR = 2**30
    """Offset behind the end of the file: on Windows, no process can read a locked part of a file."""

    def _lock(file: BinaryIO, *, wait: bool) -> bool:
        """Lock a file, and return whether that was possible; with `wait`, give up after ten seconds."""
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: BinaryIO, *, wait: bool) -> bool:
        """Lock a file, and return whether that was possible."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks; a change by somebody else is noticed when a file is replaced
            return True
        return True


@contextmanager
def exclusive(root: Path) -> Iterator[None]:
    """Let no other command change files of a project within the block, and finish what one did before.

    The operating system locks mkdocs.yml, which every project has, and frees it when a process ends, however it ends.
    A library such as filelock would put a file of its own among the owner's.
    """
    with next(root / name for name in CONFIG_FILES if (root / name).is_file()).open("rb") as file:
        if not _lock(file, wait=False):
            click.echo("waiting for another daytrail command in this project", err=True)
            while not _lock(file, wait=True):
                pass
        finish_interrupted(root)
        yield
