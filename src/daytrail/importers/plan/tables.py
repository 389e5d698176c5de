"""Tables of a plan: one row a week, ranges of parts, papers and guides."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from daytrail.importers.plan.marks import label_mark
from daytrail.importers.text.draft import usable
from daytrail.importers.text.inline import linked, plain
from daytrail.importers.text.outline import Piece
from daytrail.importers.text.words import COLUMNS, TITLES

Column = Literal[
    "week",
    "part",
    "range",
    "title",
    "link",
    "topic",
    "good_for",
    "hours",
    "concept",
    "reading",
    "practice",
    "review",
    "choice",
    "deliverable",
    "milestone",
    "goal",
    "author",
    "date",
    "",
]

_COLUMNS: Mapping[Column, str] = {
    "range": COLUMNS["range"],
    "week": COLUMNS["week"],
    "part": COLUMNS["part"],
    "link": COLUMNS["link"],
    "good_for": COLUMNS["good_for"],
    "author": COLUMNS["author"],
    "date": COLUMNS["date"],
    "hours": COLUMNS["hours"],
}


def columns(head: Sequence[str]) -> list[Column]:
    """Tell what each column of a table holds, by its first row."""
    found: list[Column] = []
    for cell in head:
        name = re.sub(r"[*_`]", "", cell).strip()
        known: Column = next((column for column, names in _COLUMNS.items() if re.fullmatch(names, name)), "")
        if not known and "title" not in found and re.fullmatch(TITLES, name):
            known = "title"
        if not known and (label := label_mark(name)):
            known = label.label or ""
        found.append(known)
    if "title" not in found:
        for index, column in enumerate(found):
            if column in ("concept", "") and head[index] and any(one in found for one in ("week", "part")):
                return [*found[:index], "title", *found[index + 1 :]]
    return found


def cell_items(cell: str) -> list[str]:
    """Part a cell at its line breaks, semicolons and bullets."""
    parts = re.split(r"<br\s*/?>|;\s|\s•\s|(?:^|\s)(?=- \[[ xX]\] )", cell)
    return [re.sub(r"^[-*•]\s+", "", part.strip()) for part in parts if part.strip(" -–—")]


def reference(piece: Piece, kinds: Sequence[Column], weeks: set[int]) -> tuple[str, dict[str, Any]] | None:
    """Read a row of a table to look things up in: `papers` or `guides`, and its fields; None without a link."""
    cells = dict(zip(kinds, piece.cells, strict=False))
    title_at = next((index for index, kind in enumerate(kinds) if kind in ("title", "reading")), 0)
    links = [link for cell in piece.cells for link in linked(cell) if usable(link[1])]
    title = plain(piece.cells[title_at]) if title_at < len(piece.cells) else ""
    if not links or not title:
        return None
    others = [
        plain(cell)
        for index, cell in enumerate(piece.cells)
        if index != title_at and kinds[index : index + 1] != ["link"] and kinds[index : index + 1] != ["week"]
    ]
    found: dict[str, Any] = {"title": title, "url": links[0][1]}
    rest = "; ".join(words for words in others if words and words != links[0][1])
    week = cells.get("week", "").strip()
    if "week" in cells or "topic" in cells or "author" in cells:
        if rest:
            found["topic"] = rest
        if week.isdecimal() and int(week) in weeks:
            found["week"] = int(week)
        return "papers", found
    if rest:
        found["good_for"] = rest
    return "guides", found
