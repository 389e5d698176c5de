"""Fields in one item of a reading list: title, addresses, author, why it is worth the time, status, kind, language."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import get_args

from babel import Locale, UnknownLocaleError

from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.status import STATUS_SIGNS, status_of
from daytrail.importers.text.dates import match_month
from daytrail.importers.text.item_text import looks_like_author
from daytrail.importers.text.markdown import BARE_URL, LINK_WORDS, find_links, is_valid_url, plain_text, prose
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.reading import MediaKind

_KIND_SIGNS: Mapping[str, str] = {
    sign: kind
    for kind, signs in (
        ("video", "🎥📹📺🎬"),
        ("podcast", "🎧🎙"),
        ("book", "📕📗📘📙📖📚📔"),
        ("paper", "📄📃📑"),
        ("article", "📰📝"),
        ("course", "🎓"),
        ("code", "💻"),
        ("discussion", "💬"),
    )
    for sign in signs
}
_FAVOURITE_SIGNS = "⭐🌟✨❤♥💖💛🔥★"
_EMOJI = r"[\U0001F300-\U0001FAFF\u2600-\u27BF\u2B50\u231A-\u23FF][\ufe0f\u200d\U0001F3FB-\U0001F3FF]*"
_FLAG = r"[\U0001F1E6-\U0001F1FF]{2}"
_DATE = (
    r"(?:\d{4}[-/.]\d\d(?:[-/.]\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|(?:\d{1,2}\.? )?[^\W\d_]{3,9}\.?,? (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d)"
)
_STATUS_WORDS = "|".join(any_of(f"statuses.{status}") for status in ("to-read", "reading", "read", "dropped"))
_RATING = (
    r"[(\[]?(?:[★☆⭐🌟✩✮]\ufe0f?(?:\s?[★☆⭐🌟✩✮]\ufe0f?)+\s*(?:[½+]|\.5)?|[★⭐]\ufe0f?½|\b\d{1,2}(?:[.,]\d+)?\s?/\s?(?:5|10|20|100)"
    r"(?:\s?(?:stars?|⭐\ufe0f?|★))?)[)\]]?"
)
_MARKS = (
    ("flag", _FLAG),
    ("dated", rf"[✅📅⏳🛫]\ufe0f?\s*{_DATE}"),
    ("rating", _RATING),
    ("favourite", rf":(?:star2?|heart|fire|sparkles):|(?<!\S)\*(?!\S)|\((?:{any_of('favourite')})\)"),
    ("sign", rf"{_EMOJI}|:[a-z][a-z_]+:"),
)
_LEADING_MARK = re.compile(
    r"\s*(?:"
    + "|".join(f"(?P<{name}>{pattern})" for name, pattern in _MARKS)
    + rf"|(?P<keyword>(?-i:{any_of('status_keywords')}))(?=[: ]+\S)[:]?|(?P<box>\[[/>]\]|[xX](?=\s+\W*(?:https?:|\[)))"
    rf"|(?P<state>{_STATUS_WORDS})\s*:(?=\s)"
    r"|(?P<remark>\[[^\[\]()]{1,30}\](?![(\[])(?=\s*\W*\[)|\([^()\[\]]{1,30}\)(?=\s*\[)|`[^`]{1,30}`(?=\s*\[))"
    rf"|(?P<date>[(\[]?{_DATE}[)\]]?)(?:\s*[:|–—-](?=\s)|(?=\s\s))|(?P<day>\d{{4}}-\d\d-\d\d)(?=\s))\s*",
    re.IGNORECASE,
)
_TRAILING_MARK = re.compile(
    r"(?:^|(?<=[\s)\]*_~>\ufe0f])|(?=[^\w\s(\[*_:]))(?:"
    + "|".join(f"(?P<{name}>{pattern})" for name, pattern in _MARKS)
    + rf"|(?P<state>[*_(\[]{{1,4}}(?:{_STATUS_WORDS})[*_)\]]{{1,4}})"
    rf"|(?P<keyword>(?-i:{any_of('status_keywords')}))"
    r"|(?P<tag>\#[^\W\d][\w/-]*)"
    rf"|(?P<date>[(\[](?:(?:{any_of('done')}):?\s+(?:{any_of('done_on')})?\s*)?{_DATE}[)\]]|\d{{4}}-\d\d-\d\d)"
    rf"|(?P<remark>[*_]{{1,3}}\([^()]{{1,12}}\)[*_]{{1,3}}|\((?:{any_of('re_read')})\)))"
    r"[\s.,]*$",
    re.IGNORECASE,
)
_LINK = re.compile(
    rf"(?P<words>{LINK_WORDS})\(<?(?P<target>[^()\s<>]*(?:\([^()]*\)[^()\s<>]*)*)>?(?:\s+\"[^\"]*\")?\)"
    rf"|<?(?P<bare>{BARE_URL})>?"
)
_STYLED = re.compile(
    r"(?P<mark>\*\*\*|\*\*|__|\*|_)(?P<title>(?=\S)(?:(?!(?P=mark)).)+?)(?<=\S)(?P=mark)(?!\w)"
    r"|[“„«「\"](?P<quoted>[^”“»」\"]+?),?[”“»」\"]"
)
_STRUCK = re.compile(r"~~(?P<struck>.+?)~~")
_WIKI_LINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\](?!\()")
_BLOCK_ID = re.compile(r"\s\^[a-z0-9]{4,}$")
"""The name of a line in Obsidian."""
_PICTURE = re.compile(r"!\[[^\[\]]*\]\([^()\s]*\)")
_SEPARATOR = re.compile(r"\s+(?:[-–—]|--|<-+|\|)\s+|:\s+(?=\S)")
_LEADING_SEPARATOR = re.compile(r"[\s,;:|/·.…<>–—-]+")
_AROUND_LINKS = re.compile(rf"[\s,;:|/·&+()\[\]–—-]|\b(?:{any_of('and')}|or)\b")
_BOUNDARY = re.compile(r"\s*[,;:|(\[«★☆⭐✅]|\s[–—-]+\s|\s{2,}|\.(?=\s|$)|$")
_NAMES_SEPARATOR = re.compile(rf",\s*(?:(?:{any_of('and')})\s+|&\s*)?|\s+(?:&|{any_of('and')})\s+(?!al\b)|\s*;\s*")
_SURE_NAME = re.compile(r"\bet al\b|\b[^\W\d_]\.(?:[\s,]|$|[^\W\d_]\.)")
_ARTICLE = re.compile(rf"(?:{any_of('little_words')})\b(?!\.)", re.IGNORECASE)
_YEAR = re.compile(r"\(?((?:19|20)\d\d)\)?")
_MAX_CAPITALS = 0.4
"""Share of words that begin with a capital letter; titles have more than sentences."""
_LONGEST_MARK = 80
"""Characters at the end of a text in which a mark may begin."""
_SHORT_REMARK = 2
"""Words beside links that may be left of a link without an address."""
_LONG_SENTENCE = 12
"""Words of a sentence that is too long for a title."""
_ADDRESS_RANKS = (
    ("paper", "article", "book", "course", "documentation", "podcast"),
    ("video", "slides"),
    ("tool", "dataset"),
    ("code",),
)
"""Kinds of links in the order in which they are taken as an address; a discussion never is."""


@dataclass
class Conventions:
    """What signs and dashes mean in one document."""

    legend: dict[str, str] = field(default_factory=dict)
    """Words by sign."""
    rating_signs: str = ""
    """Stars that some item has several of."""
    authors_behind_dashes: bool = False
    struck_status: str = "dropped"
    """Status of what is struck through."""


@dataclass(frozen=True)
class _Link:
    words: str
    url: str
    start: int
    end: int

    @property
    def markdown(self) -> str:
        return f"[{self.words}]({self.url})" if self.words else self.url


def medium(words: str) -> str | None:
    """Return the kind that words name, empty for `link` and the like, None if they name something else."""
    if re.fullmatch(rf"\W*(?:{_EMOJI}|:[a-z_]+:)?\W*", words):
        return ""
    is_bracketed = re.fullmatch(r"\[\w+\]", words) is not None
    words = words.strip("[]() *_:\ufe0f").casefold()
    words = re.sub(rf"^(?:{_EMOJI})\s*|\s+\d{{1,2}}$|/\w+$", "", words)
    for kind in get_args(MediaKind):
        if re.fullmatch(any_of(f"media.{kind}"), words):
            return str(kind)
    return "" if is_bracketed or re.fullmatch(any_of("link_words"), words) else None


def is_sentence(text: str, *, min_words: int = 5) -> bool:
    """Tell whether words are a sentence rather than a title: few of them begin with a capital letter."""
    words = re.findall(r"[^\W\d_][\w'’]*", text)
    capitals = sum(word[0].isupper() for word in words)
    return len(words) >= min_words and capitals / len(words) < _MAX_CAPITALS


def are_names(text: str) -> bool:
    """Tell whether words look like the names of one or several people."""
    text = re.sub(r",?\s+et al\.?$", "", text.strip())
    text = re.sub(r"(?<=[^\W\d_]{2}),\s+(?=(?:[^\W\d_]\.[ -]?)+(?:,|&|$|\s))", " ", text)  # `Lee, A.` is one name
    return bool(text) and all(
        looks_like_author(part)
        and not _ARTICLE.match(part)
        and len(part.split()) <= 4
        and re.search(r"[^\W\d_]{2}(?!\.)", part)
        for part in _NAMES_SEPARATOR.split(text)
    )


def is_surely_name(text: str) -> bool:
    """Tell whether words that look like a name have an initial or `et al.`."""
    return _SURE_NAME.search(text) is not None


def read_item(item: DraftItem, text: str, conventions: Conventions) -> None:
    """Read the text of an item into its fields."""
    item.structure += _PICTURE.findall(text)
    text = re.sub(r" ?<br ?/?> ?", " ", text)
    if block_id := _BLOCK_ID.search(text):
        item.structure.append(block_id[0])
        text = text[: block_id.start()]
    text = _PICTURE.sub("", text)
    text = _WIKI_LINK.sub(lambda link: link[1] if text[: link.start()].strip() else f"**{link[1]}**", text)
    struck = _STRUCK.match(text.strip())
    if struck:
        text = f"{struck['struck']}  {text.strip()[struck.end() :]}"
        if item.fields.get("status") != "read":
            item.fields["status"] = conventions.struck_status
    text = _read_marks(item, text, conventions)
    links = _find_links(text)
    title = next((link for link in links if medium(link.words) is None), None)
    before = text[: links[0].start] if links else text
    label = re.match(r"\W*(\w[^:\[\]]*?)\W*[:–—-]\W*$", before) if links else None
    if title and not _has_words(text[: title.start]) and not re.search(r"\)[^()\[\]]*[,;/|]", text[: title.start]):
        _read_leading_link(item, text, [title, *(link for link in links if link is not title)], conventions)
    elif not links or _has_words(before) or (links[0].words and _has_words(text)):
        if label:
            _read_labelled_link(item, label[1], text, links, conventions)
        else:
            _read_text_with_links(item, text, links, conventions)
    elif _has_words(text):
        _set_url(item, links[0].url)
        behind = re.match(r">?\s*[:–—-]+\s+([^\W_a-z].*[^.\s])\s*$", text[links[0].end :])
        if behind and len(links) == 1 and len(behind[1].split()) <= _LONG_SENTENCE:
            _read_title(item, behind[1], conventions)
        else:
            _read_remark(item, text[links[0].end :], conventions)
    else:
        _read_leading_link(item, text, links, conventions)


def _has_words(text: str) -> bool:
    """Tell whether a text has words besides its links and a number before them."""
    return re.search(r"\w", re.sub(r"^\W*\d+[.)]|:[a-z_]+:", "", _LINK.sub("", text))) is not None


def _find_links(text: str) -> list[_Link]:
    links = []
    for match in _LINK.finditer(text):
        url = match["bare"] or match["target"]
        words = plain_text(match["words"][1:-1]).strip() if match["words"] else ""
        if url.startswith(("https://", "http://")) and is_valid_url(url):
            links.append(_Link("" if words == url else words, url, match.start(), match.end()))
    return links


def _set_url(item: DraftItem, url: str) -> None:
    item.fields.setdefault("url", url)


# Marks around the text


def _read_marks(item: DraftItem, text: str, conventions: Conventions) -> str:
    """Read signs, ratings, dates, tags and words of status at both ends of a text; return what is between them."""
    notes: list[str] = []
    if (month := match_month(text)) and (behind_month := re.match(r"\.?:\s+(?=\S)", text[month[1] :])):
        notes.append(text[: month[1]])
        text = text[month[1] + behind_month.end() :]
    while (match := _LEADING_MARK.match(text)) and re.search(r"\w", text[match.end() :]):
        if note := _read_mark(item, match, conventions):
            notes.append(note)
        text = text[match.end() :]
    behind: list[str] = []
    while (match := _TRAILING_MARK.search(text, max(0, len(text) - _LONGEST_MARK))) and re.search(
        r"\w", text[: match.start()]
    ):
        if note := _read_mark(item, match, conventions):
            behind.insert(0, note)
        text = text[: match.start()].rstrip(" ,;-–—|")
    for note in (*notes, " ".join(behind)):
        if note:
            item.add_note(note)
    return text


def _read_mark(item: DraftItem, match: re.Match[str], conventions: Conventions) -> str:
    """Read a mark into the fields of an item; return what is to be kept as a note."""
    name, mark = str(match.lastgroup), match[0].strip()
    text = match[name].strip()
    sign = text[0]
    meaning = conventions.legend.get(sign, "")
    if name in ("state", "keyword", "box"):
        written = status_of(text) or "read"
        if item.fields.get("status", written) != written:
            item.doubts.append(("guessed-status", f"`{text}` is taken as the status `{written}`, and not the checkbox"))
        item.fields["status"] = written
        item.structure.append(text)
    elif name == "favourite" or (name == "sign" and not meaning and sign in _FAVOURITE_SIGNS):
        if sign in conventions.rating_signs:
            return text
        item.fields["favourite"] = True
        item.structure.append(text)
    elif name == "sign" and re.fullmatch(any_of("favourite"), meaning, re.IGNORECASE):
        item.fields["favourite"] = True
    elif name == "flag" and len(re.findall(_FLAG, match.string)) == 1 and (language := _language(text)):
        item.fields.setdefault("language", language)
    elif name == "sign" and (kind := medium(meaning) if meaning else _KIND_SIGNS.get(sign)):
        item.fields.setdefault("kind", kind)
    elif name == "sign" and (status := status_of(meaning) if meaning else STATUS_SIGNS.get(sign)):
        item.fields.setdefault("status", status)
    else:
        if name == "dated" and sign == "✅":
            item.fields.setdefault("status", "read")
        return f"{text} {meaning}".strip() if name == "sign" else mark.strip(" :|–—-.,")
    return ""


@cache
def _language(flag: str) -> str:
    """Return the language most spoken where a flag is flown; empty if it is no flag."""
    region = "".join(chr(ord(sign) - 0x1F1E6 + ord("A")) for sign in flag)
    try:
        language = str(Locale.parse(f"und_{region}").language)
    except (UnknownLocaleError, ValueError):
        return ""
    return "" if language == "und" else language


# Links


def _read_leading_link(item: DraftItem, text: str, links: list[_Link], conventions: Conventions) -> None:
    """Read an item that begins with the link of its title."""
    first, *others = links
    _set_url(item, first.url)
    _add_links(item, [link for link in others if link.end <= first.start])
    others = [link for link in others if link.end > first.start]
    before, rest = text[: first.start], text[first.end :]
    if number := re.match(r"\W*(\d+)[.)]", before):
        item.structure.append(number[1])
    for mark in ("***", "**", "__", "*", "_", '"', "”", "»", ")", "]"):
        if before.strip() and rest.startswith(mark):
            rest = rest.removeprefix(mark)
    title = re.sub(r'^["“„«]([^"“”„«»]*)["”“»]$', r"\1", first.words)
    by = re.search(rf",\s+(?:{any_of('by')})\s+", title)
    if by and are_names(title[by.end() :]):
        item.fields["author"] = title[by.end() :]
        item.structure.append(by[0])
        title = title[: by.start()]
    outside = _AROUND_LINKS.sub("", _LINK.sub("", rest))
    if title and not (medium(title) and not outside and not others):
        _set_title(item, title, conventions)
    elif title:
        item.fields["title"] = title
    if others and not outside:
        _add_links(item, others)
    else:
        _read_remark(item, rest, conventions, behind_title=bool(title))


def _set_title(item: DraftItem, title: str, conventions: Conventions) -> None:
    """Set a title; signs at its ends are read as those at the ends of the item."""
    title = _read_marks(item, title, conventions)
    item.fields["title"] = title


def _read_labelled_link(item: DraftItem, label: str, text: str, links: list[_Link], conventions: Conventions) -> None:
    """Read an item such as `Video: [Title](…)`, `Ada Lee: [Title](…)` or `Title: [link](…)`."""
    first = links[0]
    label = plain_text(label)
    kind = medium(label)
    is_title = kind is None and (len(label.split()) > 5 or (len(links) > 1 and not _has_words(text[first.start :])))
    if not first.words or medium(first.words) is not None or is_title:
        _read_text_with_links(item, text, links, conventions)
        return
    is_author = conventions.authors_behind_dashes and re.search(r"\s[–—-]\s*$", text[: first.start])
    if kind is None and is_author and len(first.words.split()) > 1 and are_names(first.words):
        item.fields |= {"title": label, "author": first.words}
        item.add_note(first.markdown)
        item.doubts.append(("guessed-author", f"the link of `{first.words}` is taken as that of the author"))
        _read_remark(item, text[first.end :], conventions)
        return
    if kind is not None:
        item.structure.append(label)
        if kind:
            item.fields.setdefault("kind", kind)
    elif _SURE_NAME.search(label) and are_names(label):
        item.fields["author"] = label
    else:
        item.add_note(label)
    shifted = [_Link(link.words, link.url, link.start - first.start, link.end - first.start) for link in links]
    _read_leading_link(item, text[first.start :], shifted, conventions)


def _add_links(item: DraftItem, links: Iterable[_Link]) -> None:
    """Add links behind the title: those that only name a medium are further addresses, the others are a note."""
    named = []
    for link in links:
        kind = medium(link.words) if link.words else ""
        if kind is None or kind == "discussion":
            named.append(link.markdown)
        else:
            item.add_alias(link.url)
            item.structure.append(link.words)
    if named:
        item.add_note(", ".join(named))


def _cut_trailing_links(item: DraftItem, text: str) -> str:
    """Move links that only name a medium from the end of a text to the addresses of an item."""
    while (links := _find_links(text)) and not _AROUND_LINKS.sub("", text[links[-1].end :]).strip(" ."):
        last = links[-1]
        if last.words and medium(last.words) in (None, "discussion"):
            break
        if not last.words and re.search(r"\w", text[: last.start][-3:]):
            break
        item.structure.append(last.words)
        item.add_alias(last.url)
        text = text[: last.start].rstrip(" ,;:|/·([–—-<")
    return text


def _read_text_with_links(item: DraftItem, text: str, links: list[_Link], conventions: Conventions) -> None:
    """Read an item that begins with words: a title with links behind it, or a sentence with links in it."""
    addresses = [link for link in links if not link.words or medium(link.words) is not None]
    named = [link for link in links if link not in addresses]
    if named and (not addresses or addresses[0].start > named[0].start):
        _read_named_links(item, text, links, named, conventions)
        return
    if not addresses:
        _read_title(item, text, conventions)
        return
    first = addresses[0]
    head = text[: first.start].rstrip(" \t([{<,;:|/·–—-")
    behind = text[first.end :]
    _choose_address(item, addresses)
    if not first.words and head[-1:].isalnum() and re.match(r"\s+[^\W\d_A-Z]", behind):
        item.fields["why"] = text.strip()  # a sentence with an address in it
        return
    if head.count("(") > head.count(")") or not re.search(r"\w", head):
        item.fields["title"] = plain_text(text)
        return
    _read_title(item, head, conventions, is_citation=True)
    for link in reversed(addresses[1:]):
        behind = behind[: link.start - first.end] + behind[link.end - first.end :]
    behind = re.sub(r"[(\[]\s*[,|/]?\s*[\])]", " ", behind)
    if re.search(r"\w", behind):
        _read_remark(item, behind, conventions)


def _read_named_links(
    item: DraftItem, text: str, links: list[_Link], named: list[_Link], conventions: Conventions
) -> None:
    """Read `Title: [part 1](…) [part 2](…)`, or a sentence with links that have their own words."""
    words, head = plain_text(text), text[: named[0].start].rstrip()
    is_last = not _AROUND_LINKS.sub("", _LINK.sub("", text[named[0].start :])).strip(" .")
    goes_on = re.search(rf"\s(?:{any_of('little_words')})$", head) is not None
    if len(named) > 1:
        item.doubts.append(("several-links", f"the first of {len(named)} links is taken as the address"))
    if is_last and not goes_on and (len(named) == 1 or re.search(r"(?<!\.\w)[^\w\s]$", head)):
        _read_title(item, head.rstrip("([ |:"), conventions)
        if not head.endswith("("):
            _set_url(item, named[0].url)
        _add_links(item, [link for link in links if link not in named])
        item.add_note(text[named[0].start : named[-1].end])
        return
    _set_url(item, named[0].url)
    if len(named) == 1 and len(words.split()) > _LONG_SENTENCE and len(named[0].words.split()) > 1:
        item.fields |= {"title": named[0].words, "why": text.strip()}
        return
    item.fields["title"] = words
    for link in links:
        item.add_alias(link.url)


def _choose_address(item: DraftItem, links: list[_Link]) -> None:
    """Take the best link as the address of an item, and the others as further ones."""

    def rank(link: _Link) -> int:
        kind = medium(link.words) if link.words else ""
        ranks = [index for index, kinds in enumerate(_ADDRESS_RANKS) if kind in kinds]
        return 0 if kind == "" else ranks[0] if ranks else len(_ADDRESS_RANKS)

    best = min(links, key=rank)
    if rank(best) < len(_ADDRESS_RANKS):
        _set_url(item, best.url)
        item.structure.append(best.words)
        links = [link for link in links if link is not best]
    _add_links(item, links)


# Words


def _read_title(item: DraftItem, text: str, conventions: Conventions, *, is_citation: bool = False) -> None:
    """Read a title, and behind it an author or why it is worth the time."""
    text = text.strip()
    styled = _STYLED.match(re.sub(r"^\d+[.)]\s+", "", text))
    if styled:
        title = plain_text(styled["title"] or styled["quoted"]).rstrip(" :")
        rest = re.sub(r"^\d+[.)]\s+", "", text)[styled.end() :]
        is_label = (styled["title"] or "").endswith(":") or rest.startswith(":")
        if re.match(r"[\"“„«].+[\"”“»]\s\S", title) and not re.search(r"\w", rest):
            _read_title(item, title, conventions)
            return
        if is_label and (kind := medium(title)):
            item.fields.setdefault("kind", kind)
            item.structure.append(title)
            _read_title(item, rest.lstrip(": "), conventions)
            return
        if re.match(r"[\s,;:.(–—-]|$", rest):
            _set_title(item, title.rstrip(".,") if is_citation else title, conventions)
            rest = f", {rest}" if title.endswith(".") else rest
            _read_remark(item, rest, conventions, behind_title=True, is_styled=True)
            return
    label = re.match(r"(\w+):\s+(?=[\"“„«*_])", text)
    if label and (kind := medium(label[1])):
        item.fields.setdefault("kind", kind)
        item.structure.append(label[1])
        _read_title(item, text[label.end() :], conventions)
        return
    if _read_author_first(item, text, conventions) or (is_citation and _read_citation(item, text)):
        return
    words = plain_text(text) or text
    separator = _SEPARATOR.search(words)
    title, rest = (words[: separator.start()], words[separator.end() :]) if separator else (words, "")
    is_dash = separator is not None and separator[0].strip() != ":"
    behind = _SEPARATOR.search(text)
    is_remark = is_sentence(rest) and (is_dash or rest.endswith((".", "!", "?")) or len(rest.split()) >= _LONG_SENTENCE)
    if rest and (is_remark or (is_dash and (rest[0].islower() or is_sentence(rest, min_words=3)))):
        item.fields |= {"title": title, "why": text[behind.end() :].strip() if behind else rest}
        return
    _read_plain_title(item, words, conventions)


def _read_plain_title(item: DraftItem, words: str, conventions: Conventions) -> None:
    """Read a title with an author behind a dash or `by`, if it has one."""
    cited = re.search(r"\s+\(([^()]+?),?\s+((?:19|20)\d\d)\)$", words)
    if cited and are_names(cited[1]):
        item.fields["author"] = cited[1]
        item.add_note(cited[2])
        _set_title(item, words[: cited.start()], conventions)
        return
    by = re.search(rf",?\s+(?:{any_of('by')})\s+(?=\S)", words)
    if by and len(words[by.end() :].split()) > 1:
        author, rest = split_names(words[by.end() :])
        if author:
            item.structure.append(by[0])
            _set_title(item, words[: by.start()], conventions)
            _set_author(item, author, rest)
            return
    dashes = list(re.finditer(r"\s+([–—-]|--)\s+", words))
    dash = dashes[-1] if dashes else None
    if dash and (conventions.authors_behind_dashes or dash[1] in "—–"):
        author, rest = split_names(words[dash.end() :])
        if author and (conventions.authors_behind_dashes or _SURE_NAME.search(author)):
            _set_title(item, words[: dash.start()], conventions)
            _set_author(item, author, rest)
            return
    _set_title(item, words.strip(" ,;"), conventions)


def _read_author_first(item: DraftItem, text: str, conventions: Conventions) -> bool:
    """Read `Ada Lee, *Title*, …` and `Lee, A. (2011). Title. …`; return whether it was one."""
    styled = _STYLED.search(text)
    if styled and styled.start():
        names = text[: styled.start()].rstrip(" \t:.,–—-")
        year = re.search(r"[\s,(]+((?:19|20)\d\d)\)?$", names)
        names = names[: year.start()] if year else names
        names = names.rstrip(" .") + ("." if _SURE_NAME.search(f"{names} ") and names.endswith(".") else "")
        is_separated = re.search(r"[:.,)–—-]\s*$", text[: styled.start()]) is not None
        if is_separated and len(names.split()) > 1 and are_names(plain_text(names)):
            item.fields["author"] = plain_text(names)
            if year:
                item.add_note(year[1])
            _set_title(item, plain_text(styled["title"] or styled["quoted"]).rstrip(",."), conventions)
            _read_remark(item, text[styled.end() :], conventions)
            return True
    dated = re.match(r"(?P<names>[^()]+?)\s*\((?P<year>(?:19|20)\d\d)[a-z]?\)[.,:]?\s+(?P<title>\S.*)", text)
    if dated and _SURE_NAME.search(dated["names"]) and re.fullmatch(r"[^\d:]+", dated["names"]):
        title, _, rest = dated["title"].partition(". ")
        item.fields["author"] = plain_text(dated["names"])
        item.add_note(dated["year"])
        _set_title(item, plain_text(title).rstrip("."), conventions)
        if rest.strip():
            item.add_note(rest.strip())
        return True
    return False


def _read_citation(item: DraftItem, text: str) -> bool:
    """Read `Title. Authors. Venue Year`; return whether it was one."""
    parts = re.split(r"(?<=[^\W\d_]{2}[.?!])\s+(?=\S)|(?<=\d\.)\s+(?=\S)", plain_text(text))
    if len(parts) < 2 or not are_names(parts[1].rstrip(".")):
        return False
    author = parts[1] if parts[1].endswith("al.") else parts[1].removesuffix(".")
    item.fields |= {"title": parts[0].rstrip("."), "author": author}
    if rest := " ".join(parts[2:]).rstrip("."):
        item.add_note(rest)
    return True


def split_names(text: str) -> tuple[str, str]:
    """Return the longest beginning of a text that looks like names, and what is behind it."""
    styled = _STYLED.match(text)
    if styled and are_names(name := plain_text(styled["title"] or "").rstrip(".")):
        return name, text[styled.end() :]
    ends = [match.start() for match in _BOUNDARY.finditer(prose(text))]
    for end in reversed(ends[:12]):
        dot = text[end : end + 1] == "." and _SURE_NAME.search(f"{text[:end]}. ") is not None
        candidate = plain_text(text[: end + dot])
        if are_names(candidate):
            return candidate, text[end + dot :]
    return "", text


def sure_names(text: str) -> tuple[str, str] | None:
    """Return the names that a line consists of, and a remark in parentheses behind them; None for other lines."""
    names, rest = split_names(text)
    is_alone = re.fullmatch(r"[\W_]*(?:\([^()]*\))?[\W_]*", rest) is not None
    return (names, rest) if names and is_alone and _SURE_NAME.search(f"{names}{rest[:1]}") else None


def _set_author(item: DraftItem, author: str, rest: str) -> None:
    """Set an author; years and words in parentheses behind it are a note, a sentence says why."""
    if year := re.search(r",?\s+\(?((?:19|20)\d\d)\)?$", author):
        author, rest = author[: year.start()], re.sub(r"\s+(?=[,.;])", "", f"{year[1]} {rest}").strip()
    item.fields["author"] = author
    rest = _LEADING_SEPARATOR.sub("", rest, count=1) if _LEADING_SEPARATOR.match(rest) else rest
    rest = rest.strip()
    if not re.search(r"\w", rest):
        return
    if in_parentheses := re.fullmatch(r"\(([^()]*)\)", rest):
        item.add_note(in_parentheses[1])
    elif not find_links(rest) and len(rest.split()) <= 3:
        item.add_note(rest)
    else:
        item.fields["why"] = rest


def _read_remark(
    item: DraftItem, text: str, conventions: Conventions, *, behind_title: bool = False, is_styled: bool = False
) -> None:
    """Read what is behind a title: an author, or why it is worth the time; links at its end are addresses."""
    text = _cut_trailing_links(item, text)
    if text.count(")") > text.count("("):
        text = re.sub(r"^\s*\)", "", text)
    separator = _LEADING_SEPARATOR.match(text)
    sign = separator[0].strip() if separator else ""
    rest = text[separator.end() if separator else 0 :].strip()
    rest = _read_marks(item, rest, conventions)
    rest = rest[separator.end() :] if (separator := _LEADING_SEPARATOR.match(rest)) else rest
    if not re.search(r"\w", rest):
        return
    words_for_by = any_of("by", "before_author") if is_styled and sign == "," else any_of("by")
    by = re.match(rf"(?P<paren>\()?(?:{words_for_by})\s+(?=\S)", rest)
    author_link = re.match(r"\[([^\[\]]+)\]\((https?://[^()\s]+)\)", rest[by.end() :]) if by else None
    if by and author_link and are_names(plain_text(author_link[1])):
        item.structure.append(by[0])
        item.add_note(author_link[0])
        _set_author(item, plain_text(author_link[1]), rest[by.end() + author_link.end() :].lstrip(")"))
        return
    remark = re.match(r"(\([^()]*\))\s+([–—-])\s+(?=\S)", rest) if behind_title else None
    if remark and split_names(rest[remark.end() :])[0]:
        item.add_note(remark[1])
        rest, sign = rest[remark.end() :], remark[2]
    in_parentheses = re.match(r"\(([^()]*)\)", rest)
    inner = in_parentheses[1] if in_parentheses else rest
    if by:
        item_by = by[0]
        inner = inner[len(item_by) - (1 if by["paren"] else 0) :]
    author, more = split_names(inner)
    is_sure = (
        by
        or _SURE_NAME.search(author)
        or (
            len(author.split()) > 1
            and (
                (in_parentheses and (_YEAR.search(more) or is_styled))
                or (sign in ("—", "–", "-") and conventions.authors_behind_dashes)
                or (sign == "," and is_styled)
                or (sign and re.search(r"\((?:19|20)\d\d\)$", author))
                or (is_styled and sign[:1] in "—–/" and sign)
            )
        )
    )
    if author and is_sure and behind_title:
        behind = rest[in_parentheses.end() :] if in_parentheses else ""
        if by:
            item.structure.append(by[0])
        _set_author(item, author, f"{more.strip(' ,')}{behind}")
    elif item.fields.get("why"):
        item.add_note(rest)
    else:
        item.fields["why"] = rest


def add_cell_links(item: DraftItem, column: str, cell: str) -> None:
    """Add the links of a cell; the name of its column tells what they are where their words do not."""
    column_kind = medium(column)
    links = _find_links(cell)
    for link in links:
        kind = medium(link.words)
        if link.words and kind is None and column_kind:
            item.structure.append(link.words)
    named = [
        _Link(column if column_kind and medium(link.words) in (None, "") else link.words, link.url, 0, 0)
        for link in links
    ]
    if "url" in item.fields:
        _add_links(item, named)
    else:
        _choose_address(item, named)
    rest = _LINK.sub("", cell).strip(" ,;|/·")
    if re.search(r"\w", rest):
        item.add_note(rest)


def has_only_media(text: str) -> bool:
    """Tell whether a text is only links that name media or nothing, as in `[paper](…) | [code](…)`."""
    links = _find_links(text)
    is_alone = len(re.findall(r"\w+", _LINK.sub("", text))) <= _SHORT_REMARK
    return bool(links) and is_alone and all(medium(link.words) not in (None, "discussion") for link in links)


def add_addresses(item: DraftItem, text: str) -> None:
    """Add the links of a text to the addresses of an item."""
    links = _find_links(text)
    if "url" in item.fields:
        _add_links(item, links)
    else:
        _choose_address(item, links)
