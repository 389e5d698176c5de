"""Entry as a post, or as a thread of posts, within the length that a network allows."""

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


def posts(entry: Entry, position: EntryPosition, permalink: str, max_length: int, *, thread: bool) -> list[str]:
    """Return an entry as posts of at most `max_length` characters (at least 60).

    The first starts with the day number and the title, the last ends with the permalink unless that is empty. A thread
    has as many numbered posts as the text needs. Otherwise there is one, which is cut.
    """
    title = " · ".join(filter(None, [number_in_series(position), entry.title]))
    paragraphs = [*filter(None, [title]), *plain(entry.body)]
    if thread:
        return _thread([*paragraphs, *filter(None, [permalink])], max_length)
    text = "\n\n".join(paragraphs)
    end = f"\n\n{permalink}" if permalink else ""
    if length(text + end) > max_length:
        text = f"{_cut(text, max_length - length(end) - 1)}…"
    return [text + end]


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


def _thread(paragraphs: list[str], max_length: int) -> list[str]:
    """Fill posts with whole paragraphs. Only a paragraph that is longer than a post is cut."""
    max_length -= len("\n\n99/99")
    texts: list[str] = []
    for paragraph in paragraphs:
        rest = paragraph
        while rest:
            piece = _cut(rest, max_length)
            rest = rest[len(piece) :].lstrip()
            if texts and length(f"{texts[-1]}\n\n{piece}") <= max_length:
                texts[-1] += f"\n\n{piece}"
            else:
                texts.append(piece)
    if len(texts) == 1:
        return texts
    return [f"{text}\n\n{number}/{len(texts)}" for number, text in enumerate(texts, start=1)]
