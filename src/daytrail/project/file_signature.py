"""Signature of a file: what its status says about whether its content has changed."""

import os
import stat
from collections.abc import Iterator
from typing import TypeAlias

Signature: TypeAlias = list[int]
"""Size in bytes, times of the last modification and of the last status change in nanoseconds, and inode; for JSON.

Empty for a missing file. A program can set the time of modification back, but not that of the status change, except on
Windows, which has none: see `is_settled`.
"""
_RACY = 2_000_000_000
"""Nanoseconds within which a file system may give two changes the same time."""


def is_settled(of_file: Signature, now: int) -> bool:
    """Return whether another change would give a file another signature, at a time in nanoseconds since 1970.

    As in git's index, a file that was changed just now may change again without a new time.
    """
    return not of_file or (os.name == "posix" and max(of_file[1:3]) < now - _RACY)


def signature(path: str) -> Signature | None:
    """Return the signature of a file; None for what is no file, such as a pipe. A link is that to which it leads."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a Path for each of 10,000 files takes longer
    except OSError:
        return []
    if not stat.S_ISREG(status.st_mode):
        return None
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def signatures(top: str) -> Iterator[tuple[str, Signature | None]]:
    """Yield the path and the signature of a file, or of each file below a folder.

    Links to folders are not followed, nor is a folder in it that is a repository; both are no files.
    """
    if not os.path.isdir(top):  # noqa: PTH112 - a string
        yield top, signature(top)
        return
    for folder, folders, names in os.walk(top):
        linked = [name for name in folders if os.path.islink(f"{folder}/{name}")]  # noqa: PTH114 - a string
        for name in (*names, *linked, *(name for name in folders if name == ".git")):
            path = f"{folder}/{name}"
            yield path, None if name == ".git" else signature(path)
