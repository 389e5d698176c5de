"""What one line of a reading list says: a title, links, an author, why it is worth the time, a status."""

import re
from collections.abc import Mapping

from daytrail.importers.text.draft import usable
from daytrail.importers.text.inline import linked, plain
from daytrail.importers.text.item_line import Said, is_author, titled
from daytrail.importers.text.outline import Piece
from daytrail.importers.text.words import ASIDE_OF_STATUS, MEDIUM, STATUS
from daytrail.model.entry import Status

_STARS = re.compile(
    r"(?:[⭐🌟★✨❤💖💛🔥]\ufe0f?)+|:(?:star2?|heart|fire|sparkles):|(?<=\s)\*(?=\s|$)"
    r"|\((?:favou?rite|must[- ]read|highly recommended)\)",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~(.+?)~~")
_LINK = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(<?([^()\s<>]*(?:\([^()]*\)[^()\s<>]*)*)>?(?:\s+\"[^\"]*\")?\)")
_LEAD = re.compile(rf"\W*?(?:\*\*|__|[*_])?{_LINK.pattern}(?:\*\*|__|[*_])?")
_URL = re.compile(r"<?https?://(?:[^\s<>()]|\([^\s<>()]*\))*(?:[^\s<>().,;:!?'\"\]]|\([^\s<>()]*\))>?")
_WIKI = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\](?!\()")
_TAGS = re.compile(r"(?:\s+(?:#[^\W\d][\w/-]*|[✅📅⏳🛫]\ufe0f?\s*\d{4}-\d\d-\d\d))+\s*$")
_PARTED = re.compile(r"\s+(?:[-–—]|--)\s+|:\s+(?=\S)")
_STATUSES: Mapping[Status, str] = {
    "to-read": STATUS["to-read"],
    "reading": STATUS["reading"],
    "read": STATUS["read"],
    "dropped": STATUS["dropped"],
}


def status_of(words: str) -> Status | None:
    """Read where somebody is with something, as a heading, a cell or a file's name says it."""
    bare = re.sub(r"\s*\([^()]*\)\s*$", "", words.strip(" :*_.!-").casefold())
    plainly = re.sub(r"^[^\w✅✔☑📖🚧⏳⬜❌]+", "", bare)
    without = re.sub(rf"^(?:{ASIDE_OF_STATUS})\s+|\s+(?:{ASIDE_OF_STATUS})$", "", plainly)
    for text in (plainly, without, re.sub(r"^\W+", "", plainly)):
        for status, names in _STATUSES.items():
            if re.fullmatch(names, text):
                return status
    return next((status for status, names in _STATUSES.items() if plainly and re.fullmatch(names, plainly[0])), None)


def listing(piece: Piece) -> Said:
    """Read an item of a reading list."""
    said = Said()
    text = _WIKI.sub(r"\1", piece.text)
    aside = _TAGS.search(text)
    if aside and text[: aside.start()].strip():  # tags and days of Obsidian's say something beside the title
        said.fields["notes"] = [aside[0].strip()]
        text = text[: aside.start()]
        if "✅" in aside[0]:
            said.fields["status"] = "read"
    if called := re.match(r"(TODO|READING|READ|DONE)\b[: ]+(?=\S)", text):
        said.fields["status"] = status_of(called[1])
        said.structure.append(called[1])
        text = text[called.end() :]
    if not re.search("☆", text) and (stars := _STARS.findall(text)):
        said.fields["favourite"] = True
        said.structure += stars
        text = " ".join(_STARS.sub(" ", text).split())
    if struck := _STRUCK.match(text):
        text = f"{struck[1]}{text[struck.end() :]}"
        said.fields["status"] = "dropped"
    if piece.dropped:
        said.fields["status"] = "dropped"
    elif piece.checked is not None and "status" not in said.fields:
        said.fields["status"] = "read" if piece.checked else "to-read"
    links = [link for link in linked(text) if usable(link[1])]
    if links:
        _with_links(said, text, links)
    else:
        _without(said, plain(text) or text)
    return said


def _with_links(said: Said, text: str, links: list[tuple[str, str]]) -> None:
    words, address = links[0]
    medium = not words or is_medium(words)
    others = links[1:]
    lead = _LEAD.match(text)
    said.fields["url"] = address
    if lead and not medium:
        said.fields["title"] = words
        _behind(said, _tidy(text[lead.end() :]), others)
        return
    bare = _LINK.sub(lambda found: "" if found[1].startswith(("http://", "https://")) else found[0], text)
    outside = _trimmed(re.sub(r"[\[(]\s*[,|/]?\s*[\])]", "", plain(_URL.sub(" ", bare))))
    if not re.search(r"\w", outside):
        if words:
            said.fields["title"] = words
    elif medium:  # as in `Title [paper](…) [code](…)` or `Title: https://…`
        _without(said, outside)
        said.structure += [words] if words else []
    else:  # as in `Read [this](…) first`
        _without(said, _trimmed(plain(text)))
    if others:
        said.fields.setdefault("notes", []).append(_joined(others))


def is_medium(words: str) -> bool:
    """Tell whether a link is called by what it leads to: `[paper](…)`."""
    return re.fullmatch(MEDIUM, words.strip("[]() "), re.IGNORECASE) is not None


def _trimmed(text: str) -> str:
    """Return a text without what parted it from links that are gone."""
    text = re.sub(r"\s+([,.;])", r"\1", " ".join(text.split())).strip(" |,;/·-–—:")
    for left, right in ("()", "[]"):
        if text.count(left) != text.count(right):
            text = text.strip(left + right + " ")
    return text


def _tidy(text: str) -> str:
    rest = re.sub(r"^[\s,;:|·.\-–—]+", "", text.strip()).strip()
    whole = re.fullmatch(r"\(([^()]*)\)", rest)
    return whole[1].strip() if whole else rest


def _behind(said: Said, rest: str, others: list[tuple[str, str]]) -> None:
    """Read what stands behind the title: an author, or why it is worth the time; with further links it is a note."""
    bare = re.sub(r"^by\s+", "", rest)
    if not rest:
        return
    if not others and is_author(plain(bare)):
        said.fields["author"] = plain(bare)
        said.guessed = bare == rest
        said.structure.append(rest.removesuffix(bare).strip())
    elif others and not re.search(r"\w", plain(_LINK.sub("", rest))):
        said.fields.setdefault("notes", []).append(_joined(others))
    else:
        said.fields["why"] = rest


def _joined(links: list[tuple[str, str]]) -> str:
    return ", ".join(f"[{words}]({url})" if words else url for words, url in links)


def _without(said: Said, text: str) -> None:
    found = _PARTED.search(text)
    head, tail = (text[: found.start()], text[found.end() :]) if found else (text, "")
    dash = found is not None and found[0].strip() in ("-", "–", "—", "--")
    if found and tail and (is_sentence(tail) or (dash and (tail[0].islower() or is_sentence(tail, least=3)))):
        said.fields |= {"title": head, "why": tail}
        return
    whole = titled(said, text, dashes="—–")
    said.fields |= {key: value for key, value in whole.items() if key != "section"}
    if section := whole.get("section"):
        said.fields["title"] = f"{whole['title']}, {section}"


def is_sentence(text: str, *, least: int = 5) -> bool:
    """Tell whether words are somebody's sentence rather than a title: few of them begin with a capital letter."""
    found = re.findall(r"[^\W\d_][\w'’]*", text)
    capital = sum(word[0].isupper() for word in found)
    return len(found) >= least and capital / len(found) < _SHARE


_SHARE = 0.4


def own_link(piece: Piece) -> tuple[str, str] | None:
    """Return the link that is all of an item, bare or called by its medium: it belongs to what stands above."""
    links = linked(piece.text)
    alone = len(links) == 1 and len(plain(piece.text).split()) <= 1 and usable(links[0][1])
    return links[0] if alone and (not links[0][0] or is_medium(links[0][0])) else None
