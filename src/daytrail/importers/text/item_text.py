"""Fields in one line of a plan or a reading list: title, author, link, section, hours and the day it was done."""

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from daytrail.importers.text.front_matter import date_from
from daytrail.importers.text.markdown import LINK_WORDS, find_links, is_valid_url, links_as_text, plain_text
from daytrail.importers.text.vocabulary import any_of


@dataclass
class ItemText:
    """The fields that a line contains, and its words that became structure."""

    fields: dict[str, Any] = field(default_factory=dict)
    structure: list[str] = field(default_factory=list)
    """Words that are no text of the result, such as `(1.5 hrs)`, which becomes a number."""
    done: date | None = None
    author_is_guessed: bool = False
    """Whether the author is what follows a dash, and may be something else."""


_UNIT = rf"(?:h|{any_of('hour_unit')}|(?P<minutes>m|{any_of('minute_unit')}))"
_AMOUNT = rf"[~≈]?\s*(?P<low>\d{{1,4}}(?:[.,]\d{{1,2}})?)(?:\s*[-–]\s*(?P<high>\d{{1,4}}(?:[.,]\d{{1,2}})?))?\s*{_UNIT}"
_HOURS_AND_MINUTES = re.compile(
    rf"\s*[(\[](?P<more>[^()\[\]\d]*)(?P<hours>\d{{1,3}})\s*(?:h|{any_of('clock_hours')})\s*"
    rf"(?P<minutes>[0-5]?\d)\s*(?:m|{any_of('clock_minutes')})?\s*[)\]]\s*$",
    re.IGNORECASE,
)
_HOURS = (
    re.compile(rf"\s*[(\[](?P<more>[^()\[\]]*?)[,;:]?\s*{_AMOUNT}\s*[)\]]\.?\s*$", re.IGNORECASE),
    re.compile(rf"\s+[-–—~·|⏱](?P<more>)\s*{_AMOUNT}\s*$", re.IGNORECASE),
)
_DONE = re.compile(
    rf"\s*(?:[(\[]?\s*(?:✅|✔|{any_of('done')})\s*:?\s*(?:(?:{any_of('done_on')})\s+)?"
    r"|@done\()(?P<date>\d{4}-\d\d-\d\d)\s*[)\]]?\s*$",
    re.IGNORECASE,
)
_FLAG = re.compile(rf"\s*[(\[](?:(?P<optional>{any_of('optional')})|{any_of('re_read')})[)\]]\s*", re.IGNORECASE)
_SECTION = re.compile(
    rf"[\s,(]+(?P<section>(?:§+|{any_of('section_of_text')})\s*\d[\d.]*"
    r"(?:\s*[-–,&]\s*\d[\d.]*)*)\)?$"
)
_TITLE_AND_AUTHOR = re.compile(rf"^(?P<title>.*\S)\s+(?P<sign>[—–]|--?|(?P<by>{any_of('by')}))\s+(?P<author>\S.*)$")
_NAME_PARTICLE = re.compile(rf"&|{any_of('name_particle')}")
_NAME_WORD = re.compile(r"[^\W\d_](?:[^\W\d]|[.'’&/-])*,?|\(?(?:19|20)\d\d\)?|&")
_BARE_URL = re.compile(r"\s*[-–—:(<]*\s*https?://\S+\s*")
_LEADING_LINK = re.compile(rf"\s*{LINK_WORDS}\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)")
_MOST_AUTHOR_WORDS = 6
"""More words are a remark."""


def read_item(text: str, *, has_author: bool) -> ItemText:
    """Read a line of Markdown: a title and perhaps an author, or else a text."""
    item = ItemText()
    text = _extract_details(item, text)
    links = find_links(text)
    if links:
        _read_links(item, text, links, has_author=has_author)
    elif has_author:
        item.fields |= split_title(item, plain_text(text) or text)
    else:
        item.fields["text"] = text
    if not any(item.fields.get(key) for key in ("title", "text")):
        item.fields["title"] = text or "…"
    return item


def split_title(item: ItemText, text: str, dashes: str = "—–-") -> dict[str, str]:
    """Split plain words into `title`, and `author` and `section` if there are any.

    An author may follow `by` or one of some dashes; then the item records that the author is a guess.
    """
    match = _TITLE_AND_AUTHOR.match(text)
    title, sign, by, author = match.groups() if match else (text, "", "", "")
    # `Learn by Doing` names no author.
    is_separated = len(author.split()) > 1 if by else sign[:1] in dashes
    if not (is_separated and looks_like_author(author)):
        title, author = text, ""
    fields = {"title": title.rstrip(" ,;:") or title}
    if author:
        fields["author"] = author
        item.author_is_guessed = not by
        item.structure.append(by or "")
    if section := _SECTION.search(title):
        fields |= {"title": title[: section.start()].strip(), "section": section["section"]}
    return fields if fields["title"] else {"title": text}


def looks_like_author(text: str) -> bool:
    """Tell whether words look like a name: capital letters, `et al.`, a year."""
    words = text.split()
    if re.search(r"\w{3,}\.$", text):  # a sentence of one word; an initial and `al.` are short
        return False
    names = [word for word in words if not _NAME_PARTICLE.fullmatch(word.casefold().strip(","))]
    return (
        0 < len(names) <= _MOST_AUTHOR_WORDS
        and all(_NAME_WORD.fullmatch(word) for word in names)
        and all(word.strip("(,")[0].isupper() or word.strip("()").isdigit() for word in names)
        and not names[0].strip("()").isdigit()
    )


def _read_links(item: ItemText, text: str, links: list[tuple[str, str]], *, has_author: bool) -> None:
    """Read a line with links: the first one is that of the item, the others are a note."""
    (words, url), *others = links

    def title_fields(title: str) -> dict[str, str]:
        return split_title(item, title) if has_author else {"title": title}

    leading_link = _LEADING_LINK.match(text)
    if words and leading_link:
        rest = text[leading_link.end() :].strip()
        fields = split_title(item, f"{words} {plain_text(rest)}") if has_author and not find_links(rest) else {}
        if fields.get("title") == words:
            item.fields |= fields
        else:
            item.fields |= title_fields(words)
            item.fields |= {"note": note} if (note := re.sub(r"^[-–—:,;|·.\s]+", "", rest)) else {}
    elif words:
        item.fields |= title_fields(plain_text(text))
        if others:
            item.fields["note"] = links_as_text(others)
    else:
        name = plain_text(_BARE_URL.sub(" ", text)).rstrip(":-–— (").strip()
        has_name = re.search(r"\w", name)
        item.fields |= title_fields(name) if has_name else {"title": re.sub(r"^https?://|/$", "", url)}
        if others:
            item.fields["note"] = ", ".join(url for _, url in others)
    if is_valid_url(url):
        item.fields["url"] = url
    else:
        item.fields["note"] = " ".join(filter(None, (item.fields.get("note"), url)))


def _extract_details(item: ItemText, text: str) -> str:
    """Move hours, the day it was done and flags from a line to the item; return the rest of the line."""
    if (match := _DONE.search(text)) and (done := date_from(match["date"])):
        item.done = done
        item.structure.append(match[0].strip())
        text = text[: match.start()]
    while match := _FLAG.search(text):
        item.fields["optional" if match["optional"] else "re_read"] = True
        item.structure.append(match[0].strip())
        text = f"{text[: match.start()]} {text[match.end() :]}".strip()
    return _extract_hours(item, text).strip()


def _extract_hours(item: ItemText, text: str) -> str:
    """Move hours, and the words in their parentheses, from a line to the item; return the rest of the line."""
    if match := _HOURS_AND_MINUTES.search(text):
        item.fields["hours"] = round(int(match["hours"]) + int(match["minutes"]) / 60, 2)
        item.structure.append(match[0].strip())
        return text[: match.start()]
    match = next((match for pattern in _HOURS if (match := pattern.search(text))), None)
    if not match:
        return text
    low, high = (float(match[side].replace(",", ".")) if match[side] else 0.0 for side in ("low", "high"))
    hours = (low + high) / 2 if high > low else low
    hours /= 60 if match["minutes"] else 1
    if not 0 < hours < 10_000:
        return text
    note = match["more"].strip(" ,;:")
    item.fields["hours"] = round(hours, 2)
    item.structure.append(match[0].replace(note, "", 1).strip() if note else match[0].strip())
    if note:
        item.fields["note"] = note
        if re.match(any_of("re_read"), note, re.IGNORECASE):
            item.fields["re_read"] = True
    return text[: match.start()]
