"""Reader for lists of comma-separated values: exports of Pocket and Goodreads, and other tables."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import unescape
from pathlib import PurePath
from typing import Any

from daytrail.importers.reading.foreign import ForeignList
from daytrail.importers.reading.media import medium
from daytrail.importers.reading.reader import ImportedList
from daytrail.importers.reading.status import status_of
from daytrail.importers.text.csv_table import CsvRow, CsvTable, column_name, doubts_about_rows, read_csv
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
_GOODREADS_NAMES = (
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,"
    "Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,"
    "Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies"
)
_GOODREADS_ROW = re.compile(r'\d+,(?:"[^"\n]*"|[^",\n]*),[^\n]*,"="+\d*[\dX]?"+,"="+\d*"+,[0-5],\d\.\d+,')
"""The beginning of a row, up to the ISBNs and the ratings."""
_WITHOUT_SCHEME = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?:/\S*)?", re.IGNORECASE)
_TRUE = re.compile(r"[⭐🌟❤★✔✓xX1]|true|yes|ja|oui|s[íi]|sim", re.IGNORECASE)
_HTML = re.compile(r"<(?:br|p|a|i|b|em|strong|/\w+)\b[^<>]*>", re.IGNORECASE)
_HTML_LINK = re.compile(
    r"<a\s[^<>]*?href=[\"']?(?P<url>https?://[^\"'\s<>]+)[^<>]*>(?P<words>[^<>]*)</a>", re.IGNORECASE
)


def read_csv_list(text: str, name: str) -> ImportedList | None:
    """Read a table of things to read; None if it is something else."""
    table = read_csv(text, _lists_something) or _without_names(text)
    if table is None:
        return None
    names = {column_name(cell) for cell in table.names.cells}
    words = re.sub(r"[\W_]+|^\d+", " ", PurePath(name).stem).strip()
    title = next((title for title, column in _PROGRAMS.items() if column in names), words[:1].upper() + words[1:])
    result = ForeignList(text, title or "Reading", "CSV")
    roles = _column_roles(table)
    for name_of_column in (name for name, role in roles if role == "details"):
        result.leave_out(name_of_column)
    if not table.names.line:
        result.doubt(
            1, "guessed-columns", "the table has no names of columns; those of an export of Goodreads were taken"
        )
    for problem in doubts_about_rows(table):
        result.doubt(problem.location.line, problem.code, problem.message)
    for row in table.rows:
        if row.is_single:
            result.leave(row.line, " ".join(row.cells))
        else:
            _add_row(result, row, roles)
    return result.finish()


def _without_names(text: str) -> CsvTable | None:
    """Return the table of an export of Goodreads of which the row of names was deleted; None for another text."""
    if not _GOODREADS_ROW.match(text):
        return None
    table = read_csv(f"{_GOODREADS_NAMES}\n{text}", _lists_something)
    rows = [replace(row, line=row.line - 1, last_line=row.last_line - 1) for row in table.rows] if table else []
    return replace(table, names=replace(table.names, line=0), rows=tuple(rows)) if table else None


def _role(cell: str) -> str:
    """Return what a column contains, by its name; empty for notes with that name."""
    name = column_name(cell)
    name = re.sub(r"(?:/| ?\().*", "", name) or name  # as in `Autor/a` and `Author(s)`
    return next((role for role, pattern in _ROLES if pattern.fullmatch(name)), "")


def _lists_something(names: Sequence[str]) -> bool:
    """Tell whether the names of columns are those of a reading list: a title or a link, and something else known."""
    roles = [_role(name) for name in names]
    return ("title" in roles or "link" in roles) and sum(map(bool, roles)) > 1 and all(len(name) < 60 for name in names)


def _column_roles(table: CsvTable) -> list[tuple[str, str]]:
    """Return name and role of each column."""
    roles: list[tuple[str, str]] = []
    for cell in table.names.cells:
        role = _role(cell)
        roles.append((cell, "" if role in _ONCE and any(role == other for _, other in roles) else role))
    return roles


def _add_row(result: ForeignList, row: CsvRow, roles: Sequence[tuple[str, str]]) -> None:
    values: defaultdict[str, list[str]] = defaultdict(list)
    for (name, role), cell in zip(roles, row.cells, strict=True):
        if text := _text(cell):
            values[role or "notes"].append(text if role else f"{name}: {text}")
    urls = [(text, _url(text)) for text in values["link"]]
    for text, url in urls:
        if url == f"https://{text}":
            result.doubt(row.line, "guessed-scheme", f"`{text}` is written without `https://`")
    kinds = [(text, medium(text)) for text in values["kind"]]
    statuses = [(text, _status(text)) for text in values["status"]]
    unread = [text for text, url in urls if not is_valid_url(url)]
    others = [text for text, kind in kinds if kind is None] + values["language"]
    unread += [text for text, status in statuses if not status]
    if unread:
        result.doubt(
            row.line, "unknown-status", f"`{unread[0]}` is no status or address that is known, so it became a note"
        )
    folders = [text for text in values["folder"] if not _status(text)]
    statuses += [(text, _status(text)) for text in values["folder"]]
    tags = [tag.strip() for text in values["tags"] for tag in re.split(r"[|,;]", text)]
    result.add(
        row.line,
        {
            **_texts(values),
            **_addresses([url for _, url in urls if is_valid_url(url)]),
            "kind": next((kind for _, kind in kinds if kind is not None), None),
            "favourite": any(_TRUE.fullmatch(text) for text in values["favourite"]),
            "status": next((status for _, status in statuses if status), None),
            "notes": [*values["notes"], *unread, *others],
        },
        folders=[part.strip() for text in folders[:1] for part in text.split("/") if part.strip()],
        tags=[tag for tag in tags if tag and _status(tag) is None],
    )


def _texts(values: Mapping[str, Sequence[str]]) -> dict[str, str]:
    authors = [*values["author"], *values["more_authors"]]
    return {
        "title": " ".join(" ".join(values["title"][:1]).split()),
        "author": ", ".join(" ".join(text.split()) for text in authors),
        "why": " ".join(values["why"]),
    }


def _addresses(urls: Sequence[str]) -> dict[str, Any]:
    return {"url": urls[0], "aliases": [url for url in dict.fromkeys(urls) if url != urls[0]]} if urls else {}


def _status(text: str) -> Status | None:
    """Return the status that a cell states, as in `currently-reading`."""
    return status_of(text) or status_of(re.sub(r"[-_]", " ", text))


def _url(text: str) -> str:
    """Return the URL of a cell: as it is, or of a DOI, or of a page without its scheme."""
    if _WITHOUT_SCHEME.fullmatch(text):
        return f"https://{text}"
    return f"https://doi.org/{text}" if re.match(r"10\.\d{4,}/\S+$", text) else text


def _text(cell: str) -> str:
    """Return what a cell says: nothing for a zero, and without the HTML of reviews."""
    if _EMPTY.fullmatch(cell):
        return ""
    if _HTML.search(cell):
        cell = unescape(_HTML.sub(" ", _HTML_LINK.sub(r"[\g<words>](\g<url>)", cell)))
    return re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(r"[ \t]{2,}", " ", cell)).strip()
