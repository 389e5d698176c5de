"""Lock of a project, for commands that read a file, change its text and write it.

The operating system locks mkdocs.yml, which every project has, and frees it when a process ends, however it ends. A
library such as filelock would put a file of its own among the owner's.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from daytrail.cli.common.files import UpdateError
from daytrail.cli.common.project import Project, open_project, root_of
from daytrail.project.config_checks import overlap_problems
from daytrail.project.root_folder import CONFIG_FILES
from daytrail.project.settings import read_settings

if sys.platform == "win32":
    import msvcrt

    _FAR = 2**30
    """Offset behind the end of the file: on Windows, no process can read a locked part of a file."""

    def _lock(file: BinaryIO, *, wait: bool) -> bool:
        """Lock a file, and return whether that was possible; with `wait`, give up after ten seconds."""
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: BinaryIO, *, wait: bool) -> bool:
        """Lock a file, and return whether that was possible."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks; a change by somebody else is noticed when a file is replaced
            return True
        return True


@contextmanager
def project_lock(root: Path) -> Iterator[None]:
    """Let no other command change files of a project within the block. Wait until no other command does.

    Raises UpdateError if folders of the project overlap: a build could delete or publish what is written there.
    """
    if overlaps := list(overlap_problems(read_settings(root)[0].config)):
        raise UpdateError("nothing was changed, since folders of the project overlap", overlaps)
    with next(root / name for name in CONFIG_FILES if (root / name).is_file()).open("rb") as file:
        if not _lock(file, wait=False):
            click.echo("waiting for another daytrail command in this project", err=True)
            while not _lock(file, wait=True):
                pass
        yield


@contextmanager
def locked_project(start: Path, refusal: str = "") -> Iterator[Project]:
    """Open the project that a folder belongs to, and let no other command change files of it within the block.

    Raises UpdateError with the refusal, if there is one, and the project has errors.
    """
    with project_lock(root_of(start)):
        project = open_project(start)
        if refusal and project.errors:
            raise UpdateError(refusal, project.errors)
        yield project
