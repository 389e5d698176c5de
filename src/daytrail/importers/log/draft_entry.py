"""Draft entries: what an import of a log proposes."""

import re
from dataclasses import dataclass
from datetime import date

from daytrail.importers.text.markdown import hidden_lines

_HEADING = re.compile(r"( {0,3})(#{1,6})(?=\s)")
_OBSIDIAN_COMMENT = re.compile(r"%%(?!%)((?:(?!%%|--).)+?)%%", re.DOTALL)
_FENCED = re.compile(r"(^ {0,3}(?:```|~~~).*?^ {0,3}(?:```|~~~)[^\S\n]*$)", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """An entry that an import proposes."""

    line: int
    """Its first line in the source, from 1."""
    date: date | None
    day_numbers: tuple[int, int] | None = None
    """The first and the last day that it covers."""
    series: str = ""
    """The name of what its number counts; empty if the source does not say."""
    title: str = ""
    body: str = ""
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """URLs that are alone on a line; they stay in the body as well."""
    structure: tuple[str, ...] = ()
    """Words of the source that became its date or its number."""


def site_body(body: str) -> str:
    """Return a body with headings below level 1, which is the entry's title, and with Obsidian's comments as HTML's."""
    return _with_html_comments(_with_lower_headings(body))


def _with_lower_headings(body: str) -> str:
    lines = body.split("\n")
    hidden = hidden_lines(lines)
    levels = [
        len(match[2])
        for number, line in enumerate(lines, start=1)
        if number not in hidden and (match := _HEADING.match(line))
    ]
    if not levels or min(levels) > 1:
        return body
    return "\n".join(
        _HEADING.sub(lambda match: match[1] + (match[2] + "#")[:6], line) if number not in hidden else line
        for number, line in enumerate(lines, start=1)
    )


def _with_html_comments(body: str) -> str:
    if "%%" not in body:
        return body
    parts = _FENCED.split(body)  # every second part is a code fence
    return "".join(part if index % 2 else _OBSIDIAN_COMMENT.sub(r"<!--\1-->", part) for index, part in enumerate(parts))
