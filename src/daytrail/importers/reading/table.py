"""Rows of tables in reading lists: what each column contains, by its name and its cells."""

import re
from collections.abc import Iterator, Sequence

from daytrail.importers.reading.conventions import Conventions
from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.fields import read_field, role_of
from daytrail.importers.reading.list_item import read_item
from daytrail.importers.reading.media import is_sentence, medium
from daytrail.importers.reading.status import status_of
from daytrail.importers.text.markdown import find_links, plain_text
from daytrail.importers.text.outline import Block
from daytrail.importers.text.vocabulary import any_of

_LIST_SEPARATOR = re.compile(r"<br\s*/?>|[,;/·]\s+(?=\[)")
_PLACEHOLDER = re.compile(any_of("placeholder"), re.IGNORECASE)
_NUMBER = re.compile(rf"#|{any_of('number_sign', 'rank')}|", re.IGNORECASE)


def column_roles(header: Sequence[str], rows: Sequence[Block]) -> list[str]:
    """Return what each column of a table contains; empty for notes. Without a title or links nothing is listed."""
    roles: list[str] = []
    columns = [[row.cells[index] for row in rows if index < len(row.cells)] for index in range(len(header))]
    linked = [sum(map(len, map(find_links, cells))) for cells in columns]
    for name, cells, links in zip(
        [plain_text(name).strip(" :*").casefold() for name in header], columns, linked, strict=True
    ):
        role = role_of(name) or next(filter(None, map(role_of, re.split(r"\s*[/&]\s*", name))), "")
        if _NUMBER.fullmatch(name) and not links:
            filled = [cell for cell in cells if cell.strip()]
            role = "status" if filled and all(map(status_of, filled)) else "number"
        elif not role and medium(name) is not None:
            role = "link"
        roles.append("" if role == "title" and "title" in roles else role)
    if "title" in roles:
        return roles
    named = [sum(map(_named_links, cells)) for cells in columns]
    titles = [index for index, role in enumerate(roles) if role in ("", "link", "number") and named[index]]
    if not titles and any(linked):
        texts = ("".join(cells) for cells in columns)
        titles = [at for at, text in enumerate(texts) if not roles[at] and re.search(r"[^\d\s–-]", text)][:1]
    return ["title" if index in titles else role for index, role in enumerate(roles)]


def read_row(row: Block, header: Sequence[str], roles: Sequence[str], conventions: Conventions) -> Iterator[DraftItem]:
    """Yield the item that a row names; each of several links in the cells of titles is one of its own."""
    cells = [(plain_text(name), role, cell.strip()) for name, role, cell in zip(header, roles, row.cells, strict=False)]
    parts = [(name, part) for name, role, cell in cells if role == "title" for part in _LIST_SEPARATOR.split(cell)]
    titles = [(name, part) for name, part in parts if _named_links(part)]
    if len(titles) < 2:
        titles = [next(((name, cell) for name, role, cell in cells if role == "title"), ("", ""))]
    others = [(name, role, cell) for name, role, cell in cells if role != "title" and re.search(r"[^\s–—|-]", cell)]
    has_links = any(role == "link" and find_links(cell) for _, role, cell in others)
    for column, title in titles:
        has_title = re.search(r"\w", title) is not None
        if not (has_title or has_links) or not (others or not _PLACEHOLDER.fullmatch(plain_text(title))):
            continue
        item = DraftItem(row.line, lines=list(row.line_numbers))
        if has_title:
            _read_title(item, title, conventions, has_author="author" in roles)
        if len(titles) > 1 and roles.count("title") > 1 and column:
            item.add_note(column)
        for name, role, cell in others:
            is_known = role != "number" and read_field(item, role, name, cell, conventions)
            if role == "number" or (not is_known and role == "why" and medium(plain_text(cell)) == ""):
                item.structure.append(plain_text(cell))  # of a link that was left out
            elif not is_known:
                text = re.sub(r"\s*<br\s*/?>\s*", " ", cell)
                item.add_note(f"{name}: {text}" if name else text)
        yield item


def _read_title(item: DraftItem, title: str, conventions: Conventions, *, has_author: bool) -> None:
    """Read a title; a subtitle is no remark, which has a column of its own, and neither is an author."""
    read_item(item, title, conventions)
    words, read, why = plain_text(title), item.fields.get("title", ""), item.fields.get("why", "")
    is_subtitle = has_author or not (find_links(title) or is_sentence(why))
    if is_subtitle and read and why and words.startswith(read) and words.endswith(why):
        item.fields = {**item.fields, "title": words, "why": ""}
    if has_author and item.fields.pop("author", "") and words.startswith(read):
        item.fields["title"] = words  # `Notes on Tides by Ada Lee`


def _named_links(cell: str) -> int:
    return sum(bool(words) and medium(words) is None for words, _ in find_links(cell))
