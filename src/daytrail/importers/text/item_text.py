"""Fields in one line of a plan or a reading list: title, author, link, section, hours and the day it was done."""

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from daytrail.importers.text.front_matter import date_from
from daytrail.importers.text.links import absolute_link
from daytrail.importers.text.markdown import (
    LINK_WORDS,
    find_links,
    is_valid_url,
    plain_text,
    prose,
)
from daytrail.importers.text.vocabulary import any_of


@dataclass
class ItemText:
    """The fields that a line contains, and its words that became structure."""

    fields: dict[str, Any] = field(default_factory=dict)
    structure: list[str] = field(default_factory=list)
    """Words that are no text of the result, such as `(1.5 hrs)`, which becomes a number."""
    done: date | None = None
    in_progress: bool = False
    ticked: bool = False
    """True if a tick behind the text says that it is done."""
    author_is_guessed: bool = False
    """True if the author is what follows a dash, and may be something else."""
    hours_are_a_sum: bool = False
    """True if the hours are the sum of several in the line, which stay in the text."""
    hours_are_for_each: bool = False
    """True if the hours are those of each of several things."""
    dropped_is_guessed: bool = False
    """True if it is dropped because of a cross, which may say that it is not done."""
    relative_links: list[str] = field(default_factory=list)
    """Targets of links that were left out, since nobody knows where the source document is."""


_NUMBER = r"(?:\d{1,4}(?:[.,]\d{1,2})?|\d?½)"
_AMOUNT = (
    rf"(?:[~≈⏱⏰⏳⌛🕐🕒]\ufe0f?|{any_of('about_amount')})?\s*(?:"
    rf"(?P<hours>\d{{1,3}})\s*(?:h|{any_of('clock_hours')})\s*(?P<rest>[0-5]?\d)\s*(?:m|{any_of('clock_minutes')})?"
    rf"|(?:(?P<times>\d{{1,2}})\s*[x×]\s*)?(?P<low>{_NUMBER})(?:\s*[-–]\s*(?P<high>{_NUMBER}))?\s*"
    rf"(?:h|{any_of('hour_unit')}|(?P<m>(?<=\d)m)|(?P<minutes>{any_of('minute_unit')})))(?![\w/])"
    rf"(?:\s+(?P<each>{any_of('each')}))?"
)
_HOURS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # `(at 2h00 and at 2h10)` are times of the day.
        rf"\s*[(\[](?P<more>(?:(?!\dh)[^()\[\]])*?)[,;:]?\s*{_AMOUNT}\s*[)\]]\.?\s*$",
        rf"\s*[(\[](?P<more>)\s*{_AMOUNT}\s*[)\]]",
        rf"(?:\s+[-–—~·|]|,|\s*[⏱⏰]\ufe0f?)(?P<more>)\s*{_AMOUNT}\s*:?\s*$",
        rf"^\s*(?P<more>){_AMOUNT}\s*[:–—|·-]\s+",
        rf"\s[-–—](?P<more>)\s*{_AMOUNT}(?=\s*[→;])",
    )
)
_DURATION = re.compile(rf"[(\[]?\s*{_AMOUNT}\s*[)\]]?\.?", re.IGNORECASE)
_IN_PARENTHESES = re.compile(rf"[(\[]\s*{_AMOUNT}(?:\s*|[\s,;+][^()\[\]]*)[)\]]", re.IGNORECASE)
"""An amount with or without a remark behind it."""
_CODE_AMOUNT = re.compile(rf"`({_AMOUNT})`", re.IGNORECASE)
_DONE = re.compile(
    rf"\s*(?:[(\[]?\s*(?:✅|✔|{any_of('done')})\s*:?\s*(?:(?:{any_of('done_on')})\s+)?"
    r"|@done\()(?P<date>\d{4}-\d\d-\d\d)\s*[)\]]?\s*$",
    re.IGNORECASE,
)
TICK = re.compile(r"\s+[✅✔☑]\ufe0f?\s*$")
_STRUCK = re.compile(r"~~(?P<struck>[^~]+)~~[\s:,–—-]*(?P<rest>.*)$")
_FLAG = re.compile(
    rf"\s*\\?[(\[](?:(?P<optional>{any_of('optional')})|{any_of('re_read')})\\?[)\]]\s*"
    rf"|^\W*(?P<label>{any_of('optional')})\W*:\W*\s",
    re.IGNORECASE,
)
_SECTION = re.compile(
    rf"(?:^|(?<![\s,(–—-])[\s,(–—-]++)(?P<section>(?:§+|(?:{any_of('section_of_text')})(?=[\s\d]))\s*\d[\d.]*"
    r"(?:\s*[-–,&]\s*\d[\d.]*)*)\)?[.,]?$"
)
_ONLY_VERBS = re.compile(rf"(?:\W*(?:{any_of('verb_before_section', 'little_words')})\b)+\W*|\W*\w\W*", re.IGNORECASE)
_TITLE_AND_AUTHOR = re.compile(rf"^(?P<title>.*\S)\s+(?P<sign>[—–]|--?|(?P<by>{any_of('by')}))\s+(?P<author>\S.*)$")
_NAME_PARTICLE = re.compile(rf"&|{any_of('name_particle')}")
_NAME_WORD = re.compile(r"[^\W\d_](?:[^\W\d]|[.'’&/-])*,?|\(?(?:19|20)\d\d\)?|&")
_MARKED_TITLE = re.compile(r"(?:\*\*?|__?|[\"“„«']).+(?:\*\*?|__?|[\"”“»'])$")
_MARKED_TITLE_AND_AUTHOR = re.compile(
    rf"(?P<title>{_MARKED_TITLE.pattern.removesuffix('$')})\s+(?P<by>{any_of('by')})\s+(?P<author>[^,;()]+?)\s*(?P<rest>[,;(].*)?"
)
_BARE_URL = re.compile(r"\s*[-–—:(<]*\s*https?://\S+\s*")
_BEFORE_URL = ":-–—(>→ "
LINK = re.compile(rf"{LINK_WORDS}\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)")
LEADING_LINK = re.compile(rf"\W{{0,6}}?{LINK.pattern}(?:\*\*|__|[*_])?")
_LABELLED_LINK = re.compile(rf"(?P<label>[^:\[\]]{{1,60}}?)\W*:\W*\s(?=[\"“*_]*{LINK.pattern})")
_IMAGE_OR_LINK = re.compile(
    rf"(?P<image>!?)(?P<words>{LINK_WORDS})\(\s*<?(?P<target>[^()\s<>]*(?:\([^()]*\))?)>?[^()]*\)"
)
FILE_URL = "https://file.invalid/"
"""In place of the unknown URL of a file beside the document."""
_FILE_LINK = re.compile(rf"{LINK_WORDS}\({re.escape(FILE_URL)}\)")
_MEDIUM = re.compile(rf"\s*\(\[(?:{any_of('media', 'link_words')})\]\([^()\s]*\)\)\s*$", re.IGNORECASE)
"""A link behind the text that only names its medium."""
_FORMS = any_of("media", "link_words")
_FILE_FORM = re.compile(rf"\s*\[(?:\[(?:{_FORMS})\]\({re.escape(FILE_URL)}\)|(?:{_FORMS}))\](?![(\[])", re.IGNORECASE)
"""A link to a file that only names its medium, in brackets: `[[GitHub](a.ipynb)]`, or what is left of it."""
_CHAT = re.compile(rf"\W*(?:{any_of('chat')})\W*", re.IGNORECASE)
_ALTERNATIVE = re.compile(rf"\W*(?:{any_of('alternative')})\W*\d*\W*", re.IGNORECASE)
_REMARK = re.compile(r"\s*\(([^()]+)\)$")
_LEADING_SIGN = re.compile(r"^[\U0001F300-\U0001FAFF\u2600-\u27BF]\ufe0f?\s+(?=\S)")
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "'": "'"}
_MOST_HOURS = 10_000
_MOST_AUTHOR_WORDS = 6
"""More words are a remark."""


def read_item(text: str, *, has_author: bool, source_url: str | None = None) -> ItemText:
    """Read a line of Markdown: a title and perhaps an author, or else a text.

    Relative links are counted from `source_url`; without it, their words are kept and their targets reported.
    """
    item = ItemText()
    text = with_file_links(text, source_url, item.relative_links)
    item.structure += _FILE_FORM.findall(text)
    text = _extract_details(item, without_forms(text))
    links = find_links(text)
    if links:
        _read_links(item, text, links, has_author=has_author)
    elif has_author:
        item.fields |= _title_fields(item, text)
    else:
        item.fields["text"] = text
    if not any(item.fields.get(key) for key in ("title", "text")):
        item.fields["title"] = plain_text(text) or "…"
    item.fields = without_file_links(item.fields)
    item.author_is_guessed = item.author_is_guessed and "author" in item.fields
    return item


def without_forms(text: str) -> str:
    """Return a text without what is left of links that only name a medium, as of `Knots [[GitHub](knots.ipynb)]`."""
    return _FILE_FORM.sub("", text) or text


def has_link(text: str) -> bool:
    """Return whether a line of Markdown has a link to the web, or begins with one to a file beside the document."""
    leading = LEADING_LINK.match(text)
    return "http" in text or bool(leading and not re.search(r"!\[|\]\(#", leading[0]))


def with_absolute_links(text: str, source_url: str | None, left_out: list[str]) -> str:
    """Return a text with relative links as links to the web, or as their words if the source's URL is unknown."""
    resolved: str = without_file_links(with_file_links(text, source_url, left_out))
    return resolved


def without_file_links(value: Any) -> Any:
    """Return a text, or all fields of an item, with the words of links to `FILE_URL` in place of the links."""
    if isinstance(value, dict):
        fields = {key: without_file_links(inner) for key, inner in value.items() if inner != FILE_URL}
        return {key: inner for key, inner in fields.items() if inner != []}
    if isinstance(value, list):
        return [url for url in value if url != FILE_URL]
    return _FILE_LINK.sub(lambda match: match[0][1:].partition("](")[0], value) if isinstance(value, str) else value


def with_file_links(text: str, source_url: str | None, left_out: list[str]) -> str:
    """Return a text with relative links as links to the web; if the source's URL is unknown, all to `FILE_URL`.

    So an item has the same fields, but for its URL, whether the source's URL is known or not.
    """

    def replaced(match: re.Match[str]) -> str:
        target = match["target"]
        if not target or re.match(r"(?!file:)[a-z][a-z0-9+.-]*:", target, re.IGNORECASE):
            return match[0]
        if (url := absolute_link(target, source_url)) and is_valid_url(url):
            return f"{match['image']}{match['words']}({url})"
        left_out.append(target)
        is_file = not match["image"] and not target.startswith("#") and match["words"] != "[]"
        return f"{match['words']}({FILE_URL})" if is_file else match["words"][1:-1]

    return _IMAGE_OR_LINK.sub(replaced, text) if "](" in text else text


def split_title(item: ItemText, text: str, dashes: str = "—–") -> dict[str, str]:
    """Split plain words into `title`, and `author` and `section` if there are any.

    An author may follow `by` or one of some dashes; then the item records that the author is a guess.
    """
    section = _find_section(text)
    words = text[: section.start()].rstrip(" ,;:") if section else text
    match = _TITLE_AND_AUTHOR.match(words)
    title, sign, by, author = match.groups() if match else (words, "", "", "")
    # `Learn by Doing` names no author.
    is_separated = len(author.split()) > 1 if by else sign[:1] in dashes
    if not (is_separated and looks_like_author(author)):
        title, author = words, ""
    if not section and (section := _find_section(title)):
        title = title[: section.start()].rstrip(" ,;:")
    if not title:
        return {"title": text}
    fields = {"title": title.rstrip(" ,;:") or title}
    if author:
        fields["author"] = author.rstrip(",")
        item.author_is_guessed = not by
        item.structure.append(by or "")
    return fields | ({"section": section["section"]} if section else {})


def _find_section(text: str) -> re.Match[str] | None:
    """Find a section behind a title at the end of a text, or one that is the whole text.

    `Read chapter 3` has no title, and in `A course (part 1, ch. 2)` the section is in parentheses with other words.
    """
    section = _SECTION.search(text)
    before = text[: section.start()] if section else ""
    is_title = before.count("(") == before.count(")") and not _ONLY_VERBS.fullmatch(before)
    return section if is_title else None


_TASK = re.compile(rf"(?:{any_of('kinds.practice', 'kinds.reading')})\s", re.IGNORECASE)
"""The first word of what is to be done, as in `Read Chapter Two`."""


def looks_like_author(text: str) -> bool:
    """Return whether words look like a name: capital letters, `et al.`, a year."""
    words = text.split()
    if re.search(r"\w{3,}\.$", text) or _TASK.match(text):  # a sentence of one word; an initial and `al.` are short
        return False
    names = [word for word in words if not _NAME_PARTICLE.fullmatch(word.casefold().strip(","))]
    return (
        0 < len(names) <= _MOST_AUTHOR_WORDS
        and all(_NAME_WORD.fullmatch(word) for word in names)
        and all(word.strip("(,")[0].isupper() or word.strip("()").isdigit() for word in names)
        and not names[0].strip("()").isdigit()
    )


def _title_fields(item: ItemText, text: str) -> dict[str, str]:
    """Split a line of Markdown without links; a hyphen is before an author only if the title is marked as one."""
    text = _LEADING_SIGN.sub("", text)
    before, hyphen, behind = text.rpartition(" - ")
    is_marked = hyphen and _MARKED_TITLE.fullmatch(before.strip()) and len(behind.split()) > 1
    fields = split_title(item, plain_text(text) or text, "—–-" if is_marked else "—–")
    if "author" not in fields:
        fields = _marked_title_fields(item, text) or fields
    remark = _REMARK.search(text)
    if remark and "author" not in fields:  # `The Sea by Ada Lee (free online)`
        short = split_title(item, plain_text(text[: remark.start()]), "")
        fields = short | {"note": remark[1]} if "author" in short else fields
    title = fields["title"]
    if title[:1] in _QUOTES and title[-1] == _QUOTES[title[0]] and not set(title[1:-1]) & set(title[:1] + title[-1:]):
        fields["title"] = title[1:-1] or title
    return fields


def _marked_title_fields(item: ItemText, text: str) -> dict[str, str]:
    """Split `"Title" by Author, and a remark`: behind a marked title, one word is a name too."""
    match = _MARKED_TITLE_AND_AUTHOR.fullmatch(text)
    if not match or not looks_like_author(match["author"]):
        return {}
    item.structure.append(match["by"])
    note = (match["rest"] or "").strip(" ,;()")
    return {"title": plain_text(match["title"]), "author": match["author"]} | ({"note": note} if note else {})


def _read_links(item: ItemText, text: str, links: list[tuple[str, str]], *, has_author: bool) -> None:
    """Read a line with links: that whose words are the title is the item's, unless it is a chat; others are a note."""
    label = _LABELLED_LINK.match(text)
    leading = LEADING_LINK.match(text, label.end() if label else 0)
    (words, url), *others = links
    if leading and words and not _CHAT.fullmatch(words):
        rest = text[leading.end() :].strip()
        item.fields |= _behind_title(item, plain_text(words), rest, has_author=has_author)
        if label:
            note = plain_text(label["label"].strip("*_ "))
            item.fields["note"] = "; ".join(filter(None, (note, item.fields.get("note"))))
    elif len(links) == 1 and not _CHAT.fullmatch(words):
        if (medium := _MEDIUM.search(text)) and medium.start():
            text, words = text[: medium.start()], ""
            item.structure.append(plain_text(medium[0]))
        name = plain_text(text if words else _BARE_URL.sub(" ", text)).rstrip(_BEFORE_URL if not words else "").strip()
        name += ")" * (not words and name.count("(") > name.count(")"))  # it was taken for the end of the URL
        name = name if re.search(r"\w", name) else re.sub(r"^https?://|/$", "", url)
        if has_author:
            item.fields |= split_title(item, name) if words else _title_fields(item, name)
        else:
            item.fields["title"] = name
    elif words:
        item.fields["text"] = text  # nobody knows which of the links is meant, so all stay where they are
        return
    else:
        name = plain_text(_BARE_URL.sub(" ", text)).rstrip(_BEFORE_URL).strip()
        item.fields["title"] = name if re.search(r"\w", name) else re.sub(r"^https?://|/$", "", url)
        item.fields |= {"note": ", ".join(url for _, url in others)} if others else {}
    if is_valid_url(url):
        item.fields["url"] = url
    else:
        item.fields["note"] = " ".join(filter(None, (item.fields.get("note"), url)))


def _behind_title(item: ItemText, title: str, rest: str, *, has_author: bool) -> dict[str, Any]:
    """Return the fields of a title with a link, and of what is behind the link: an author, a section, a note."""
    fields: dict[str, Any] = {"title": title}
    aliases = [url for words, url in find_links(rest) if _ALTERNATIVE.fullmatch(words) and is_valid_url(url)]
    if aliases:
        fields["aliases"] = aliases
        for match in list(LINK.finditer(rest))[::-1]:
            words = match[0][1:].partition("](")[0]
            if _ALTERNATIVE.fullmatch(words):
                item.structure.append(words)
                rest = f"{rest[: match.start()].rstrip(' (,')} {rest[match.end() :].lstrip(' ),')}".strip()
    if not find_links(rest):
        words = plain_text(rest)
        split = split_title(item, f"{title} {words}") if has_author or _SECTION.fullmatch(words) else {}
        if split.get("title") == title:
            return fields | split
    note = re.sub(r"^[-–—:,;|·.\s]+", "", rest)
    if section := _SECTION.fullmatch(plain_text(note)):
        is_verb = _ONLY_VERBS.fullmatch(title)  # `[Read](…) chapter 3`
        return fields | ({"title": f"{title} {plain_text(note)}"} if is_verb else {"section": section["section"]})
    if re.fullmatch(r"\((?:[^()]|\([^()]*\))*\)", note):
        note = note[1:-1]
    return fields | ({"note": note} if re.search(r"\w", note) else {})


def _extract_details(item: ItemText, text: str) -> str:
    """Move hours, the day it was done and flags from a line to the item; return the rest of the line."""
    if (match := _DONE.search(text)) and (done := date_from(match["date"])):
        item.done = done
        item.structure.append(match[0].strip())
        text = text[: match.start()]
    elif match := TICK.search(text):
        item.ticked = True
        text = text[: match.start()]
    if match := _STRUCK.fullmatch(text.strip()):
        item.fields |= {"dropped": True} | ({"note": match["rest"]} if match["rest"] else {})
        text = match["struck"]
    for match in reversed([*_FLAG.finditer(prose(text))]):
        item.fields["optional" if match["optional"] or match["label"] else "re_read"] = True
        item.structure.append(match[0].strip())
        text = f"{text[: match.start()]} {text[match.end() :]}".strip()
    return _extract_hours(item, text).strip()


def read_duration(text: str) -> float | None:
    """Return the hours of a text that is an amount of time and nothing else, as `1.5 hrs` or `20–30 min`."""
    match = _DURATION.fullmatch(_CODE_AMOUNT.sub(r"\1", text.strip()))
    hours = round(_hours_in(match), 2) if match else 0
    return hours if 0 < hours < _MOST_HOURS else None


def _hours_in(match: re.Match[str]) -> float:
    """Return the hours of a match of an amount."""
    if match["hours"]:
        return int(match["hours"]) + int(match["rest"]) / 60
    low, high = (_number(match[side] or "0") for side in ("low", "high"))
    hours = ((low + high) / 2 if high > low else low) * int(match["times"] or 1)
    return hours / (60 if match["minutes"] or match["m"] else 1)


def _number(text: str) -> float:
    whole, half, _ = text.replace(",", ".").partition("½")
    return float(whole or 0) + (0.5 if half else 0)


def _extract_hours(item: ItemText, text: str) -> str:
    """Move hours, and the words in their parentheses, from a line to the item; return the rest of the line."""
    text = _CODE_AMOUNT.sub(r"(\1)", text)
    masked = prose(text)
    all_amounts = [_hours_in(match) for match in _IN_PARENTHESES.finditer(masked)]
    match = next((match for pattern in _HOURS if (match := pattern.search(masked))), None)
    is_bare = match and match["m"] and "(" not in match[0] and "[" not in match[0]  # `5m` may be five metres
    if len(all_amounts) > 1 or not match or is_bare:
        if hours := round(sum(all_amounts), 2):  # they stay in the text
            item.fields["hours"], item.hours_are_a_sum = hours, len(all_amounts) > 1
        return text
    hours = _hours_in(match)
    if not 0 < hours < _MOST_HOURS:
        return text
    item.hours_are_for_each = bool(match["each"])
    note = text[slice(*match.span("more"))].strip(" ,;:")
    note = "" if re.fullmatch(any_of("about_amount"), note, re.IGNORECASE) else note
    item.fields["hours"] = round(hours, 2)
    item.structure.append(match[0].replace(note, "", 1).strip() if note else match[0].strip())
    rest = text[match.end() :]
    if rest.lstrip().startswith("→"):
        note, rest = "; ".join(filter(None, (note, rest.strip()))), ""
    if note:
        item.fields["note"] = "; ".join(filter(None, (item.fields.get("note"), note)))
        if re.match(any_of("re_read"), note, re.IGNORECASE):
            item.fields["re_read"] = True
    return f"{text[: match.start()]}{' ' if rest[:1].isalnum() else ''}{rest}".strip()
