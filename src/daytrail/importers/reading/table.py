"""Rows of tables in reading lists: what each column contains, by its name and its cells."""

import re
from collections.abc import Iterator, Sequence

from daytrail.importers.reading.conventions import Conventions
from daytrail.importers.reading.document import role_of
from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.list_item import add_cell_links, read_item
from daytrail.importers.reading.media import is_sentence, medium
from daytrail.importers.reading.status import status_of, status_of_answer
from daytrail.importers.text.language import language_of
from daytrail.importers.text.markdown import find_links, plain_text
from daytrail.importers.text.outline import Block
from daytrail.importers.text.vocabulary import any_of

_LIST_SEPARATOR = re.compile(r"<br\s*/?>|[,;/·]\s+(?=\[)")
_FAVOURITE = re.compile(r"[^\w]*[⭐🌟❤♥💖★✔✓✅xX][^\w]*|yes|[jy]a|oui|s[íi]", re.IGNORECASE)
_FINISHED_COLUMN = re.compile(
    rf"(?:date |on )?(?:{any_of('done', 'statuses.read')})(?: on| date)?|(?:{any_of('done')}).{{0,9}}", re.IGNORECASE
)
"""The name of a column with the day on which something was read."""
_PLACEHOLDER = re.compile(any_of("placeholder"), re.IGNORECASE)


def column_roles(header: Sequence[str], rows: Sequence[Block]) -> list[str]:
    """Return what each column of a table contains; empty for notes. Without a title or links nothing is listed."""
    roles: list[str] = []
    names = [plain_text(name).strip(" :*").casefold() for name in header]
    for index, name in enumerate(names):
        role = role_of(name) or next(filter(None, map(role_of, re.split(r"\s*[/&]\s*", name))), "")
        if re.fullmatch(rf"#|{any_of('number_sign', 'rank')}|", name) and not _links_in(rows, index):
            cells = [cell for cell in _cells(rows, index) if cell.strip()]
            role = "status" if cells and all(map(status_of, cells)) else "number"
        elif not role and medium(name) is not None:
            role = "link"
        roles.append("" if role == "title" and "title" in roles else role)
    if "title" in roles:
        return roles
    named = [sum(map(_named_links, _cells(rows, index))) for index in range(len(header))]
    titles = [index for index, role in enumerate(roles) if role in ("", "link", "number") and named[index]]
    if not titles and any(_links_in(rows, index) for index in range(len(header))):
        free = [index for index, role in enumerate(roles) if not role]
        titles = [index for index in free if re.search(r"[^\d\s–-]", "".join(_cells(rows, index)))][:1]
    for index in titles:
        roles[index] = "title"
    return roles


def read_row(row: Block, header: Sequence[str], roles: Sequence[str], conventions: Conventions) -> Iterator[DraftItem]:
    """Yield the item that a row names; each of several links in the cells of titles is one of its own."""
    cells = [(plain_text(name), role, cell.strip()) for name, role, cell in zip(header, roles, row.cells, strict=False)]
    parts = [(name, part) for name, role, cell in cells if role == "title" for part in _LIST_SEPARATOR.split(cell)]
    titles = [(name, part) for name, part in parts if _named_links(part)]
    if len(titles) < 2:
        titles = [next(((name, cell) for name, role, cell in cells if role == "title"), ("", ""))]
    has_more = any(cell for _, role, cell in cells if role != "title")
    has_links = any(role == "link" and find_links(cell) for _, role, cell in cells)
    for column, title in titles:
        has_title = re.search(r"\w", title) is not None
        if not (has_title or has_links) or not (has_more or not _PLACEHOLDER.fullmatch(plain_text(title))):
            continue
        item = DraftItem(row.line, lines=list(row.line_numbers))
        if has_title:
            read_item(item, title, conventions)
        if len(titles) > 1 and roles.count("title") > 1 and column:
            item.add_note(column)
        words, read = plain_text(title), (item.fields.get("title", ""), item.fields.get("why", ""))
        is_subtitle = "author" in roles or not (find_links(title) or is_sentence(read[1]))
        if is_subtitle and all(read) and words.startswith(read[0]) and words.endswith(read[1]):
            item.fields = {**item.fields, "title": words, "why": ""}  # a subtitle: remarks have their own column
        if "author" in roles and "author" in item.fields and words.startswith(read[0]):
            item.fields["title"] = words  # `Notes on Tides by Ada Lee`
        for name, role, cell in cells:
            if role != "title" and re.search(r"[^\s–—|-]", cell):
                _read_cell(item, name, role, cell, conventions)
        yield item


def _read_cell(item: DraftItem, name: str, role: str, cell: str, conventions: Conventions) -> None:
    """Read a cell that is not the title into a field, or into a note with the name of its column."""
    fields, whole, cell = item.fields, cell, re.sub(r"\s*<br\s*/?>\s*", " ", cell)
    if role == "number":
        item.structure.append(cell)
    elif role == "link" and find_links(cell):
        add_cell_links(item, cell)
    elif role == "author":
        _read_author_cell(item, whole)
    elif role in ("why", "favourite") and _FAVOURITE.fullmatch(cell) and (role == "favourite" or not cell[0].isalpha()):
        fields["favourite"] = True
        item.structure.append(cell)
    elif role == "why" and medium(plain_text(cell)) == "":
        item.structure.append(plain_text(cell))  # of a link that was left out
    elif role == "why" and re.search(r"[^\W\d_]{2}", cell):
        fields["why"] = " ".join(filter(None, (fields.get("why"), cell)))
    elif role in ("kind", "status", "language") and _read_word(item, name, role, cell, conventions):
        item.structure.append(cell)
    else:
        _read_note_cell(item, name, cell)


def _read_note_cell(item: DraftItem, name: str, cell: str) -> None:
    """Read a cell as a note; the day on which something was read says that it was."""
    item.add_note(f"{name}: {cell}" if name else cell)
    if _FINISHED_COLUMN.fullmatch(name) and re.search(r"\d", cell):
        item.fields.setdefault("status", "read")


def _read_word(item: DraftItem, name: str, role: str, cell: str, conventions: Conventions) -> bool:
    """Read a cell with a kind, a status or a language, and a remark in parentheses; return whether it is one."""
    value: str | None
    words = plain_text(cell)
    if role == "kind":
        value = medium(words)
    elif role == "status":
        value = status_of(conventions.legend.get(words, words)) or (
            status_of_answer(words) if status_of(name.strip(" ¿?")) == "read" else None
        )
    else:
        value = language_of(re.sub(r"\s\([^()]*\)$", "", words))
    if value:
        item.fields[role] = value
        if "(" in cell and role != "kind":
            item.add_note(cell)
    return bool(value)


def _read_author_cell(item: DraftItem, cell: str) -> None:
    """Read an author, and the link of one and what is on further lines of the cell as notes."""
    author, *remarks = re.split(r"\s*<br\s*/?>\s*", cell)
    item.fields["author"] = plain_text(author)
    for remark in [author, *remarks] if "](" in author else remarks:
        item.add_note(remark)


def _named_links(cell: str) -> int:
    return sum(bool(words) and medium(words) is None for words, _ in find_links(cell))


def _cells(rows: Sequence[Block], index: int) -> list[str]:
    return [row.cells[index] for row in rows if index < len(row.cells)]


def _links_in(rows: Sequence[Block], index: int) -> list[tuple[str, str]]:
    return [link for cell in _cells(rows, index) for link in find_links(cell)]
