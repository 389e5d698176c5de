"""Changes of several files, all or none, also if the command is interrupted or killed in the middle.

New texts are written beside the files first, and then moved to their names. A journal in the project's root folder
says how far this is: what was interrupted while texts were written is taken back by the next command, what was
interrupted while files were moved is finished.
"""

import errno
import hashlib
import json
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

import click

from daytrail.project.root_folder import CONFIG_FILES
from daytrail.source.files import link_obstacle, read_bytes

MAX_BYTES = 100_000_000
"""The largest file that a command reads."""
_JOURNAL = ".daytrail-change.json"
_NEXT_JOURNAL = f"{_JOURNAL}.tmp"
_TEMPORARY = re.compile(r"\.daytrail-[0-9a-f]{8}-[0-9]+\.tmp", re.ASCII)


class Change(NamedTuple):
    """A file with the text that it is expected to have and the one that it gets; None for no file."""

    path: Path
    before: str | None
    after: str | None


class _Move(NamedTuple):
    """A line of the journal."""

    path: str
    """Relative to the root."""
    temporary: str | None
    """Name of the file beside it with its new text; None if the file is deleted."""
    before: str | None
    """Digest of its text before."""


def change_all(root: Path, changes: Sequence[Change]) -> None:
    """Write the new texts of all files in a project, or of none, and raise an OSError if that is not possible.

    Another text than the expected one is such a reason. The caller has locked the project.
    """
    token = secrets.token_hex(4)
    moves = [
        _Move(
            os.path.relpath(path, root).replace("\\", "/"),
            None if after is None else f".daytrail-{token}-{n}.tmp",
            None if before is None else _digest(before.encode()),
        )
        for n, (path, before, after) in enumerate(changes)
    ]
    for (path, before, _), move in zip(changes, moves, strict=True):
        if obstacle := _obstacle(root, move):
            raise PermissionError(errno.EACCES, obstacle, str(path))
        if before is not None and not os.access(path, os.W_OK):  # its folder may still allow to replace it
            raise PermissionError(errno.EACCES, "it is read-only", str(path))
    try:
        _write_journal(root, moves, are_written=False)
        for (path, _, after), move in zip(changes, moves, strict=True):
            target = path.resolve()
            target.parent.mkdir(parents=True, exist_ok=True)
            if move.temporary and after is not None:
                write_beside(target.with_name(move.temporary), target, after)
        # Only now, since it takes a while to write the other files, and an editor may save one of these meanwhile.
        for (path, _, _), move in zip(changes, moves, strict=True):
            if _digest_of(path) != move.before:
                raise OSError(errno.EBUSY, "another program has just changed it; try again", str(path))
        _write_journal(root, moves, are_written=True)
    finally:
        finish_interrupted(root)


def write_beside(temporary: Path, path: Path, text: str) -> None:
    """Write a text to a file that will take the place of another one, with its owner and permissions."""
    with temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())  # without it, a power cut may leave an empty file under the new name
    if path.exists():
        status = path.stat()
        if sys.platform != "win32":
            with suppress(OSError):  # only root may change the owner
                os.chown(temporary, status.st_uid, status.st_gid)
        temporary.chmod(stat.S_IMODE(status.st_mode))
    else:  # the temporary file may be one that only its owner may read
        umask = os.umask(0)  # there is no way to read it without setting it
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)


def _write_journal(root: Path, moves: Sequence[_Move], *, are_written: bool) -> None:
    write_beside(root / _NEXT_JOURNAL, root / _JOURNAL, json.dumps([are_written, moves]))
    (root / _NEXT_JOURNAL).replace(root / _JOURNAL)


def finish_interrupted(root: Path) -> None:
    """Finish or take back the change that the journal of a project is about, if there is one.

    A file that somebody has changed since stays as it is; standard error says so.
    """
    (root / _NEXT_JOURNAL).unlink(missing_ok=True)
    try:
        are_written, lines = json.loads((root / _JOURNAL).read_bytes())
        moves = [_Move(*line) for line in lines]
    except (OSError, ValueError, TypeError):
        return
    for move in moves:
        if _obstacle(root, move):
            continue
        target = (root / move.path).resolve()
        temporary = target.with_name(move.temporary) if move.temporary else None
        if not are_written:
            if temporary:
                temporary.unlink(missing_ok=True)
        elif temporary is None:
            if target.exists() and _digest_of(target) == move.before:
                target.unlink()
        elif temporary.exists():
            if _digest_of(target) != move.before:
                message = f"note: {move.path} was changed after a command was interrupted, whose text for it is in"
                click.echo(f"{message} {temporary.name}", err=True)
            else:
                temporary.replace(target)
    (root / _JOURNAL).unlink()


def _obstacle(root: Path, move: _Move) -> str | None:
    """Return why a file is not to be written. A journal may come with a cloned repository, and lead out of it."""
    is_inside = ".." not in move.path.split("/") and (move.temporary is None or _TEMPORARY.fullmatch(move.temporary))
    return link_obstacle(root, move.path) if is_inside else "it is not in the project"


def content(path: Path) -> bytes | None:
    """Return the content of a file; None if there is none."""
    try:
        return read_bytes(path, MAX_BYTES)
    except FileNotFoundError:
        return None


def _digest_of(path: Path) -> str | None:
    before = content(path)
    return None if before is None else _digest(before)


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def was_interrupted(root: Path) -> bool:
    """Return whether a command was interrupted in a project, or is at work in it."""
    return any((root / name).exists() for name in (_JOURNAL, _NEXT_JOURNAL))


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
