"""Rows of a table that are items: each has a title, and its other cells are fields or a note."""

import re
from collections.abc import Sequence

from daytrail.importers.plan.columns import (
    ColumnRole,
    column_names,
    column_roles,
    is_empty_cell,
    read_hours,
    title_column,
)
from daytrail.importers.plan.figures import find_hours_per_week
from daytrail.importers.plan.heading_marks import find_duration, match_label
from daytrail.importers.plan.item_text import ItemText, read_item
from daytrail.importers.reading.status import split_status, status_of_answer
from daytrail.importers.text.links import with_file_links, without_file_links
from daytrail.importers.text.markdown import find_links, is_valid_url, plain_text
from daytrail.importers.text.outline import Block
from daytrail.model.curriculum import Kind


def read_item_row(row: Block, header: Sequence[str], source_url: str | None) -> tuple[Kind, ItemText]:
    """Read a table row as one item: a title, and its other cells as fields or as a note with the column's name."""
    roles: Sequence[ColumnRole] = column_roles(row.header)
    index = title_column(roles) or 0
    kind: Kind = roles[index] if roles[index] in ("concept", "practice", "deliverable") else "reading"  # type: ignore[assignment]  # compared above
    item = read_item(row.cells[index], has_author=kind == "reading", source_url=source_url)
    label = match_label(plain_text(header[index])) if index < len(header) else None
    is_named = {"link", "author", "duration"} & set(roles) or (label and label.label == "reading")
    if kind == "reading" and "url" not in item.fields and not is_named:
        kind = "concept"
        item = read_item(row.cells[index], has_author=False, source_url=source_url)
    notes = [item.fields.pop("note", "")]
    cells_of = list(zip(roles, row.cells, strict=False))
    if not {"effort", "duration"} <= set(roles):  # one alone is that of the whole course if its cell has a unit
        amounts = ("effort", "duration")
        roles = ["hours" if role in amounts and not cell.isdecimal() else role for role, cell in cells_of]
    texts = [with_file_links(cell, source_url, item.relative_links) for cell in row.cells]
    cells = list(zip(roles, column_names(header), texts, strict=False))
    for at, (role, name, cell) in enumerate(cells):
        if at != index and not _read_field(item, role, name, cell) and re.search(r"\w", cell):
            notes.append(plain_text(cell) if role == "day" and not cell.isdecimal() else f"{name}: {cell}")
    by_role = {role: cell for role, _, cell in cells if role}
    if hours := sum(find_duration(by_role.get("duration", ""))) / 2 * find_hours_per_week(by_role.get("effort", "")):
        item.fields.setdefault("hours", hours)  # of `6 weeks` with `4-6 hours/week`
    if kind == "concept" and "url" in item.fields:
        kind = "reading"
        item.fields["title"] = plain_text(item.fields.pop("text", "")) or item.fields["title"]
    item.fields = without_file_links(item.fields | ({"note": note} if (note := "; ".join(filter(None, notes))) else {}))
    return kind, item


def _read_field(item: ItemText, role: ColumnRole, name: str, cell: str) -> bool:
    """Read a cell of an item's row as a field of the item; tell whether it is one."""
    words = plain_text(cell)
    if role == "status" and (state := status_of_answer(words) or split_status(words)[0]):
        item.ticked, item.in_progress = state == "read", state == "reading"
        if state == "dropped":
            item.fields["dropped"], item.dropped_is_guessed = True, not re.search(r"\w", cell)
        if find_links(cell):  # as to a certificate
            return False
    elif role == "link" and "url" not in item.fields and (links := find_links(cell)) and is_valid_url(links[0][1]):
        item.fields["url"] = links[0][1]
        if len(links) > 1:
            return False
    elif role == "author" and not is_empty_cell(cell):
        item.fields["author"] = words
    elif role == "hours" and (hours := read_hours(cell, name)):
        item.fields["hours"] = hours
    elif name not in ("#", ""):
        return False
    item.structure.append(words)
    return True
