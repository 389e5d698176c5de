"""Reader for lists of comma-separated values: exports of Pocket and Goodreads, and other tables."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import unescape
from pathlib import PurePath

from daytrail.importers.reading.foreign import ForeignList
from daytrail.importers.reading.media import medium
from daytrail.importers.reading.reader import ImportedList
from daytrail.importers.reading.status import status_of
from daytrail.importers.text.csv_table import CsvRow, CsvTable, column_name, doubts_about_rows, read_csv
from daytrail.importers.text.markdown import is_valid_url
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.entry import Status

_ROLES = ("title", "link", "author", "status", "why", "kind", "language", "favourite")
_CSV_ROLES = ("title", "link", "status", "notes", "more_authors", "tags", "folder", "details")
_EMPTY = re.compile(r"(?:=?\"*\s*\"*|0(?:[.,]0+)?|nan|null|none|n/?a|[-–—])", re.IGNORECASE)
_PROGRAMS = {"Goodreads": "bookshelves", "Pocket": "time added", "Zotero": "automatic tags"}
"""A column that only the export of a program has."""
_WITHOUT_SCHEME = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?:/\S*)?", re.IGNORECASE)
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
    title = next((title for title, column in _PROGRAMS.items() if column in names), _title_of_file(name))
    result = ForeignList(text, title, "CSV")
    roles = _column_roles(table)
    for name_of_column in (name for name, role in roles if role == "details"):
        result.leave_out(name_of_column)
    for problem in doubts_about_rows(table):
        result.doubt(problem.location.line, problem.code, problem.message)
    for row in table.rows:
        if row.is_single:
            result.leave(row.line, " ".join(row.cells))
            continue
        _add_row(result, row, list(zip(roles, row.cells, strict=True)))
    return result.finish()


@cache
def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(any_of(key), re.IGNORECASE)


def _role(name: str) -> str:
    """Return what a column contains, by its name; empty for notes with that name."""
    name = re.sub(r"(?:/| ?\().*", "", name) or name  # as in `Autor/a` and `Author(s)`
    for role in _CSV_ROLES:
        if _pattern(f"csv_columns.{role}").fullmatch(name):
            return role
    return next((role for role in _ROLES if _pattern(f"list_columns.{role}").fullmatch(name)), "")


def _title_of_file(name: str) -> str:
    words = re.sub(r"[\W_]+|^\d+", " ", PurePath(name).stem).strip()
    return words[:1].upper() + words[1:] or "Reading"


def _lists_something(names: Sequence[str]) -> bool:
    """Tell whether the names of columns are those of a reading list: a title or a link, and something else known."""
    roles = [_role(column_name(name)) for name in names]
    return ("title" in roles or "link" in roles) and sum(map(bool, roles)) > 1 and all(len(name) < 60 for name in names)


def _column_roles(table: CsvTable) -> list[tuple[str, str]]:
    """Return name and role of each column. Of several titles and statuses the first counts; the others are notes."""
    roles: list[tuple[str, str]] = []
    for cell in table.names.cells:
        role = _role(column_name(cell))
        taken = role in ("title", "author", "kind", "language", "favourite") and any(
            role == other for _, other in roles
        )
        roles.append((cell, "" if taken else role))
    return roles


def _add_row(result: ForeignList, row: CsvRow, cells: Sequence[tuple[tuple[str, str], str]]) -> None:
    values: dict[str, list[str]] = {}
    notes: list[str] = []
    for (name, role), cell in cells:
        text = _text(cell)
        if not text or role == "details":
            continue
        if role in ("", "notes"):
            notes.append(text if role else f"{name}: {text}")
        else:
            values.setdefault(role, []).append(text)
    fields, unread, guessed = _fields(values)
    for url in guessed:
        result.doubt(row.line, "guessed-scheme", f"`{url}` is written without `https://`")
    tags = [tag for text in values.get("tags", ()) for tag in re.split(r"[|,;]", text)]
    folder = [text for text in values.get("folder", ()) if not _status(text)][:1]
    for text in values.get("folder", ()):
        fields.setdefault("status", _status(text))
    if text := next(iter(unread), ""):
        result.doubt(row.line, "unknown-status", f"`{text}` is no status that is known, so it became a note")
    result.add(
        row.line,
        {**fields, "notes": [*notes, *unread]},
        folders=[part.strip() for text in folder for part in text.split("/") if part.strip()],
        tags=[tag for tag in tags if tag.strip() and _status(tag.strip()) is None],
    )


def _fields(values: Mapping[str, Sequence[str]]) -> tuple[dict[str, object], list[str], list[str]]:
    """Return the fields of an item, cells that are in none of them, and URLs that were completed."""
    urls = [_url(text) for text in values.get("link", ())]
    valid = [url for url in urls if is_valid_url(url)]
    guessed = [url for text, url in zip(values.get("link", ()), urls, strict=True) if url == f"https://{text}"]
    unread = [text for text, url in zip(values.get("link", ()), urls, strict=True) if url not in valid]
    fields: dict[str, object] = {
        "title": " ".join(next(iter(values.get("title", ())), "").split()),
        "url": valid[0] if valid else "",
        "aliases": [url for url in dict.fromkeys(valid[1:]) if url != valid[0]],
        "author": ", ".join(
            " ".join(text.split()) for key in ("author", "more_authors") for text in values.get(key, ())
        ),
        "why": " ".join(values.get("why", ())),
        "favourite": any(_TRUE.fullmatch(text) for text in values.get("favourite", ())),
    }
    for text in values.get("kind", ()):
        kind = medium(text)
        fields["kind"] = kind
        unread += [] if kind is not None else [text]
    for text in values.get("language", ()):
        unread.append(text)
    for text in values.get("status", ()):
        if status := _status(text):
            fields.setdefault("status", status)
        else:
            unread.append(text)
    return fields, unread, guessed


def _status(text: str) -> Status | None:
    """Return the status that a cell states, as in `currently-reading`."""
    return status_of(text) or status_of(text.replace("-", " "))


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
        cell = _HTML_LINK.sub(lambda match: f"[{match['words']}]({match['url']})", cell)
        cell = unescape(_HTML.sub(" ", cell))
    return re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(r"[ \t]{2,}", " ", cell)).strip()
