"""Where the days of a log begin: lines that mark one, in whichever form its writer gave them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from daytrail.importers.log.lines import ROW, Form, Line, hidden, known_lines
from daytrail.importers.log.marks import Mark, mark_of
from daytrail.importers.text.dates import Written


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


def segments(text: str, name: str = "", form: Form | None = None) -> Segments:
    """Part a log at the lines that mark a day.

    Args:
        text: The file.
        name: Its name, which may say of which week or month it is.
        form: What marks a day, where that is known.
    """
    lines = text.split("\n")
    inside = hidden(lines)
    known = list(known_lines(lines, inside, name))
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
    month: tuple[int, str] | None = None  # a heading of a month or a week, left over with what stands right below it
    body: list[tuple[int, str]] = []

    def close() -> None:
        if head:
            sections.append(Section(head, tuple(body)))
        else:
            left.extend([month] if month and any(raw.strip() for _, raw in body) else [])
            left.extend(body)

    for number, raw in enumerate(lines, start=1):
        if number in starts:
            close()
            line = starts[number]
            head, body = (line if number in day_lines else None), [(number, told) for told in line.told]
            month = (number, raw) if line.context and not head else None
        elif head and (number in ends or head.form is Form.TABLE):
            close()  # a row is one line; what stands below it is no part of it
            head, month, body = None, None, [(number, raw)]
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
        plain = line.form is Form.LEADING and not line.mark.date and not line.text.startswith(("**", "__"))
        if plain and number and before and abs(number[0] - before[0]) > _STRIDE:
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


def _form(lines: Sequence[Line]) -> Form:
    """Tell which form marks the days: headings where any do, else what marks most, the plainest of them last."""
    count = {form: sum(line.form is form and line.mark.found and not line.context for line in lines) for form in Form}
    if count[Form.HEADING] and count[Form.HEADING] * 3 >= max(count.values()):
        return Form.HEADING
    # One sentence that begins with a number and a colon makes no log.
    once = [form for form in (Form.ITEM, Form.LEADING) if count[form] < _AT_LEAST]
    return max((form for form in Form if form not in once), key=lambda form: count[form])


def numbered_rows(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, int, Written]]:
    """Yield the line, the number of a day and its date for each row of a table that has both."""
    for line, raw in lines:
        if not (found := ROW.match(raw)):
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
