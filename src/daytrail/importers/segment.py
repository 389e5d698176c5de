"""Where the days of a log begin: lines that mark one, in whichever form its writer gave them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile

from daytrail.importers.contexts import Context, context_of, within
from daytrail.importers.dates import Written
from daytrail.importers.marks import LEADING, Mark, mark_behind, mark_of


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


@dataclass(frozen=True, slots=True)
class Section:
    """A day as it stands in the file."""

    head: Line
    lines: tuple[tuple[int, str], ...]
    """What follows the head, with the numbers of the lines."""
    dated_by: str = ""
    """The line below its head that held the date."""


@dataclass(frozen=True, slots=True)
class Segments:
    """A log in its pieces."""

    sections: tuple[Section, ...]
    years: tuple[Line, ...]
    """Lines that are nothing but a year, which stand above or below what they label."""
    left: tuple[tuple[int, str], ...]
    """Lines that belong to no day: what stands above the first one, and sections of their own; blank ones included."""
    contexts: tuple[Line, ...] = ()
    """Headings of months and weeks."""


_AT_LEAST = 3
_STRIDE = 5
"""How far the numbers of two lines may be apart that begin with their day and go on with words."""
_CHAPTER = 2
"""The level of headings that part a file whose days are marked by something else than headings."""
_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_CLOSE = re.compile(r"(#{1,6})(?=[^#\s])(.*?)\s*#*\s*$")
"""A heading whose writer forgot the space, or a hashtag: it is taken for a heading where it marks a day."""
_BOLD = re.compile(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)[:.]?\s*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ROW = re.compile(r"\s*\|(.+)\|\s*$")
_ITEM = re.compile(r"[-*+] +(?!\[[ -]\])(?:\[[xX]\] +)?(.+)$")
_YEAR = re.compile(r"(?:19|20)\d{2}")


def segments(text: str, name: str = "", form: Form | None = None) -> Segments:
    """Part a log at the lines that mark a day.

    Args:
        text: The file.
        name: Its name, which may say of which week or month it is.
        form: What marks a day, where that is known.
    """
    lines = text.split("\n")
    inside = hidden(lines)
    known = list(_known(lines, inside, name))
    form = form or _form(known)
    heads = [line for line in known if line.mark.found and line.form is form and not line.context]
    if form in (Form.PLAIN, Form.LEADING):
        heads = list(_in_turn(known))
    if not heads:  # an entry a week
        heads = [line for line in known if line.context and line.context.monday]
    day_lines = {line.number for line in heads}
    years = [line for line in known if line.year and line.form is Form.HEADING and line.number not in day_lines]
    contexts = [line for line in known if line.context and line.number not in day_lines]
    starts = {line.number: line for line in (*contexts, *years, *heads)}
    ends = _sections_of_their_own(known, heads)
    sections: list[Section] = []
    left: list[tuple[int, str]] = []
    head: Line | None = None
    body: list[tuple[int, str]] = []

    def close() -> None:
        if head:
            sections.append(Section(head, tuple(body)))
        else:
            left.extend(body)

    for number, raw in enumerate(lines, start=1):
        if number in starts:
            close()
            line = starts[number]
            head, body = (line if number in day_lines else None), [(number, told) for told in line.told]
        elif head and (number in ends or head.form is Form.TABLE):
            close()  # a row is one line; what stands below it is no part of it
            head, body = None, [(number, raw)]
        else:
            body.append((number, raw))
    close()
    return Segments(tuple(sections), tuple(years), tuple(left), tuple(contexts))


def _in_turn(known: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines that mark a day, alone or with words behind the mark; a number has to follow the one before."""
    last: Mark | None = None
    for line in known:
        if line.form not in (Form.PLAIN, Form.LEADING) or not line.mark.found:
            continue
        number, before = line.mark.number, last.number if last else None
        if (
            line.form is Form.LEADING
            and number
            and before
            and not line.mark.date
            and abs(number[0] - before[0]) > _STRIDE
        ):
            continue
        last = line.mark
        yield line


def _sections_of_their_own(known: Sequence[Line], heads: Sequence[Line]) -> set[int]:
    """Return the numbers of headings that end a day: those above the days' own level, and lone ones beside them."""
    if not heads:
        return set()
    levels = {line.level for line in heads}
    top = min(levels)
    others = [line for line in known if line.form is Form.HEADING and not line.mark.found and not line.year]
    often = Counter(line.text.casefold() for line in others)
    if heads[0].form is not Form.HEADING:
        return {line.number for line in others if line.level <= _CHAPTER and often[line.text.casefold()] == 1}
    # A heading that comes back day after day belongs to the days, whatever its level.
    beside = top if len(levels) == 1 and len(heads) > 1 else top - 1
    return {line.number for line in others if line.level <= beside and often[line.text.casefold()] == 1}


def _known(lines: Sequence[str], inside: set[int], name: str) -> Iterator[Line]:
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
            if context and not line.mark.found and (day := within(context, line.text)):
                line = replace(line, mark=Mark(day[0], rest=LEADING.sub("", day[1], count=1).strip()))
        if line.mark.found or line.form is Form.HEADING:
            yield line


def _form(lines: Sequence[Line]) -> Form:
    """Tell which form marks the days: headings where any do, else what marks most, the plainest of them last."""
    count = {form: sum(line.form is form and line.mark.found and not line.context for line in lines) for form in Form}
    if count[Form.HEADING] and count[Form.HEADING] * 3 >= max(count.values()):
        return Form.HEADING
    # One sentence that begins with a number and a colon makes no log.
    once = [form for form in (Form.ITEM, Form.LEADING) if count[form] < _AT_LEAST]
    return max((form for form in Form if form not in once), key=lambda form: count[form])


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
    if found := _ROW.match(raw):
        return _row(number, [cell.strip() for cell in found[1].replace(r"\|", "\0").split("|")])
    if (found := _ITEM.match(raw)) and "](#" not in raw:
        mark = mark_of(found[1])
        return Line(number, Form.ITEM, 0, found[1], mark, told=_told(mark)) if _marks(mark) else None
    mark = mark_of(raw.strip())
    if not (mark.found and mark.parted):  # a sentence may begin with a date
        return None
    return Line(number, Form.LEADING if mark.rest else Form.PLAIN, 0, raw.strip(), mark, told=_told(mark))


def _marks(mark: Mark) -> bool:
    """Tell whether a mark is more than the beginning of a sentence: something parts it from that, or it is a full date."""
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


def numbered_rows(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, int, Written]]:
    """Yield the line, the number of a day and its date for each row of a table that has both."""
    for line, raw in lines:
        if not (found := _ROW.match(raw)):
            continue
        cells = [cell.strip(" *_") for cell in found[1].split("|")]
        number = next(
            (
                one
                for cell in cells
                if (one := re.fullmatch(r"(?:\[?[^\W\d]{0,6}\s?#?)?(\d{1,4})(?:\]\([^)]*\))?", cell))
            ),
            None,
        )
        written = next((mark.date for cell in cells if (mark := mark_of(cell)).date), None)
        if number and written:
            yield line, int(number[1]), written
