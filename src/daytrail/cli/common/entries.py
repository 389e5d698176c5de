"""Entries of a day: the existing ones, new ones with a comment on what is open, and changes of their front matter."""

import re
from collections.abc import Callable, Collection, Sequence
from datetime import date
from pathlib import Path

import click

from daytrail.cli.common.files import FileUpdate, UpdateError, accepted, display_path, read_file, refuse_link
from daytrail.cli.common.project import Project, completion_of, write_updates
from daytrail.facts.series import next_day_number
from daytrail.model.base import slug
from daytrail.model.curriculum import Series
from daytrail.model.entry import dated
from daytrail.problems import did_you_mean, printable, quoted
from daytrail.project.clock import iso_date
from daytrail.source.files import is_hidden
from daytrail.source.yaml.edit import Change, Remove, edit_front_matter
from daytrail.views.new_entry import new_entry_text


def parse_date(_ctx: click.Context, _param: click.Parameter, value: str | None) -> date | None:
    """Return the date that an option gives; a callback of click."""
    if value is None:
        return None
    if (day := iso_date(value)) is None:
        raise click.BadParameter(f"{value!r} is no date; write it as in 2026-02-15")
    return day


complete_series = completion_of(lambda journal: [(series.id, series.title) for series in journal.curriculum.series])


def find_series(project: Project, series_id: str | None) -> Series | None:
    """Return the series that has an id, or raise click.BadParameter. Without an id, return the plan's first, if any."""
    by_id = {series.id: series for series in project.plan.series}
    if series_id is None:
        return next(iter(by_id.values()), None)
    if series_id not in by_id:
        hint = did_you_mean(series_id, by_id) or f"known here: {', '.join(by_id) or 'none'}"
        raise click.BadParameter(f"unknown series {quoted(series_id)}; {hint}", param_hint="--series")
    return by_id[series_id]


def new_entry_path(project: Project, day: date, suffix: str = "") -> Path:
    """Return the path of a new entry, or raise click.ClickException if it is not in the project, or a folder."""
    stem = f"{day.isoformat()}-{suffix}" if suffix else day.isoformat()
    path = project.root / project.settings.paths.entries / stem[:4] / f"{stem}.md"
    refuse_link(project.root, path)
    if path.is_dir():
        raise click.ClickException(f"{display_path(path)} is a folder; rename it")
    return path


def find_entries(project: Project, day: date, suffix: str = "") -> list[Path]:
    """Return the entries of a date, or of a date and a suffix, shortest name first; also drafts and broken ones."""
    folder = project.root / project.settings.paths.entries
    paths = {
        path
        for path in folder.rglob(f"{day.year:04d}*.md")
        if not path.is_dir() and not is_hidden(path.relative_to(folder)) and _is_named(path.stem, day, suffix)
    }
    if not suffix:
        paths |= {project.root / entry.path for entry in project.journal.entries if day in entry.days}
    return sorted(paths, key=lambda path: (len(path.stem), path))


def _is_named(stem: str, day: date, suffix: str) -> bool:
    """Return whether a file has the name of a date, and of a suffix if that is given."""
    try:
        name = dated(stem)
    except ValueError:  # another day, that is not in the calendar
        return False
    return name.day == day and (not suffix or slug(name.rest) == suffix)


def entry_at(project: Project, given: Path, parameter: str = "--entry") -> Path:
    """Return the entry at a path that is relative to the current folder or to the root, or the only one of that name.

    The name is that of the file, or the date of the entry. Raises click.BadParameter, which names the parameter of the
    command, if there is no such entry, or there are several.
    """
    folder = project.root / project.settings.paths.entries
    entries = [path for path in folder.rglob("*.md") if not is_hidden(path.relative_to(folder))]
    typed = {(start / given).resolve() for start in (Path(), project.root)}
    stem = str(given).removesuffix(".md")
    paths = [path for path in entries if path.name == given.name and path.resolve() in typed]
    paths = paths or [path for path in entries if path.stem == stem]
    if not paths and (day := iso_date(stem)):
        paths = find_entries(project, day)
    if len(paths) == 1:
        return paths[0]
    if paths:
        message = f"{given} may be {' or '.join(display_path(path) for path in sorted(paths))}: name one of them"
    else:
        message = f"{given} is no entry of this project: write the path or the name of its file"
    raise click.BadParameter(message, param_hint=parameter)


def entry_of_day(project: Project, day: date) -> Path | None:
    """Return the entry of a day; of several, the last one of the first series. None if the day has no entry.

    Raises click.ClickException if the entry is ambiguous.
    """
    entries = {project.root / entry.path: entry for entry in project.journal.entries}
    named_after_day = find_entries(project, day)
    of_day = [path for path in named_after_day if path not in entries or day in entries[path].days]
    if not named_after_day:
        return None
    if not of_day:
        raise click.ClickException(
            f"{display_path(named_after_day[0])} is of another day than its name says: name it with --entry PATH"
        )
    if len(of_day) == 1:
        return of_day[0]
    # In the order of the log, in which stems that begin alike follow each other.
    first = find_series(project, None)
    wanted = first.id if first else None
    if of_series := [path for path, entry in entries.items() if path in of_day and entry.series == wanted]:
        return of_series[-1]
    paths = ", ".join(map(display_path, of_day))
    raise click.ClickException(f"{day} has several entries: name one with --entry PATH: {paths}")


def target_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that name the entry to change, as `change_entry` takes them."""
    by_path = click.option(
        "--entry", type=click.Path(path_type=Path), metavar="PATH", help="Use this entry, whatever its date."
    )
    by_date = click.option(
        "--date", "day", callback=parse_date, metavar="YYYY-MM-DD", help="Use the entry of this date, not today's."
    )
    return by_date(by_path(command))


def change_entry(
    project: Project,
    change: Callable[[str], Change],
    mentioned: Collection[str] = (),
    closed: Sequence[str] = (),
    *,
    day: date | None,
    entry: Path | None,
) -> tuple[Project, Path]:
    """Change the front matter of an entry, of today if none is named. Return the project as it is then, and its path.

    The function gets the entry's path in the project. The comment of a new entry leaves out the items that it mentions,
    that of an existing one those that are closed. Raises click.UsageError if both a day and an entry are given, and an
    UpdateError if the entry has errors, or more would change.
    """
    if entry and day:
        raise click.UsageError("--entry names the entry: leave out --date")
    day = day or project.today
    existing = entry_at(project, entry) if entry else entry_of_day(project, day)
    path = existing or new_entry_path(project, day)
    name = project.relative(path)
    if errors := [problem for problem in project.errors if problem.location.path == name]:
        raise UpdateError(f"{display_path(path)} has errors, nothing was changed", errors)
    before = read_file(path) if existing else None
    if before is None:
        text, summary = new_entry(project, path, day, find_series(project, None), mentioned=mentioned)
    else:
        text, summary = without_items_in_comment(before, closed), ""
    edited = edit_front_matter(text, name, [change(name)])
    updated = write_updates(project, [FileUpdate(path, before, accepted(edited))])
    if summary:
        click.echo(f"new: {summary}", err=True)
    return updated, path


def without_items_in_comment(text: str, addresses: Sequence[str]) -> str:
    """Return an entry whose comment at its end, which says what is open, no longer lists some items."""
    body, mark, comment = text.rpartition("<!--")
    lines = rf"^  (?:{'|'.join(map(re.escape, addresses))}) .*\n"
    ends_in_comment = addresses and comment.rstrip().endswith("-->")
    return body + mark + re.sub(lines, "", comment, flags=re.MULTILINE) if ends_in_comment else text


def remove_from_entries(project: Project, key: str, addresses: Collection[str]) -> list[FileUpdate]:
    """Return the entries that have addresses in a list, without them, not written yet.

    An address may be written as a former one. Raises an UpdateError if more would change.
    """
    updates = []
    for located in project.loaded.sources.entries:
        listed = getattr(located.entry, key)  # by their present names, in the order of the file
        indices = [index for index, address in enumerate(listed) if address in addresses]
        if not indices:
            continue
        path = project.root / located.entry.path
        text = before = read_file(path)
        for index in reversed(indices):
            text = accepted(edit_front_matter(text, located.entry.path, [Remove((key, index))]))
        updates.append(FileUpdate(path, before, text))
    return updates


def new_entry(
    project: Project, path: Path, day: date, series: Series | None, title: str = "", mentioned: Collection[str] = ()
) -> tuple[str, str]:
    """Return the text of a new entry, and its day number and series, as in `day 57 of ML Systems`.

    Its comment leaves out the items that it mentions, given by their addresses.
    """
    number = next_day_number(project.journal.entries, series, day)
    text = new_entry_text(
        project.facts, day, series, title, schema=project.entry_schema(path.parent), mentioned=mentioned
    )
    summary = " of ".join(filter(None, [f"day {number}" if number is not None else "", series.title if series else ""]))
    return text, printable(summary or day.isoformat())
