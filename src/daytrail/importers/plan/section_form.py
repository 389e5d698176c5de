"""Form of plans that count no time: each section with items below it becomes a week."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from daytrail.importers.plan.columns import column_roles, is_item_row
from daytrail.importers.plan.heading_marks import (
    HeadingMark,
    find_duration,
    is_name,
    match_label,
    match_number,
    match_part,
    match_unit,
    match_week,
    title_text,
)
from daytrail.importers.plan.structure import (
    MIN_UNITS,
    NO_WEEKS,
    DocumentStructure,
    Marks,
    has_open_boxes,
    is_box,
    part_mark,
)
from daytrail.importers.text.outline import Block, BlockType


def sections_as_weeks(blocks: Sequence[Block], title: int | None) -> DocumentStructure:
    """Return the structure of a plan without weeks or days: what has items below it is a week."""
    starts, numbers = _numbered_sections(blocks, title, _section_starts(blocks, title))
    durations = [find_duration(blocks[index].text)[1] for index in starts]
    has_durations = 2 * sum(map(bool, durations)) > len(starts)
    if not numbers or has_durations:
        numbers = [1]
        for duration in durations[:-1]:
            numbers.append(numbers[-1] + (duration if has_durations and duration else 1))
    weeks: Marks = {}
    for index, number in zip(starts, numbers, strict=False):
        block = blocks[index]
        mark = part_mark(block) if block.type is BlockType.HEADING else HeadingMark("", block.text)
        weeks[index] = replace(mark, first=number, last=number)
    if not weeks and title is not None and any(map(is_item_row, blocks)):  # one table below the title
        weeks = {title: HeadingMark("", blocks[title].text, 1, 1)}
    first_item = next((index for index, block in enumerate(blocks) if block.type is BlockType.ITEM), None)
    if not weeks and first_item is not None:
        weeks = {first_item: HeadingMark("", "", 1, 1)}
    parts = {heading: part_mark(blocks[heading]) for heading in _part_headings(blocks, weeks, title)}
    end = numbers[-1] + (max(durations[-1:], default=1) or 1 if has_durations else 1)
    guess = ""
    if weeks:
        last = end - 1
        what = f"its sections became weeks {numbers[0]} to {last}" if last > numbers[0] else f"all became week {last}"
        how = ", as long as they say they take" if has_durations else ""
        guess = f"{NO_WEEKS}; {what}{how}"
    return DocumentStructure(blocks, "sections", title, parts, weeks, guess=guess, end=end)


def _numbered_sections(
    blocks: Sequence[Block], title: int | None, starts: Sequence[int]
) -> tuple[Sequence[int], list[int]]:
    """Return the sections that the document numbers, with their numbers, if they are what it counts.

    Lessons and modules are, whatever is below them; `1.` and `Stage 1` are if most sections are of that kind.
    """
    sections: dict[tuple[bool, int, str], Marks] = defaultdict(dict)
    for index, block in enumerate(blocks):
        if block.type is BlockType.HEADING and index != title:
            unit = match_unit(block.text) or match_week(block.text, strict=False)
            mark = unit or match_number(block.text)
            if mark and mark.first == mark.last:
                word = "" if unit else re.sub(r"[\W\d]+", "", mark.marker).casefold()
                sections[unit is not None, block.level, word][index] = mark
    for (is_unit, *_), marks in sorted(sections.items(), key=lambda item: (not item[0][0], item[0][1])):
        numbers = [mark.first for mark in marks.values()]
        is_counted = len(marks) >= MIN_UNITS and all(first < second for first, second in pairwise(numbers))
        if is_counted and (is_unit or 3 * sum(index in marks for index in starts) >= 2 * len(starts)):
            return list(marks), numbers
    named = [index for index in starts if match_part(blocks[index].text, strict=True)]
    is_stage = len(named) >= MIN_UNITS and 3 * len(named) >= 2 * len(starts) and not has_open_boxes(blocks)
    return (named if is_stage else starts), []


def _part_headings(blocks: Sequence[Block], weeks: Marks, title: int | None) -> Sequence[int]:
    """Return the headings that are parts: those above sections, or sections with a description of their own."""
    starts = [index for index in weeks if blocks[index].type is BlockType.HEADING]
    top_headings = _top_headings(blocks, starts, title)
    if all(heading == index for index, heading in top_headings.items()):
        described = [index for index in starts if _is_described(blocks, index)]
        named = [index for index in starts if weeks[index].marker]
        if not described or 2 * max(len(described), len(named)) < len(weeks):
            return ()
    return sorted(set(top_headings.values()))


def _is_described(blocks: Sequence[Block], index: int) -> bool:
    """Tell whether there is a goal or a description right below a heading."""
    below = next(iter(blocks[index + 1 : index + 2]), None)
    if not below or below.type not in (BlockType.TEXT, BlockType.ITEM):
        return False
    label = match_label(below.text)
    return label.label == "goal" if label else below.type is BlockType.TEXT


def _top_headings(blocks: Sequence[Block], starts: Sequence[int], title: int | None) -> dict[int, int]:
    """Return the highest heading above each section, or the section itself; one above all of them does not count."""
    paths = {index: path for index, path in _heading_paths(blocks, title).items() if index in set(starts)}
    while paths and len({path[0] for path in paths.values()}) == 1 and all(len(path) > 1 for path in paths.values()):
        paths = {index: path[1:] for index, path in paths.items()}
    return {index: path[0] for index, path in paths.items()}


def _heading_paths(blocks: Sequence[Block], title: int | None) -> dict[int, list[int]]:
    """Return the headings above each heading, from the highest to itself, without the title."""
    paths: dict[int, list[int]] = {}
    path: list[int] = []
    for index, block in enumerate(blocks):
        if block.type is BlockType.HEADING and index != title:
            path = [*(above for above in path if blocks[above].level < block.level), index]
            paths[index] = path
    return paths


def _section_starts(blocks: Sequence[Block], title: int | None) -> list[int]:
    """Return the indices of headings with items below them; else of such lines; else of such items."""
    is_item = _item_test(blocks)
    parents = {index: path[-2] for index, path in _heading_paths(blocks, title).items() if len(path) > 1}
    labels = _label_headings(blocks, parents)
    starts: list[int] = []
    current: int | None = None
    for index, block in enumerate(blocks):
        if block.type is BlockType.HEADING and index != title:
            current = parents[index] if index in labels else index
        elif is_item(block) and current is not None and current not in starts[-1:]:
            starts.append(current)
    if starts:
        return starts
    pairs = list(enumerate(zip(blocks, islice(blocks, 1, None), strict=False)))
    lines = [
        index
        for index, (block, below) in pairs
        if block.type is BlockType.TEXT and index != title and block.level == 0 and is_item(below)
        if is_name(block.text) or block.text.rstrip("*_ ").endswith(":")
    ]
    items = [
        index
        for index, (block, below) in pairs
        if block.type is BlockType.ITEM and block.level == 0 and below.type is BlockType.ITEM and below.level
    ]
    top = sum(block.type is BlockType.ITEM and block.level == 0 for block in blocks)
    return max(lines, items if 2 * len(items) >= top else [], key=len)


def _label_headings(blocks: Sequence[Block], parents: Mapping[int, int]) -> set[int]:
    """Return the headings within a section that only name its items, as `Books` and `Online courses` do.

    One at least is nothing else or comes back in three sections; if only few are such, most headings have a label.
    """
    names = {index: (blocks[index].level, title_text(blocks[index].text).casefold()) for index in parents}
    sections: dict[tuple[int, str], set[int]] = defaultdict(set)
    children: dict[int, list[int]] = defaultdict(list)
    for index, parent in parents.items():
        sections[names[index]].add(parent)
        children[parent].append(index)
    marks = {index: match_label(blocks[index].text) for index in parents}
    repeated = {index for index, name in names.items() if len(sections[name]) >= MIN_UNITS}
    labels: set[int] = set()
    for below in children.values():
        named = [index for index in below if marks[index] or index in repeated]
        sure = [index for index in named if index in repeated or ((mark := marks[index]) and mark.is_exact)]
        labels.update(named if sure and (2 * len(sure) >= len(below) or 2 * len(named) > len(below)) else ())
    return labels


def _item_test(blocks: Sequence[Block]) -> Callable[[Block], bool]:
    """Return a test for items, by the clearest that the document has: boxes, else rows of courses, else any items."""
    has_boxes = has_open_boxes(blocks)
    has_courses = any("duration" in column_roles(block.header) for block in blocks if is_item_row(block))

    def is_item(block: Block) -> bool:
        if is_item_row(block) or is_box(block):
            return True
        return block.type is BlockType.ITEM and not (has_boxes or has_courses or block.is_contents_link)

    return is_item
