"""Version of the code that runs: what another version has cached is not reused."""

import os
import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


@cache
def fingerprint() -> str:
    """Return a hash of this package's files, of the installed packages and their versions, and of Python's version."""
    digest = blake2b(sys.version.encode(), digest_size=16)
    for path in files_below(PACKAGE):
        digest.update(f"{str(path)[len(str(PACKAGE)) :]}\n{file_hash(path)}".encode())
    # Folders such as `mkdocs-1.6.1.dist-info`, which importlib.metadata would open one by one.
    names = (name for folder in filter(os.path.isdir, sys.path) for name in os.listdir(folder))  # noqa: PTH208 - strings are faster
    packages = {name for name in names if name.endswith((".dist-info", ".egg-info"))}
    digest.update("\n".join(sorted(packages)).encode())
    return digest.hexdigest()


def files_below(folder: Path) -> list[Path]:
    """Return all files below a folder except compiled ones, sorted."""
    # Other processes may be writing compiled ones, first into files with other endings than `.pyc`.
    tops = (top for top in os.walk(folder) if "__pycache__" not in top[0])
    paths = (os.path.join(top, name) for top, _, names in tops for name in names)  # noqa: PTH118 - strings are faster
    return [Path(path) for path in sorted(filter(os.path.isfile, paths))]


def file_hash(path: Path) -> str:
    """Return a hash of a file's content."""
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()
