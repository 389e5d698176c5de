"""Which code runs: what was kept by another one is not reused."""

import os
import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

_OURS = Path(__file__).resolve().parent.parent


@cache
def fingerprint() -> str:
    """Return a hash of this package's files, of the packages that are installed, and of Python's version."""
    found = blake2b(sys.version.encode(), digest_size=16)
    for path in files(_OURS):
        found.update(str(path.relative_to(_OURS)).encode() + b"\n" + content(path).encode())
    found.update("\n".join(_installed()).encode())
    return found.hexdigest()


def files(folder: Path) -> list[Path]:
    """Return all files below a folder but for compiled ones, sorted."""
    found = []
    for top, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [Path(top, name) for name in names if not name.endswith(".pyc")]
    return sorted(found)


def content(path: Path) -> str:
    """Return a hash of a file."""
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()


def _installed() -> list[str]:
    """The packages by the names of the folders that describe them, as in `mkdocs-1.6.1.dist-info`."""
    names: set[str] = set()
    for folder in sys.path:
        if os.path.isdir(folder):  # noqa: PTH112 - entries of sys.path are strings
            names |= {name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))}  # noqa: PTH208 - entries of sys.path are strings
    return sorted(names)
