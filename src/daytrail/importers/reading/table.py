"""Rows of tables in reading lists: what each column contains, by its name and its cells."""

import re
from collections.abc import Iterator, Sequence

from daytrail.importers.reading.conventions import Conventions
from daytrail.importers.reading.document import role_of
from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.list_item import add_cell_links, read_item
from daytrail.importers.reading.media import medium
from daytrail.importers.reading.names import are_names
from daytrail.importers.reading.status import status_of, status_of_answer
from daytrail.importers.text.language import language_of
from daytrail.importers.text.markdown import find_links, plain_text
from daytrail.importers.text.outline import Block
from daytrail.importers.text.vocabulary import any_of

_LIST_SEPARATOR = re.compile(r"<br\s*/?>|[,;/·]\s+(?=\[)")
_FINISHED_COLUMN = re.compile(
    rf"(?:date |on )?(?:{any_of('done', 'statuses.read')})(?: on| date)?|(?:{any_of('done')}).{{0,9}}", re.IGNORECASE
)
"""The name of a column with the day on which something was read."""
_FEWEST_ROWS = 3
_SHARE_OF_NAMES = 0.8
_PLACEHOLDER = re.compile(any_of("placeholder"), re.IGNORECASE)
_FAVOURITE = re.compile(r"[^\w]*[⭐🌟❤♥💖★✔✓✅xX][^\w]*|yes|[jy]a|oui|s[íi]", re.IGNORECASE)


def column_roles(header: Sequence[str], rows: Sequence[Block]) -> list[str]:
    """Return what each column of a table contains; empty for notes. Without a title or links nothing is listed."""
    roles: list[str] = []
    names = [plain_text(name).strip(" :*").casefold() for name in header]
    for index, name in enumerate(names):
        role = role_of(name) or next(filter(None, map(role_of, re.split(r"\s*[/&]\s*", name))), "")
        if re.fullmatch(rf"#|{any_of('number_sign', 'rank')}|", name) and not _links_in(rows, index):
            cells = [row.cells[index] for row in rows if index < len(row.cells) and row.cells[index].strip()]
            role = "status" if cells and all(map(status_of, cells)) else "number"
        elif not role and medium(name) is not None:
            role = "link"
        roles.append("" if role == "title" and "title" in roles else role)
    if "title" not in roles:
        named = [
            sum(medium(words) is None for words, _ in _links_in(rows, index) if words) for index in range(len(header))
        ]
        free = [index for index, role in enumerate(roles) if role in ("", "link", "number") and named[index]]
        if not free and any(_links_in(rows, index) for index in range(len(header))):
            free = [index for index, role in enumerate(roles) if not role][:1]
            free = [index for index in free if not all(re.fullmatch(r"[\d\s–-]*", row.cells[index]) for row in rows)]
        if len([count for count in named if count]) > 1 or max(named, default=0) > len(rows):
            roles = [
                "titles" if count else "" if role == "link" else role for count, role in zip(named, roles, strict=True)
            ]
        elif free:
            roles[max(free, key=lambda index: named[index])] = "title"
    return roles


def are_swapped(roles: Sequence[str], rows: Sequence[Block]) -> bool:
    """Tell whether the column of titles has the names of people, and that of authors has none."""
    if not {"title", "author"} <= set(roles) or len(rows) < _FEWEST_ROWS:
        return False

    def count_names(role: str) -> int:
        column = roles.index(role)
        cells = [plain_text(row.cells[column]) for row in rows if column < len(row.cells)]
        return sum(" " in cell and are_names(cell) for cell in cells)

    return count_names("title") >= len(rows) * _SHARE_OF_NAMES and count_names("author") * 2 < len(rows)


def read_row(row: Block, header: Sequence[str], roles: Sequence[str], conventions: Conventions) -> Iterator[DraftItem]:
    """Yield the item that a row names; each of several links in the cells of titles is one of its own."""
    titles = [cell for role, cell in zip(roles, row.cells, strict=False) if role in ("title", "titles")]
    parts = [part for cell in titles for part in _LIST_SEPARATOR.split(cell) if _named_links(part)]
    if len(parts) < 2 and "titles" not in roles:
        item = _read_single(row, header, roles, conventions)
        yield from [item] if item else []
        return
    for name, role, cell in zip(header, roles, row.cells, strict=False):
        for part in _LIST_SEPARATOR.split(cell) if role in ("title", "titles") else ():
            if not find_links(part):
                continue
            item = DraftItem(row.line, lines=list(row.line_numbers))
            read_item(item, part, conventions)
            if role == "titles" and name:
                item.add_note(plain_text(name))
            for other, other_role, text in zip(header, roles, row.cells, strict=False):
                if other_role not in ("title", "titles") and re.search(r"\w", text):
                    _read_cell(item, plain_text(other), other_role, text.strip(), conventions)
            yield item


def _named_links(cell: str) -> int:
    return sum(bool(words) and medium(words) is None for words, _ in find_links(cell))


def _read_single(row: Block, header: Sequence[str], roles: Sequence[str], conventions: Conventions) -> DraftItem | None:
    """Read a row as an item; None if it names nothing."""
    item = DraftItem(row.line, lines=list(row.line_numbers))
    cells = list(zip(header, roles, row.cells, strict=False))
    title = next((cell for _, role, cell in cells if role == "title"), "")
    links = [link for _, role, cell in cells if role == "link" for link in find_links(cell)]
    is_empty = not any(cell.strip() for _, role, cell in cells if role != "title")
    if (not re.search(r"\w", title) and not links) or (is_empty and _PLACEHOLDER.fullmatch(plain_text(title))):
        return None
    if re.search(r"\w", title):
        read_item(item, title, conventions)
    words, parts = plain_text(title), (item.fields.get("title", ""), item.fields.get("why", ""))
    if "author" in roles and all(parts) and words.startswith(parts[0]) and words.endswith(parts[1]):
        item.fields = {**item.fields, "title": words, "why": ""}  # a subtitle, since the author is in another cell
    for name, role, cell in cells:
        if re.search(r"\w", cell) or re.search(r"[^\s–—|-]", cell):
            _read_cell(item, plain_text(name), role, cell.strip(), conventions)
    return item


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
    elif role != "title":
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


def _links_in(rows: Sequence[Block], index: int) -> list[tuple[str, str]]:
    return [link for row in rows if index < len(row.cells) for link in find_links(row.cells[index])]
