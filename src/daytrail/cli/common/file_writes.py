"""Writing files whole or not at all."""

import difflib
import errno
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def create_file(path: Path, text: str) -> bool:
    """Write a new file with its folders; false, and nothing changes, where the name is taken.

    Raises:
        OSError: the disk refuses.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _beside(path, text) as written:
        try:
            os.link(written, path)
        except FileExistsError:
            return False
        except OSError:  # a file system without hard links: not atomic, but nothing is replaced there either
            try:
                with path.open("x", encoding="utf-8", newline="\n") as file:
                    file.write(text)
            except FileExistsError:
                return False
    return True


def replace_file(path: Path, text: str, *, instead_of: str | None = None) -> bool:
    """Give a file a new text; false where it has that text already.

    It keeps its permissions and its owner, and a link goes on leading to the file that it leads to.

    Args:
        path: the file.
        text: all of it, with line ends as they are to be.
        instead_of: what the file is to hold until now; where it holds anything else, nobody's words are lost.

    Raises:
        OSError: the disk refuses, the file may not be written, or it holds something else.
    """
    real = path.resolve()
    before: bytes | None = None
    with suppress(FileNotFoundError):
        before = real.read_bytes()
    if before == text.encode():
        return False
    if instead_of is not None and before != instead_of.encode():
        raise OSError(errno.EBUSY, "somebody has just changed it; try again")
    if before is not None and not os.access(real, os.W_OK):  # the folder may allow what the file does not
        raise PermissionError(errno.EACCES, "it is read-only")
    real.parent.mkdir(parents=True, exist_ok=True)
    with _beside(real, text) as written:
        written.replace(real)
    return True


def unified(before: str | None, after: str, name: str) -> str:
    """Return a change of a file in the form that `git apply` reads; None stands for no file."""
    old, new = (re.findall(r"[^\n]*\n|[^\n]+", text or "") for text in (before, after))
    lines = difflib.unified_diff(old, new, f"a/{name}" if before is not None else "/dev/null", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


@contextmanager
def _beside(path: Path, text: str) -> Iterator[Path]:
    """Write a text to a hidden file in the folder of another; it is gone afterwards, unless it was moved."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".daytrail-", suffix=".tmp")
    written = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())  # or a power cut may leave an empty file under the new name
        if path.exists():
            _like(path.stat(), written)
        else:
            written.chmod(0o666 & ~_umask())  # mkstemp gives a file to its owner alone
        yield written
    finally:
        written.unlink(missing_ok=True)


def _like(other: os.stat_result, file: Path) -> None:
    """Give a file the owner, as far as one may, and the permissions of another."""
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(file, other.st_uid, other.st_gid)
    file.chmod(stat.S_IMODE(other.st_mode))


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
