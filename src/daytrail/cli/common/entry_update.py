"""Entries that a command changes, and the changes of their front matter."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click

from daytrail.cli.common.entry_files import find_entries, find_series, new_entry_path, new_entry_text
from daytrail.cli.common.files import display_path, read_file
from daytrail.cli.common.project import Project
from daytrail.cli.common.updates import FileUpdate, UpdateError
from daytrail.model.entry import FrontMatter
from daytrail.source.yaml.edit import Append, edit_front_matter


@dataclass(frozen=True)
class EntryUpdate(FileUpdate):
    """Text of an entry before and after a change."""

    summary: str
    """Day number and series of a new entry, as in `day 57 of ML Systems`; else empty."""


def entry_at(project: Project, given: Path) -> Path:
    """Return the entry at a path that is relative to the current folder or to the project's root.

    Raises:
        click.BadParameter: There is none.
    """
    folder = project.root / project.settings.paths.entries
    for start in (Path(), project.root):
        path = (start / given).parent.resolve() / given.name
        if path.is_file() and path.suffix == ".md" and path.is_relative_to(folder.resolve()):
            inside = path.relative_to(folder.resolve())
            if not any(part.startswith((".", "_")) for part in inside.parts):
                return folder / inside
    raise click.BadParameter(f"{given} is no entry of this project", param_hint="--entry")


def entry_of_day(project: Project, day: date, series_id: str | None) -> Path | None:
    """Return the entry of a day; of several, the last one of the series. None if the day has no entry.

    Raises:
        click.ClickException: The day has several entries, or none of the series that is given.
    """
    series = find_series(project, series_id)
    entries = {project.root / entry.path: entry for entry in project.journal.entries}
    named_after_day = find_entries(project, day)
    if not named_after_day:
        return None
    of_day = [path for path in named_after_day if path not in entries or entries[path].date == day]
    if len(of_day) == 1 and (series_id is None or of_day[0] not in entries):
        return of_day[0]
    # In the order of the log, in which stems that begin alike follow each other.
    of_series = [
        path for path, entry in entries.items() if path in of_day and entry.series == (series.id if series else None)
    ]
    if of_series:
        return of_series[-1]
    if not of_day:
        raise click.ClickException(
            f"{display_path(named_after_day[0])} is of another day than its name says: name it with --entry PATH"
        )
    paths = ", ".join(display_path(path) for path in of_day)
    if series_id is None:
        raise click.ClickException(f"{day} has several entries: name one with --entry PATH ({paths})")
    command = f"daytrail new --date {day} --series {series_id} --suffix {series_id}"
    raise click.ClickException(f"{day} has no entry of the series {series_id}, only {paths}; `{command}` starts one")


def update_entry(project: Project, path: Path | None, day: date, series_id: str | None, change: Append) -> EntryUpdate:
    """Return a change of an entry's front matter, which is not written yet. Without a path, the entry is a new one.

    Raises:
        UpdateError: The entry has errors, or the change would change more than is wanted.
    """
    is_new = path is None
    path = path or new_entry_path(project, day)
    name = path.relative_to(project.root).as_posix()
    if errors := [problem for problem in project.errors if problem.location.path == name]:
        raise UpdateError(f"{display_path(path)} has errors, nothing was changed", errors)
    if is_new:
        mentioned = [value for value in change.values if isinstance(value, str)]
        series = find_series(project, series_id)
        text, summary = new_entry_text(project, path, day, series, mentioned=mentioned)
    else:
        text, summary = read_file(path), ""
    after, problems = edit_front_matter(text, name, [change], tuple(FrontMatter.model_fields))
    if problems:
        raise UpdateError("nothing was changed", problems)
    return EntryUpdate(path, None if is_new else text, after, summary)
