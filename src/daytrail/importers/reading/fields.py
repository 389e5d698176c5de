"""Reader of the fields of an item: text behind labels, in the lines below it, and in the cells of its row."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from daytrail.importers.reading.conventions import Conventions, split_separator
from daytrail.importers.reading.draft import DraftItem, ListDraft
from daytrail.importers.reading.list_item import WIKI_LINK, add_links, has_words, read_item, without_wiki_links
from daytrail.importers.reading.media import has_only_media, is_sentence, links_in, medium, without_links
from daytrail.importers.reading.names import STYLED, VENUE_AND_YEAR, are_names, are_several, is_surely_name, split_names
from daytrail.importers.reading.status import STATUSES, status_of, status_of_answer
from daytrail.importers.text.language import language_of
from daytrail.importers.text.markdown import find_links, plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of

_ROLES = ("title", "link", "author", "status", "why", "kind", "language", "favourite")
_LABEL = re.compile(
    r"(?!\W*\[[^\[\]]*\]\()"
    r"\W*(?P<name>[^\W\d_][\w /()?-]{1,24}?)(?:\*\*|__|[*_])?\s*:+(?:\*\*|__|[*_])?(?:\s+(?P<value>\S.*)|\s*$)"
)
_FAVOURITE = re.compile(r"[^\w]*[⭐🌟❤♥💖★✔✓✅xX][^\w]*|yes|[jy]a|oui|s[íi]", re.IGNORECASE)
_FINISHED = re.compile(
    rf"(?:date |on )?(?:{any_of('done', 'statuses.read')})(?: ?on| ?date)?|(?:{any_of('done')}).{{0,9}}", re.IGNORECASE
)
"""The name of the day on which something was read."""
_BY = re.compile(rf"[*_]{{0,2}}(?:{any_of('by')})\s+(?=\S)", re.IGNORECASE)
_BEHIND_NAMES = re.compile(rf"\W*(?:{VENUE_AND_YEAR}|(?:19|20)\d\d)?\W*|\s*(?:\((?:19|20)\d\d\))?;.{{,80}}")
_LIST_SEPARATOR = re.compile(r"<br\s*/?>|[,;/·]\s+(?=\[)")
_PLACEHOLDER = re.compile(any_of("placeholder"), re.IGNORECASE)
_ORDINAL = re.compile(r"\W*\d*\W*")
_NUMBER = re.compile(rf"#|{any_of('number_sign', 'rank')}|", re.IGNORECASE)


@dataclass(eq=False)
class Node:
    """A block with the blocks within it; the text of a list item includes the lines on which it goes on."""

    block: Block
    text: str
    lines: list[int]
    children: list["Node"] = field(default_factory=list)

    @property
    def type(self) -> BlockType:
        """Return the type of its block."""
        return self.block.type

    @property
    def last_line(self) -> int:
        """The last line of it and of what is within it."""
        return max([self.lines[-1], *(child.last_line for child in self.children[-1:])])


class Label(NamedTuple):
    """The name and the value of a detail such as `Author: Ada Lee`."""

    name: str
    value: str
    """Empty in a template."""
    role: str
    """The field that it is, such as `author`; empty if it is not known."""


def read_label(text: str) -> Label | None:
    """Return the label at the beginning of a line, if there is one."""
    match = _LABEL.match(text) if ":" in text else None
    return Label(match["name"], match["value"] or "", role_of(match["name"].strip(" *_").casefold())) if match else None


@cache
def role_of(name: str) -> str:
    """Return the field that a label or the name of a column is, such as `author`; empty if it is not known."""
    name = re.sub(r"\(\w{1,3}\)", "", name)  # `Author(s)`
    return next((role for role in _ROLES if re.fullmatch(any_of(f"list_columns.{role}"), name, re.IGNORECASE)), "")


def add_cell_links(item: DraftItem, text: str) -> None:
    """Add the links of a text, and what else it says as a note."""
    add_links(item, links_in(text))
    rest = without_links(text).strip(" ,;|/·*_")
    if re.search(r"\w", rest):
        item.add_note(rest)


def read_field(item: DraftItem, role: str, name: str, value: str, conventions: Conventions) -> bool:
    """Read a named value into a field of an item; return whether it became one."""
    words, text, links = plain_text(value), re.sub(r"\s*<br\s*/?>\s*", " ", value), links_in(value)
    role = "status" if role == "why" and len(words) > 3 and status_of(words) and "status" not in item.fields else role
    is_sign = _FAVOURITE.fullmatch(text) is not None
    if links and (role == "link" or (role in ("", "why") and not has_words(value) and has_only_media(value))):
        is_named = len(links) == 1 and re.search("[A-Z]| ", links[0].words) and links[0].kind is None
        is_named = is_named and not links[0].names_site
        if is_named and not {"url", links[0].words} & {*item.fields, item.fields.get("title")}:
            item.add_note(links[0].words)  # `[Nature](…)`
        add_cell_links(item, text)
    elif role == "author" and item.fields.get("author", words) == words:
        _read_author(item, value)
    elif is_sign and (role == "favourite" or (role == "why" and not text[0].isalpha())):
        item.fields["favourite"] = True
        item.structure.append(words)
    elif role == "why" and re.search(r"[^\W\d_]{2}", text) and medium(words) != "":
        item.fields["why"] = " ".join(filter(None, (item.fields.get("why"), text)))
    elif known := _known_value(role, name, words, conventions):
        item.fields[role] = known
        item.structure.append(words)
        if "(" in value and role != "kind":
            item.add_note(text)
    else:
        if _FINISHED.fullmatch(name) and re.search(r"\d", text):  # the day is a note
            item.fields.setdefault("status", "read")
        return False
    return True


def _known_value(role: str, name: str, words: str, conventions: Conventions) -> str | None:
    """Return the kind, language or status that words are."""
    if role == "status":
        asks = status_of(name.strip(" ¿?")) == "read"
        return status_of(conventions.legend.get(words) or words) or (status_of_answer(words) if asks else None)
    if role == "language":
        return language_of(re.sub(r"\s\([^()]*\)$", "", words))
    return medium(words) if role == "kind" else None


def _read_author(item: DraftItem, value: str) -> None:
    """Read an author, who may have a link, and what is in parentheses behind it as a note."""
    author = re.sub(r"\s*<br\s*/?>\s*", " | ", value)
    text = plain_text(without_wiki_links(author))
    name, rest = split_names(text)
    item.fields["author"] = name or text
    if "](" in author:
        item.add_note(author)
    elif name and (rest := rest.strip(" .()|")):
        item.add_note(rest)


# Lines below an item


def add_detail(item: DraftItem, node: Node, draft: ListDraft, conventions: Conventions) -> None:
    """Add a block below an item to it."""
    text = _without_address(item, node)
    label = read_label(text)
    names = ("", "") if "author" in item.fields else _names_in(text, item.fields.get("title", ""))
    if label and not label.value and not node.children:
        draft.ledger.add_structure(node.lines, *([text] if label.role else []))
        return
    role = label.role if label and label.role not in ("title", "favourite") else ""
    if not node.children and has_only_media(text):
        links = " ".join(link.markdown for link in links_in(text))
        add_cell_links(item, links if label else text)
        if label and not role and medium(label.name) is None:
            item.add_note(text, node.lines)
        item.structure.append(label.name if label else "")
    elif label and read_field(item, role, label.name, label.value, conventions):
        item.structure.append(label.name)
    elif names[0]:
        item.fields["author"] = names[0]
        rest = re.sub(r'^(?:[\s.,;:]|"(?=[^"]*$))+', "", names[1])
        for note in filter(None, re.split(r"^\(((?:19|20)\d\d)\)\W*", rest)):
            item.add_note(note)
        item.add_structure(text, *names)
    elif conventions.authors_are_below and not {"author", "notes"} & item.fields.keys() and are_names(text):
        item.fields["author"], item.guessed_author = text, "below titles"
    elif text:
        _add_notes(item, item.add_note(_note_text(node), node.lines), node)
        return
    item.details.append((node.lines, node.text))
    for child in node.children:
        add_detail(item, child, draft, conventions)


def _without_address(item: DraftItem, node: Node) -> str:
    """Return the text of a block without a URL before it, which is added to an item."""
    text, links = node.text, links_in(node.text)
    remark = split_separator(text[links[0].end :])[1] if links else ""
    if not remark or links[0].start or links[0].words or "url" in item.fields:
        return text
    item.fields["url"], node.text = links[0].url, remark
    item.structure.append(links[0].url)
    return remark


def _names_in(text: str, title: str) -> tuple[str, str]:
    """Return the author that a line names, and what is behind it: `by …`, names in emphasis, or names with initials.

    A line may begin with the title again.
    """
    text = WIKI_LINK.sub(r"\g<name>", text).removeprefix(title).strip()
    by, styled = _BY.match(text), STYLED.match(text)
    if by:
        author, rest = split_names(text[by.end() :].rstrip("*_ "))
        return (author, rest) if " " in author else ("", text)
    if styled and styled["mark"] in ("*", "_") and re.match(r"[\s,;.]|$", text[styled.end() :]):
        if are_names(plain_text(text)):  # `*Ada Lee*, *Ben Cole*`
            return plain_text(text), ""
        author, rest = split_names(plain_text(styled["title"]))
        behind = f"{rest}{text[styled.end() :]}"
        return (author, behind) if " " in author or "," in behind else ("", text)
    head = text.partition(";")[0]  # `Ada Lee and Ben Cole; Ebb Lab`
    author, rest = (head, text[len(head) :]) if are_several(head) else split_names(text)
    if year := re.search(r"\s+\((?:19|20)\d\d\)$", author):
        author, rest = author[: year.start()], f"{year[0]}{rest}"
    is_dated = " " in author and re.match(r"\s*\((?:19|20)\d\d\)", rest)
    is_sure = are_several(author) or is_dated or (is_surely_name(author) and "(" not in author)
    return (author, rest) if is_sure and _BEHIND_NAMES.fullmatch(rest) else ("", text)


def _add_notes(item: DraftItem, note: dict[str, Any], node: Node) -> None:
    """Add what is below a note to it."""
    for child in node.children:
        if child.text:
            inner: dict[str, Any] = {"text": _note_text(child)}
            note.setdefault("notes", []).append(inner)
            item.details.append((child.lines, inner["text"]))
            _add_notes(item, inner, child)


def _note_text(node: Node) -> str:
    """Return the text of a note, with its checkbox if it has one and without the colon of a definition."""
    block, text = node.block, node.text.removeprefix(": ").removeprefix("- ")
    if block.checked is None:
        return text
    return f"[{'-' if block.dropped else 'x' if block.checked else ' '}] {text}"


# Cells of a table


def column_roles(header: Sequence[str], rows: Sequence[Block], *, guesses_title: bool = False) -> list[str]:
    """Return what each column contains; empty for notes. Without links or a title, perhaps a guess, it is no list."""
    roles: list[str] = []
    columns = [[row.cells[index] for row in rows if index < len(row.cells)] for index in range(len(header))]
    linked = [sum(map(len, map(find_links, cells))) for cells in columns]
    for name, cells, links in zip(
        [plain_text(name).strip(" :*").casefold() for name in header], columns, linked, strict=True
    ):
        role = role_of(name) or next(filter(None, map(role_of, re.split(r"\s*[/&]\s*", name))), "")
        if _NUMBER.fullmatch(name) and not links:
            filled = [cell for cell in cells if cell.strip()]
            is_status = 2 * sum(map(bool, map(status_of, filled))) > len(filled)
            role = "status" if is_status else "number" if name or all(map(_ORDINAL.fullmatch, filled)) else ""
        elif not role and {"read"} <= {status_of(cell) for cell in cells if cell.strip()} <= {*STATUSES}:
            role = "status"
        elif not role and (medium(name) is not None or (links and all(map(_is_address, cells)))):
            role = "link"
        elif role == "link" and any(map(re.compile(r"\w").search, cells)) and not links:
            role = ""
        roles.append("" if role == "title" and "title" in roles else role)
    if "title" in roles:
        first = roles.index("title")
        named = [at for at in range(first) if not linked[first] and all(map(_named_links, columns[at]))]
        for at in named[:1]:
            roles[at], roles[first] = "title", ""
        return roles
    words = [len(re.sub(r"[\W\d_]+", " ", without_links(" ".join(cells))).split()) for cells in columns]
    named = [at for at, role in enumerate(roles) if role in ("", "link", "number")]
    named = [at for at in named if any(map(_named_links, columns[at]))]
    titles = [at for at, role in enumerate(roles) if not role and words[at] > (len(rows) if named else 0)]
    links_of_named = [link for at in named for cell in columns[at] for link in find_links(cell)]
    are_long = sum(len(text.split()) for text, _ in links_of_named) > len(links_of_named)
    if named and (not titles or titles[0] > named[0] or are_long):
        titles = named  # and not where something is, as in `[Nature](…)` behind a title
    elif any(linked):
        counts = [sum(re.search(r"\w", cell) is not None for cell in cells) for cells in columns]
        roles = [role or ("link" if 2 * linked[at] > counts[at] else "") for at, role in enumerate(roles)]
        titles = titles[:1]
    else:  # the longest texts, no two of them alike
        titles = [at for at, role in enumerate(roles) if not role and len({*columns[at]} - {""}) == len(rows) > 1]
        titles = [max(titles, key=lambda at: len("".join(columns[at])))] if titles and guesses_title else []
    return ["title" if at in titles else role for at, role in enumerate(roles)]


def read_row(row: Block, header: Sequence[str], roles: Sequence[str], conventions: Conventions) -> Iterator[DraftItem]:
    """Yield the item that a row names; each of several links in the cells of titles is one of its own."""
    cells = [(plain_text(name), role, cell.strip()) for name, role, cell in zip(header, roles, row.cells, strict=False)]
    parts = [(name, part) for name, role, cell in cells if role == "title" for part in _LIST_SEPARATOR.split(cell)]
    titles = [(name, part) for name, part in parts if _named_links(part)]
    names = {plain_text(cell) for _, _, cell in cells if "](" not in cell and len(titles) > 1}
    own = next((part for _, part in titles if names & {words for words, _ in find_links(part)}), None)
    more = [part for _, part in titles if own and part != own]
    if own:  # `| Tides | [chat](…) · [Tides](…) |` is one item
        titles = [("", own)]
        cells = [cell for cell in cells if plain_text(cell[2]) != plain_text(own)]
    elif len(titles) < 2:
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
        for part in more:
            add_cell_links(item, part)
        item.structure.append(plain_text(own or ""))
        if len(titles) > 1 and roles.count("title") > 1 and column:
            item.add_note(column)
        for name, role, cell in others:
            _read_cell(item, name, role, cell, conventions)
        yield item


def _read_cell(item: DraftItem, name: str, role: str, cell: str, conventions: Conventions) -> None:
    """Read a cell into the field of its column; in an unknown column, it becomes a note with the column's name."""
    is_known = role != "number" and read_field(item, role, name, cell, conventions)
    if role == "number":
        item.structure.append(plain_text(cell))
    elif not is_known:
        text = re.sub(r"\s*<br\s*/?>\s*", " ", cell)
        item.add_note(f"{name}: {text}" if name else text)


def _read_title(item: DraftItem, title: str, conventions: Conventions, *, has_author: bool) -> None:
    """Read a title; a subtitle is no remark, which has a column of its own, and neither is an author."""
    read_item(item, title, conventions)
    words, read, why = plain_text(title), item.fields.get("title", ""), item.fields.get("why", "")
    is_subtitle = has_author or not (find_links(title) or is_sentence(why))
    if is_subtitle and read and why and words.startswith(read) and words.endswith(why):
        item.fields = {**item.fields, "title": words, "why": ""}
    if has_author and "author" in item.fields and words.startswith(read):
        del item.fields["author"]
        item.fields["title"], item.guessed_author = words, ""  # `Notes on Tides by Ada Lee`


def _is_address(cell: str) -> bool:
    return has_only_media(cell) or not re.search(r"\w", cell)


def _named_links(cell: str) -> int:
    return sum(bool(words) and medium(words) is None for words, _ in find_links(cell))
