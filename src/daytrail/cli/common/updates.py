"""Updates of the writer's files. They are written all or none, and undone if they add a problem to the project."""

import difflib
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import click

from daytrail.cli.common.files import create_file, display_path, replace_file
from daytrail.cli.common.project import Project, open_project
from daytrail.problems import Problem
from daytrail.project.report import as_text


class UpdateError(click.ClickException):
    """A file was not changed because of some problems."""

    def __init__(self, message: str, problems: Sequence[Problem]) -> None:
        super().__init__(message)
        self.problems = problems

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the problems, then the message."""
        click.echo(as_text(self.problems), nl=False, err=True, file=file)
        super().show(file)


@dataclass(frozen=True)
class FileUpdate:
    """Text of a file before and after a change."""

    path: Path
    before: str | None
    """None if there is no file yet."""
    after: str

    @property
    def changed(self) -> bool:
        """Whether the two texts differ."""
        return self.after != self.before

    def diff(self, name: str) -> str:
        """Return the change in the format that `git apply` reads."""
        old, new = (re.findall(r"[^\n]*\n|[^\n]+", text or "") for text in (self.before, self.after))
        lines = difflib.unified_diff(old, new, "/dev/null" if self.before is None else f"a/{name}", f"b/{name}")
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)

    def write(self) -> None:
        """Write the new text, or raise an OSError or click.ClickException and leave the file as it is."""
        if self.before is not None:
            replace_file(self.path, self.after, expected=self.before)
        elif not create_file(self.path, self.after):
            raise click.ClickException(f"{display_path(self.path)} has just been written by somebody else; try again")

    def undo(self) -> None:
        """Write the old text again."""
        if self.before is not None:
            replace_file(self.path, self.before, expected=self.after)
        else:
            self.path.unlink()


def write_updates(project: Project, updates: Sequence[FileUpdate], checked: Collection[str] | None = None) -> Project:
    """Write all updates and return the project as it is then. If anything fails, no file has changed.

    Args:
        project: The project as it was before.
        updates: The files to write.
        checked: Paths of the files in which no new problem may appear, which is an UpdateError. None means all files.
    """
    written: list[FileUpdate] = []
    try:
        for update in updates:
            update.write()
            written.append(update)
        updated = open_project(project.root)
        # Without their locations, since a change moves the lines below it.
        new = Counter(map(_without_location, _problems(updated, checked)))
        new -= Counter(map(_without_location, _problems(project, checked)))
        if new:
            problems = [one for one in _problems(updated, checked) if _without_location(one) in new]
            raise UpdateError("so nothing was changed", problems)
    except (OSError, click.ClickException):
        for update in written:
            update.undo()
        raise
    return updated


def _problems(project: Project, paths: Collection[str] | None) -> list[Problem]:
    return [problem for problem in project.problems if paths is None or problem.location.path in paths]


def _without_location(problem: Problem) -> tuple[str, str]:
    return problem.severity, problem.message
