"""Entry as a post within the length that a network allows."""

import re

from markdown_it.token import Token

from daytrail.facts.series import EntryPosition
from daytrail.gfm import parser
from daytrail.model.entry import Entry
from daytrail.views.words import number_in_series

LINK_LENGTH = 23
"""Characters that a link counts where networks shorten links: https://docs.x.com/fundamentals/counting-characters."""
_URL = re.compile(r"https?://\S+")


def length(text: str) -> int:
    """Return the length of a post in characters. A link counts as 23."""
    return len(_URL.sub("x" * LINK_LENGTH, text))


def post(entry: Entry, position: EntryPosition, permalink: str, max_length: int) -> str:
    """Return an entry as a post of at most `max_length` characters (at least 60), whose text may be cut.

    It starts with the day number and the title, and ends with the permalink unless that is empty.
    """
    title = " · ".join(filter(None, [number_in_series(position), entry.title]))
    text = "\n\n".join([*filter(None, [title]), *plain(entry.body)])
    end = f"\n\n{permalink}" if permalink else ""
    if length(text + end) > max_length:
        text = f"{_cut(text, max_length - length(end) - 1)}…"
    return text + end


def plain(body: str) -> list[str]:
    """Return the paragraphs and list items of a text as plain lines, without code blocks, tables and comments."""
    lines: list[str] = []
    tokens = parser().parse(body)
    table_depth = 0
    for index, token in enumerate(tokens):
        table_depth += {"table_open": 1, "table_close": -1}.get(token.type, 0)
        if token.type == "inline" and not table_depth:
            line = " ".join("".join(map(_plain_inline, token.children or ())).split())
            in_item = any(parent.type == "list_item_open" for parent in tokens[max(0, index - 2) : index])
            if line:
                lines.append(f"• {line}" if in_item else line)
    return lines


def _plain_inline(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return "" if token.type == "html_inline" else token.content


def _cut(text: str, max_length: int) -> str:
    """Return the first words of a text that fit into a length."""
    words = ""
    for word in re.findall(r"\S+\s*", text):
        if length((words + word).rstrip()) > max_length:
            break
        words += word
    return words.rstrip() or text[:max_length]
