"""Entries whose text was written elsewhere: on standard input, or in an issue of GitHub."""

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import chain, count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from daytrail.cli.common.entries import find_entries, find_series, new_entry_path
from daytrail.cli.common.files import MAX_FILE_BYTES, create_file, disk_errors, display_path, read_file
from daytrail.cli.common.project import Project, open_project
from daytrail.facts.series import next_day_number
from daytrail.model.curriculum import Series
from daytrail.model.entry import FrontMatter
from daytrail.model.urls import join_url
from daytrail.problems import Problem
from daytrail.project.clock import iso_date
from daytrail.project.site_checks.links import check_links_of_entries
from daytrail.project.site_checks.site import Site
from daytrail.source.front_matter import split_entry, write_front_matter
from daytrail.source.yaml.edit import Put, edit_front_matter
from daytrail.source.yaml.parser import parse
from daytrail.views.links import use_addresses

_FILLED_IN = frozenset(("date", "day", "series"))
"""Keys that say nothing about whether two entries are the same."""


@dataclass(frozen=True, slots=True)
class EntryText:
    """Text that was written elsewhere for an entry."""

    text: str
    """Markdown with line feeds only."""
    day: date | None
    """The day, if its front matter states none. None means today."""
    values: Mapping[str, Any]
    """Values of its front matter; those that the text itself has come before them."""
    is_body: bool = False
    """True if no front matter is in the text: what looks like it is a mistake."""

    @property
    def own_values(self) -> Mapping[str, Any]:
        """Values of the front matter in the text, as texts; empty if it cannot be read."""
        return {} if self.is_body else _values(self.text)


def read_standard_input() -> str:
    """Return the text on standard input with line feeds only, or raise click.ClickException."""
    if sys.stdin.isatty():
        click.echo(f"write the entry, then press {'Ctrl-Z and Enter' if os.name == 'nt' else 'Ctrl-D'}", err=True)
    raw = sys.stdin.buffer.read(MAX_FILE_BYTES)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        raise click.ClickException(f"standard input is not UTF-8: {failure.reason}") from None
    text = re.sub("\r\n?", "\n", text)
    if not text.strip():
        raise click.ClickException("there is no text on standard input, so nothing was written")
    return text


def write_text(
    project: Project, written: EntryText, series_id: str | None, suffix: str, *, dry_run: bool
) -> tuple[Path, list[Problem]]:
    """Write an entry with a text. Return its path, and what is wrong with it: then it is written all the same.

    If the day has an entry with the same text, that one is returned, and nothing is written.
    """
    own = {**written.values, **written.own_values}
    day = iso_date(str(own.get("date"))) or written.day or project.today
    series = _series(project, series_id, own.get("series"))
    text = _completed(project, written, day, series)
    if same := next((path for path in find_entries(project, day) if _essence(read_file(path)) == _essence(text)), None):
        click.echo(f"{day} has an entry with this text already, nothing was changed", err=True)
        return same, []
    path = _free_path(project, day, suffix)
    if dry_run:
        click.echo(text, nl=False, err=True)
        return path, []
    with disk_errors(f"{display_path(path)} cannot be written"):
        create_file(project.root, path, text)
    return path, _mistakes(project, path)


def write_issue(
    project: Project, file: Path, series_id: str | None, suffix: str, answer: Path | None, *, dry_run: bool
) -> tuple[Path | None, list[Problem]]:
    """Write an entry from an issue, and the answer to it. Nothing is written if there are mistakes in it.

    The path is None if the issue is no day.
    """
    from daytrail.cli.common.issue_form import TEXT, answer_on_mistakes, answer_on_success, read_issue

    issue = read_issue(project.root, file, project.settings.timezone)
    if issue is None:
        click.echo("the issue was not written with the form for a day, so nothing was done", err=True)
        return None, []
    written = EntryText(issue.fields[TEXT], issue.created, issue.front_matter, is_body=True)
    path, mistakes = write_text(project, written, series_id, suffix, dry_run=dry_run)
    if mistakes:
        text = read_file(path)
        path.unlink()
        reply = answer_on_mistakes(mistakes, text)
    else:
        entries = {entry.path: entry for entry in open_project(project.root).journal.entries}
        entry, site = entries.get(project.relative(path)), os.environ.get("SITE_URL", "").rstrip("/")
        permalink = join_url(f"{site}/", quote(entry.address)) if entry and site else ""
        reply = answer_on_success(project.relative(path), permalink)
    if answer and not dry_run:
        with disk_errors():
            answer.write_text(reply, encoding="utf-8")
    return (None if mistakes else path), mistakes


def _values(text: str) -> Mapping[str, Any]:
    """Return the front matter of a text, as texts; empty if it has none, or it cannot be read."""
    parts, problems = split_entry(text, "")
    data = None if problems else parse(parts.front_matter, "")[0].data
    return data if isinstance(data, dict) else {}


def _series(project: Project, given: str | None, written: object) -> Series | None:
    """Return the series that was given, else the one that is written, unless it does not exist, else the first."""
    by_id = {series.id: series for series in project.plan.series}
    return by_id.get(str(written)) if written and not given else find_series(project, given)


def _completed(project: Project, written: EntryText, day: date, series: Series | None) -> str:
    """Return a text with the values that its front matter lacks: the date, the series, the day number, and others."""
    number = next_day_number(project.journal.entries, series, day)
    series_id = series.id if series and len(project.plan.series) > 1 else None
    filled_in: dict[str, Any] = {"date": day, "series": series_id, "day": number}
    given = {key: value for key, value in [*filled_in.items(), *written.values.items()] if value}
    parts, problems = split_entry(written.text, "")
    if written.is_body or not (parts.front_matter or problems):
        text = written.text.strip("\n").rstrip()
        return write_front_matter(given) + (f"\n{text}\n" if text else "")
    puts = [Put((key,), value) for key, value in given.items() if key not in written.own_values]
    return edit_front_matter(written.text, "", puts, tuple(FrontMatter.model_fields))[0].rstrip() + "\n"


def _free_path(project: Project, day: date, suffix: str) -> Path:
    """Return the path for another entry of a day. If there is one of that name, it gets a number."""
    suffixes = chain([suffix], ("-".join(filter(None, [suffix, str(number)])) for number in count(2)))
    paths = ((new_entry_path(project, day, one), find_entries(project, day, one)) for one in suffixes)
    return next(path for path, existing in paths if not existing and not path.exists())


def _essence(text: str) -> tuple[str, Mapping[str, Any]]:
    """Return what an entry says: its text, and its front matter without what is filled in."""
    text = re.sub("\r\n?", "\n", text)
    parts, problems = split_entry(text, "")
    values = {key: value for key, value in _values(text).items() if key not in _FILLED_IN}
    return (text if problems else parts.body).strip(), values


def _mistakes(project: Project, path: Path) -> list[Problem]:
    """Return the errors of an entry that was just written, and the links in it with which no strict build succeeds."""
    updated = open_project(project.root)
    name = updated.relative(path)
    use_addresses(updated.settings.addresses)
    site = Site(updated.settings, updated.journal, None if updated.errors else updated.facts)
    problems = {*updated.errors, *check_links_of_entries(site)}
    return sorted(problem for problem in problems if problem.location.path == name)
