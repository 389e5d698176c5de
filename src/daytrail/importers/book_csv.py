"""Reader for the CSV files that Goodreads and StoryGraph export: books with state, rating and days of reading.

Names of columns: https://help.goodreads.com/s/article/How-do-I-import-or-export-my-books-1553870934590 and the file
that StoryGraph writes below *Manage Account, Export StoryGraph Library*, of November 2025.
"""

import csv
import re
from collections import Counter
from collections.abc import Mapping
from html import unescape
from io import StringIO
from typing import Any

from daytrail.importers.imported import Imported
from daytrail.importers.list_draft import Category, list_data
from daytrail.importers.preview import Finding
from daytrail.model.entry import Status

_PROGRAMS = {
    "Goodreads": ("Title", "Author", "Exclusive Shelf", "My Rating"),
    "StoryGraph": ("Title", "Authors", "Read Status", "Star Rating"),
}
"""Columns that the export of a program has."""
_STATES: Mapping[str, Status] = {
    "to-read": "to-read",
    "currently-reading": "reading",
    "paused": "reading",
    "read": "read",
    "did-not-finish": "dropped",
}
_STATE = ("Exclusive Shelf", "Read Status")
_RATING = ("My Rating", "Star Rating")
_DAYS = ("Dates Read", "Date Read", "Last Date Read")
"""Days of reading; only the first column that is filled counts."""
_REVIEW = ("My Review", "Review")
_AUTHORS = ("Author", "Authors", "Additional Authors")
_SHELVES = ("Bookshelves", "Tags")
_READ = {"Title", "Author l-f", "Bookshelves with positions", *_STATE, *_RATING, *_DAYS, *_REVIEW, *_AUTHORS, *_SHELVES}
"""Columns that are read, and those that repeat them; private notes are not, since a reading list is public."""
_FAVOURITE = re.compile(r"(?:all[- ]time[- ])?favou?rites?", re.IGNORECASE)


def read_book_csv(text: str) -> Imported | None:
    """Read an export of Goodreads or StoryGraph. None if it is something else."""
    reader = csv.reader(StringIO(text, newline=""))
    root, left_over, unused = Category(""), [], Counter[str]()
    program, line = None, 1
    try:
        names = next(reader, [])
        program = next((name for name, columns in _PROGRAMS.items() if {*columns} <= {*names}), None)
        line = reader.line_num + 1
        for cells in reader if program else ():
            row = {name: cell.strip() for name, cell in zip(names, cells, strict=False) if cell.strip()}
            if row.get("Title"):
                root.items.append(_read_book(row))
                unused.update(row.keys() - _READ)
            elif row:
                left_over.append(Finding(line, ", ".join(cells)))
            line = reader.line_num + 1
    except csv.Error as error:
        left_over.append(Finding(line, f"the rest of the file: {error}"))
    if not program:
        return None
    checks = [Finding(1, f"not read: {name} ({count})", "columns") for name, count in sorted(unused.items())]
    return Imported(list_data(program, root, {}, program), checks=checks, left_over=left_over)


def _read_book(row: Mapping[str, str]) -> dict[str, Any]:
    state, rating, days = _first(row, _STATE), _first(row, _RATING), _first(row, _DAYS)
    authors = [name for column in _AUTHORS for name in row.get(column, "").split(",") if name.strip()]
    shelves = [name.strip() for column in _SHELVES for name in row.get(column, "").split(",")]
    others = ", ".join(name for name in dict.fromkeys(shelves) if name and name != state)
    notes = [
        f"Shelf: {state}" if state and state not in _STATES else "",
        f"Rating: {rating} of 5" if rating.strip("0.") else "",
        f"Read: {re.sub(r'(?<=[0-9])-(?=[0-9]{4}/)', ' to ', days).replace('/', '-')}" if days else "",
        f"Shelves: {others}" if others else "",
        _without_html(_first(row, _REVIEW)),
    ]
    return {
        "title": " ".join(row["Title"].split()),
        "kind": "book",
        "author": ", ".join(" ".join(name.split()) for name in authors),
        "favourite": any(map(_FAVOURITE.fullmatch, shelves)),
        "status": _STATES.get(state),
        "notes": list(filter(None, notes)),
    }


def _first(row: Mapping[str, str], columns: tuple[str, ...]) -> str:
    return next((row[name] for name in columns if row.get(name)), "")


def _without_html(review: str) -> str:
    """Return a review, which is HTML in both exports, as Markdown."""
    text = re.sub(r"<a\s[^<>]*?href=[\"']?(https?://[^\"'\s<>]+)[^<>]*>([^<>]*)</a>", r"[\2](\1)", review)
    text = unescape(re.sub(r"</?[a-z]+\b[^<>]*>", "", re.sub(r"<br ?/?>|</p>|</div>", "\n", text)))
    return re.sub(r"[ \t]*\n\s*", "\n", text).strip()
