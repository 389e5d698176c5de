"""Folder that a command fills again and again, in which files of the owner may be, too.

A list of the files with their hashes says which are the command's. It replaces and deletes only these, and only as
long as they are as it wrote them.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath

from daytrail.source.files import read_bytes

_LIST = ".daytrail-pages.json"
_MAX_BYTES = 1_000_000_000


class FolderError(Exception):
    """Something in the folder is in the way; nothing was written."""


def fill_folder(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write files by path into a folder, and delete those that an earlier call wrote; return how many have changed.

    Raises FolderError if that would replace or delete a file of somebody else, and OSError as the disk does.
    """
    before = _written_before(folder)
    gone = before.keys() - files.keys()
    foreign = sorted(path for path in files.keys() | gone if _is_foreign(folder, path, before.get(path)))
    if foreign:
        names = ", ".join(foreign[:3]) + (" and others" if len(foreign) > 3 else "")
        raise FolderError(f"{names}: changed by somebody else since `daytrail pages` ran; move it away, or delete it")
    folder.mkdir(parents=True, exist_ok=True)
    hashes = {path: _hash(content) for path, content in files.items()}
    changed = [
        path for path, content in files.items() if before.get(path) != hashes[path] or not (folder / path).exists()
    ]
    # Files that a killed call has written are in the list, too.
    _write_list(folder, before | hashes)
    for path in gone:
        _delete(folder, path)
    for path in changed:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(files[path])
    _write_list(folder, hashes)
    return len(changed) + len(gone)


def _written_before(folder: Path) -> dict[str, str]:
    """Return the hashes of the files that were written, by path; refuse a folder that is not empty and has no list."""
    try:
        names = list(folder.iterdir())
    except FileNotFoundError:
        return {}
    except NotADirectoryError:
        raise FolderError("it is a file; name a folder") from None
    if not names:
        return {}
    try:
        written = json.loads(read_bytes(folder / _LIST, _MAX_BYTES))
    except (OSError, ValueError):
        written = None
    if not isinstance(written, dict) or not all(isinstance(hash_, str) for hash_ in written.values()):
        raise FolderError("it contains files that `daytrail pages` has not written; name a new or an empty folder")
    return {path: hash_ for path, hash_ in written.items() if _is_inside(path)}


def _is_inside(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and ".." not in parts and not path.startswith("/") and "\\" not in path and ":" not in parts[0]


def _is_foreign(folder: Path, path: str, expected: str | None) -> bool:
    """Return whether a path is taken by something that was not written there, or that has changed since."""
    file = folder / path
    # A file in the place of a folder, and a link to another one.
    for above in _parents(folder, path):
        if above.is_symlink() or (above.exists() and not above.is_dir()):
            return True
    if not file.is_symlink() and not file.exists():
        return False
    if file.is_symlink() or not file.is_file():
        return True
    return expected is None or _hash(read_bytes(file, _MAX_BYTES)) != expected


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def _write_list(folder: Path, hashes: Mapping[str, str]) -> None:
    text = json.dumps(hashes, indent=0, sort_keys=True, ensure_ascii=False)
    (folder / _LIST).write_text(f"{text}\n", encoding="utf-8", newline="\n")


def _delete(folder: Path, path: str) -> None:
    """Delete a file, and the folders above it that are empty then."""
    (folder / path).unlink(missing_ok=True)
    for parent in _parents(folder, path):
        with suppress(OSError):
            parent.rmdir()


def _parents(folder: Path, path: str) -> Iterator[Path]:
    for parent in PurePosixPath(path).parents:
        if parent.name:
            yield folder / parent
