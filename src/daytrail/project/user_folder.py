"""Folder of the user for records of projects: what must never come with a project, and may be deleted at any time."""

import json
import os
import stat
import sys
from hashlib import blake2b
from pathlib import Path

_MOST_RECORDS = 50


def user_folder(root: Path) -> Path | None:
    """Return `~/.cache/daytrail`, or its like below XDG_CACHE_HOME; it is made if need be.

    None if another user could write into it, if it is in the project, or if it cannot be made.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        folder = (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "daytrail"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = folder.resolve()
        safe = not folder.is_relative_to(root.resolve()) and all(map(_is_safe, (folder, *folder.parents)))
    except (OSError, RuntimeError):  # such as a user without a home
        return None
    return folder if safe else None


def record_path(root: Path, kind: str) -> Path | None:
    """Return the file for a record of a project, by its kind; None if there is no user folder."""
    folder = user_folder(root)
    return folder and folder / kind / f"{blake2b(os.fsencode(root), digest_size=16).hexdigest()}.json"


def write_record(path: Path, record: object) -> None:
    """Write a record as JSON, which bytes are already, and remove the oldest of many with its kind.

    Raises:
        OSError: It cannot be written.
    """
    path.parent.mkdir(mode=0o700, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_bytes(record if isinstance(record, bytes) else json.dumps(record).encode())
    new.replace(path)
    records = sorted(path.parent.glob("*.json"), key=lambda record: record.stat().st_mtime_ns)
    for abandoned in records[:-_MOST_RECORDS]:  # perhaps of projects that were deleted
        abandoned.unlink(missing_ok=True)


def _is_safe(folder: Path) -> bool:
    """Return whether a folder belongs to the user or to the system, and no stranger can replace what is in it."""
    if sys.platform == "win32":
        return True  # a home on Windows belongs to its user
    status = folder.stat()
    writable = status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX
    return status.st_uid in (0, os.geteuid()) and not writable
