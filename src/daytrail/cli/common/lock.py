"""Lock of a project, for commands that read a file, change its text and write it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from daytrail.cli.common.atomic import exclusive
from daytrail.cli.common.files import UpdateError
from daytrail.cli.common.project import Project, open_project, root_of
from daytrail.project.folders import overlap_problems
from daytrail.project.settings import read_settings


@contextmanager
def project_lock(root: Path) -> Iterator[None]:
    """Let no other command change files of a project within the block. Wait until no other command does.

    Raises UpdateError if folders of the project overlap: a build could delete or publish what is written there.
    """
    if overlaps := list(overlap_problems(read_settings(root)[0].config)):
        raise UpdateError("nothing was changed, since folders of the project overlap", overlaps)
    with exclusive(root):
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
