"""Entries whose text was written elsewhere: on standard input, or in an issue with the form for a day on GitHub.

GitHub makes Markdown of a form: a heading `### Label` for each field, with its value below it. Labels are those of the
form in the project, which may be in another language; the ids of the fields are fixed.
"""

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from itertools import chain, count
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

import click

from daytrail.cli.common.entries import find_entries, find_series, new_entry_path
from daytrail.cli.common.files import MAX_FILE_BYTES, FileUpdate, change_all, create_file, read_file
from daytrail.cli.common.merge import front_matter_of
from daytrail.cli.common.project import Project, open_project
from daytrail.cli.common.templates import TEMPLATES
from daytrail.model.urls import join_url
from daytrail.problems import Problem, quoted
from daytrail.project.clock import iso_date
from daytrail.project.report import as_text
from daytrail.source.files import MAX_TEXT_BYTES, read_text
from daytrail.source.front_matter import split_entry, with_plain_fences, write_front_matter
from daytrail.source.yaml.edit import Put, edit_front_matter
from daytrail.source.yaml.parser import parse
from daytrail.views.new_entry import new_front_matter

_FILLED_IN = frozenset(("date", "day", "series"))
"""Keys that say nothing about whether two entries are the same."""
FORM = ".github/ISSUE_TEMPLATE/day.yml"
TEXT = "text"
"""The field without which an issue is no day."""
_TEMPLATE = TEMPLATES / "phone/dot-github/ISSUE_TEMPLATE/day.yml.jinja"
_AUTHORS = ("OWNER", "MEMBER", "COLLABORATOR")
"""Associations of those who may write to the repository: https://docs.github.com/en/graphql/reference/enums#commentauthorassociation."""
_NOTHING = "_No response_"
"""Text that GitHub writes for an empty field."""
_UPLOAD = re.compile(
    r"""<img\b(?=[^<>]*\balt="(?P<alt>[^"<>\[\]]*)")?[^<>]*\bsrc="(?P<url>https://github\.com/user-attachments/[\w/.-]+)"[^<>]*>"""
)
"""Tag that GitHub writes for a picture that is added to an issue."""
_MARK_OF_ITEM = re.compile(r"^[-*+][ \t]+(?:\[[ xX]\][ \t]+)?")


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
    series_id: str | None = None,
    suffix: str = "",
) -> tuple[Path, list[Problem]]:
    """Write an entry with a text. Return its path, and what is wrong with it: then it is written all the same.

    The day (today if it is None), the title and the series are those of its front matter, if that names them. If the
    day has an entry with the same text, that one is returned, and nothing is written.
    """
    written = front_matter_of(with_plain_fences(text)) or {}
    day = iso_date(str(written.get("date"))) or day or project.today
    text = _completed(project, text, written, day, title, series_id)
    if same := next((path for path in find_entries(project, day) if _essence(read_file(path)) == _essence(text)), None):
        click.echo(f"{day} has an entry with this text already, nothing was changed", err=True)
        return same, []
    path = _free_path(project, day, suffix)
    create_file(project.root, path, text)
    return path, _mistakes(project, path)


def _completed(
    project: Project, text: str, written: Mapping[str, Any], day: date, title: str, series_id: str | None
) -> str:
    """Return a text with what its front matter lacks: the date, the series, the day number, and the title."""
    by_id = {series.id: series for series in project.plan.series}
    named = None if series_id else by_id.get(str(written.get("series")))
    values = new_front_matter(project.facts, day, named or find_series(project, series_id), title)
    puts = [Put((key,), value) for key, value in values.items() if value and key not in written]
    return edit_front_matter(text.lstrip("\n"), "", puts)[0].rstrip() + "\n"


def _free_path(project: Project, day: date, suffix: str) -> Path:
    """Return the path for another entry of a day. If there is one of that name, it gets a number."""
    suffixes = chain([suffix], ("-".join(filter(None, [suffix, str(number)])) for number in count(2)))
    paths = ((new_entry_path(project, day, one), find_entries(project, day, one)) for one in suffixes)
    return next(path for path, existing in paths if not existing and not path.exists())


def _essence(text: str) -> tuple[str, Mapping[str, Any]]:
    """Return what an entry says: its text, and its front matter without what is filled in."""
    text = with_plain_fences(re.sub("\r\n?", "\n", text))
    parts, problems = split_entry(text, "")
    values = {key: value for key, value in (front_matter_of(text) or {}).items() if key not in _FILLED_IN}
    return (text if problems else parts.body).strip(), values


def _mistakes(project: Project, path: Path) -> list[Problem]:
    """Return the errors of an entry that was just written, and the links in it with which no strict build succeeds."""
    from daytrail.project.site_checks.links import check_links_of_entries  # `--help` loads all commands
    from daytrail.project.site_checks.site import Site

    updated = open_project(project.root)
    name = updated.relative(path)
    site = Site(updated.settings, updated.loaded, None if updated.errors else updated.facts)
    problems = {*updated.errors, *check_links_of_entries(site)}
    return sorted(problem for problem in problems if problem.location.path == name)


# -- issues --


def write_issue(project: Project, file: Path, answer: Path | None) -> tuple[Path | None, list[Problem]]:
    """Write an entry from an issue, and the answer to it. Nothing is written if there are mistakes in it.

    The path is None if the issue is no day. Raises click.ClickException if the file is no issue as JSON.
    """
    text = _entry_of_issue(project, file)
    if text is None:
        click.echo("the issue was not written with the form for a day, so nothing was done", err=True)
        return None, []
    path, mistakes = write_text(project, text)
    if mistakes:
        text = read_file(path)
        reply = _answer_on_mistakes(mistakes, text)
        change_all(project.root, [FileUpdate(path, text, None)])
    else:
        reply = _answer_on_success(project, path)
    if answer:
        answer.write_text(reply, encoding="utf-8")
    return (None if mistakes else path), mistakes


def _entry_of_issue(project: Project, path: Path) -> str | None:
    """Return the text of an entry from an issue, given as JSON by itself or in an event; None if it is no day.

    Raises click.ClickException if the author is not one of those who may write to the repository.
    """
    try:
        data = json.loads(read_file(path))
        issue = data.get("issue", data)
        body = _text(issue["body"])
    except (ValueError, AttributeError, LookupError, TypeError, RecursionError) as failure:
        raise click.ClickException(f"{path} is no issue as JSON: {failure}") from None
    fields = form_fields(body, _labels(project.root))
    if not fields or TEXT not in fields or "pull_request" in issue:
        return None
    author = issue.get("author_association")
    if author not in _AUTHORS:
        raise click.ClickException(f"only the owner and collaborators may write, and {quoted(str(author))} is neither")
    day = fields.get("date") or _created(issue.get("created_at"), project.settings.timezone)
    title = " ".join(_text(issue.get("title")).split())
    values: dict[str, Any] = {
        "date": iso_date(day) or day,  # a wrong value is as it was written
        "title": "" if iso_date(title) else title,  # an issue needs a title, and an entry does not
        "tags": _list(fields.get("tags", ""), r"[,;\n]"),
        "hours": _hours(fields.get("hours", "")),
        "done": _list(fields.get("done", ""), r"[,\n]"),
    }
    # An entry shows no picture of another host. Of an image in Markdown it makes a link, of one in HTML nothing.
    text = _UPLOAD.sub(lambda image: f"![{image['alt'] or 'Image'}]({image['url']})", fields[TEXT])
    return write_front_matter({key: value for key, value in values.items() if value}) + f"\n{text}\n"


def _text(value: object) -> str:
    """Return a text from JSON, which may have halves of characters that no file can contain."""
    return str(value or "").encode(errors="replace").decode()


def _created(text: object, zone: ZoneInfo) -> str:
    """Return the day on which an issue was opened; empty if it does not say so."""
    with suppress(ValueError, OverflowError):
        return datetime.fromisoformat(str(text)).astimezone(zone).date().isoformat()
    return ""


def _labels(root: Path) -> dict[str, str]:
    """Return the labels of the form's fields by their ids, in their order."""
    text, problems = read_text(root, FORM, MAX_TEXT_BYTES)
    form: Any = parse(_TEMPLATE.read_text(encoding="utf-8") if problems else text, FORM, allow_tags=True)[0].data
    fields = form.get("body") if isinstance(form, dict) else None
    labels: dict[str, str] = {}
    for field in fields if isinstance(fields, list) else ():
        match field:
            case {"id": str(name), "attributes": {"label": str(label)}}:
                labels[name] = label.strip()
    return labels


def form_fields(body: str, labels: Mapping[str, str]) -> dict[str, str] | None:
    """Return the values that a form has written into an issue, by the ids of their fields; None if it has not.

    A text may have headings like those of the form. So its end is looked for from the end of the issue.
    """
    rest = f"\n{body}\n".replace("\r\n", "\n")
    names = list(labels)
    end = names.index(TEXT) + 1 if TEXT in names else 0
    values = {}
    for name in reversed(names[end:]):
        above, heading, below = rest.rpartition(f"\n### {labels[name]}\n")
        if heading:
            values[name], rest = below, f"{above}\n"
    last = ""
    for name in names[:end]:
        above, heading, below = rest.partition(f"\n### {labels[name]}\n")
        if heading:
            values |= {last: above} if last else {}
            last, rest = name, f"\n{below}"
    values[last] = rest
    if last != TEXT:
        return None
    stripped = ((name, value.strip("\n \t")) for name, value in values.items())
    return {name: value for name, value in stripped if value not in ("", _NOTHING)}


def _list(text: str, separator: str) -> list[str]:
    values = (_MARK_OF_ITEM.sub("", value.strip()) for value in re.split(separator, text))
    return [value for written in values if (value := written.strip("#`\"'\u201c\u201d\u201e "))]


def _hours(text: str) -> float | str:
    """Return hours as a number, also if they are written as in `1,5 h`; what is none of that, as it is."""
    number = re.fullmatch(r"([0-9]{1,3}(?:[.,][0-9]{1,4})?) ?h?", text)
    return float(number[1].replace(",", ".")) if number else text


# -- answers --


def _answer_on_success(project: Project, path: Path) -> str:
    """Return the answer to an issue that became an entry: the link to its page, or without one the file's name."""
    name, site = project.relative(path), os.environ.get("SITE_URL", "").rstrip("/")
    entry = next((entry for entry in open_project(project.root).journal.entries if entry.path == name), None)
    if not (entry and site):
        return f"Written to {name if '`' in name else f'`{name}`'}.\n"
    return f"Written. The site shows it in a few minutes: <{join_url(f'{site}/', quote(entry.address))}>\n"


def _answer_on_mistakes(problems: Sequence[Problem], text: str) -> str:
    """Return the answer to an issue with mistakes: each with its line. Nothing in it is Markdown."""
    lines = text.split("\n")
    report = ""
    for problem in problems:
        line = lines[problem.location.line - 1] if problem.location.line <= len(lines) else ""
        report += f"{as_text([problem])}  {problem.location.line} | {line[:200]}\n"
    fence = "`" * (1 + max(2, *map(len, re.findall("`+", f"{report}`"))))
    return (
        "Nothing was written yet. Edit the issue above, and it is read again."
        f" The lines are those of the entry that it would be:\n\n{fence}text\n{report}{fence}\n"
    )
