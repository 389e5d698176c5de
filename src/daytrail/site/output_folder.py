"""The folder of the site: a build writes beside it, and changes in it only what has changed.

MkDocs empties the folder first and fills it again. Here it fills an empty one, a draft, whose files then take
the place of those that differ; so a build that fails or is killed leaves the site as it was, and thousands of
pages that stay the same are not touched.
"""

import os
import shutil
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TypeAlias

Stamp: TypeAlias = tuple[int, int, int]
"""A file's size in bytes, and the times of its last change and of that of its record, in nanoseconds."""


def scan(site: Path) -> dict[str, Stamp]:
    """Return the stamps of all files of a site by their paths, but for hidden ones at its top, which stay."""
    found: dict[str, Stamp] = {}
    folders = [("", str(site))]
    while folders:
        prefix, folder = folders.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            # As MkDocs does: such as `.git` of a site that is published from its own folder.
            if not prefix and entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append((f"{prefix}{entry.name}/", entry.path))
                found[f"{prefix}{entry.name}/"] = (0, 0, 0)
            else:
                own = entry.stat(follow_symlinks=False)
                found[f"{prefix}{entry.name}"] = _stamp(own)
    return found


def settle(
    draft: Path, site: Path, there: Mapping[str, Stamp], kept: Collection[str], wanted: Collection[str]
) -> dict[str, Stamp]:
    """Make a site of a draft and of the files that stay, and empty the draft.

    Args:
        draft: The folder that a build has filled.
        site: The folder of the site, which may be missing.
        there: What was in it, see `scan`.
        kept: Files of the site that stay as they are.
        wanted: Files whose stamps are asked for.

    Returns:
        The stamps of the files that are wanted.
    """
    new = scan(draft)
    site.mkdir(parents=True, exist_ok=True)
    folders = {path.rpartition("/")[0] for path in (*new, *kept)}
    expected = {*new, *kept, *(f"{up}/" for folder in folders for up in _above(folder))}
    # Before anything is written, since a file may now stand where a folder was, and a folder where a file was.
    for path in sorted(there.keys() - expected, reverse=True):
        _remove(site / path)
    for path in new:
        if not path.endswith("/"):
            _move(draft / path, site / path, same=there.get(path, (-1, 0, 0))[0] == new[path][0])
    return {path: _stamp((site / path).stat()) for path in wanted}


def _above(folder: str) -> list[str]:
    parts = folder.split("/")
    return ["/".join(parts[: end + 1]) for end in range(len(parts))] if folder else []


def _move(source: Path, target: Path, *, same: bool) -> None:
    if same and _is(target, source.read_bytes()):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        source.replace(target)
    except OSError:  # another disk
        shutil.move(source, target)


def _is(path: Path, content: bytes) -> bool:
    try:
        return not path.is_symlink() and path.read_bytes() == content
    except OSError:  # somebody has taken it away
        return False


def _remove(path: Path) -> None:
    try:
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink()
    except OSError:
        # Something of somebody else's appeared in it; the next build looks again.
        return


def _stamp(own: os.stat_result) -> Stamp:
    return own.st_size, own.st_mtime_ns, own.st_ctime_ns
