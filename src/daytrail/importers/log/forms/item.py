"""Logs with a list item for each day."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from daytrail.importers.log.day_mark import LEADING_SEPARATORS, DayMark, may_begin_mark, read_day_mark, unseparated
from daytrail.importers.log.document import MIN_DAYS, DayLine, LogDocument, dated_by
from daytrail.importers.log.forms.plain import with_unseparated
from daytrail.importers.text.outline import Block, BlockType

DESCRIPTION = "list item"
_MARKER = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[^\]]\]\s+)?")


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the items that begin with a day.

    A box that is not ticked is a task, unless other days are ticked and the day has a date; the text is then a task.
    """
    # Items that were joined to one line have its first day.
    blocks = {block.line: block for block in reversed([*document.visible_blocks(BlockType.ITEM)])}
    read = [line for at in sorted(blocks) if (line := _read_item(document, blocks[at]))]
    items_of_parts = Counter(document.headings_above(at) for at in (blocks if read else ()))
    days_of_parts = Counter(document.headings_above(line.number) for line in read)
    lines: list[DayLine] = []
    others: list[DayLine] = []
    for line in read:
        written = line.mark.date
        is_loose = written and line.checked is not False and not _begins_an_item(line.mark)
        part = document.headings_above(line.number)
        if is_loose and written and not written.year and days_of_parts[part] * 2 < items_of_parts[part]:
            continue  # `3/4 of a song` in a list of something else
        (others if is_loose else lines).append(line)
    nested = (block for block in document.visible_blocks(BlockType.ITEM, None) if block.level and lines)
    of_nested = (line for block in nested if block.line not in blocks and (line := _read_item(document, block)))
    others += (line for line in of_nested if line.checked is not False and line.mark.date and line.mark.date.year)
    lines = with_unseparated(lines, others, 1)
    ticked = sum(line.checked is True for line in lines)
    planned = [line.checked is False and not (ticked >= MIN_DAYS and line.mark.date) for line in lines]
    days = [line for line, is_planned in zip(lines, planned, strict=True) if not is_planned and line.mark.marks_a_day]
    if len(days) < MIN_DAYS:
        return
    doubts = (("planned-day", "days that are not ticked and have no date were left out"),)
    for line, is_planned in zip(lines, planned, strict=True):
        yield replace(line, is_outside=True, doubts=doubts) if is_planned else line


def _read_item(document: LogDocument, block: Block) -> DayLine | None:
    context = document.context_of(block.line)
    if not (context or may_begin_mark(block.text)):  # most items
        return None
    raw = document.raw(block)
    marker = _MARKER.match(raw)
    if not marker or "](#" in raw:
        return None
    text = raw[marker.end() :]
    mark = read_day_mark(text)
    mark = mark if _begins_an_item(mark) else unseparated(mark, text) or DayMark()
    checked = False if block.dropped else block.checked
    if mark.marks_a_day:
        body = f"- [ ] {mark.rest}" if checked is False else mark.rest
        return DayLine(
            *(block.line, text, mark),
            title=mark.title,
            body=(body,) if mark.rest else (),
            is_item=True,
            checked=checked,
        )
    line = DayLine(block.line, text.strip("*_ "), mark, body=(text,), is_item=True, checked=checked)
    line = dated_by(line, context)
    rest = LEADING_SEPARATORS.sub("", line.title.lstrip("*_: "))
    return replace(line, title="", body=(rest,) if rest else ()) if line.mark.date else None


def _begins_an_item(mark: DayMark) -> bool:
    """Return whether a mark begins a list item and no sentence: it is separated from the rest, or a date in numbers."""
    date = mark.date
    in_numbers = date and date.year and date.text[-1].isdigit() and not re.search(r"[^\W\d_]", date.text)
    is_number = mark.day_numbers and mark.rest.startswith("(")  # `Day 7 (tides)`
    return mark.marks_a_day and (mark.is_separated or bool(in_numbers or is_number))
