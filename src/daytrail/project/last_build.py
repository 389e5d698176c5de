"""Record of a project's last build, by which the next one sees that nothing has changed.

It is in the user's own folder, since it has hashes of drafts, and the publishing workflow stores that of the project.
This module is imported before any other part of a build, so it needs neither a parser nor the model.
"""

import json
import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

from daytrail.project.clock import UsageError, today
from daytrail.project.code_version import fingerprint
from daytrail.project.file_signature import Signature, is_settled, scan, signature
from daytrail.project.git_history import history_state
from daytrail.project.user_folder import record_path, write_record

_VARIABLES = re.compile(
    r"(?:DAYTRAIL|GIT(?!_PYTHON)|LC|MKDOCS|PROPERDOCS|PYTHON)_?\w*|LANG|LANGUAGE|SOURCE_DATE_EPOCH|TZ"
)
"""Environment variables that a build may read, besides those that mkdocs.yml names; `GIT_PYTHON_…` it sets itself."""
_MAX_BYTES = 1_000_000
"""Larger files, such as films, are compared by their signatures only."""

_Signatures: TypeAlias = Mapping[str, Signature]
"""By absolute path; empty for a file that is missing."""
_Files: TypeAlias = dict[str, tuple[Signature, str]]
"""Signatures and hashes of contents by absolute path; without the signature of a file that changed just now."""


class UnknownInputs(ValueError):
    """Inputs of a build that cannot be compared: a link to a folder, a folder that is a repository, or a pipe."""


class Inputs(NamedTuple):
    """Files that a build reads and writes; all paths are absolute."""

    settings: list[str]
    """mkdocs.yml, and the files that it inherits from."""
    others: list[str]
    """Other files and folders that a build reads."""
    site: str
    database: str
    """The cache of pages. Without it, a build is not repeated from the record: a user deletes it to build all pages."""
    timezone: str


class Messages(NamedTuple):
    """Messages that a build has printed."""

    problems: str
    """The warnings of the journal."""
    log: list[str]
    """Further lines, which `--quiet` leaves out."""


@dataclass(frozen=True)
class Snapshot:
    """Everything that a build depends on."""

    inputs: Inputs
    circumstances: str
    """Hash of what is in no file of the project: date, environment, history of git, installed packages."""
    signatures: _Signatures


def take_snapshot(root: Path, inputs: Inputs) -> Snapshot | None:
    """Return what a build of a project depends on; None if that cannot be known."""
    try:
        signatures = {path: found for top in (*inputs.settings, *inputs.others) for path, found in _files(top)}
        texts = [_content(path) for path in inputs.settings]
        named = {*re.findall(r"\w+", b"\n".join(texts).decode(errors="replace"))}
        variables = {name: value for name, value in os.environ.items() if name in named or _VARIABLES.fullmatch(name)}
        day = today(ZoneInfo(inputs.timezone))
    except (UnknownInputs, UsageError, OSError, KeyError, ValueError):
        return None
    return Snapshot(
        inputs, _hash([fingerprint(), sorted(variables.items()), str(day), history_state(root)]), signatures
    )


class Comparison(NamedTuple):
    """Comparison of a project with its last build."""

    messages: Messages | None = None
    """What that has printed, if nothing that it depends on has changed since."""
    now: Snapshot | None = None
    """Everything that the last build depends on, as it is now; None if that is not known."""


def compare_with_last_build(root: Path) -> Comparison:
    """Compare a project with its last build."""
    path, now = record_path(root, "builds"), None
    if path is None:
        return Comparison()
    try:
        record = json.loads(path.read_bytes())
        inputs, messages = Inputs(**record["inputs"]), Messages(**record["messages"])
        now = take_snapshot(root, inputs)
        if now is None or record["circumstances"] != now.circumstances:
            return Comparison(now=now)
        if record["files"].keys() != now.signatures.keys():
            return Comparison(now=now)
        files = _files_with_hashes(now.signatures, record["files"])
        if any(record["files"][path][1] != content for path, (_, content) in files.items()):
            return Comparison(now=now)
        if record["output"] != _output(inputs, scan(inputs.site)):
            return Comparison(now=now)
        if any(record["files"][path][0] != found for path, (found, _) in files.items()):
            write_record(path, record | {"files": files})
    except (OSError, ValueError, KeyError, TypeError):  # there is no record, or one of another version
        return Comparison(now=now)
    return Comparison(messages, now)


def record_build(
    root: Path, inputs: Inputs, before: Snapshot | None, site_files: Mapping[str, Signature], messages: Messages
) -> None:
    """Record a build that began with a snapshot, unless something that it may have read has changed since.

    `site_files` are the signatures of all files of the site by their paths in it, as the build has left them.
    """
    path = record_path(root, "builds")
    if before is None or path is None:
        return
    record = {
        "inputs": inputs._asdict(),
        "messages": messages._asdict(),
        "output": _output(inputs, site_files),
        "circumstances": before.circumstances,
    }
    with suppress(OSError):  # such as a full disk
        files = _files_with_hashes(before.signatures, _recorded_files(path))
        if take_snapshot(root, inputs) == before:  # after the contents have been read
            write_record(path, record | {"files": files})


def _recorded_files(path: Path) -> _Files:
    """Return the files of the last record; none if there is no such record."""
    try:
        files: _Files = json.loads(path.read_bytes())["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return files


def _files(top: str) -> Iterator[tuple[str, Signature]]:
    """Yield the path and the signature of a file, or of each file below a folder."""
    try:
        status = os.stat(top)  # noqa: PTH116 - a Path for each of 10,000 files takes longer
    except OSError:
        yield top, []
        return
    if not stat.S_ISDIR(status.st_mode):
        yield top, _signature_of_file(top, status)
        return
    with os.scandir(top) as entries:
        for entry in entries:
            is_folder = entry.is_dir()
            if entry.name == ".git" or (is_folder and entry.is_symlink()):
                raise UnknownInputs(entry.path)
            if is_folder:
                yield from _files(entry.path)
            else:
                yield entry.path, _signature_of(entry)


def _signature_of(entry: os.DirEntry[str]) -> Signature:
    try:
        status = entry.stat()
    except OSError:  # a link to nothing, as Emacs has for a file that is being edited
        return []
    return _signature_of_file(entry.path, status)


def _signature_of_file(path: str, status: os.stat_result) -> Signature:
    if not stat.S_ISREG(status.st_mode):  # to read a named pipe is to wait for what is written to it
        raise UnknownInputs(path)
    return signature(status)


def _output(inputs: Inputs, site_files: Mapping[str, Signature]) -> str:
    """Return a hash of the signatures of the site's files, and of the inode of the cache."""
    # Hidden files at the top are those of a repository; a folder has an empty signature.
    shown = sorted((path, found) for path, found in site_files.items() if found and not path.startswith("."))
    return _hash([shown, os.stat(inputs.database).st_ino])  # noqa: PTH116 - a string


def _files_with_hashes(signatures: _Signatures, known: _Files) -> _Files:
    """Return files with the hashes of their contents; a file with a known signature is not read.

    Raises:
        OSError: A file cannot be read.
    """
    now, files = time.time_ns(), {}
    for path, found in signatures.items():
        known_signature, content = known.get(path, ([], ""))
        if not found or found != known_signature:
            content = _hash(_content(path) if found and found[0] <= _MAX_BYTES else found)
        files[path] = (found if found and is_settled(found, now) else [], content)
    return files


def _content(path: str) -> bytes:
    return Path(path).read_bytes() if os.path.exists(path) else b""  # noqa: PTH110 - a string


def _hash(value: object) -> str:
    return blake2b(repr(value).encode(errors="surrogatepass"), digest_size=16).hexdigest()
