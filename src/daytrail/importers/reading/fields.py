"""Fields of an item that are named: by a label in a line below it, or by the column of a cell."""

import re
from functools import cache
from typing import NamedTuple

from daytrail.importers.reading.conventions import Conventions
from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.list_item import add_links, without_wiki_links
from daytrail.importers.reading.media import links_in, medium, without_links
from daytrail.importers.reading.names import split_names
from daytrail.importers.reading.status import status_of, status_of_answer
from daytrail.importers.text.language import language_of
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.vocabulary import any_of

_ROLES = ("title", "link", "author", "status", "why", "kind", "language", "favourite")
_LABEL = re.compile(
    r"\W*(?P<name>[^\W\d_][\w /()?-]{1,24}?)(?:\*\*|__|[*_])?\s*:+(?:\*\*|__|[*_])?(?:\s+(?P<value>\S.*)|\s*$)"
)
_FAVOURITE = re.compile(r"[^\w]*[⭐🌟❤♥💖★✔✓✅xX][^\w]*|yes|[jy]a|oui|s[íi]", re.IGNORECASE)
_FINISHED = re.compile(
    rf"(?:date |on )?(?:{any_of('done', 'statuses.read')})(?: on| date)?|(?:{any_of('done')}).{{0,9}}", re.IGNORECASE
)
"""The name of the day on which something was read."""


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
    words, text = plain_text(value), re.sub(r"\s*<br\s*/?>\s*", " ", value)
    is_sign = _FAVOURITE.fullmatch(text) is not None
    if role == "link" and links_in(value):
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
    """Read an author, who may have a link, and what is in parentheses or on further lines behind it as notes."""
    author, *remarks = re.split(r"\s*<br\s*/?>\s*", value)
    text = plain_text(without_wiki_links(author))
    name, rest = split_names(text)
    item.fields["author"] = name or text
    if "](" in author:
        item.add_note(author)
    elif name and (rest := rest.strip(" .()")):
        item.add_note(rest)
    for remark in remarks:
        item.add_note(remark)
