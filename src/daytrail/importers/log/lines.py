"""Lines that may begin a day, in whichever form their writer gave them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile

from daytrail.importers.log.contexts import Context, context_of, within
from daytrail.importers.log.marks import LEADING, Mark, mark_behind, mark_of
from daytrail.importers.text.dates import Written


class Form(StrEnum):
    """How a line stands out."""

    HEADING = "heading"
    BOLD = "bold line"
    PLAIN = "plain line"
    TABLE = "row of a table"
    ITEM = "list item"
    LEADING = "line's beginning"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that may begin a day, or name a year."""

    number: int
    """In the file, from 1."""
    form: Form
    level: int
    """Of a heading; 0 for other lines."""
    text: str
    """Without the signs of its form."""
    mark: Mark
    year: int | None = None
    """Where it is nothing but a year."""
    context: Context | None = None
    """Where it dates the headings below it: a month, or a week."""
    told: tuple[str, ...] = ()
    """What stands on the line itself and belongs to the day: the other cells of a row, the rest of an item."""


_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_CLOSE = re.compile(r"(#{1,6})(?=[^#\s])(.*?)\s*#*\s*$")
"""A heading whose writer forgot the space, or a hashtag: it is taken for a heading where it marks a day."""
_BOLD = re.compile(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)[:.]?\s*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
ROW = re.compile(r"\s*\|(.+)\|\s*$")
_ITEM = re.compile(r"[-*+] +(?!\[[ -]\])(?:\[[xX]\] +)?(.+)$")
_YEAR = re.compile(r"(?:19|20)\d{2}")


def known_lines(lines: Sequence[str], inside: set[int], name: str) -> Iterator[Line]:
    """Yield the lines that mark a day or stand as headings, with what the headings above them say of their dates.

    Args:
        lines: Of the file.
        inside: Numbers of those that lie in fences and comments.
        name: The file's name, which may say of which week or month it is.
    """
    context = context_of(name, name=True) if name else None
    level = 0
    for number, raw in enumerate(lines, start=1):
        if number in inside or not (line := _line(number, raw)):
            continue
        if line.form in (Form.HEADING, Form.BOLD) and not line.year:
            if line.form is Form.HEADING and (found := context_of(line.text)):
                context, level = found, line.level
                monday = found.monday and Written(
                    line.text, found.monday.month, found.monday.day, found.monday.year if found.dated else None
                )
                yield replace(line, context=found, mark=Mark(monday, rest=line.text) if monday else Mark())
                continue
            if line.form is Form.HEADING and not line.mark.found and line.level <= level:
                context = None  # a heading of the same level that is no month ends the month above
            day_of = line.mark.date
            if context and context.year and day_of and not day_of.year and day_of.month == context.month:
                line = replace(line, mark=replace(line.mark, date=replace(day_of, year=context.year)))
            if context and not line.mark.found and (day := within(context, line.text)):
                line = replace(line, mark=Mark(day[0], rest=LEADING.sub("", day[1], count=1).strip()))
        if line.mark.found or line.form is Form.HEADING:
            yield line


def _line(number: int, raw: str) -> Line | None:
    if found := _HEADING.match(raw):
        text = found[2].strip("*_ ")
        year = int(text) if _YEAR.fullmatch(text) else None
        mark = mark_of(text)
        return Line(
            number, Form.HEADING, len(found[1]), text, (mark if mark.found else mark_behind(text)) or mark, year
        )
    if (found := _CLOSE.match(raw)) and (mark := mark_of(found[2])).found and mark.parted:
        return Line(number, Form.HEADING, len(found[1]), found[2], mark)
    if found := _BOLD.match(raw):
        return Line(number, Form.BOLD, 0, found[1], mark_of(found[1]))
    if found := ROW.match(raw):
        return _row(number, [cell.strip() for cell in found[1].replace(r"\|", "\0").split("|")])
    if (found := _ITEM.match(raw)) and "](#" not in raw:
        mark = mark_of(found[1])
        return Line(number, Form.ITEM, 0, found[1], mark, told=_told(mark)) if _marks(mark) else None
    mark = mark_of(raw.strip())
    if not (mark.found and mark.parted):  # a sentence may begin with a date
        return None
    return Line(number, Form.LEADING if mark.rest else Form.PLAIN, 0, raw.strip(), mark, told=_told(mark))


def _marks(mark: Mark) -> bool:
    """Tell whether a mark is more than the beginning of a sentence.

    Something parts it from what follows, or it is a full date in numbers.
    """
    numbers = (
        mark.date and mark.date.year and mark.date.text[-1].isdigit() and not re.search(r"[^\W\d_]", mark.date.text)
    )
    return mark.found and (mark.parted or bool(numbers))


def _told(mark: Mark) -> tuple[str, ...]:
    return (mark.rest,) if mark.rest else ()


def _row(number: int, cells: Sequence[str]) -> Line | None:
    """Read a row whose first cells say which day it is, a mark each and nothing else; a number alone, beside a date."""
    cells = [cell.replace("\0", "|") for cell in cells]
    marking = list(takewhile(lambda cell: (mark := mark_of(cell)).found and not mark.rest, cells))
    text = " ".join(marking)
    if not marking and len(cells) > 1 and (found := re.fullmatch(r"\W*(\d{1,4})\W*", cells[0])):
        beside = mark_of(cells[1])
        if beside.date and not beside.rest:
            marking, text = list(cells[:2]), f"Day {found[1]} {cells[1]}"
    if not marking or not (mark := mark_of(text)).found:
        return None
    told = tuple(cell for cell in cells[len(marking) :] if cell)
    return Line(number, Form.TABLE, 0, text, mark, told=told) if told else None


def hidden(lines: Sequence[str]) -> set[int]:
    """The numbers of lines inside code fences and comments, where no day begins."""
    return {number for number, inside in _insides(lines) if inside}


def _insides(lines: Sequence[str]) -> Iterator[tuple[int, bool]]:
    fence = ""
    comment = False
    for number, raw in enumerate(lines, start=1):
        opening = _FENCE.match(raw)
        inside = bool(fence) or comment
        if fence:
            if opening and opening[1].startswith(fence) and not raw[opening.end() :].strip():
                fence = ""
        elif comment:
            comment = "-->" not in raw
        elif opening:
            fence, inside = opening[1], True
        elif "<!--" in raw:
            comment = "-->" not in raw.rpartition("<!--")[2]
            inside = True
        yield number, inside
