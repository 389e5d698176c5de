"""Signature of a file: what its status says about whether its content has changed."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

Signature: TypeAlias = list[int]
"""Size in bytes, times of the last modification and of the last status change in nanoseconds, and inode; for JSON."""
_RACY = 2_000_000_000
"""Nanoseconds within which a file system may give two changes the same time."""


def signature(status: os.stat_result) -> Signature:
    """Return the signature of a file.

    A program can set the time of modification back, but not that of the status change, except on Windows, which has
    none: see `is_settled`.
    """
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def is_settled(of_file: Signature, now: int) -> bool:
    """Return whether another change would give a file another signature, at a time in nanoseconds since 1970.

    As in git's index, a file that was changed just now may change again without a new time.
    """
    return os.name == "posix" and max(of_file[1:3]) < now - _RACY


def scan(top: Path | str, *, hidden: bool = False) -> dict[str, Signature]:
    """Return the signatures of all files and folders below one by path, where that of a folder ends with a slash.

    Links are not followed. Unless `hidden` is true, hidden files at the top are left out. So those of a published site
    stay, as MkDocs does: such as `.git` if the site is a repository.
    """
    signatures: dict[str, Signature] = {}
    folders = [("", str(top))]
    while folders:
        prefix, folder = folders.pop()
        with suppress(OSError):
            for entry in os.scandir(folder):
                path = f"{prefix}{entry.name}"
                if path.startswith(".") and not hidden:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append((f"{path}/", entry.path))
                    signatures[f"{path}/"] = []
                else:
                    signatures[path] = signature(entry.stat(follow_symlinks=False))
    return signatures
