"""Files of the writer, which are created or replaced in one step.

A file is written under a temporary name in the same folder and then moved, so that nobody ever sees half of it.
"""

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click


def create_file(path: Path, text: str) -> bool:
    """Write a new file, and its folders. Return False, and change nothing, if the file exists."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _temporary_file(path, text) as temporary:
        try:
            os.link(temporary, path)
        except FileExistsError:
            return False
        except OSError:  # a file system without hard links: not atomic, but an existing file is not replaced either
            try:
                with path.open("x", encoding="utf-8", newline="\n") as file:
                    file.write(text)
            except FileExistsError:
                return False
    return True


def replace_file(path: Path, text: str, *, expected: str | None = None) -> bool:
    """Replace the text of a file, or create it. Return False if it has that text already.

    Its permissions and its owner stay. Of a symbolic link, the file that it leads to is replaced.
    With `expected`, an OSError is raised and nothing is written if the file has another text until now.
    """
    target = path.resolve()
    before: bytes | None = None
    with suppress(FileNotFoundError):
        before = target.read_bytes()
    if before == text.encode():
        return False
    if expected is not None and before != expected.encode():
        raise OSError(errno.EBUSY, "somebody has just changed it; try again")
    if before is not None and not os.access(target, os.W_OK):  # its folder may still allow to replace it
        raise PermissionError(errno.EACCES, "it is read-only")
    target.parent.mkdir(parents=True, exist_ok=True)
    with _temporary_file(target, text) as temporary:
        temporary.replace(target)
    return True


@contextmanager
def _temporary_file(path: Path, text: str) -> Iterator[Path]:
    """Write a text to a hidden file in the folder of `path`, and delete that file at the end unless it was moved."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".daytrail-", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())  # without it, a power cut may leave an empty file under the new name
        if path.exists():
            status = path.stat()
            with suppress(OSError, AttributeError):  # only root may give a file to somebody else; Windows has no chown
                os.chown(temporary, status.st_uid, status.st_gid)
            temporary.chmod(stat.S_IMODE(status.st_mode))
        else:  # mkstemp creates files that only their owner may read
            umask = os.umask(0)  # there is no way to read it without setting it
            os.umask(umask)
            temporary.chmod(0o666 & ~umask)
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def read_file(path: Path) -> str:
    """Return the text of a UTF-8 file with its line ends as they are, or raise click.ClickException."""
    try:
        return path.read_bytes().decode()
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


def display_path(path: Path) -> str:
    """Return a path relative to the current folder, as one would type it."""
    try:
        return os.path.relpath(path)
    except ValueError:  # it is on another drive of Windows
        return str(path)
