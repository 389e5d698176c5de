"""References of a plan: the links of sections that belong to no week."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from daytrail.importers.plan import marks
from daytrail.importers.plan.draft import PlanDraft
from daytrail.importers.plan.forms import is_box
from daytrail.importers.plan.items import LEADING_LINK, ItemLine, read_title
from daytrail.importers.plan.walk import Section
from daytrail.importers.reading.media import is_sentence, medium
from daytrail.importers.text.diagnostics import count_words, text_values
from daytrail.importers.text.markdown import BARE_URL, find_links, is_valid_url, plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.urls import normalise, url_keys

_NAMED_LINK = re.compile(
    rf"[^\[\]]{{1,80}}?(?::|\s[-–—])[\s*_]*(?=\[|<?{BARE_URL})|[^\[\]()]{{1,80}}\({BARE_URL}\)\W*$|<?{BARE_URL}"
)
"""The beginning of `Tides: https://…` or `**Tides** - [book](…)`, all of `Tides (https://…)`, or a bare URL."""
_BEHIND_LINK = re.compile(r"\W*$|[*_.]*\s+[-–—(\[]|[*_]*:")
"""Text that may follow a link at the beginning of a line; anything else makes the line a sentence."""
_GENERAL = re.compile(rf"(?:(?:{any_of('resources')})(?:\W+|$)(?:(?:{any_of('and')})\W+)?)+", re.IGNORECASE)
_NOT_LEARNT = re.compile(any_of("not_learnt"), re.IGNORECASE)
_PAPER = re.compile(r"https?://(?:[\w.-]+\.)?(?:arxiv|doi)\.org/")
_OF_PEOPLE = re.compile(
    r"https?://(?:[\w-]+\.)?(?:(?:twitter|x|facebook|instagram|patreon|buymeacoffee|slack|discord|airtable)\.com/"
    r"|discord\.gg/|t\.me/|ctt\.ac/|forms\.gle/|linkedin\.com/(?:in|company)/|github\.com/[^/]+/?$"
    r"|git(?:hub|lab)\.com/.*/(?:issues|pulls|discussions|graphs)\b)"
)
"""Beginning of the URL of a profile, a chat, a form, or the issues of a repository."""
_Title: TypeAlias = tuple[Block, str]
"""Block of the title above some links, and its text, which is empty if it is a sentence."""
_Fields: TypeAlias = dict[str, Any]


def add_references(plan: PlanDraft, sections: Sequence[Section]) -> None:
    """Add the links of sections in no week to the papers and the guides, but for those that the plan has already."""
    rows = [*(fields for week in plan.weeks for _, fields in week.items), *plan.papers, *plan.guides]
    known = {key: row for row in rows for key in url_keys(row.get("url"), row.get("aliases", ()))}
    _add_below(plan, sections, None, known)


def _add_below(plan: PlanDraft, sections: Sequence[Section], above: _Title | None, known: dict[str, _Fields]) -> None:
    """Add the links of sections below a title, given what the plan has of each URL."""
    title, count, end_of_text = above, len(known), 0
    for at, section in enumerate(sections):
        block, words = section.block, marks.title_text(section.block.text).strip("*_: ")
        is_of_week = section.week or section.day or (section.part and section.has_weeks)
        is_read = block.type is BlockType.ROW or plan.ledger.has_words(block.line)
        if is_of_week or is_read or _NOT_LEARNT.fullmatch(words):
            continue
        inner = (block, words if block.type is BlockType.HEADING or marks.is_name(words) else "")
        if title and _is_link(block) and end_of_text != block.line - 1:
            if fields := _add_reference(plan, block, list(_remarks(sections, at)), title, known):
                inner = (block, fields["title"])
        elif block.type is BlockType.TEXT and block.text.rstrip("*_ ").endswith(":") and not section.children:
            title = inner  # of the lines behind it
        elif block.type is BlockType.TEXT and not section.children:
            end_of_text = block.line_numbers[-1]
        _add_below(plan, section.children, inner if inner[1] or not title else title, known)
    for used in dict.fromkeys((above, title) if len(known) > count else ()):
        label = marks.match_label(used[1]) if used else None
        if used and label and label.label == "reading" and (label.is_exact or _GENERAL.fullmatch(used[1])):
            plan.add_structure(*used)


def _is_link(block: Block) -> bool:
    """Tell whether a line is a link with a remark, and not a sentence with a link."""
    text, leading = block.text, None if "![" in block.text else LEADING_LINK.match(block.text)
    if block.type is BlockType.TEXT:
        return bool(leading and _BEHIND_LINK.match(text, leading.end()))
    is_link = (
        leading
        and "://" in leading[0]
        and not (text.startswith(",", leading.end()) and is_sentence(text[leading.end() :]))
    )
    is_link = is_link or (_NAMED_LINK.match(text) and len(find_links(text)) == 1)
    return bool(block.type is BlockType.ITEM and not is_box(block) and is_link)


def _remarks(sections: Sequence[Section], at: int) -> Iterator[Block]:
    """Yield the blocks without a link below a section, and the lines of text that go on behind a line of text."""
    block = sections[at].block
    below = (one.block for one in sections[at].children if not one.children)
    yield from (one for one in below if not (_is_link(one) or is_box(one)))
    is_text, end = block.type is BlockType.TEXT, block.line_numbers[-1]
    for one in (sections[index] for index in range(at + 1, len(sections) if is_text else 0)):
        block = one.block
        if block.type is not BlockType.TEXT or block.line != end + 1 or one.children or _is_link(block):
            break
        yield block
        end = block.line_numbers[-1]


def _add_reference(
    plan: PlanDraft, block: Block, below: Sequence[Block], group: _Title, known: dict[str, _Fields]
) -> _Fields | None:
    """Add a line with a link and the lines below it, and return it as it is in curriculum.yaml, if it is a new one."""
    line, (heading, name) = ItemLine(), group
    read_title(line, block.text)
    url, title, author = (str(line.fields.get(key, "")) for key in ("url", "title", "author"))
    repository = "/".join([*(plan.source_url or "-").split("/")[:5], ""])
    if not is_valid_url(url) or _OF_PEOPLE.match(url) or f"{url}/".startswith(repository):
        return None
    if fields := known.get(normalise(url)):
        if count_words(block.text) <= count_words("\n".join(text_values(fields))):
            plan.add_structure(block, block.text)
        return None
    remarks = [author] if "guessed-author" in line.doubts else []
    title = f"{title} ({author})" if author and not remarks else title
    remarks += [note for note in [line.fields.get("section"), *line.notes, *line.fields.get("aliases", ())] if note]
    words = next((words for words, _ in find_links(block.text)), "")
    if words in remarks and medium(words) is None:  # `All about tides: [Tides](…)`
        remarks[remarks.index(words)], title = title, words
    general = [*filter(_GENERAL.fullmatch, remarks)]  # as `Reading: [Tides](…)`
    remark = "; ".join(one for one in remarks if one not in general)
    texts = [plan.with_links(block, remark), *(plan.take_text(one, one.text) for one in below)]
    about, is_of_papers = " ".join(filter(None, texts)), medium(name.rpartition(" ")[2]) == "paper"
    if name not in ("", title) and not (about or is_of_papers or _GENERAL.fullmatch(name)):
        about = name
        plan.add_text(heading, name)
    is_paper = is_of_papers or _PAPER.match(url)
    fields = {"title": title, "url": url}
    fields |= {"topic" if is_paper else "good_for": plain_text(about) if is_paper else about} if about else {}
    (plan.papers if is_paper else plan.guides).append(fields)
    known[normalise(url)] = fields
    plan.add_text(block, *text_values(fields))
    plan.add_structure(block, *line.structure, *general)
    plan.doubt("links-outside-weeks", block.line)
    return fields
