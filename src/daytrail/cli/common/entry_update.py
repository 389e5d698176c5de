"""Changing an entry's front matter, or beginning an entry for it, whole or not at all."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import IO, Any

import click

from daytrail.cli.common.entry_files import begin_entry, create_entry, entries_on, entry_path, find_series, relative
from daytrail.cli.common.file_writes import replace_file, unified
from daytrail.cli.common.project import Project, open_project
from daytrail.model.entry import FrontMatter
from daytrail.problems import Problem, Severity
from daytrail.project.report import as_text
from daytrail.source.yaml.edit import Append, edit_front


class Refused(click.ClickException):
    """Nothing was changed, for the sake of some problems."""

    def __init__(self, message: str, problems: Sequence[Problem]) -> None:
        super().__init__(message)
        self.problems = problems

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the problems, then what follows from them."""
        click.echo(as_text(self.problems), nl=False, err=True, file=file)
        super().show(file)


@dataclass(frozen=True)
class Amended:
    """An entry as it was, and as it is now or would be."""

    path: Path
    before: str | None
    """None for an entry that is not there yet."""
    after: str
    counted: str
    """What a new entry counts as; else empty."""

    @property
    def diff(self) -> str:
        """What changes, for a reader."""
        return unified(self.before, self.after, relative(self.path))


def given_entry(project: Project, given: Path) -> Path:
    """Return the entry at a path, which counts from the current folder or else from the project's.

    Raises:
        click.BadParameter: there is none.
    """
    folder = project.root / project.settings.paths.entries
    for start in (Path(), project.root):
        path = (start / given).parent.resolve() / given.name
        if path.is_file() and path.suffix == ".md" and path.is_relative_to(folder.resolve()):
            inside = path.relative_to(folder.resolve())
            if not any(part.startswith((".", "_")) for part in inside.parts):
                return folder / inside
    raise click.BadParameter(f"{given} is no entry of this project", param_hint="--entry")


def entry_of(project: Project, day: date, series_id: str | None) -> Path | None:
    """Return the entry of a day: the only one, or of several the last of the series; None where there is none.

    Raises:
        click.ClickException: there are several, or none of the series that is wanted.
    """
    series = find_series(project, series_id)
    known = {project.root / entry.path: entry for entry in project.journal.entries}
    named = entries_on(project, day)
    found = [path for path in named if path not in known or known[path].date == day]
    if not named:
        return None
    if len(found) == 1 and (series_id is None or found[0] not in known):
        return found[0]
    wanted = series.id if series else None
    # In the order of the log, in which stems that begin alike follow each other.
    own = [path for path, entry in known.items() if path in found and entry.series == wanted]
    if own:
        return own[-1]
    several = ", ".join(relative(path) for path in found)
    if not found:
        raise click.ClickException(
            f"{relative(named[0])} is of another day than its name says: name it with --entry PATH"
        )
    if series_id is None:
        raise click.ClickException(f"{day} has several entries: name one with --entry PATH ({several})")
    more = f"`daytrail new --date {day} --series {series_id} --suffix {series_id}` starts one"
    raise click.ClickException(f"{day} has no entry of the series {series_id}, only {several}; {more}")


def amend(project: Project, path: Path | None, day: date, series_id: str | None, change: Append) -> Amended:
    """Return an entry with a change in its front matter; where there is none, a new one that has it already.

    Raises:
        Refused: the entry has errors, or cannot be changed without changing more.
    """
    before, counted = None, ""
    if path is None:
        path = entry_path(project, day)
        names = [value for value in change.values if isinstance(value, str)]
        text, counted = begin_entry(project, path, day, find_series(project, series_id), ticked=names)
    else:
        errors = [problem for problem in _of(path, project) if problem.severity is Severity.ERROR]
        if errors:
            raise Refused(f"{relative(path)} has errors, nothing was changed", errors)
        try:
            text = before = path.read_bytes().decode()
        except (OSError, UnicodeDecodeError) as stop:
            raise click.ClickException(f"{relative(path)} cannot be read: {stop}") from None
    name = path.relative_to(project.root).as_posix()
    after, problems = edit_front(text, name, [change], tuple(FrontMatter.model_fields))
    if problems:
        raise Refused("nothing was changed", problems)
    return Amended(path, before, after, counted)


def write(project: Project, amended: Amended) -> Project:
    """Write an amended entry, and return the project as it then is.

    Raises:
        click.ClickException: the disk refuses, somebody else was quicker, or the entry now has a problem more.
    """
    path = amended.path
    if amended.before is not None:
        _replace(path, amended.after, amended.before)
    elif not create_entry(path, amended.after):
        raise click.ClickException(f"{relative(path)} has just been written by somebody else; try again")
    now = open_project(project.root)
    more = Counter(map(_said, _of(path, now))) - Counter(map(_said, _of(path, project)))
    if more:
        if amended.before is not None:
            _replace(path, amended.before, amended.after)
        else:
            path.unlink()
        problems = [problem for problem in _of(path, now) if _said(problem) in more]
        raise Refused("so nothing was changed", problems)
    return now


def _replace(path: Path, text: str, instead_of: str) -> None:
    try:
        replace_file(path, text, instead_of=instead_of)
    except OSError as stop:
        raise click.ClickException(f"{relative(path)} cannot be written: {stop.strerror or stop}") from None


def _of(path: Path, project: Project) -> Sequence[Problem]:
    name = path.relative_to(project.root).as_posix()
    return [problem for problem in project.problems if problem.location.path == name]


def _said(problem: Problem) -> tuple[str, str]:
    """What makes it the same problem in a text that has moved."""
    return problem.severity.value, problem.message
