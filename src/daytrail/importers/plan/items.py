"""Items of a plan: the fields in their lines, and the weeks to which they are added."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from daytrail.importers.plan.columns import LINK, is_nothing_to_do
from daytrail.importers.plan.dates import full_date
from daytrail.importers.plan.draft import PlanDraft, WeekDraft
from daytrail.importers.plan.marks import match_day, match_label
from daytrail.importers.reading.conventions import Conventions
from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.list_item import read_item
from daytrail.importers.reading.media import KIND_SIGNS, medium
from daytrail.importers.reading.names import is_surely_name
from daytrail.importers.reading.status import status_of_heading
from daytrail.importers.text.amounts import AMOUNT, hours_of
from daytrail.importers.text.diagnostics import text_values
from daytrail.importers.text.links import forms_in, with_file_links, without_file_links, without_forms
from daytrail.importers.text.markdown import find_links, plain_text, prose
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.curriculum import Kind

_WORD = rf"(?!(?:{any_of('little_words', 'per')})\b)(?=[^\W\d_])"
_NAME = rf"(?!(?!1\b)\d+\s(?:{any_of('unit_before_noun')})\s)"  # `3 minute talk` takes longer
_HOURS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # `(at 2h00 and at 2h10)` are times of the day.
        rf"\s*(?P<sign>[*_]*)[(\[](?P<more>(?:(?!\dh)[^()\[\]])*?)[,;:]?\s*{AMOUNT}\s*[)\]](?P=sign)\.?\s*$",
        rf"\s*(?P<sign>[*_]*)[(\[](?P<more>)\s*{AMOUNT}\s*[)\]](?P=sign)",
        rf"(?:\s+[-–—~·|]|,|\s*[⏱⏰]\ufe0f?)(?P<more>)\s*(?:(?:{any_of('plan_columns.hours')}):\s*)?{AMOUNT}\s*:?\s*$",
        rf"^\s*(?P<more>){_NAME}{AMOUNT}(?:\s*[:–—|·-]\s+|\s+(?:(?:{any_of('of_series')})\s+)?{_WORD})",
    )
)
_IN_PARENTHESES = re.compile(rf"[(\[]\s*{AMOUNT}(?:\s*|[\s,;+][^()\[\]]*)[)\]]", re.IGNORECASE)
"""An amount with or without a remark behind it."""
_CODE_AMOUNT = re.compile(rf"`({AMOUNT})`", re.IGNORECASE)
_DONE = re.compile(
    rf"\s*(?:(?P<open>[(\[])?\s*(?P<word>✅|✔|\b(?:{any_of('done')})\b)?\s*:?\s*(?:\b(?:{any_of('done_on')})\s+)?"
    r"|(?P<tag>@done\())(?P<date>[^\W_][\w\s.,/-]{7,18})\s*[)\]]?\s*$",
    re.IGNORECASE,
)
_IN_PROGRESS = re.compile(r"^`?(?:DOING|NOW)`? |^\[/\]\s+|\s+[🚧🔄]\ufe0f?(?:\s+[A-Z ]+)?$")
_STRUCK = re.compile(r"~~(?P<struck>[^~]+)~~[\s:,–—-]*(?P<rest>.*)$")
_FLAG = re.compile(
    rf"\s*\\?[(\[](?:{any_of('optional')}|(?P<again>{any_of('re_read')}))\\?[)\]]\s*"
    rf"|^\W*(?:{any_of('optional')})\W*:\W*\s",
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
LEADING_LINK = re.compile(rf"\W{{0,6}}?{LINK}(?:\*\*|__|[*_])?")
_KIND_BEFORE = re.compile(r"^\([^()\d]{3,20}\)\s+")  # as in `(book) [Tides](…)`
_LINK_BEFORE_WORDS = re.compile(rf"{LINK}[*_]*\s+(?=[^\W\d_])")
"""A link with words of the same sentence behind it."""
_BOLD = re.compile(r"\*\*[^*]+\*\*|__[^_]+__")
_BY = re.compile(rf"\b(?:{any_of('by')})\s", re.IGNORECASE)
_CONVENTIONS = Conventions(authors=("behind long dashes",), authors_in_links=("behind `by`",), authors_are_short=True)
"""In plans, an author may follow a dash, but not a hyphen."""
_OF_BOOKS = replace(_CONVENTIONS, authors_behind_styled=("in parentheses",))
"""Behind a label such as `Book:`, words in parentheses behind a title are its author."""
_LONGEST_ITEM = 300
"""Characters of an item; a longer one may be something else."""


@dataclass
class ItemLine:
    """The fields that a line contains, and its words that became structure."""

    fields: dict[str, Any] = field(default_factory=dict)
    structure: list[str] = field(default_factory=list)
    """Words that are no text of the result, such as `(1.5 hrs)`, which becomes a number."""
    done: date | None = None
    doubts: list[str] = field(default_factory=list)
    """Codes of what was guessed."""
    notes: list[str | None] = field(default_factory=list)
    """Parts of its note."""
    relative_links: list[str] = field(default_factory=list)
    """Targets of links that were left out, since the URL of the source document is unknown."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the draft."""

    block: Block
    fields: dict[str, Any]
    """As in curriculum.yaml; more may be added."""

    def add_notes(self, before: str, *behind: str) -> None:
        """Put texts, those that are not empty, before its note and behind it."""
        if note := "; ".join(filter(None, (before, self.fields.get("note"), *behind))):
            self.fields["note"] = note


@dataclass(frozen=True, slots=True)
class Place:
    """Context of a line of a plan, which says where its items belong."""

    week: WeekDraft | None = None
    is_below_part: bool = False
    week_has_heading: bool = False
    group_has_box: bool = False
    """True if there is a checkbox below the nearest heading or label."""
    kind: Kind | None = None
    """The kind of items that the nearest label names."""
    goal: list[str] | None = None
    """The goal to which text of the week belongs; None within a group."""
    heading: Block | None = None
    """The nearest heading."""
    groups: tuple[tuple[Block, str], ...] = ()
    """The headings within the week that are no labels, and the items above that introduce others, with their titles."""
    item: Item | None = None
    """The item, or the heading that became one, of which text is a note."""

    def within(self, block: Block, title: str) -> "Place":
        """Return the place of what is below a title."""
        return replace(self, groups=(*self.groups, (block, title)), item=None, goal=None)


def read_line(text: str, conventions: Conventions | None, source_url: str | None, *, is_ticked: bool) -> ItemLine:
    """Read a line of Markdown: a title and perhaps an author, or else a text; links are counted from `source_url`."""
    item = ItemLine()
    text = with_file_links(text, source_url, item.relative_links)
    item.structure += forms_in(text)
    text = _extract_details(item, without_forms(text), is_ticked=is_ticked)
    links = find_links(text)
    if (links and not _is_about_links(text, links)) or (conventions and not links):
        read_title(item, text, conventions or _CONVENTIONS)
    else:
        item.fields["text"] = plain_text(text) if _BOLD.fullmatch(text) else text
    item.fields, item.notes = without_file_links(item.fields), without_file_links(item.notes)
    return item


def _is_about_links(text: str, links: Sequence[tuple[str, str]]) -> bool:
    """Return whether a line has links within a sentence, several behind words, or only that of a chat: no address."""
    words, _ = links[0]
    is_leading = LEADING_LINK.match(_KIND_BEFORE.sub("", text))
    before = text.partition("[")[0]
    within = _LINK_BEFORE_WORDS.match(text, len(before)) if not (is_leading or _find_section(text)) else None
    is_of_sentence = within and not (_BY.match(text, within.end()) or _ONLY_VERBS.fullmatch(before))
    is_about = is_of_sentence or (not is_leading and (len(links) > 1 or "; " in prose(before)))
    return bool(words) and bool(is_about or (medium(words) == "discussion" and not LEADING_LINK.fullmatch(text)))


def read_title(item: ItemLine, text: str, conventions: Conventions = _CONVENTIONS) -> None:
    """Read a title as one of a reading list, and the section that is meant; a plan keeps all else as a note."""
    section = _find_section(text)
    draft = DraftItem(0)
    read_item(draft, text[: section.start()].rstrip(" ,;:") if section else text, conventions)
    fields = draft.fields
    for words, url in find_links(text) if "url" not in fields else ():
        if text.endswith(f"[{words}]({url})"):
            fields["url"] = url  # as of `**Knots** … [Visit](…)`
    if any(medium(name.split(" ")[-1]) for name in fields.get("author", "").split(", ")):  # as `A — The B Docs`
        fields = {"title": plain_text(text), "url": fields.get("url", "")}
    title, url = fields.get("title", "").removesuffix("->"), fields.get("url", "")
    if not section and (section := _find_section(title)):
        title = title[: section.start()].rstrip(" ,;:")
    if section and (not title or _ONLY_VERBS.fullmatch(title)):
        title = f"{title} {section['section']}".strip() if title or not url else plain_text(text)  # `ch. 4, [video](…)`
        section = None
    elif title.startswith("-") or re.search(r"\d", fields.get("author", "")) or _ONLY_VERBS.fullmatch(title):
        title, fields = plain_text(text), {"url": url}  # as `**Read** chapter 4`, or `A (2020) - "B", C`
    item.fields |= {key: fields[key] for key in ("author", "url", "aliases") if fields.get(key)}
    words = next((words for words, _ in find_links(text)), "")
    item.fields["title"] = title.strip() or words or re.sub(r"^https?://|/$", "", url) or plain_text(text) or "…"
    item.fields |= {"section": section["section"]} if section else {}
    media = [words.strip("()[]:* ") for words in draft.structure if "kind" in fields and medium(words)]
    notes = [*(note["text"] for note in fields.get("notes", ())), fields.get("why"), *media]
    notes += [fields.get("language"), fields.get("status"), "⭐" if "favourite" in fields else ""]
    item.notes[:0] = [note for note in notes if note and re.search(r"[\w⭐]", note)]  # and no 📐 before a title
    item.structure += draft.structure
    author = item.fields.get("author")
    if author and not (_BY.search(text) or is_surely_name(f"{author} ")):
        item.doubts.append("author-in-parentheses" if f"({author}" in text else "guessed-author")


def has_link(text: str) -> bool:
    """Return whether a line of Markdown has a link to the web, or begins with a link to a file next to the document."""
    leading = LEADING_LINK.match(text)
    return "://" in text or bool(leading and not re.search(r"!\[|\]\(#", leading[0]))


def is_to_be_read(text: str) -> bool:
    """Return whether a line without a link says what to read, as `Chapters 1-5` and `Watch *Tides*` do."""
    bare = plain_text(text) if text.startswith(("*", "_")) else text
    return KIND_SIGNS.get(text[:1]) in ("book", "podcast", "video") or bool(
        _SECTION.fullmatch(text) or _TO_BE_READ.match(bare)
    )


def _find_section(text: str) -> re.Match[str] | None:
    """Find a section behind a title, or alone; `Read chapter 3` has no title, `A course (part 1, ch. 2)` no section."""
    section = _SECTION.search(text)
    before = text[: section.start()] if section else ""
    return section if before.count("(") == before.count(")") and not _ONLY_VERBS.fullmatch(before) else None


def _extract_details(item: ItemLine, text: str, *, is_ticked: bool) -> str:
    """Move hours, states, the day it was done and flags from a line to the item; return the rest of the line."""
    for pattern, doubt in ((_IN_PROGRESS, "in-progress"), (_DONE, ""), (_FLAG, "")):
        match = pattern.search(prose(text) if pattern is _FLAG else text)
        is_done = match and pattern is _DONE and (match["word"] or match["tag"] or (match["open"] and is_ticked))
        day = full_date(match["date"]) if match and is_done else None
        if match and (day or pattern is not _DONE):
            item.done = item.done or day
            item.fields |= {"re_read" if match["again"] else "optional": True} if pattern is _FLAG else {}
            item.doubts += [doubt] if doubt else []
            item.structure.append(match[0].strip())
            text = f"{text[: match.start()]} {text[match.end() :]}".strip()
    if match := re.search(r"(?<=\))\s*((?:\\\*)+)\s*$", text):  # stars behind a link
        item.notes.append(match[1])
        text = text[: match.start()]
    if match := _STRUCK.fullmatch(text.strip()):
        item.fields["dropped"] = True
        item.notes.append(match["rest"])
        text = match["struck"]
    return _extract_hours(item, text).strip()


def split_hours(title: str) -> tuple[str, float]:
    """Return a title without the hours that it states, and these; 0 if it states none."""
    item = ItemLine()
    rest = _extract_hours(item, title)
    return "; ".join(filter(None, [rest, *item.notes])), float(item.fields.get("hours", 0))


def _extract_hours(item: ItemLine, text: str) -> str:
    """Move hours, and the words in their parentheses, from a line to the item; return the rest of the line."""
    text = _CODE_AMOUNT.sub(r"(\1)", text)
    masked = prose(text)
    amounts = [hours_of(match)[0] for match in _IN_PARENTHESES.finditer(masked)]
    match = next((match for pattern in _HOURS if (match := pattern.search(masked))), None)
    is_bare = match and match["m"] and "(" not in match[0] and "[" not in match[0]  # `5m` may be five metres
    hours = hours_of(match)[0] if match and not is_bare and len(amounts) < 2 else 0
    if not match or not hours:  # they stay in the text
        total = round(sum(amounts), 2)
        item.fields |= {"hours": total} if total else {}
        item.doubts += ["several-hours"] if total and len(amounts) > 1 else []
        return text
    more = text[slice(*match.span("more"))].strip(" ,;:")
    note = "" if re.fullmatch(any_of("about_amount"), more, re.IGNORECASE) else more
    item.fields["hours"] = round(hours, 2)
    item.structure.append(match[0].replace(note, "", 1).strip() if note else match[0].strip())
    item.notes.append(note)
    item.fields |= {"re_read": True} if re.match(any_of("re_read"), note, re.IGNORECASE) else {}
    rest = text[match.end() :]
    return f"{text[: match.start()]}{' ' if rest[:1].isalnum() else ''}{rest}".strip()


def add_item(
    plan: PlanDraft, place: Place, block: Block, text: str, kind: Kind | None, done: date | None = None
) -> Item | None:
    """Add a text to the week of a place, with the names of its groups as a note; with a link, it is to be read."""
    if not place.week or is_nothing_to_do(text):
        return None
    if kind in (None, "concept"):
        is_link = LEADING_LINK.match(text) if kind else has_link(text) or is_to_be_read(text)
        kind = "reading" if is_link else "concept"
    day = match_day(text) if kind == "reading" and text[:1] != "[" else None
    text = day.rest if day and day.rest and day.marker.endswith(":") else text
    is_book = (label := match_label(block.text)) and medium(label.marker) in ("book", "paper")
    conventions = (_OF_BOOKS if is_book else _CONVENTIONS) if kind == "reading" else None
    item = read_line(text, conventions, plan.source_url, is_ticked=block.checked is True)
    fields = item.fields
    signs = re.split(r"\w", text, maxsplit=1)[0] if "title" in fields else ""
    item.notes[:0] = [f"{sign} {plan.legend[sign]}".strip() for sign in signs if sign in plan.legend]
    item.notes += [day.marker.rstrip(":")] if day and text == day.rest else []
    if not fields.get("text", "…"):  # nothing but hours or marks
        return None
    plan.add_structure(block, *item.structure)
    plan.drop_links(block, item.relative_links)
    titles = (place.week.title, *(title for _, title in place.groups))
    is_done = block.checked or (block.checked is None and ("read", True) in map(status_of_heading, titles))
    if fields.get("dropped") or block.dropped:
        fields["dropped"] = True
        item.doubts += ["guessed-dropped"] if block.checked is None else []
    elif (done := item.done or done) or is_done:
        fields["done"] = done or plan.done
        item.doubts += [] if done else ["guessed-done"]
    if len(str(fields.get("title") or fields.get("text"))) > _LONGEST_ITEM:
        item.doubts.append("long-item")
    item.doubts += [plan.sign_doubts[block.line]] if block.line in plan.sign_doubts else []
    for code in item.doubts:
        plan.doubt(code, block.line)
    for heading, title in place.groups:
        plan.add_text(heading, title)
    note = "; ".join(filter(None, [*(title for _, title in place.groups), *item.notes]))
    fields |= {"note": note} if note else {}
    plan.add_text(block, *text_values(fields))
    return Item(block, place.week.add_item(kind, fields))


def add_note(plan: PlanDraft, item: Item, block: Block) -> None:
    """Add a line below an item to its note."""
    note = item.fields.get("note")
    separator = "\n\n" if block.type is BlockType.TEXT and block.level else "\n"
    depth = block.level - item.block.level - 1 if item.block.type is block.type is BlockType.ITEM else 0
    text = ("  " * depth + "- " if depth > 0 else "") + plan.take_text(block, block.text)
    item.fields["note"] = f"{note}{separator}{text}" if note else text
