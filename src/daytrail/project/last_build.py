"""Record of a project's last build, by which the next one sees that nothing has changed.

It is in the user's own folder, since it has names of drafts, and the publishing workflow stores that of the project.
This module is imported before any other part of a build, so it needs neither a parser nor the model.
"""

import json
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

from daytrail.project.clock import UsageError, today
from daytrail.project.code_version import fingerprint
from daytrail.project.git_history import history_state
from daytrail.project.user_folder import record_path, write_record

_VARIABLES = re.compile(
    r"(?:DAYTRAIL|GIT(?!_PYTHON)|LC|MKDOCS|PROPERDOCS|PYTHON)_?\w*|LANG|LANGUAGE|SOURCE_DATE_EPOCH|TZ"
)
"""Environment variables that a build may read, besides those that mkdocs.yml names; `GIT_PYTHON_…` it sets itself."""

_RACY = 2_000_000_000
"""Nanoseconds within which a file system may give two changes the same time."""

Signature: TypeAlias = list[int]
"""Size in bytes, times of the last modification and of the last status change in nanoseconds, and inode; for JSON.

Empty for a missing file. A program can set the time of modification back, but not that of the status change, except on
Windows, which has none.
"""


class Inputs(NamedTuple):
    """Files that a build reads and writes; all paths are absolute."""

    settings: list[str]
    """mkdocs.yml, and the files that it inherits from."""
    others: list[str]
    """Other files and folders that a build reads."""
    site: str
    site_record: str
    """Record of the published site. Without it, a build is not repeated: a user deletes it to build all pages."""
    timezone: str


Snapshot: TypeAlias = Mapping[str, Any]
"""Everything that a build depends on: signatures by absolute path, and under an empty path what is in no file of the
project, such as date, environment, history of git and installed packages."""


def take_snapshot(root: Path, inputs: Inputs) -> Snapshot | None:
    """Return what a build of a project depends on; None if that cannot be known."""
    try:
        texts = [Path(path).read_bytes() for path in inputs.settings if os.path.isfile(path)]  # noqa: PTH113 - a string
        named = {*re.findall(r"\w+", b"\n".join(texts).decode(errors="replace"))}
        variables = {name: value for name, value in os.environ.items() if name in named or _VARIABLES.fullmatch(name)}
        day = today(ZoneInfo(inputs.timezone))
    except (UsageError, OSError, KeyError, ValueError):
        return None
    circumstances = repr([fingerprint(), sorted(variables.items()), str(day), history_state(root)])
    files = dict(found for top in (*inputs.settings, *inputs.others) for found in _signatures(top))
    return None if None in files.values() else {"": circumstances, **files}


def warnings_of_last_build(root: Path) -> str | None:
    """Return the warnings of the journal as the last build has printed them; None if something has changed since."""
    path = record_path(root, "builds")
    with suppress(OSError, ValueError, KeyError, TypeError):  # there is no record, or one of another version
        record = json.loads(path.read_bytes() if path else b"")
        inputs = Inputs(**record["inputs"])
        if (now := take_snapshot(root, inputs)) and record["key"] == _key(now, inputs, record["recent"]):
            return str(record["warnings"])
    return None


def record_build(root: Path, inputs: Inputs, before: Snapshot | None, warnings: str) -> None:
    """Record a build that began with a snapshot, unless something that it may have read has changed since."""
    path = record_path(root, "builds")
    with suppress(OSError):  # such as a full disk
        if path and before:
            # As in git's index, what was changed just now may change again without a new time.
            newest = time.time_ns() - _RACY if os.name == "posix" else 0
            recent = [name for name, found in before.items() if name and max(found[1:3], default=0) >= newest]
            key = _key(before, inputs, recent)
            if take_snapshot(root, inputs) == before:  # after contents have been read
                record = {"inputs": inputs._asdict(), "recent": recent, "key": key, "warnings": warnings}
                write_record(path, record)


def _key(snapshot: Snapshot, inputs: Inputs, recent: Iterable[str]) -> str:
    """Return a hash of a snapshot, the contents of recent files, the site without its repository, and its record.

    Raises:
        OSError: A recent file cannot be read.
    """
    contents = {name: blake2b(Path(name).read_bytes()).hexdigest() for name in recent}
    start = len(inputs.site) + 1
    site = sorted((path, of_file) for path, of_file in _signatures(inputs.site) if path[start : start + 1] != ".")
    known = [sorted({**snapshot, **contents}.items()), site, _signature(inputs.site_record)]
    return blake2b(repr(known).encode(errors="surrogatepass")).hexdigest()


def _signature(path: str) -> Signature | None:
    """Return the signature of a file; None for what is no file, such as a pipe. A link is that to which it leads."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a Path for each of 10,000 files takes longer
    except OSError:
        return []
    if not stat.S_ISREG(status.st_mode):
        return None
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def _signatures(top: str) -> Iterator[tuple[str, Signature | None]]:
    """Yield the path and the signature of a file, or of each file below a folder.

    Links to folders are not followed, nor is a folder in it that is a repository; both are no files.
    """
    if not os.path.isdir(top):  # noqa: PTH112 - a string
        yield top, _signature(top)
        return
    for folder, folders, names in os.walk(top):
        linked = [name for name in folders if os.path.islink(f"{folder}/{name}")]  # noqa: PTH114 - a string
        for name in (*names, *linked, *(name for name in folders if name == ".git")):
            path = f"{folder}/{name}"
            yield path, None if name == ".git" else _signature(path)
