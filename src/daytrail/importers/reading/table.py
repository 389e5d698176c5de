"""Rows of tables that list things to read."""

import re

from daytrail.importers.reading.draft import ListDraft
from daytrail.importers.reading.line import status_of
from daytrail.importers.text.inline import linked, plain
from daytrail.importers.text.outline import Piece, Sort
from daytrail.importers.text.words import LISTED


def add_row(draft: ListDraft, piece: Piece, header: Piece | None) -> bool:
    """Add a row; false where it is empty, or its table is one of something else.

    Args:
        draft: The list.
        piece: The row, with the first row of its table.
        header: That first row, where nothing has said yet what became of it.
    """
    cells = dict(zip((_column(name) for name in piece.head), piece.cells, strict=False))
    title, link = cells.get("title", ""), cells.get("link", "")
    if not re.search(r"\w", f"{title}{link}"):
        return False
    text = title if linked(title) or not linked(link) else f"[{plain(title)}]({linked(link)[0][1]})"
    fields = draft.add(Piece(piece.line, Sort.ITEM, text), 0)
    notes: list[str] = []
    if author := plain(cells.get("author", "")):
        fields["author"] = author
    if status := status_of(cells.get("status", "")):
        fields["status"] = status
        draft.books.became(piece.lines, cells["status"])
        notes += [cells["status"]] if "(" in cells["status"] else []
    if why := cells.get("why", "").strip():
        fields["why"] = " ".join(filter(None, (fields.get("why"), why)))
    for name, cell in zip(piece.head, piece.cells, strict=False):
        if re.fullmatch(r"#|no\.?|nr\.?|rank", name):
            draft.books.became(piece.lines, cell)
        elif not _column(name) and re.search(r"\w|[⭐★]", cell) and plain(cell) != plain(title):
            notes.append(f"{name}: {cell}")
    fields["notes"] += [{"text": note} for note in notes]
    draft.notes += len(notes)
    draft.books.keep(piece.lines, author, why, *notes)
    draft.books.became(piece.lines, " ".join(words for words, _ in linked(link)))
    if header:
        draft.books.became(header.lines, " ".join(header.cells))
    draft.last = []
    return True


def _column(name: str) -> str:
    """Tell what a column holds; empty where its cells are remarks."""
    return next((column for column, names in LISTED.items() if re.fullmatch(names, name.strip(" *"))), "")
