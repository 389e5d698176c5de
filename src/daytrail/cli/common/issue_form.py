"""Reader of issues of GitHub that were written with the form for a day, and the answers to them.

GitHub makes Markdown of a form: a heading `### Label` for each field, with its value below it. Labels are those of the
form in the project, which may be in another language; the ids of the fields are fixed.
"""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click

from daytrail.cli.common.templates import TEMPLATES
from daytrail.problems import Problem, quoted
from daytrail.project.clock import iso_date
from daytrail.project.report import as_text
from daytrail.source.files import read_text
from daytrail.source.yaml.parser import parse

FORM = ".github/ISSUE_TEMPLATE/day.yml"
TEXT = "text"
"""The field without which an issue is no day."""
_TEMPLATE = TEMPLATES / "phone/dot-github/ISSUE_TEMPLATE/day.yml.jinja"
_AUTHORS = ("OWNER", "MEMBER", "COLLABORATOR")
"""Associations of those who may write to the repository: https://docs.github.com/en/graphql/reference/enums#commentauthorassociation."""
_NOTHING = "_No response_"
"""Text that GitHub writes for an empty field."""
_MAX_BYTES = 1_000_000
_UPLOAD = re.compile(
    r"""<img\b(?=[^>]*\balt="(?P<alt>[^"\[\]]*)")?[^>]*\bsrc="(?P<url>https://github\.com/user-attachments/[\w/.-]+)"[^>]*>"""
)
"""Tag that GitHub writes for a picture that is added to an issue."""
_MARK_OF_ITEM = re.compile(r"^[-*+][ \t]+(?:\[[ xX]\][ \t]+)?")


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue that is an entry."""

    title: str
    created: date | None
    """The day on which it was opened, in the time zone of the site; None if it does not say so."""
    fields: Mapping[str, str]
    """Values by the ids of the fields. Empty ones are missing."""

    @property
    def front_matter(self) -> dict[str, Any]:
        """Values of the entry's front matter. A wrong value is as it was written."""
        day = self.fields.get("date", "")
        return {
            "date": iso_date(day) or day,
            "title": "" if iso_date(self.title) else self.title,  # an issue needs a title, and an entry does not
            "tags": _list(self.fields.get("tags", ""), r"[,;\n]"),
            "hours": _hours(self.fields.get("hours", "")),
            "done": _list(self.fields.get("done", ""), r"[,\n]"),
        }


def read_issue(root: Path, path: Path, zone: ZoneInfo) -> Issue | None:
    """Return an issue, given as JSON by itself or in an event; None if it was not written with the form.

    Raises click.ClickException if the file is no such JSON, or the author is not one of those who may write to the
    repository.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as failure:
        raise click.ClickException(f"{path} is no issue: {failure}") from None
    issue = data.get("issue", data) if isinstance(data, dict) else None
    if not isinstance(issue, dict) or "body" not in issue:
        raise click.ClickException(f"{path} is no issue: it has no `body`")
    fields = form_fields(_text(issue["body"]), _labels(root))
    if not fields or TEXT not in fields or "pull_request" in issue:
        return None
    author = issue.get("author_association")
    if author not in _AUTHORS:
        raise click.ClickException(f"only the owner and collaborators may write, and {quoted(str(author))} is neither")
    # An entry shows no picture of another host. Of an image in Markdown it makes a link, of one in HTML nothing.
    fields[TEXT] = _UPLOAD.sub(lambda image: f"![{image['alt'] or 'Image'}]({image['url']})", fields[TEXT])
    return Issue(" ".join(_text(issue.get("title")).split()), _created(issue.get("created_at"), zone), fields)


def _text(value: object) -> str:
    """Return a text from JSON, which may have halves of characters that no file can contain."""
    return str(value or "").encode(errors="replace").decode()


def _created(text: object, zone: ZoneInfo) -> date | None:
    with suppress(ValueError):
        return datetime.fromisoformat(str(text)).astimezone(zone).date()
    return None


def _labels(root: Path) -> dict[str, str]:
    """Return the labels of the form's fields by their ids, in their order."""
    text, problems = read_text(root, FORM, _MAX_BYTES)
    if problems:
        text = _TEMPLATE.read_text(encoding="utf-8")
    form: Any = parse(text, FORM, allow_tags=True)[0].data
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
    body = body.replace("\r\n", "\n")
    headings = {name: re.compile(rf"^### {re.escape(label)}[ \t]*$", re.MULTILINE) for name, label in labels.items()}
    spans: dict[str, tuple[int, int]] = {}
    names = list(labels)
    above = names[: names.index(TEXT) + 1] if TEXT in names else []
    start, end = 0, len(body)
    for name in above:
        if match := headings[name].search(body, start):
            spans[name], start = match.span(), match.end()
    if TEXT not in spans:
        return None
    for name in reversed(names[len(above) :]):
        if matches := list(headings[name].finditer(body, start, end)):
            spans[name], end = matches[-1].span(), matches[-1].start()
    starts = [*sorted(span[0] for span in spans.values()), len(body)]
    values = {
        name: body[value : next(other for other in starts if other >= value)].strip("\n \t")
        for name, (_, value) in spans.items()
    }
    return {name: value for name, value in values.items() if value not in ("", _NOTHING)}


def _list(text: str, separator: str) -> list[str]:
    values = (_MARK_OF_ITEM.sub("", value.strip()) for value in re.split(separator, text))
    return [value for written in values if (value := written.strip("#`\"'\u201c\u201d\u201e "))]


def _hours(text: str) -> float | str | None:
    """Return hours as a number, also if they are written as in `1,5 h`; what is none of that, as it is."""
    number = re.fullmatch(r"([0-9]{1,3})(?:[.,]([0-9]{1,4}))?\s*(?:h|hrs?|hours?|std)?\.?", text, re.IGNORECASE)
    if not number:
        return text or None
    value = float(f"{number[1]}.{number[2] or 0}")
    return int(value) if value.is_integer() else value


# -- answers --


def answer_on_success(name: str, permalink: str) -> str:
    """Return the answer to an issue that became an entry: the link to its page, or without one the file's name."""
    if not permalink:
        return f"Written to {name if '`' in name else f'`{name}`'}.\n"
    return f"Written. The site shows it in a few minutes: <{permalink}>\n"


def answer_on_mistakes(problems: Sequence[Problem], text: str) -> str:
    """Return the answer to an issue with mistakes: each with its line. Nothing in it is Markdown."""
    lines = text.split("\n")
    report = ""
    for problem in problems:
        line = lines[problem.location.line - 1] if problem.location.line <= len(lines) else ""
        report += f"{as_text([problem])}  {problem.location.line} | {line[:200]}\n"
    return (
        "Nothing was written yet. Edit the issue above, and it is read again."
        f" The lines are those of the entry that it would be:\n\n{_block(report)}"
    )


def _block(text: str) -> str:
    fence = "`" * (1 + max(2, *map(len, re.findall("`+", f"{text}`"))))
    return f"{fence}text\n{text}{fence}\n"
