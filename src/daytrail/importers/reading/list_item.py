"""Fields in one item of a reading list: title, links, author, why it is worth the time, status."""

import re
from collections.abc import Mapping

from daytrail.importers.text.item_text import ItemText, looks_like_author, split_title
from daytrail.importers.text.markdown import BARE_URL, LINK_WORDS, find_links, is_valid_url, links_as_text, plain_text
from daytrail.importers.text.outline import Block
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.entry import Status

_STARS = re.compile(
    r"(?:[⭐🌟★✨❤💖💛🔥]\ufe0f?)+|:(?:star2?|heart|fire|sparkles):|(?<=\s)\*(?=\s|$)"
    rf"|\((?:{any_of('favourite')})\)",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~(.+?)~~")
_LINK = re.compile(rf"{LINK_WORDS}\(<?([^()\s<>]*(?:\([^()]*\)[^()\s<>]*)*)>?(?:\s+\"[^\"]*\")?\)")
_LEADING_LINK = re.compile(rf"\W*?(?:\*\*|__|[*_])?{_LINK.pattern}(?:\*\*|__|[*_])?")
_URL = re.compile(rf"<?{BARE_URL}>?")
_WIKI_LINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\](?!\()")
_TRAILING_TAGS = re.compile(r"(?:\s+(?:#[^\W\d][\w/-]*|[✅📅⏳🛫]\ufe0f?\s*\d{4}-\d\d-\d\d))+\s*$")
_SEPARATOR = re.compile(r"\s+(?:[-–—]|--)\s+|:\s+(?=\S)")
_STATUS_SIGNS: Mapping[Status, str] = {"to-read": "⏳⬜", "reading": "📖🚧", "read": "✅✔☑x", "dropped": "❌"}
_AROUND_STATUS = any_of("around_status")
_MAX_CAPITALS = 0.4
"""Share of words that begin with a capital letter; titles have more than sentences."""


def read_status(text: str) -> Status | None:
    """Return the status that a heading, a cell or a file name states."""
    text = re.sub(r"\s*\([^()]*\)\s*$", "", text.strip(" :*_.!-").casefold())
    words = re.sub(r"^[^\w✅✔☑📖🚧⏳⬜❌]+", "", text)
    core = re.sub(rf"^(?:{_AROUND_STATUS})\s+|\s+(?:{_AROUND_STATUS})$", "", words)
    for candidate in (words, core, re.sub(r"^\W+", "", words), words[:1]):
        for status, signs in _STATUS_SIGNS.items():
            if re.fullmatch(rf"[{signs}]|{any_of(f'statuses.{status}')}", candidate):
                return status
    return None


def read_list_item(block: Block) -> ItemText:
    """Read an item of a reading list."""
    item = ItemText()
    text = _WIKI_LINK.sub(r"\1", block.text)
    tags = _TRAILING_TAGS.search(text)
    if tags and text[: tags.start()].strip():  # tags and dates of Obsidian are a note
        item.fields["notes"] = [tags[0].strip()]
        text = text[: tags.start()]
        if "✅" in tags[0]:
            item.fields["status"] = "read"
    if keyword := re.match(rf"({any_of('status_keywords')})\b[: ]+(?=\S)", text):
        item.fields["status"] = read_status(keyword[1])
        item.structure.append(keyword[1])
        text = text[keyword.end() :]
    if not re.search("☆", text) and (stars := _STARS.findall(text)):
        item.fields["favourite"] = True
        item.structure += stars
        text = " ".join(_STARS.sub(" ", text).split())
    if struck := _STRUCK.match(text):
        text = f"{struck[1]}{text[struck.end() :]}"
        item.fields["status"] = "dropped"
    if block.dropped:
        item.fields["status"] = "dropped"
    elif block.checked is not None and "status" not in item.fields:
        item.fields["status"] = "read" if block.checked else "to-read"
    links = [link for link in find_links(text) if is_valid_url(link[1])]
    if links:
        _read_links(item, text, links)
    else:
        _read_words(item, plain_text(text) or text)
    return item


def _read_links(item: ItemText, text: str, links: list[tuple[str, str]]) -> None:
    """Read an item with links: the first one is its own, the others are a note."""
    (words, url), *others = links
    names_medium = not words or is_medium(words)
    leading_link = _LEADING_LINK.match(text)
    item.fields["url"] = url
    if leading_link and not names_medium:
        item.fields["title"] = words
        _read_rest(item, text[leading_link.end() :], others)
        return
    text_only = _LINK.sub(lambda link: "" if link[1].startswith(("http://", "https://")) else link[0], text)
    words_only = plain_text(_URL.sub(" ", text_only))
    outside = _without_link_remains(re.sub(r"[\[(]\s*[,|/]?\s*[\])]", "", words_only))
    if not re.search(r"\w", outside):
        if words:
            item.fields["title"] = words
    elif names_medium:  # as in `Title [paper](…) [code](…)` or `Title: https://…`
        _read_words(item, outside)
        item.structure += [words] if words else []
    else:  # as in `Read [this](…) first`
        _read_words(item, _without_link_remains(plain_text(text)))
    if others:
        item.fields.setdefault("notes", []).append(links_as_text(others))


def is_medium(words: str) -> bool:
    """Tell whether the words of a link only name what it leads to, as in `[paper](…)`."""
    return re.fullmatch(any_of("link_medium"), words.strip("[]() "), re.IGNORECASE) is not None


def _without_link_remains(text: str) -> str:
    """Return a text without the punctuation that separated it from removed links."""
    text = re.sub(r"\s+([,.;])", r"\1", " ".join(text.split())).strip(" |,;/·-–—:")
    for left, right in ("()", "[]"):
        if text.count(left) != text.count(right):
            text = text.strip(left + right + " ")
    return text


def _read_rest(item: ItemText, text: str, other_links: list[tuple[str, str]]) -> None:
    """Read the text behind a title: an author, or why it is worth the time; nothing but links is a note."""
    text = re.sub(r"^[\s,;:|·.\-–—]+", "", text.strip()).strip()
    if in_parentheses := re.fullmatch(r"\(([^()]*)\)", text):
        text = in_parentheses[1].strip()
    name = re.sub(rf"^(?:{any_of('by')})\s+", "", text)
    if not text:
        return
    if not other_links and looks_like_author(plain_text(name)):
        item.fields["author"] = plain_text(name)
        item.structure.append(text.removesuffix(name).strip())
    elif other_links and not re.search(r"\w", plain_text(_LINK.sub("", text))):
        item.fields.setdefault("notes", []).append(links_as_text(other_links))
    else:
        item.fields["why"] = text


def _read_words(item: ItemText, text: str) -> None:
    """Read a title, and behind it a sentence, which says why it is worth the time, or an author."""
    separator = _SEPARATOR.search(text)
    title, rest = (text[: separator.start()], text[separator.end() :]) if separator else (text, "")
    is_dash = separator is not None and separator[0].strip() in ("-", "–", "—", "--")
    if rest and (is_sentence(rest) or (is_dash and (rest[0].islower() or is_sentence(rest, min_words=3)))):
        item.fields |= {"title": title, "why": rest}
        return
    fields = split_title(item, text, dashes="—–")
    section = fields.pop("section", "")
    item.fields |= fields
    if section:
        item.fields["title"] = f"{fields['title']}, {section}"


def is_sentence(text: str, *, min_words: int = 5) -> bool:
    """Tell whether words are a sentence rather than a title: few of them begin with a capital letter."""
    words = re.findall(r"[^\W\d_][\w'’]*", text)
    capitals = sum(word[0].isupper() for word in words)
    return len(words) >= min_words and capitals / len(words) < _MAX_CAPITALS


def only_link(block: Block) -> tuple[str, str] | None:
    """Return words and URL of a link without a title that is all of an item, and so belongs to the item above."""
    links = find_links(block.text)
    is_alone = len(links) == 1 and len(plain_text(block.text).split()) <= 1 and is_valid_url(links[0][1])
    return links[0] if is_alone and (not links[0][0] or is_medium(links[0][0])) else None
