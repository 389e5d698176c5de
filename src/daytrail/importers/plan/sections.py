"""Sections of a plan: a tree of its headings, labels, tables and items, each with what is below it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

from daytrail.importers.plan.heading_marks import HeadingMark, is_name, match_label, match_unit
from daytrail.importers.plan.structure import DocumentStructure, is_box
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of

_BOLD_LINE = re.compile(r"[^\w`]*(?:\*\*[^*]+\*\*|__[^_]+__):?\W*")
_NAME_LINE = re.compile(rf"[^\W\d_][\w-]*(?: (?!(?:{any_of('little_words')})\b)[\w-]+)?:", re.IGNORECASE)
NAMED_ITEM = re.compile(r"\W{0,4}[^\W\d][^:.()\[\]]{0,30}:")
# What has a higher rank is below what has a lower one; the rank of a heading is its level, from 1 to 6.
_PART_LINE, _WEEK_LINE, _LABEL, _TEXT, _TABLE, _ROW, _ITEM = 7, 8, 9, 10, 10, 11, 12


@dataclass(eq=False, slots=True)
class Section:
    """A block with all that is below it; without a mark it is what its block is."""

    index: int
    """The index of its block."""
    block: Block
    part: HeadingMark | None = None
    week: HeadingMark | None = None
    day: HeadingMark | None = None
    label: HeadingMark | None = None
    children: list["Section"] = field(default_factory=list)

    @property
    def is_group(self) -> bool:
        """Return whether it begins a week, a heading, a label, or an item with boxes right below it."""
        return bool(self.week or self.block.type is BlockType.HEADING or self.is_label_line or self.is_item_above_boxes)

    @property
    def is_item_above_boxes(self) -> bool:
        """Return whether it is an item without a box, right below which there are boxes."""
        is_plain = self.block.type is BlockType.ITEM and not is_box(self.block)
        return is_plain and any(is_box(child.block) for child in self.children)

    @property
    def is_label_line(self) -> bool:
        """Return whether it is a line of text or an item that names what is below it."""
        if self.block.type not in (BlockType.TEXT, BlockType.ITEM) or is_box(self.block):
            return False
        return bool(_BOLD_LINE.fullmatch(self.block.text) or (self.label and not self.label.rest))

    def descendants(self, *, of_groups: bool = True) -> Iterator["Section"]:
        """Yield all sections below it, in the order of the document, perhaps without those of other groups."""
        for child in self.children:
            yield child
            if of_groups or not child.is_group:
                yield from child.descendants(of_groups=of_groups)

    @property
    def has_box(self) -> bool:
        """Return whether there is a checkbox below it that is no week and belongs to no other group."""
        return any(is_box(below.block) and not below.week for below in self.descendants(of_groups=False))


def build_tree(structure: DocumentStructure) -> Section:
    """Return the section of a whole document; what is about the document itself is left out."""
    root = Section(-1, Block(0, BlockType.OTHER, ""))
    path: list[tuple[float, Section]] = [(0, root)]
    for rank, section in _ranked_sections(structure):
        while path[-1][0] >= rank:
            path.pop()
        path[-1][1].children.append(section)
        is_text = section.block.type is BlockType.TEXT and rank >= _TEXT
        if rank != _ROW and not is_text:
            path.append((rank, section))
    return root


def _ranked_sections(structure: DocumentStructure) -> Iterator[tuple[float, Section]]:
    """Yield all sections with their ranks; a week that begins with its first day, item or row is one of its own."""
    blocks = structure.blocks
    ends = _ends_of_weeks(structure)
    for index, block in enumerate(blocks):
        if (index == structure.title and index not in structure.weeks) or block.type in (
            BlockType.OTHER,
            BlockType.CODE,
        ):
            continue
        if index in structure.about_document:
            if block.type is BlockType.HEADING:
                yield block.level, Section(index, Block(block.line, BlockType.OTHER, ""))
            continue
        following = blocks[index + 1].type if index + 1 < len(blocks) else BlockType.OTHER
        label = _label_of(block, is_above_items=following is BlockType.ITEM)
        part, week, day = structure.parts.get(index), structure.weeks.get(index), structure.days.get(index)
        section = Section(index, block, part, week, day, label)
        rank: float = _rank(section, is_above_list=following in (BlockType.ITEM, BlockType.ROW))
        rank = ends.get(index, rank)
        if block.type is BlockType.ROW and not block.header:
            yield rank, Section(index, block)
        elif week and (day or (structure.week_form == "sections" and block.type is BlockType.ITEM)):
            yield (rank - 0.5 if day else rank), Section(index, block, part, week)
            if day or is_box(block) or not week.rest:
                yield (rank if day else _ITEM + block.level), Section(index, block, day=day, label=label)
        else:
            yield rank, section


def _ends_of_weeks(structure: DocumentStructure) -> dict[int, float]:
    """Return the ranks of the blocks that end the last week: as headings and bold lines behind all days do."""
    last_day = max(structure.days, default=inf)
    blocks = list(enumerate(structure.blocks))
    bold = [at for at, block in blocks if is_bold_line(block) and at not in structure.days]
    has_labels = any(min(structure.days) < at < last_day for at in bold) if structure.days else True
    lines: dict[int, float] = {at: _WEEK_LINE for at in bold if at > last_day and not has_labels}
    return lines | {at: block.level - 0.5 for at, block in blocks if at > last_day and block.type is BlockType.HEADING}


def _label_of(block: Block, *, is_above_items: bool) -> HeadingMark | None:
    """Return the label that a block is or begins with; a line without a colon is one only above a list."""
    label = match_label(block.text) if block.type in (BlockType.HEADING, BlockType.TEXT, BlockType.ITEM) else None
    if not label or block.type is not BlockType.TEXT:
        return label
    is_exact = label.is_exact or block.text.startswith(("**", "__"))
    has_sign = is_exact and label.marker.endswith((":", "—", "–", "-"))
    return label if not block.level and (has_sign or is_above_items) else None


def _rank(section: Section, *, is_above_list: bool) -> int:
    """Return the rank of a section: those of a higher rank that follow are below it."""
    block = section.block
    if block.type is BlockType.HEADING:
        return block.level
    if block.type is BlockType.ROW:
        return _ROW if block.header else _TABLE
    if section.part:
        return _PART_LINE
    if section.week and not section.day:
        return _WEEK_LINE
    if block.type is BlockType.ITEM:
        return _LABEL if section.day else _ITEM + block.level
    if block.type is BlockType.TEXT and not block.level:
        is_title = section.day or section.label or (is_above_list and is_list_title(block))
        return _LABEL if is_title else _TEXT
    return _ITEM + block.level


def is_list_title(block: Block) -> bool:
    """Tell whether a line of text is the title of a list: all bold, a name before a colon, or a unit's number."""
    is_title = _NAME_LINE.fullmatch(block.text) or (match_unit(block.text) and is_name(block.text))
    return is_bold_line(block) or (block.type is BlockType.TEXT and bool(is_title))


def is_bold_line(block: Block) -> bool:
    """Tell whether a line of text is all bold."""
    return block.type is BlockType.TEXT and _BOLD_LINE.fullmatch(block.text) is not None
