"""Signature of a file: what its status says about whether its content has changed."""

import os
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


def is_settled(status: os.stat_result, now: int) -> bool:
    """Return whether another change would give a file another signature, at a time in nanoseconds since 1970.

    As in git's index, a file that was changed just now may change again without a new time.
    """
    return os.name == "posix" and max(status.st_mtime_ns, status.st_ctime_ns) < now - _RACY
