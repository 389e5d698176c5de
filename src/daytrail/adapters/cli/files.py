"""Writing files whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def create_file(path: Path, text: str) -> bool:
    """Write a new file with its folders; false, and nothing changes, where the name is taken.

    Raises:
        OSError: the disk refuses.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _beside(path, text) as written:
        try:
            os.link(written, path)
        except FileExistsError:
            return False
        except OSError:  # a file system without hard links: not atomic, but nothing is replaced there either
            try:
                with path.open("x", encoding="utf-8", newline="\n") as file:
                    file.write(text)
            except FileExistsError:
                return False
    return True


def replace_file(path: Path, text: str) -> bool:
    """Give a file a new text; false where it has that text already.

    Raises:
        OSError: the disk refuses.
    """
    with suppress(FileNotFoundError):
        if path.read_bytes() == text.encode():
            return False
    path.parent.mkdir(parents=True, exist_ok=True)
    with _beside(path, text) as written:
        written.replace(path)
    return True


@contextmanager
def _beside(path: Path, text: str) -> Iterator[Path]:
    """Write a text to a hidden file in the folder of another; it is gone afterwards, unless it was moved."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".daytrail-", suffix=".tmp")
    written = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        written.chmod(0o666 & ~_umask())  # mkstemp gives a file to its owner alone
        yield written
    finally:
        written.unlink(missing_ok=True)


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
