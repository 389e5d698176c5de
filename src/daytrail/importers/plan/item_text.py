"""Fields in one line of a plan: what a reading list has too, and its section, hours and the day it was done."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from daytrail.importers.reading.conventions import Conventions
from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.list_item import read_item as read_list_item
from daytrail.importers.reading.media import KIND_SIGNS, medium
from daytrail.importers.reading.names import is_surely_name
from daytrail.importers.text.amounts import AMOUNT, hours_of, read_amount
from daytrail.importers.text.front_matter import date_from
from daytrail.importers.text.links import forms_in, with_file_links, without_file_links, without_forms
from daytrail.importers.text.markdown import LINK_WORDS, find_links, plain_text, prose
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
    """Targets of links that were left out, since the URL of the source document is unknown."""


_AMOUNT = rf"{AMOUNT}(?:\s+(?P<each>{any_of('each')}))?"
_HOURS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # `(at 2h00 and at 2h10)` are times of the day.
        rf"\s*(?P<sign>[*_]*)[(\[](?P<more>(?:(?!\dh)[^()\[\]])*?)[,;:]?\s*{_AMOUNT}\s*[)\]](?P=sign)\.?\s*$",
        rf"\s*(?P<sign>[*_]*)[(\[](?P<more>)\s*{_AMOUNT}\s*[)\]](?P=sign)",
        rf"(?:\s+[-–—~·|]|,|\s*[⏱⏰]\ufe0f?)(?P<more>)\s*{_AMOUNT}\s*:?\s*$",
        rf"^\s*(?P<more>){_AMOUNT}\s*[:–—|·-]\s+",
    )
)
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
_VERBS = any_of("verb_before_section", "verb_of_reading", "little_words")
_ONLY_VERBS = re.compile(rf"(?:\W*(?:{_VERBS})\b)+\W*|\W*\w\W*", re.IGNORECASE)
_TO_BE_READ = re.compile(
    rf"(?:{any_of('verb_of_reading')})\s+(?:(?:{any_of('little_words')})\s+)?"
    rf"(?:(?:§|{any_of('section_of_text')})\s*\d|[\"“„«][^\W\d_]|[*_]{{1,2}}[^\W\d_])",
    re.IGNORECASE,
)
_LINK_OF_ANOTHER = re.compile(r"[^\[\]]*\w[^\[\]]*[,;]\s+\[[^\[\]]* [^\[\]]*\]\(")
"""A title without a link, then the link of a second title, as in `Lee, ch. 1; [Cole 2019](https://…)`."""
LINK = re.compile(rf"{LINK_WORDS}\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)")
_BY = re.compile(rf"\b(?:{any_of('by')})\s", re.IGNORECASE)
LEADING_LINK = re.compile(rf"\W{{0,6}}?{LINK.pattern}(?:\*\*|__|[*_])?")
_CONVENTIONS = Conventions(authors=("behind long dashes",), authors_are_short=True)
"""In plans, an author may follow a dash, but not a hyphen."""


def read_item(text: str, *, has_author: bool, source_url: str | None = None) -> ItemText:
    """Read a line of Markdown: a title and perhaps an author, or else a text.

    Relative links are counted from `source_url`; without it, their words are kept and their targets reported.
    """
    item = ItemText()
    text = with_file_links(text, source_url, item.relative_links)
    item.structure += forms_in(text)
    text = _extract_details(item, without_forms(text))
    links = find_links(text)
    if (links and not _is_about_links(text, links)) or (has_author and not links):
        _read_title(item, text)
    else:
        item.fields["text"] = text
    item.fields = without_file_links(item.fields)
    return item


def _is_about_links(text: str, links: Sequence[tuple[str, str]]) -> bool:
    """Return whether a line has several links behind its first words, or only that of a chat: none is its address."""
    words, _ = links[0]
    return bool(words) and (
        (len(links) > 1 and not LEADING_LINK.match(text))
        or (medium(words) == "discussion" and not LEADING_LINK.fullmatch(text))
    )


def _read_title(item: ItemText, text: str) -> None:
    """Read a title as one of a reading list, and the section that is meant; a plan keeps all else as a note."""
    section = _find_section(text)
    draft = DraftItem(0)
    read_list_item(draft, text[: section.start()].rstrip(" ,;:") if section else text, _CONVENTIONS)
    title, url = draft.fields.get("title", ""), draft.fields.get("url", "")
    if not section and (section := _find_section(title)):
        title = title[: section.start()].rstrip(" ,;:")
    is_of_several = title.startswith("-") or re.search(r"\d", draft.fields.get("author", ""))  # `A (2020) - "B", C`
    if section and (not title or _ONLY_VERBS.fullmatch(title)):
        title = f"{title} {section['section']}".strip() if title or not url else plain_text(text)  # `ch. 4, [video](…)`
        section = None
    elif is_of_several or _ONLY_VERBS.fullmatch(title) or (url and _LINK_OF_ANOTHER.match(text)):
        title = plain_text(text)  # as `**Read** chapter 4`
        draft.fields |= {"notes": [], "why": "", "author": ""}
    fields = {key: draft.fields[key] for key in ("author", "url", "aliases") if draft.fields.get(key)}
    words = next((words for words, _ in find_links(text)), "")
    fields["title"] = title or words or re.sub(r"^https?://|/$", "", url) or plain_text(text) or "…"
    fields |= {"section": section["section"]} if section else {}
    notes = [*(note["text"] for note in draft.fields.get("notes", ())), draft.fields.get("why")]
    notes += [words.strip("()[]:* ") for words in draft.structure if "kind" in draft.fields and medium(words)]
    notes += [draft.fields.get("language"), draft.fields.get("status"), "⭐" if "favourite" in draft.fields else ""]
    if note := "; ".join(filter(None, (*notes, item.fields.get("note")))):
        fields["note"] = note
    item.fields |= fields
    item.structure += draft.structure
    item.author_is_guessed = "author" in fields and not (
        _BY.search(prose(text)) or is_surely_name(f"{fields['author']} ")
    )


def has_link(text: str) -> bool:
    """Return whether a line of Markdown has a link to the web, or begins with a link to a file next to the document."""
    leading = LEADING_LINK.match(text)
    return "://" in text or bool(leading and not re.search(r"!\[|\]\(#", leading[0]))


def is_to_be_read(text: str) -> bool:
    """Return whether a line without a link says what to read, as `Chapters 1-5` and `Watch *Tides*` do."""
    bare = plain_text(text) if text.startswith(("*", "_")) else text
    return text[:1] in KIND_SIGNS or bool(_SECTION.fullmatch(text) or _TO_BE_READ.match(bare))


def _find_section(text: str) -> re.Match[str] | None:
    """Find a section behind a title at the end of a text, or one that is the whole text.

    `Read chapter 3` has no title, and in `A course (part 1, ch. 2)` the section is in parentheses with other words.
    """
    section = _SECTION.search(text)
    before = text[: section.start()] if section else ""
    is_title = before.count("(") == before.count(")") and not _ONLY_VERBS.fullmatch(before)
    return section if is_title else None


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


def split_hours(title: str) -> tuple[float | None, str]:
    """Return the hours that a title says, None if it says none, and the title without them."""
    if amount := read_amount(title.replace("`", "")):
        return amount[0], ""
    item = ItemText()
    rest = _extract_hours(item, title).strip()
    return item.fields.get("hours"), rest


def _extract_hours(item: ItemText, text: str) -> str:
    """Move hours, and the words in their parentheses, from a line to the item; return the rest of the line."""
    text = _CODE_AMOUNT.sub(r"(\1)", text)
    masked = prose(text)
    all_amounts = [hours_of(match)[0] for match in _IN_PARENTHESES.finditer(masked)]
    match = next((match for pattern in _HOURS if (match := pattern.search(masked))), None)
    is_bare = match and match["m"] and "(" not in match[0] and "[" not in match[0]  # `5m` may be five metres
    if len(all_amounts) > 1 or not match or is_bare:
        if hours := round(sum(all_amounts), 2):  # they stay in the text
            item.fields["hours"], item.hours_are_a_sum = hours, len(all_amounts) > 1
        return text
    hours = hours_of(match)[0]
    if not hours:
        return text
    item.hours_are_for_each = bool(match["each"])
    note = text[slice(*match.span("more"))].strip(" ,;:")
    note = "" if re.fullmatch(any_of("about_amount"), note, re.IGNORECASE) else note
    item.fields["hours"] = round(hours, 2)
    item.structure.append(match[0].replace(note, "", 1).strip() if note else match[0].strip())
    rest = text[match.end() :]
    if note:
        item.fields["note"] = "; ".join(filter(None, (item.fields.get("note"), note)))
        if re.match(any_of("re_read"), note, re.IGNORECASE):
            item.fields["re_read"] = True
    return f"{text[: match.start()]}{' ' if rest[:1].isalnum() else ''}{rest}".strip()
