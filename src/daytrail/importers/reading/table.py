"""Table rows of a reading list."""

import re

from daytrail.importers.reading.draft import ListDraft
from daytrail.importers.reading.list_item import read_status
from daytrail.importers.text.inline import find_links, plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import LIST_COLUMNS


def add_row(draft: ListDraft, row: Block, header: Block | None) -> bool:
    """Add a row; return False if it is empty, or in a table of something else.

    Args:
        draft: The list.
        row: A row below the header.
        header: The first row of its table, if the word ledger does not have it yet.
    """
    cells = dict(zip((_column_role(name) for name in row.header), row.cells, strict=False))
    title, link = cells.get("title", ""), cells.get("link", "")
    if not re.search(r"\w", f"{title}{link}"):
        return False
    links = find_links(link)
    text = f"[{plain_text(title)}]({links[0][1]})" if links and not find_links(title) else title
    fields = draft.add_item(Block(row.line, BlockType.ITEM, text), 0)
    notes: list[str] = []
    if author := plain_text(cells.get("author", "")):
        fields["author"] = author
    if status := read_status(cells.get("status", "")):
        fields["status"] = status
        draft.ledger.add_structure(row.line_numbers, cells["status"])
        notes += [cells["status"]] if "(" in cells["status"] else []
    if why := cells.get("why", "").strip():
        fields["why"] = " ".join(filter(None, (fields.get("why"), why)))
    for name, cell in zip(row.header, row.cells, strict=False):
        if re.fullmatch(r"#|no\.?|nr\.?|rank", name):
            draft.ledger.add_structure(row.line_numbers, cell)
        elif not _column_role(name) and re.search(r"\w|[⭐★]", cell) and plain_text(cell) != plain_text(title):
            notes.append(f"{name}: {cell}")
    fields["notes"] += [{"text": note} for note in notes]
    draft.note_count += len(notes)
    draft.ledger.add_text(row.line_numbers, author, why, *notes)
    draft.ledger.add_structure(row.line_numbers, " ".join(words for words, _ in links))
    if header:
        draft.ledger.add_structure(header.line_numbers, " ".join(header.cells))
    draft.open_items = []
    return True


def _column_role(name: str) -> str:
    """Return what a column contains, by its name; empty if its cells are notes."""
    return next((role for role, pattern in LIST_COLUMNS.items() if re.fullmatch(pattern, name.strip(" *"))), "")
