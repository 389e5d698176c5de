"""Lines below an item of a reading list: its link, its author or status behind a label, or a note."""

import re
from typing import Any

from daytrail.importers.reading.document import WIKI_LINK, Label, Node, read_label, without_wiki_links
from daytrail.importers.reading.draft import DraftItem, ListDraft
from daytrail.importers.reading.list_item import add_cell_links
from daytrail.importers.reading.media import has_only_media, links_in, medium
from daytrail.importers.reading.names import STYLED, VENUE_AND_YEAR, are_several, split_names
from daytrail.importers.reading.status import status_of
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.vocabulary import any_of

_PART = re.compile(r"\W*[^\W\d_]+ \d+\W*https?://")
"""Words and a URL such as `Part 2: https://…`."""
_BY = re.compile(rf"[*_]{{0,2}}(?:{any_of('by')})\s+(?=\S)", re.IGNORECASE)
_BEHIND_NAMES = re.compile(rf"\W*(?:{VENUE_AND_YEAR}|(?:19|20)\d\d)?\W*")


def add_detail(item: DraftItem, node: Node, draft: ListDraft) -> None:
    """Add a block below an item to it."""
    text = node.text
    label = read_label(text)
    names = ("", "") if "author" in item.fields else _names_in(text, item.fields.get("title", ""))
    if label and not label.value and not node.children:
        draft.ledger.add_structure(node.lines, *([text] if label.role else []))
        return
    names_item = "](" in text and plain_text(text) == item.fields.get("title")
    if not node.children and (names_item or has_only_media(text)) and not _PART.match(text):
        links = " ".join(link.markdown for link in links_in(text))
        add_cell_links(item, links if label or names_item else text)
        if label and not (label.role or names_item) and medium(label.name) is None:
            item.add_note(text, node.lines)
        item.structure.append(label.name if label else "")
    elif label and _read_label(item, label):
        item.structure += [label.name, label.value if label.role in ("status", "kind", "link") else ""]
    elif names[0]:
        item.fields["author"] = names[0]
        if rest := re.sub(r'^(?:[\s.,;:]|"(?=[^"]*$))+', "", names[1]):
            item.add_note(rest)
        item.add_structure(text, *names)
    else:
        if label and status_of(label.name) == "read" and re.search(r"\d", label.value):
            item.fields.setdefault("status", "read")
        if text:
            _add_notes(item, item.add_note(_note_text(node), node.lines), node)
        return
    item.details.append((node.lines, text))
    for child in node.children:
        add_detail(item, child, draft)


def _names_in(text: str, title: str) -> tuple[str, str]:
    """Return the author that a line names, and what is behind it: `by …`, names in emphasis, or names with initials.

    A line may begin with the title again.
    """
    text = WIKI_LINK.sub(r"\g<name>", text).removeprefix(title).strip()
    if by := _BY.match(text):
        author, rest = split_names(text[by.end() :].rstrip("*_ "))
        return (author, rest) if len(author.split()) > 1 else ("", text)
    styled = STYLED.match(text)
    if styled and styled["title"] and re.match(r"[\s,;.]|$", text[styled.end() :]):
        author, rest = split_names(plain_text(styled["title"]))
        behind = f"{rest}{text[styled.end() :]}"
        return (author, behind) if " " in author or "," in behind else ("", text)
    author, rest = split_names(text)
    return (author, rest) if are_several(author) and _BEHIND_NAMES.fullmatch(rest) else ("", text)


def _read_label(item: DraftItem, label: Label) -> bool:
    """Read a labelled detail of an item; return whether it became a field."""
    fields, text = item.fields, plain_text(label.value)
    links = links_in(label.value)
    if label.role == "author" and fields.get("author", text) == text:
        _read_labelled_author(item, label.value)
    elif label.role == "link" and links and "url" not in fields:
        fields["url"] = links[0].url
    elif label.role == "status" and (status := status_of(text)):
        fields["status"] = status
        if "(" in text:
            item.add_note(text)
    elif label.role == "kind" and (kind := medium(text)):
        fields["kind"] = kind
    elif label.role == "why" and "why" not in fields:
        fields["why"] = label.value
    else:
        return False
    return True


def _read_labelled_author(item: DraftItem, value: str) -> None:
    """Read an author, who may have a link, and what is in parentheses behind it; a title may end with it."""
    text = plain_text(without_wiki_links(value))
    name, rest = split_names(text)
    item.fields["author"] = name or text
    if links_in(value):
        item.add_note(value)
    elif name and (rest := rest.strip(" .()")):
        item.add_note(rest)


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
