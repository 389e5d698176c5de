"""Version of the code that runs: what another version has cached is not reused."""

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
        digest.update(f"{path.relative_to(PACKAGE)}\n{file_hash(path)}".encode())
    # Folders such as `mkdocs-1.6.1.dist-info`, which importlib.metadata would open one by one.
    folders = [folder for folder in map(Path, sys.path) if folder.is_dir()]
    packages = {
        path.name for folder in folders for path in folder.iterdir() if path.suffix in (".dist-info", ".egg-info")
    }
    digest.update("\n".join(sorted(packages)).encode())
    return digest.hexdigest()


def files_below(folder: Path) -> list[Path]:
    """Return all files below a folder except compiled ones, sorted."""
    # Other processes may be writing there, first into files with other endings than `.pyc`.
    return sorted(path for path in folder.rglob("*") if "__pycache__" not in path.parts and path.is_file())


def file_hash(path: Path) -> str:
    """Return a hash of a file's content."""
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()
