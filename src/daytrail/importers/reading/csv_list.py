"""Reader for lists of comma-separated values: exports of Pocket and Goodreads, and other tables."""

import re
from collections import defaultdict
from collections.abc import Sequence
from html import unescape
from pathlib import PurePath

from daytrail.importers.reading.foreign import ForeignList
from daytrail.importers.reading.media import medium
from daytrail.importers.reading.reader import ImportedList
from daytrail.importers.reading.status import status_of
from daytrail.importers.text.csv_table import CsvRow, column_name, doubts_about_rows, read_csv
from daytrail.importers.text.markdown import is_valid_url
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.entry import Status

_ROLES: Sequence[tuple[str, re.Pattern[str]]] = [
    (role, re.compile(any_of(f"{kind}.{role}"), re.IGNORECASE))
    for kind, roles in (
        ("csv_columns", ("title", "link", "status", "notes", "more_authors", "tags", "folder", "details")),
        ("list_columns", ("title", "link", "author", "status", "why", "kind", "language", "favourite")),
    )
    for role in roles
]
"""Roles of columns with patterns for their names; the first that matches counts."""
_ONCE = {"title", "author", "kind", "language", "favourite"}
"""Roles of which only the first column counts; the others are notes."""
_EMPTY = re.compile(r"(?:=?\"*\s*\"*|0(?:[.,]0+)?|nan|null|none|n/?a|[-–—])", re.IGNORECASE)
_PROGRAMS = {"Goodreads": "bookshelves", "Pocket": "time added", "Zotero": "automatic tags"}
"""A column that only the export of a program has."""
_TRUE = re.compile(r"[⭐🌟❤★✔✓xX1]|true|yes|ja|oui|s[íi]|sim", re.IGNORECASE)
_HTML = re.compile(r"<(?:br|p|a|i|b|em|strong|/\w+)\b[^<>]*>", re.IGNORECASE)
_HTML_LINK = re.compile(
    r"<a\s[^<>]*?href=[\"']?(?P<url>https?://[^\"'\s<>]+)[^<>]*>(?P<words>[^<>]*)</a>", re.IGNORECASE
)


def read_csv_list(text: str, name: str) -> ImportedList | None:
    """Read a table of things to read; None if it is something else."""
    table = read_csv(text, _lists_something)
    if table is None:
        return None
    names = {column_name(cell) for cell in table.names.cells}
    words = re.sub(r"[\W_]+|^\d+", " ", PurePath(name).stem).strip()
    title = next((title for title, column in _PROGRAMS.items() if column in names), words[:1].upper() + words[1:])
    result = ForeignList(text, title or "Reading", "CSV")
    roles: list[str] = []
    for cell in table.names.cells:
        role = _role(cell)
        roles.append("" if role in _ONCE and role in roles else role)
        if role == "details":
            result.leave_out(cell)
    for problem in doubts_about_rows(table):
        result.doubt(problem.location.line, problem.code, problem.message)
    for row in table.rows:
        if row.is_single:
            result.record(row.line, " ".join(row.cells))
        else:
            _add_row(result, row, table.names.cells, roles)
    return result.finish()


def _role(cell: str) -> str:
    """Return what a column contains, by its name; empty for notes with that name."""
    name = column_name(cell)
    name = re.sub(r"(?:/| ?\().*", "", name) or name  # as in `Autor/a` and `Author(s)`
    return next((role for role, pattern in _ROLES if pattern.fullmatch(name)), "")


def _lists_something(names: Sequence[str]) -> bool:
    """Tell whether the names of columns are those of a reading list: a title or a link, and something else known."""
    roles = [_role(name) for name in names]
    return ("title" in roles or "link" in roles) and sum(map(bool, roles)) > 1 and all(len(name) < 60 for name in names)


def _add_row(result: ForeignList, row: CsvRow, names: Sequence[str], roles: Sequence[str]) -> None:
    values: defaultdict[str, list[str]] = defaultdict(list)
    for name, role, cell in zip(names, roles, row.cells, strict=True):
        if text := _text(cell):
            values[role or "notes"].append(text if role else f"{name}: {text}")
    urls = [_url(text) for text in values["link"]]
    valid = [*filter(is_valid_url, dict.fromkeys(urls))]
    unread = [url for url in urls if not is_valid_url(url)] + [text for text in values["status"] if not _status(text)]
    if unread:
        message = f"`{unread[0]}` is no status or address that is known, so it became a note"
        result.doubt(row.line, "unknown-status", message)
    others = [text for text in values["kind"] if medium(text) is None] + values["language"]
    folders = [text for text in values["folder"] if not _status(text)][:1]
    tags = [tag.strip() for text in values["tags"] for tag in re.split(r"[|,;]", text)]
    result.add(
        row.line,
        {
            "title": " ".join(" ".join(values["title"][:1]).split()),
            "author": ", ".join(" ".join(text.split()) for text in (*values["author"], *values["more_authors"])),
            "why": " ".join(values["why"]),
            "url": "".join(valid[:1]),
            "aliases": valid[1:],
            "kind": next(filter(None, map(medium, values["kind"])), None),
            "favourite": any(map(_TRUE.fullmatch, values["favourite"])),
            "status": next(filter(None, map(_status, (*values["status"], *values["folder"]))), None),
            "notes": [*values["notes"], *unread, *others],
        },
        folders=[part.strip() for text in folders for part in text.split("/") if part.strip()],
        tags=[tag for tag in tags if _status(tag) is None],
    )


def _status(text: str) -> Status | None:
    """Return the status that a cell states, as in `currently-reading`."""
    return status_of(text) or status_of(re.sub(r"[-_]", " ", text))


def _url(text: str) -> str:
    """Return the URL of a cell: as it is, or of a DOI."""
    return f"https://doi.org/{text}" if re.match(r"10\.\d{4,}/\S+$", text) else text


def _text(cell: str) -> str:
    """Return what a cell says: nothing for a zero, and without the HTML of reviews."""
    if _HTML.search(cell):
        cell = unescape(_HTML.sub(" ", _HTML_LINK.sub(r"[\g<words>](\g<url>)", cell)))
    cell = re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(r"[ \t]{2,}", " ", cell)).strip()
    return "" if _EMPTY.fullmatch(cell) else cell
