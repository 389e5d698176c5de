"""Importer for a plan in Markdown, or in text that was Markdown, as a curriculum."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any

from daytrail.importers.plan.columns import BREAK
from daytrail.importers.plan.dates import add_figures
from daytrail.importers.plan.draft import PlanDraft, WeekDraft
from daytrail.importers.plan.forms import ROWS, Structure, detect_structure
from daytrail.importers.plan.goals import read_introduction
from daytrail.importers.plan.items import Place, has_link
from daytrail.importers.plan.marks import URL_BEHIND, match_label, match_span, match_week, title_text
from daytrail.importers.plan.references import add_references
from daytrail.importers.plan.statements import read_statements, report_contradictions, report_week_numbers
from daytrail.importers.plan.topics import add_topics, take_flowcharts
from daytrail.importers.plan.walk import SectionReader, build_tree
from daytrail.importers.reading.conventions import read_legend
from daytrail.importers.reading.media import EMOJI, KIND_SIGNS
from daytrail.importers.reading.status import status_of
from daytrail.importers.text.coverage import lost_lines
from daytrail.importers.text.diagnostics import by_line, replaced_words
from daytrail.importers.text.front_matter import split_front_matter
from daytrail.importers.text.html_links import with_markdown_links
from daytrail.importers.text.html_tables import take_html_tables
from daytrail.importers.text.markdown import ATTRIBUTES, BARE_URL, JOINED_URLS
from daytrail.importers.text.outline import Block, BlockType, read_outline, without_control_characters
from daytrail.problems import Problem

_ESCAPE = r"(?m:^)\\(?=(?:#{1,6}|[-*+]) )"  # as some editors write them before headings and items
_HTML_LIST = re.compile(r"</li>(?P<next>[ \t]*<li>)|</?(?:li|[ou]l)>", re.IGNORECASE)
"""Tags of a list in HTML, as in the cell of a table."""
_BRACKETS = re.compile(r"\[[ xX]\]")
_NO_ITEM = re.compile(r"[.!?]\W*$|^(?!.*:\w+:\W*$).*:\W*$|^\W*$|^(?:\*\*|__).*(?:\*\*|__)$")
"""A sentence, or a label of lines below it, and not `Knots :white_check_mark:`."""
_SHORTCODES = re.compile(r"^(?::[a-z]\w*:\s*)+|(?:\s*:[a-z]\w*:)+$")
"""Emojis by their names, as `:fire:`, around a title."""
_KEYCAP = re.compile("^(\\d)\ufe0f?\u20e3 ?")
_LONGEST_ITEM = 1_000
"""Characters of an item, with the addresses behind it."""
_WRAPPED = 60
"""Characters of a line that may go on in the next one."""
_BREAK = re.compile(r"^(?:&nbsp;)+|(?<![>\s])(?:\s*+<br ?/?>)++\s*$")
_TICKS = ("✅", "✔", "☑")
_TICK = re.compile(r"(?<=[\s>])[✅✔☑]\ufe0f?\s*$")
_OPEN_BOX = re.compile(r"(?:(?P<doing>\[/\]|[🚧🔄]\ufe0f?)|\[[>!?*]\]|[⏳⌛]\ufe0f?)\s+(?=.*\w)")
"""A sign, or a checkbox of Obsidian, that is open: begun, put off, important or a question."""


@dataclass(frozen=True, slots=True)
class ImportedPlan:
    """The result of reading a plan."""

    data: dict[str, Any]
    """As in curriculum.yaml; empty if the source has no item."""
    diagnostics: tuple[Problem, ...]
    """In the order of the file: guesses, contradictions, and lines that are in no field."""
    structure: tuple[str, ...]
    """Words of the source that became numbers, keys and positions."""
    week_form: str
    """Notation of a week in the source, as in `one heading per week`."""
    edges: int
    """How many edges the map of topics has."""


def read_plan(
    text: str, name: str, done: date, source_url: str | None = None, *, is_whole: bool = True
) -> ImportedPlan:
    """Read a plan; it is called `name` if it has no title, and `done` is the day of items ticked without a date.

    Relative links are counted from `source_url`. A document that is not the whole plan may have weeks without items.
    """
    text = without_control_characters(text)
    plan = PlanDraft(name, done, source_url)
    without_tables, html_rows = take_html_tables(text)
    markdown = with_markdown_links(_HTML_LIST.sub(lambda tag: "<br>" if tag["next"] else "", without_tables))
    outline = read_outline(re.sub(rf"{ATTRIBUTES}|{_ESCAPE}", "", markdown))
    for line, words in replaced_words(without_tables, "\n".join(outline.lines)):
        plan.ledger.add_structure([line], words)
    blocks, charts = take_flowcharts(sorted([*outline.blocks, *html_rows], key=lambda block: block.line))
    lines = _lines_as_items(list(_without_decoration(blocks, outline.lines)), outline.lines)
    lines = _joined(lines, outline.lines)
    items = [block for block in lines if block.type is BlockType.ITEM]
    signs = {block.line: block.text[0] for block in items if re.match(EMOJI, block.text)}
    doing = {line for line, sign in signs.items() if _OPEN_BOX.match(f"{sign} a")}
    kinds = {sign for sign in signs.values() if KIND_SIGNS.get(sign)}
    plan.legend = dict.fromkeys(kinds if len(kinds) > 1 else (), "")
    for block in lines:
        plan.legend |= read_legend(block.text.replace("`", ""))
    decorated = doing if len(signs) > 2 * (len(doing) + sum(one.checked is True for one in items)) else set()
    lines = [_with_state(plan, one, outline.lines[one.line - 1], is_sign=one.line not in decorated) for one in lines]
    in_front_matter = split_front_matter(text)[0].get("title")
    name = in_front_matter.strip() if isinstance(in_front_matter, str) else ""
    structure = detect_structure(lines, has_title=bool(name))
    _read_title(plan, text, structure, name)
    if structure.title is not None or name:
        read_introduction(plan, structure, outline.lines)
    reader = SectionReader(plan, structure)
    sections = build_tree(structure).children
    reader.read(sections, Place())
    weeks = list(plan.weeks)
    is_empty = not any(week.items for week in weeks) and sum(week.has_title for week in weeks) < 2
    if is_whole:
        _add_titles(weeks, structure)
    if structure.guess and plan.parts:
        plan.report(structure.blocks[min(structure.weeks)].line, "guessed-weeks", structure.guess)
    add_topics(plan, charts)
    read_statements(plan, reader.unread_rows)
    add_references(plan, sections)
    add_figures(plan, structure.blocks, min([*structure.weeks, *structure.parts], default=len(blocks)))
    report_contradictions(plan, structure.end)
    report_week_numbers(plan, structure)
    for number, raw in enumerate(outline.lines, start=1):
        if "http" in raw and number not in outline.hidden_lines and JOINED_URLS.search(raw):
            plan.report(number, "joined-urls", "two URLs without a space between them")
    unparsed_lines = plan.ledger.unparsed_lines(text, nothing_imported=is_empty)
    plan.report_doubts()
    data = {} if is_empty else plan.data()
    diagnostics = [*plan.diagnostics, *unparsed_lines]
    lost = lost_lines(text, data, diagnostics, plan.ledger.structure) if data else ()
    edges = sum(len(topic.get("needs", ())) for topic in plan.topics)
    found = tuple(by_line((*diagnostics, *lost)))
    return ImportedPlan(data, found, tuple(plan.ledger.structure), structure.form, edges)


def _with_state(plan: PlanDraft, block: Block, line: str, *, is_sign: bool) -> Block:
    """Return a block with the sign or the word of its state as a checkbox; `in progress` stays in its text."""
    text, checked, is_cross = block.text, block.checked, block.dropped and "❌" in line
    if is_cross:
        plan.sign_doubts[block.line] = "guessed-open"
    if checked is not None and "[" not in line and status_of(text):  # a legend, as `✅ done`
        return replace(block, type=BlockType.OTHER)
    if block.type is not BlockType.ITEM:
        text = _SHORTCODES.sub("", _KEYCAP.sub(r"\1. ", text)).strip() if block.type is BlockType.HEADING else text
    elif is_sign and (box := _OPEN_BOX.match(text)) and (checked is None or box["doing"]):
        text, checked = text[box.end() :], checked or False
        plan.sign_doubts |= {block.line: "in-progress"} if box["doing"] else {}
    elif checked is None and (tick := _TICK.search(text)):
        text, checked = text[: tick.start()].rstrip(), True
    text = _BREAK.sub("", text)
    if text != block.text:
        plan.add_structure(block, *block.text.split(text) if text else ())
    return replace(block, text=text, checked=checked, dropped=block.dropped and not is_cross)


def _without_decoration(blocks: Sequence[Block], lines: Sequence[str]) -> Iterator[Block]:
    """Yield the blocks without signs that are no state.

    Such signs are ticks before all items of a list where other lists have boxes, as `✅ Can swim`, and one before a
    label that is no item of a list, as `✅ Result: …`.
    """
    with_brackets = {at for at, block in enumerate(blocks) if _BRACKETS.search(lines[block.line - 1])}
    has_boxes = any(blocks[at].checked is False for at in with_brackets)
    for _, run in groupby(enumerate(blocks), lambda pair: pair[1].type is BlockType.ITEM):
        items = list(run)
        are_ticks = has_boxes and all(block.checked and at not in with_brackets for at, block in items)
        ticked = {at for at, block in items if block.checked and lines[block.line - 1].lstrip()[:1] in _TICKS}
        are_labels = all(blocks[at].text.endswith(":") or match_label(blocks[at].text) for at in ticked)
        for at, block in items:
            if are_labels and at in ticked:
                yield replace(block, type=BlockType.TEXT, checked=None)
            else:
                yield replace(block, checked=None) if are_ticks else block


def _lines_as_items(blocks: Sequence[Block], lines: Sequence[str]) -> Sequence[Block]:
    """Return the blocks with the lines of text below weeks as items, if the document has weeks but no items.

    Indented lines are below those that are not. A sentence is none, but the heading of sentences within a week is one.
    """
    starts = [
        at
        for at, block in enumerate(blocks)
        if (block.type is BlockType.HEADING and (match_week(block.text) or match_span(block.text)))
        or (block.type is BlockType.TEXT and match_week(block.text, strict=True))
    ]
    if not starts or {block.type for block in blocks} & {BlockType.ITEM, BlockType.ROW}:
        return blocks
    blocks = [replace(block, text=_BREAK.sub("", block.text)) for block in blocks]
    read, level, is_below_topic = list(blocks[: starts[0]]), blocks[starts[0]].level, False
    for block in blocks[starts[0] :]:
        is_line = block.type is BlockType.TEXT and len(read) not in starts
        is_topic = block.type is BlockType.HEADING and block.level > level and len(read) not in starts
        if is_topic or (is_line and not _NO_ITEM.search(block.text)):
            depth = int(is_line and lines[block.line - 1][:1].isspace())
            read.append(replace(block, type=BlockType.ITEM, level=depth))
        else:
            read.append(replace(block, level=1) if is_line and is_below_topic else block)
        is_below_topic = is_topic or (is_below_topic and is_line)
    return read


def _joined(blocks: Sequence[Block], lines: Sequence[str]) -> Sequence[Block]:
    """Return the blocks, with wrapped lines behind what is bold above them, and URLs alone on a line behind their item.

    An item that has a link of its own keeps it.
    """
    read: list[Block] = []
    for block in blocks:
        above = read[-1] if read else block
        end = max(above.line, above.last_line)
        is_next, is_text = block.line == end + 1, block.type is BlockType.TEXT and len(above.text) <= _LONGEST_ITEM
        is_line = is_next and lines[block.line - 1].strip() == block.text
        is_below = above.type is BlockType.ITEM and (is_line or block.level > above.level)
        is_url = is_below and len(above.text) <= _LONGEST_ITEM and re.fullmatch(rf"<?{BARE_URL}>?", block.text)
        is_long = is_next and is_text and len(lines[end - 1]) >= _WRAPPED and lines[end - 1][-2:] != "  "
        is_start = is_long and above.type is BlockType.TEXT and above.text.startswith(("**", "__"))
        if is_url and (not has_link(above.text) or above.text.endswith(lines[end - 1].strip())):
            read[-1] = replace(above, text=f"{above.text.rstrip(' :')}: {block.text}", last_line=block.line)
        elif is_start and block.level == above.level and re.match(r"[a-z]|[^\W_].*(?<![:*])$", block.text):
            read[-1] = replace(above, text=f"{above.text} {block.text}", last_line=block.line)
        else:
            read.append(block)
    return read


def _read_title(plan: PlanDraft, text: str, structure: Structure, name: str) -> None:
    """Take the title of the document, or its name in its front matter."""
    block = structure.blocks[structure.title] if structure.title is not None else None
    if block:
        title = title_text(URL_BEHIND.sub("", block.text))
        plan.title = title or plan.title
        plan.add_text(block, plan.title)
        plan.add_structure(block, *re.findall("<[^<>]+>", block.text))
    elif name:
        plan.title = name
        plan.ledger.add_text(range(1, text.count("\n") + 1), "title", plan.title)


def _add_titles(weeks: Sequence[WeekDraft], structure: Structure) -> None:
    """Make the titles of weeks their items, if hardly any week has one, or those of lines with nothing below them."""
    types = (BlockType.TEXT, BlockType.ITEM)
    of_lines = {block.line for index in structure.weeks if (block := structure.blocks[index]).type in types}
    are_empty = structure.form == ROWS or 4 * sum(bool(week.items) for week in weeks) < len(weeks)  # nearly all are
    titles = {week.line: week.title for week in weeks if week.items}
    for week in weeks:
        is_title = week.has_title and (are_empty or week.line in of_lines)
        if is_title and week.line not in titles and not BREAK.search(week.title):
            title, _, text = week.title.partition(" — ")  # of `Week 1: Knots — bowline and reef knot`
            week.add_item("concept", {"text": text or title})
            week.title = title
        elif not week.items and week.title.startswith(f"{titles.get(week.line)} — "):  # of `Weeks 1-2`
            week.title = titles[week.line]
        titles.setdefault(week.line, week.title)
