"""Entries of issues on GitHub that were written with the form for a day, and the answers to them.

GitHub makes Markdown of a form: a heading `### Label` for each field, with its value below it. Labels are those of the
form in the project, which may be in another language; the ids of the fields are fixed.
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

import click

from daytrail.cli.common.entry_text import write_text
from daytrail.cli.common.files import read_file
from daytrail.cli.common.project import Project, open_project
from daytrail.cli.common.templates import TEMPLATES
from daytrail.model.urls import join_url
from daytrail.problems import Problem, quoted
from daytrail.project.clock import iso_date
from daytrail.project.report import as_text
from daytrail.source.files import MAX_TEXT_BYTES, read_text
from daytrail.source.front_matter import write_front_matter
from daytrail.source.yaml.parser import parse

FORM = ".github/ISSUE_TEMPLATE/day.yml"
TEXT = "text"
"""The field without which an issue is no day."""
_TEMPLATE = TEMPLATES / "phone/dot-github/ISSUE_TEMPLATE/day.yml.jinja"
_AUTHORS = ("OWNER", "MEMBER", "COLLABORATOR")
"""Associations of those who may write to the repository: https://docs.github.com/en/graphql/reference/enums#commentauthorassociation."""
_NOTHING = "_No response_"
"""Text that GitHub writes for an empty field."""
_UPLOAD = re.compile(
    r"""<img\b(?=[^>]*\balt="(?P<alt>[^"\[\]]*)")?[^>]*\bsrc="(?P<url>https://github\.com/user-attachments/[\w/.-]+)"[^>]*>"""
)
"""Tag that GitHub writes for a picture that is added to an issue."""
_MARK_OF_ITEM = re.compile(r"^[-*+][ \t]+(?:\[[ xX]\][ \t]+)?")


def write_issue(
    project: Project, file: Path, series_id: str | None, suffix: str, answer: Path | None, *, dry_run: bool
) -> tuple[Path | None, list[Problem]]:
    """Write an entry from an issue, and the answer to it. Nothing is written if there are mistakes in it.

    The path is None if the issue is no day. Raises click.ClickException if the file is no issue as JSON.
    """
    text = _entry_of_issue(project, file)
    if text is None:
        click.echo("the issue was not written with the form for a day, so nothing was done", err=True)
        return None, []
    path, mistakes = write_text(project, text, series_id=series_id, suffix=suffix, dry_run=dry_run)
    if mistakes:
        reply = _answer_on_mistakes(mistakes, read_file(path))
        path.unlink()
    else:
        reply = _answer_on_success(project, path)
    if answer and not dry_run:
        answer.write_text(reply, encoding="utf-8")
    return (None if mistakes else path), mistakes


def _entry_of_issue(project: Project, path: Path) -> str | None:
    """Return the text of an entry from an issue, given as JSON by itself or in an event; None if it is no day.

    Raises click.ClickException if the author is not one of those who may write to the repository.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        issue = data.get("issue", data)
        body = _text(issue["body"])
    except (OSError, ValueError, AttributeError, LookupError, TypeError) as failure:
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
    with suppress(ValueError):
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
