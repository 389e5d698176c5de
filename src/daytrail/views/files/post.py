"""An entry as a post, or as a thread of posts, within the length that a network allows."""

import re
from collections.abc import Sequence

from markdown_it.token import Token

from daytrail.facts.series import EntryPosition
from daytrail.gfm import parser
from daytrail.model.entry import Entry

LINK = 23
"""Characters that a link counts where networks shorten links: https://docs.x.com/fundamentals/counting-characters."""
_URL = re.compile(r"https?://\S+")


def length(text: str) -> int:
    """Return how long a post is, in characters, a link counting as 23."""
    return len(_URL.sub("x" * LINK, text))


def posts(entry: Entry, place: EntryPosition, permalink: str, most: int, *, thread: bool) -> list[str]:
    """Return the posts: one, cut at the end of a word, or as many as the text needs.

    The first one starts with the day and the title, the last one ends with the permalink.

    Args:
        entry: What is told.
        place: Its place in its series.
        permalink: Where the whole of it is; empty where the site has no address.
        most: How long a post may be; at least 60.
        thread: Whether the text may go on in further posts, each with its number.
    """
    day = f"{place.number} of {place.series.title}" if place.series and place.number else ""
    head = " · ".join(filter(None, [day, entry.title]))
    paragraphs = [*filter(None, [head]), *plain(entry.body)]
    if not thread:
        return [_one(paragraphs, permalink, most)]
    return _many(paragraphs, permalink, most)


def plain(body: str) -> list[str]:
    """Return the paragraphs and list items of a text as plain lines; code, tables and comments are left out."""
    found: list[str] = []
    tokens = parser().parse(body)
    depth = 0
    for index, token in enumerate(tokens):
        depth += {"table_open": 1, "table_close": -1}.get(token.type, 0)
        if token.type != "inline" or depth:
            continue
        said = " ".join(
            "".join(
                " "
                if child.type in ("softbreak", "hardbreak")
                else ""
                if child.type == "html_inline"
                else child.content
                for child in token.children or ()
            ).split()
        )
        item = any(above.type == "list_item_open" for above in tokens[max(0, index - 2) : index])
        if said:
            found.append(f"• {said}" if item else said)
    return found


def _said(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return "" if token.type == "html_inline" else token.content


def _one(paragraphs: Sequence[str], permalink: str, most: int) -> str:
    tail = f"\n\n{permalink}" if permalink else ""
    text = "\n\n".join(paragraphs)
    if length(text + tail) <= most:
        return text + tail
    room = most - length(tail) - 1
    return f"{_cut(text, room)}…{tail}"


def _cut(text: str, room: int) -> str:
    """Return the first words of a text that fit into a length."""
    kept = ""
    for piece in re.findall(r"\S+\s*", text):
        if length((kept + piece).rstrip()) > room:
            break
        kept += piece
    return kept.rstrip() or text[:room]


def _many(paragraphs: Sequence[str], permalink: str, most: int) -> list[str]:
    """Fill posts with whole paragraphs, and part only one that is longer than a post by itself."""
    room = most - len("\n\n99/99")
    pieces: list[str] = []
    for paragraph in paragraphs:
        rest = paragraph
        while length(rest) > room:
            piece = _cut(rest, room)
            pieces.append(piece)
            rest = rest[len(piece) :].lstrip()
        pieces.append(rest)
    if permalink:
        pieces.append(permalink)
    found: list[str] = []
    for piece in pieces:
        joined = f"{found[-1]}\n\n{piece}" if found else piece
        if found and length(joined) <= room:
            found[-1] = joined
        else:
            found.append(piece)
    if len(found) == 1:
        return found
    return [f"{text}\n\n{number}/{len(found)}" for number, text in enumerate(found, start=1)]
