"""Text of an item in a plan or a reading list: its links, and what the patterns of a recipe's fields find in it."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from daytrail.importers.patterns import Pattern
from daytrail.model.base import Url

_LINK = re.compile(
    r"!\[[^\[\]]*\]\([^()\s]*\)|(?<!\\)\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>(?:[^()\s]|\([^()\s]*\))+)(?:\s+\"[^\"]*\")?\)"
    r"|<?(?P<url>https?://(?:[^\s<>()]|\([^\s<>()]*\))*(?:[^\s<>().,;:!?'\"\]]|\([^\s<>()]*\)))>?"
)
_MASK = "ꙮ{}ꙮ"
"""Stands for a link while patterns are matched: letters, which a pattern takes for a word, and which nobody writes."""
_MASKED = re.compile(r"ꙮ(\d+)ꙮ")
_LEADING = re.compile(r"[*_\"“]{0,3}ꙮ(\d+)ꙮ[*_\"”]{0,3}")
_URL_AT_END = re.compile(r"(.*?\w\W*?)[\s:–—(-]*ꙮ0ꙮ[)\s]*")
_BOX_WITHIN = re.compile(r"(?<!\S)[-*+] (?=\[[ xX]\] )")
_URL: TypeAdapter[str] = TypeAdapter(Url)


class Link(NamedTuple):
    """A link to another host in a line of Markdown."""

    words: str
    """Empty for a bare URL."""
    url: str
    markdown: str


@cache
def is_valid_url(url: str) -> bool:
    """Return whether entries, plans and reading lists accept a URL."""
    try:
        _URL.validate_python(url)
    except ValidationError:
        return False
    return True


def _link(match: re.Match[str]) -> Link:
    return Link(match["words"] or "", match["target"] or match["url"] or "", match[0])


def find_links(markdown: str) -> list[Link]:
    """Return the links to other hosts in a line, in their order; pictures are none."""
    links = (_link(match) for match in _LINK.finditer(markdown))
    return [link for link in links if is_valid_url(link.url)]


def with_words(markdown: str) -> str:
    """Return a line with the words of its links in their places, also of those within the document."""
    return _LINK.sub(lambda match: match["words"] if match["target"] else match[0], markdown)


def plain(markdown: str) -> str:
    """Return the words of a text without emphasis, code and the targets of links, on one line."""
    text = re.sub(
        r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)|(?<!\\)`|\\(?=[\\`*_\[\]<>#])", "", with_words(markdown)
    )
    return " ".join(text.split())


def split_boxes(text: str) -> list[str]:
    """Return the items of a line in which several have boxes, each with its mark: `- [ ] Ebb - [ ] Flood`."""
    starts = [match.start() for match in _BOX_WITHIN.finditer(text)]
    edges = [0, *(start for start in starts if start), len(text)]
    pieces = (text[start:end].strip() for start, end in pairwise(edges))
    return [piece for piece in pieces if piece]


def split_box(text: str) -> tuple[str, str]:
    """Return the character in the checkbox of an item, which may be a space, and the text behind it."""
    match = re.match(r"(?:[-*+]\s+)?(?:\[(?P<box>.)\]\s+)?(?P<text>.*)", text, re.DOTALL)
    return (match["box"] or "", match["text"]) if match else ("", text)


def read_item(markdown: str, fields: Sequence[Pattern], name: str, behind_link: str) -> dict[str, Any]:
    """Return what the first pattern of `fields` finds in an item, by the keys of an item.

    Where it begins with a link, its words are the `title`, and what follows has the key `behind_link`; else the text
    has the key `name`. A title has no markup, other texts keep theirs.
    """
    links: list[Link] = []

    def mask(match: re.Match[str]) -> str:
        link = _link(match)
        links.extend([link] if is_valid_url(link.url) else [])
        return _MASK.format(len(links) - 1) if is_valid_url(link.url) else link.words or match[0]

    def restore(text: str) -> str:
        return _MASKED.sub(lambda match: links[int(match[1])].markdown, text).strip()

    masked = _LINK.sub(mask, markdown).strip()
    match = next((match for pattern in fields if (match := pattern.match(masked))), None)
    holes = dict(match.holes) if match else {"title": masked}
    title = holes.get("title") or holes.pop("text", "")
    data: dict[str, Any] = {key: restore(holes[key]) for key in ("author", "why", "text") if holes.get(key)}
    if holes.get("hours"):
        data["hours"] = float(holes["hours"].replace(",", "."))
    if leading := _LEADING.match(title):
        link = links[int(leading[1])]
        rest = re.sub(r"^[\s:–—,.-]+(?=[^\s.])|\s+$", "", title[leading.end() :])
        texts = [restore(rest) if re.search(r"\w", rest) else "", data.get(behind_link, "")]
        data |= {"title": link.words, "url": link.url, behind_link: "; ".join(filter(None, texts))}
    elif len(links) == 1 and not links[0].words and (url_at_end := _URL_AT_END.fullmatch(title)):
        data |= {name: restore(url_at_end[1]).rstrip(" :-–—"), "url": links[0].url}
    elif len(links) > 1 and behind_link == "text":
        data["text"] = restore(title)
    else:
        data[name] = restore(title)
        data |= {"url": links[0].url} if links and name == "title" else {}
        data |= {behind_link: ", ".join(link.markdown for link in links[1:])} if links[1:] else {}
    data |= {key: plain(data[key]) for key in ("title", "author") if key in data}
    return {key: value for key, value in data.items() if value}
