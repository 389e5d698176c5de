"""Text of an item in a plan or a reading list: its links, and what the patterns of a recipe's fields find in it."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from pydantic import TypeAdapter, ValidationError

from daytrail.importers.patterns import Match
from daytrail.model.base import Url

_LINK = re.compile(
    r"!\[[^\[\]]*\]\([^()\s]*\)|(?<!\\)\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>(?:[^()\s]|\([^()\s]*\))+)(?:\s+\"[^\"]*\")?\)"
    r"|<?(?P<url>https?://(?:[^\s<>()]|\([^\s<>()]*\))*(?:[^\s<>().,;:!?'\"\]]|\([^\s<>()]*\)))>?"
)
_MASKED = re.compile(r"ꙮ(\d+)ꙮ")
"""Placeholder of a link while patterns are matched: letters, which a pattern reads as a word and nobody writes."""
_LEADING = re.compile(r"[*_\"“]{0,3}ꙮ(\d+)ꙮ[*_\"”]{0,3}")
_SIGN = r"[^\s!-/:-@\[-`{-~\u2010-\u205e]"
"""A character that says something: a letter, a digit or one such as a star, but no punctuation."""
_LAST_SIGN = re.compile(rf"\s((?:(?!\w){_SIGN})+)$")
_BOX_WITHIN = re.compile(r"(?<!\S)[-*+] \[([ xX])\] ")
_FIRST_BOX = re.compile(r"(?:[-*+]\s+)?(?:\[(.)\]\s+)?")
_URL: TypeAdapter[str] = TypeAdapter(Url)
Find: TypeAlias = Callable[[str], Match | None]
"""Function from the text of an item, whose links are words, or from `[words]` of its first link to what is in it."""


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


def find_links(markdown: str) -> list[Link]:
    """Return the links to other hosts in a line, in their order; pictures are none."""
    return mask_links(markdown)[1]


def with_words(markdown: str) -> str:
    """Return a line with the words of its links in their places, also of those within the document."""
    return _LINK.sub(lambda match: match["words"] if match["target"] else match[0], markdown)


def plain(markdown: str) -> str:
    """Return the words of a text without emphasis, code and the targets of links, on one line."""
    text = re.sub(
        r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)|(?<!\\)`|\\(?=[\\`*_\[\]<>#])", "", with_words(markdown)
    )
    return " ".join(text.split())


def has_words(markdown: str) -> bool:
    """Return whether there is more in a line than pictures and tags."""
    return re.search(r"\w", re.sub(r"<[^<>]*>|!\[[^\[\]]*\]\([^()]*\)", "", markdown)) is not None


def split_boxes(text: str) -> list[tuple[str, str]]:
    """Return the items of a line, in which several may have boxes, each behind the character in its box, if it has one.

    `split_boxes("Ebb - [ ] Flood - [x] Neap") == [("", "Ebb"), (" ", "Flood"), ("x", "Neap")]`
    """
    head, *rest = _BOX_WITHIN.split(text)
    first = _FIRST_BOX.match(head)
    items = [(first[1] or "", head[first.end() :])] if first else []
    items += zip(rest[::2], rest[1::2], strict=True)
    return [(box, item.strip()) for box, item in items if item.strip()]


def mask_links(markdown: str) -> tuple[str, list[Link]]:
    """Return a line in which each link to another host is a word, `ꙮ0ꙮ` for the first one, and those links."""
    links: list[Link] = []

    def mask(match: re.Match[str]) -> str:
        words, url = match["words"] or "", match["target"] or match["url"] or ""
        if not is_valid_url(url):
            return words or match[0]
        links.append(Link(words, url, match[0]))
        return f"ꙮ{len(links) - 1}ꙮ"

    return _LINK.sub(mask, markdown).strip(), links


def end_of_text(masked: str, links: Sequence[Link]) -> int:
    """Return where the links begin that stand behind the text of an item: addresses, and links in brackets."""
    end = len(masked)
    for match in reversed(list(_MASKED.finditer(masked))):
        link, is_in_brackets = links[int(match[1])], masked[: match.start()][-1:] in ("[", "(")
        is_apart = not link.words or link.words.startswith("[") or is_in_brackets
        if not is_apart or re.search(r"[^\s)\],;|]", masked[match.end() : end]):
            break
        end = match.start() - is_in_brackets
    return end if re.search(r"\w", masked[:end]) else len(masked)


def filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return data without what is empty."""
    return {key: value for key, value in data.items() if value}


def read_item(
    markdown: str, name: str, behind_link: str, find: Find = lambda _: None, find_in_link: Find = lambda _: None
) -> dict[str, Any]:
    """Return what an item says, by the keys of an item, as the patterns of `fields` find it.

    Where it begins with a link, its words are the `title`, and what follows has the key `behind_link`; else the text
    has the key `name`. A title has no markup, and no links behind it; other texts keep theirs.
    """
    masked, links = mask_links(markdown)
    inner = (find_in_link(f"[{links[0].words}]") if _LEADING.match(masked) else None) or Match({})
    is_one_address = len(links) == 1 and not links[0].words
    end = end_of_text(masked, links) if name == "title" or is_one_address else len(masked)
    text = masked[:end].rstrip(" \t:–—-,[(") if end < len(masked) else masked
    behind = masked[len(text) :].lstrip(" \t:–—-,")
    match = find(text) or Match({"title": text})
    holes = dict(match.holes)
    title = holes.get("title") or holes.pop("text", "")

    def restore(text: str) -> str:
        return _MASKED.sub(lambda match: links[int(match[1])].markdown, text).strip()

    data: dict[str, Any] = {key: restore(holes.get(key, "")) for key in ("author", "why", "text")}
    notes = [inner.holes.get("why", ""), data[behind_link]]
    last = _LAST_SIGN.search(text)  # it is in no hole, and no pattern needs it
    sign = last[1] if last and not any(value.endswith(last[1]) for value in holes.values()) else ""
    within = [links[int(number)] for number in _MASKED.findall(title)]
    if leading := _LEADING.match(title):
        rest = re.sub(r"^[\s:–—,.-]+(?=[^\s.])|\s+$", "", title[leading.end() :])
        if rest and holes.keys() == {"title", "why"}:  # what divides them is within a sentence
            rest, notes = text[text.index(rest) :], notes[:1]
        data |= {"title": f"{match.sign}{inner.holes.get('title', within[0].words)}", "url": within[0].url}
        notes[1:1] = [restore(rest) if re.search(_SIGN, rest) else ""]
        notes.append(sign)
    elif len(within) > 1 and behind_link == "text":
        notes.insert(1, restore(f"{match.sign}{title} {sign}"))
    else:
        data[name] = restore(f"{match.sign}{title} {sign}")
        data |= {"url": within[0].url} if within and name == "title" else {}
        notes.append(", ".join(link.markdown for link in within[1:]))
    if behind:
        data.setdefault("url", links[int(_MASKED.findall(behind)[0])].url)
        notes.append("" if is_one_address else restore(behind))
    data |= {"author": inner.holes.get("author", data["author"]), "hours": inner.hours or match.hours}
    data[behind_link] = "; ".join(filter(None, notes)) or data[behind_link]
    return filled(data | {key: plain(data[key]) for key in ("title", "author") if key in data})
