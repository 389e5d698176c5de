"""Detection of the form of a plan, of its title, and of the sections that are about the document itself."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from daytrail.importers.plan.heading_marks import (
    is_about_document,
    match_day,
    match_label,
    match_part,
    match_span,
    match_unit,
    match_week,
    title_text,
)
from daytrail.importers.plan.section_form import sections_as_weeks
from daytrail.importers.plan.sections import is_bold_line
from daytrail.importers.plan.structure import (
    MIN_UNITS,
    NO_HEADING,
    NO_WEEKS,
    TABLE_ROWS,
    TEXT_LINES,
    DocumentStructure,
    Form,
    has_open_boxes,
)
from daytrail.importers.plan.week_forms import (
    dated_rows,
    days_as_weeks,
    spans_as_weeks,
    written_weeks,
)
from daytrail.importers.text.outline import Block, BlockType

FORMS: tuple[Form, ...] = (
    written_weeks,
    spans_as_weeks,
    dated_rows,
    days_as_weeks,
    sections_as_weeks,
)
"""Forms of plans; the first one of which a document has evidence is its own."""


def detect_structure(blocks: Sequence[Block]) -> DocumentStructure:
    """Return where the parts, weeks and days of a plan begin, by the evidence of the whole document."""
    about_document = frozenset(_about_document(blocks))
    # The blocks of those sections are out of sight here, so that no title, week or item is found in them.
    visible = [
        replace(block, type=BlockType.OTHER) if index in about_document else block for index, block in enumerate(blocks)
    ]
    title = _title_index(visible)
    if title is not None and any(
        blocks[index].level <= blocks[title].level for index in about_document if index < title
    ):
        title = None
    structure = _best_structure(visible, title)
    shown = zip(blocks, visible, structure.blocks, strict=True)
    blocks = [read if read is not seen else block for block, seen, read in shown]
    return replace(structure, blocks=blocks, about_document=about_document, has_boxes=has_open_boxes(visible))


def _best_structure(blocks: Sequence[Block], title: int | None) -> DocumentStructure:
    """Return the structure of the first form; weeks are perhaps an overview of days or sections with far more items."""
    form, best = next((form, structure) for form in FORMS if (structure := form(blocks, title)))
    if form is not written_weeks:
        return best
    others = [days_as_weeks(blocks, title), sections_as_weeks(blocks, title)]
    is_preparation = {mark.first for mark in best.weeks.values()} == {0}  # `Week 0` before modules
    if not is_preparation and not _is_overview_of(best, sections_as_weeks(blocks, title)):
        others.pop()
    is_alone = len(best.weeks) == 1  # perhaps only the heading of an overview
    enough = _count_items(best) * (1 if is_alone else 2)
    larger = next((other for other in others if other and _count_items(other) > enough), None)
    if not larger:
        return best
    few = f"the weeks from line {blocks[min(best.weeks)].line} on have few items and were not used"
    if best.weeks.keys() <= larger.weeks.keys():
        few = f"{NO_WEEKS} but this one"
    return replace(larger, guess=larger.guess.replace(NO_WEEKS, few))


def _is_overview_of(weeks: DocumentStructure, sections: DocumentStructure) -> bool:
    """Tell whether weeks are an overview of counted sections, as `Week 1-2: all modules for beginners` is."""
    marks = sections.weeks.items()
    is_counted = len(marks) >= MIN_UNITS and all(mark.marker for _, mark in marks)
    are_units = is_counted and all(match_unit(sections.blocks[index].text) for index, _ in marks)
    return is_counted if weeks.week_form == TEXT_LINES else are_units and weeks.week_form == TABLE_ROWS


def _count_items(structure: DocumentStructure) -> int:
    """Return how many items and rows are in the sections of the weeks of a structure, or are weeks themselves."""
    count = 0
    level: int | None = None
    for index, block in enumerate(structure.blocks):
        is_heading = block.type is BlockType.HEADING
        if index in structure.weeks or index in structure.days:
            level = block.level if is_heading else NO_HEADING
        elif is_heading and level is not None and block.level <= level:
            level = None
        is_item = block.type is BlockType.ITEM or (block.type is BlockType.ROW and bool(block.header))
        count += is_item and level is not None
    return count


def _about_document(blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the indices of the sections that are about the document itself, their headings included.

    A section with most of the weeks is not, as `Progress` where it is the only table of weeks.
    """
    structure = written_weeks(blocks, None)
    weeks = structure.weeks if structure else {}
    sections: list[list[int]] = []
    level = 0
    for index, block in enumerate(blocks):
        if block.type is BlockType.HEADING and (not level or block.level <= level):
            level = block.level if is_about_document(block.text) else 0
            sections += [[]] if level else []
        if level:
            sections[-1].append(index)
    for section in sections:
        if 2 * sum(index in weeks for index in section) <= len(weeks):
            yield from section


def _title_index(blocks: Sequence[Block]) -> int | None:
    """Return the index of the title: the first heading if no other is as high, or if only it names no part or week."""
    headings = [index for index, block in enumerate(blocks) if block.type is BlockType.HEADING]
    if blocks and is_bold_line(blocks[0]) and not _is_mark(blocks[0].text) and not match_label(blocks[0].text):
        return 0
    if headings and not is_about_document(blocks[headings[0]].text):
        first, *others = headings
        others = [index for index in others if blocks[index].level <= blocks[first].level]
        is_title = not others or _is_mark(blocks[others[0]].text) or _has_only_text_below(blocks, first, headings[1])
        if not is_title:  # the title of one part of the document is that of all, if only that one has weeks
            structure = written_weeks(blocks, None)
            is_title = structure is not None and first < min(structure.weeks) and max(structure.weeks) < others[0]
        return first if is_title and not _is_mark(blocks[first].text) else None
    if not blocks or blocks[0].type is not BlockType.TEXT:
        return None
    text = blocks[0].text
    is_mark = match_week(text, strict=True) or match_label(text) or match_part(text, strict=True)
    return None if is_mark or text.endswith(".") else 0


def _is_mark(text: str) -> bool:
    """Tell whether a heading announces a week, a part, a month or a day."""
    text = title_text(text)
    return bool(match_week(text, strict=False) or match_part(text, strict=True) or match_span(text) or match_day(text))


def _has_only_text_below(blocks: Sequence[Block], heading: int, following: int) -> bool:
    """Tell whether a heading names no part and has nothing but text before the following one."""
    is_part = match_part(blocks[heading].text, strict=False)
    return not is_part and all(
        block.type in (BlockType.TEXT, BlockType.OTHER) for block in blocks[heading + 1 : following]
    )
