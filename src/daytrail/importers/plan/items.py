"""Items of a plan: lines that are read as something to learn, to read or to do, in the week in which they are."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from daytrail.importers.plan.columns import is_empty_cell, is_nothing_to_do
from daytrail.importers.plan.draft import PlanDraft, WeekDraft
from daytrail.importers.plan.heading_marks import match_day, match_span, match_week, without_bold
from daytrail.importers.plan.item_text import TICK, ItemText, has_link, is_to_be_read, read_item
from daytrail.importers.text.dates import match_weekday
from daytrail.importers.text.diagnostics import text_values
from daytrail.importers.text.links import with_absolute_links
from daytrail.importers.text.markdown import BARE_URL, find_links, plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.model.curriculum import Kind

_IN_PROGRESS = re.compile(r"^`?(?:DOING|NOW)`? |^\[/\]\s+|^\W*[🚧🔄]\ufe0f?\s+|\s+[🚧🔄]\ufe0f?(?:\s+[A-Z ]+)?$")
_BRACKETS = re.compile(r"\[[ xX]\]")
_NO_ITEM = re.compile(r"[.!?]\W*$|^(?!.*:\w+:\W*$).*:\W*$|^\W*$|^(?:\*\*|__).*(?:\*\*|__)$")
"""A sentence, or a label of lines below it, and not `Knots :white_check_mark:`."""
_BREAK = re.compile(r"^(?:&nbsp;)+|\s*<br ?/?>$")
_OPEN_BOX = re.compile(r"(?:(?P<doing>\[/\]|[🚧🔄]\ufe0f?)|\[[>!?*]\]|[⏳⌛]\ufe0f?)\s+(?=.*\w)")
"""A sign, or a checkbox of Obsidian, that is open: begun, put off, important or a question."""
_STATE_WORD = re.compile(
    r"`?(?P<word>TODO|LATER|WAITING|NEXT|(?P<done>DONE)|(?P<dropped>CANCELL?ED)|(?P<doing>DOING|NOW))`?\s(?=.*\w)"
)
"""A state as Logseq and Org mode write it."""
_URL = re.compile(rf"<?{BARE_URL}>?")
_LONGEST_ITEM = 300
"""Characters of an item; a longer one may be something else."""
_BOLD = re.compile(r"\*\*[^*]+\*\*|__[^_]+__")
_DAY = re.compile(r"(?P<day>[^\W_][^:*_]{1,24}?)\s*[:\uff1a]\s+(?P<text>\S.*)")
LABELLED = re.compile(r"(?:\*\*|__)(?P<title>[^*_]+?):?(?:\*\*|__):?\s+(?P<text>\S.*)")
"""A choice with a name, or a milestone with that of its week."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the draft."""

    block: Block
    kind: Kind
    fields: dict[str, Any]
    """As in curriculum.yaml; more may be added."""


@dataclass(frozen=True, slots=True)
class Place:
    """Context of a line of a plan, which says where its items belong."""

    week: WeekDraft | None = None
    is_below_part: bool = False
    week_has_heading: bool = False
    week_has_box: bool = False
    group_has_box: bool = False
    """True if there is a checkbox below the nearest heading or label."""
    kind: Kind | None = None
    """The kind of items that the nearest label names."""
    kind_is_of_text: bool = False
    """True if that label has its items in its own line or in lines below it, so that tables are no part of them."""
    heading: Block | None = None
    """The nearest heading."""
    groups: tuple[tuple[Block, str], ...] = ()
    """The headings within the week that are no labels, and their titles."""
    item: Item | None = None
    """The item, or the heading that became one, of which text is a note."""
    introduction: str = ""
    """The texts of the items above, if they introduce others, as boxes and `Implement:` do."""
    is_ticked: bool = False
    """True if an item above is ticked."""


def with_state(block: Block) -> Block:
    """Return a block with the sign or the word of its state as a checkbox; `in progress` stays in its text."""
    if block.type is not BlockType.ITEM:
        return block
    if word := _STATE_WORD.match(block.text):
        text = block.text if word["doing"] else block.text[word.end() :].strip()
        is_done = bool(word["done"]) if block.checked is None else block.checked
        return replace(block, checked=is_done, dropped=bool(word["dropped"]), text=text)
    if block.checked is not None:
        return block
    if box := _OPEN_BOX.match(block.text):
        return replace(block, checked=False, text=block.text if box["doing"] else block.text[box.end() :])
    if tick := TICK.search(block.text):
        return replace(block, checked=True, text=block.text[: tick.start()])
    return block


def without_decoration(blocks: Sequence[Block], lines: Sequence[str]) -> Iterator[Block]:
    """Yield the blocks, without ticks before all items of a list where other lists have boxes: `✅ Can swim`."""
    ticks = [
        block.type is BlockType.ITEM and block.checked is True and not _BRACKETS.search(lines[block.line - 1])
        for block in blocks
    ]
    has_boxes = any(block.checked is False and _BRACKETS.search(lines[block.line - 1]) for block in blocks)
    for _, run in groupby(range(len(blocks)), lambda at: blocks[at].type is BlockType.ITEM):
        indices = list(run)
        are_ticks = has_boxes and all(ticks[at] for at in indices)
        for at in indices:
            yield replace(blocks[at], checked=None) if are_ticks else blocks[at]


def lines_as_items(blocks: Sequence[Block], lines: Sequence[str]) -> Sequence[Block]:
    """Return the blocks with the lines of text below weeks as items, if the document has weeks but no items.

    Indented lines are below those that are not. A line that ends as a sentence is none, nor is one above all headings.
    """
    types = {block.type for block in blocks}
    starts = [
        at
        for at, block in enumerate(blocks)
        if (block.type is BlockType.HEADING and (match_week(block.text, strict=False) or match_span(block.text)))
        or (block.type is BlockType.TEXT and block.text.startswith("**") and match_week(block.text, strict=True))
    ]
    if not starts or types & {BlockType.ITEM, BlockType.ROW}:
        return blocks
    blocks = [replace(block, text=_BREAK.sub("", block.text)) for block in blocks]
    return [
        replace(block, type=BlockType.ITEM, level=int(lines[block.line - 1][:1].isspace()))
        if at > starts[0] and at not in starts and block.type is BlockType.TEXT and not _NO_ITEM.search(block.text)
        else block
        for at, block in enumerate(blocks)
    ]


def with_urls(blocks: Sequence[Block]) -> Sequence[Block]:
    """Return the blocks with a URL alone on a line behind the item above it, unless that has a link of its own."""
    read: list[Block] = []
    for block in blocks:
        above = read[-1] if read else block
        is_below = above.type is BlockType.ITEM and block.level > above.level and not has_link(above.text)
        if is_below and _URL.fullmatch(block.text) and block.type in (BlockType.TEXT, BlockType.ITEM):
            read[-1] = replace(above, text=f"{above.text.rstrip(' :')}: {block.text}", last_line=block.line)
        else:
            read.append(block)
    return read


def add_item(plan: PlanDraft, place: Place, block: Block, text: str, kind: Kind | None) -> Item | None:
    """Add a text of a block to the week of a place; without a kind, an item with a link is something to read."""
    if not place.week or is_empty_cell(text) or is_nothing_to_do(text):
        return None
    day, text = _split_day(text)
    kind = kind or ("reading" if has_link(text) or is_to_be_read(text) else "concept")
    without_sign = _IN_PROGRESS.sub("", text)
    if without_sign != text:
        plan.doubt("in-progress", block.line)
        plan.add_structure(block, text.removesuffix(without_sign))
    text = without_sign
    track = LABELLED.fullmatch(text) if kind == "choice" else None
    text = without_bold(text) if _BOLD.fullmatch(text) else text
    item = read_item(track["text"] if track else text, has_author=kind == "reading", source_url=plan.source_url)
    if _BOLD.fullmatch(words := item.fields.get("text", "")):  # `**Knots** (2 hours)`
        item.fields["text"] = plain_text(words)
    if track:
        item.fields = {"title": plain_text(track["title"]), **item.fields}
    prefix_note(item.fields, day)
    return keep_item(plan, place, block, kind, item)


def _split_day(text: str) -> tuple[str, str]:
    """Return the day, or the days, of a week before a colon at the beginning of an item, and the text behind it."""
    label = _DAY.match(without_bold(text))
    days = re.split(r"\s*[-–—/&,+]\s*", label["day"]) if label else []
    is_day = label and all((day := match_weekday(name)) and day[1] == len(name) for name in days)
    if label and (is_day or ((mark := match_day(label["day"])) and not mark.rest)):
        return label["day"], label["text"]
    return "", text


def keep_item(plan: PlanDraft, place: Place, block: Block, kind: Kind, item: ItemText) -> Item | None:
    """Add an item that was read to a week, with its state and with the names of its groups as a note."""
    fields = item.fields
    if not place.week or not fields.get("text", "…"):  # nothing but hours or marks
        return None
    plan.add_structure(block, *item.structure)
    plan.drop_links(block, item.relative_links)
    for is_guess, code in (
        (item.author_is_guessed, "guessed-author"),
        (item.hours_are_for_each, "hours-for-each"),
        (item.hours_are_a_sum, "several-hours"),
        (item.in_progress, "in-progress"),
        (item.dropped_is_guessed, "guessed-dropped"),
        (place.is_ticked and block.checked is False, "ticked-parent"),
    ):
        if is_guess:
            plan.doubt(code, block.line)
    if block.dropped:
        fields["dropped"] = True
    elif item.done or block.checked or item.ticked:
        fields["done"] = item.done or plan.done
        if not item.done:
            plan.doubt("guessed-done", block.line)
    if len(str(fields.get("title") or fields.get("text"))) > _LONGEST_ITEM:
        plan.doubt("long-item", block.line)
    for heading, title in place.groups:
        plan.add_text(heading, title)
    prefix_note(fields, *(title for _, title in place.groups), place.introduction)
    plan.add_text(block, *text_values(fields))
    return Item(block, kind, place.week.add_item(kind, fields))


def prefix_note(fields: dict[str, Any], *texts: str) -> None:
    """Put texts, those that are not empty, before the note of an item."""
    if note := "; ".join(filter(None, (*texts, fields.get("note")))):
        fields["note"] = note


def add_note(plan: PlanDraft, item: Item, block: Block) -> None:
    """Add a line below an item to its note."""
    note = item.fields.get("note")
    separator = "\n\n" if block.type is BlockType.TEXT and block.level else "\n"
    text = plan.with_links(block, block.text)
    item.fields["note"] = f"{note}{separator}{text}" if note else text
    plan.add_text(block, text)


def add_guide(plan: PlanDraft, block: Block) -> None:
    """Add an item with a link that belongs to no week to the guides."""
    item = read_item(block.text, has_author=True, source_url=plan.source_url)
    fields = item.fields
    links = find_links(with_absolute_links(block.text, plan.source_url, []))
    if "url" in fields and links and links[0][0] in ("", fields["title"]):
        description = "; ".join(fields[key] for key in ("author", "section", "note") if key in fields)
        guide = {"title": fields["title"], "url": fields["url"]} | ({"good_for": description} if description else {})
        plan.guides.append(guide)
        plan.add_text(block, *text_values(guide))
        plan.add_structure(block, *item.structure)
