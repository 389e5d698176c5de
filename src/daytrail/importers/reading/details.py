"""Lines below an item of a reading list: its link, its author or status behind a label, or a note."""

import re
from typing import Any

from daytrail.importers.reading.conventions import Conventions
from daytrail.importers.reading.document import Node
from daytrail.importers.reading.draft import DraftItem, ListDraft
from daytrail.importers.reading.fields import add_cell_links, read_field, read_label
from daytrail.importers.reading.list_item import WIKI_LINK
from daytrail.importers.reading.media import has_only_media, links_in, medium
from daytrail.importers.reading.names import STYLED, VENUE_AND_YEAR, are_several, split_names
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.vocabulary import any_of

_PART = re.compile(r"\W*[^\W\d_]+ \d+\W*https?://")
"""Words and a URL such as `Part 2: https://…`."""
_BY = re.compile(rf"[*_]{{0,2}}(?:{any_of('by')})\s+(?=\S)", re.IGNORECASE)
_BEHIND_NAMES = re.compile(rf"\W*(?:{VENUE_AND_YEAR}|(?:19|20)\d\d)?\W*")


def add_detail(item: DraftItem, node: Node, draft: ListDraft, conventions: Conventions) -> None:
    """Add a block below an item to it."""
    text = node.text
    label = read_label(text)
    names = ("", "") if "author" in item.fields else _names_in(text, item.fields.get("title", ""))
    if label and not label.value and not node.children:
        draft.ledger.add_structure(node.lines, *([text] if label.role else []))
        return
    names_item = "](" in text and plain_text(text) == item.fields.get("title")
    role = label.role if label and label.role not in ("title", "favourite") else ""
    if not node.children and (names_item or has_only_media(text)) and not _PART.match(text):
        links = " ".join(link.markdown for link in links_in(text))
        add_cell_links(item, links if label or names_item else text)
        if label and not (role or names_item) and medium(label.name) is None:
            item.add_note(text, node.lines)
        item.structure.append(label.name if label else "")
    elif label and read_field(item, role, label.name, label.value, conventions):
        item.structure.append(label.name)
    elif names[0]:
        item.fields["author"] = names[0]
        if rest := re.sub(r'^(?:[\s.,;:]|"(?=[^"]*$))+', "", names[1]):
            item.add_note(rest)
        item.add_structure(text, *names)
    elif text:
        _add_notes(item, item.add_note(_note_text(node), node.lines), node)
        return
    item.details.append((node.lines, text))
    for child in node.children:
        add_detail(item, child, draft, conventions)


def _names_in(text: str, title: str) -> tuple[str, str]:
    """Return the author that a line names, and what is behind it: `by …`, names in emphasis, or names with initials.

    A line may begin with the title again.
    """
    text = WIKI_LINK.sub(r"\g<name>", text).removeprefix(title).strip()
    by, styled = _BY.match(text), STYLED.match(text)
    if by:
        author, rest = split_names(text[by.end() :].rstrip("*_ "))
        return (author, rest) if " " in author else ("", text)
    if styled and styled["title"] and re.match(r"[\s,;.]|$", text[styled.end() :]):
        author, rest = split_names(plain_text(styled["title"]))
        behind = f"{rest}{text[styled.end() :]}"
        return (author, behind) if " " in author or "," in behind else ("", text)
    author, rest = split_names(text)
    return (author, rest) if are_several(author) and _BEHIND_NAMES.fullmatch(rest) else ("", text)


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
