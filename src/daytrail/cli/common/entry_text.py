"""Entries whose text was written elsewhere: on standard input, or in an issue of GitHub."""

import os
import re
import sys
from collections.abc import Mapping
from datetime import date
from itertools import chain, count
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.entries import find_entries, find_series, new_entry_path
from daytrail.cli.common.files import MAX_FILE_BYTES, create_file, read_file
from daytrail.cli.common.project import Project, open_project
from daytrail.facts.series import next_day_number
from daytrail.model.entry import FrontMatter
from daytrail.problems import Problem
from daytrail.project.clock import iso_date
from daytrail.project.site_checks.links import check_links_of_entries
from daytrail.project.site_checks.site import Site
from daytrail.source.front_matter import split_entry, write_front_matter
from daytrail.source.yaml.edit import Put, edit_front_matter
from daytrail.source.yaml.parser import parse

_FILLED_IN = frozenset(("date", "day", "series"))
"""Keys that say nothing about whether two entries are the same."""


def read_standard_input() -> str:
    """Return the text on standard input with line feeds only, or raise click.ClickException."""
    if sys.stdin.isatty():
        click.echo(f"write the entry, then press {'Ctrl-Z and Enter' if os.name == 'nt' else 'Ctrl-D'}", err=True)
    try:
        text = sys.stdin.buffer.read(MAX_FILE_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        raise click.ClickException(f"standard input is not UTF-8: {failure.reason}") from None
    if not text.strip():
        raise click.ClickException("there is no text on standard input, so nothing was written")
    return re.sub("\r\n?", "\n", text)


def write_text(
    project: Project,
    text: str,
    day: date | None = None,
    title: str = "",
    *,
    series_id: str | None,
    suffix: str,
    dry_run: bool,
) -> tuple[Path, list[Problem]]:
    """Write an entry with a text. Return its path, and what is wrong with it: then it is written all the same.

    The day (today if it is None), the title and the series are those of its front matter, if that names them. If the
    day has an entry with the same text, that one is returned, and nothing is written.
    """
    written = _front_matter(text)
    day = iso_date(str(written.get("date"))) or day or project.today
    text = _completed(project, text, written, day, title, series_id)
    if same := next((path for path in find_entries(project, day) if _essence(read_file(path)) == _essence(text)), None):
        click.echo(f"{day} has an entry with this text already, nothing was changed", err=True)
        return same, []
    path = _free_path(project, day, suffix)
    if dry_run:
        click.echo(text, nl=False, err=True)
        return path, []
    create_file(project.root, path, text)
    return path, _mistakes(project, path)


def _front_matter(text: str) -> Mapping[str, Any]:
    """Return the front matter of a text, with values as texts; empty if it has none, or it cannot be read."""
    parts, problems = split_entry(text, "")
    data = None if problems else parse(parts.front_matter, "")[0].data
    return data if isinstance(data, dict) else {}


def _completed(
    project: Project, text: str, written: Mapping[str, Any], day: date, title: str, series_id: str | None
) -> str:
    """Return a text with what its front matter lacks: the date, the series, the day number, and the title."""
    by_id = {series.id: series for series in project.plan.series}
    named = None if series_id else by_id.get(str(written.get("series")))
    series = named or find_series(project, series_id)
    values = {
        "date": day,
        "series": series.id if series and len(by_id) > 1 else None,
        "day": next_day_number(project.journal.entries, series, day),
        "title": title,
    }
    lacking = {key: value for key, value in values.items() if value and key not in written}
    parts, problems = split_entry(text, "")
    if parts.front_matter or problems:
        puts = [Put((key,), value) for key, value in lacking.items()]
        return edit_front_matter(text, "", puts, tuple(FrontMatter.model_fields))[0].rstrip() + "\n"
    body = text.strip("\n").rstrip()
    return write_front_matter(lacking) + f"\n{body}\n"


def _free_path(project: Project, day: date, suffix: str) -> Path:
    """Return the path for another entry of a day. If there is one of that name, it gets a number."""
    suffixes = chain([suffix], ("-".join(filter(None, [suffix, str(number)])) for number in count(2)))
    paths = ((new_entry_path(project, day, one), find_entries(project, day, one)) for one in suffixes)
    return next(path for path, existing in paths if not existing and not path.exists())


def _essence(text: str) -> tuple[str, Mapping[str, Any]]:
    """Return what an entry says: its text, and its front matter without what is filled in."""
    text = re.sub("\r\n?", "\n", text)
    parts, problems = split_entry(text, "")
    values = {key: value for key, value in _front_matter(text).items() if key not in _FILLED_IN}
    return (text if problems else parts.body).strip(), values


def _mistakes(project: Project, path: Path) -> list[Problem]:
    """Return the errors of an entry that was just written, and the links in it with which no strict build succeeds."""
    updated = open_project(project.root)
    name = updated.relative(path)
    site = Site(updated.settings, updated.journal, None if updated.errors else updated.facts)
    problems = {*updated.errors, *check_links_of_entries(site)}
    return sorted(problem for problem in problems if problem.location.path == name)
