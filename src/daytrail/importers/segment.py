"""Where the days of a log begin: lines that mark one, in whichever form its writer gave them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from daytrail.importers.marks import Mark, mark_of


class Form(StrEnum):
    """How a line stands out."""

    HEADING = "heading"
    BOLD = "bold line"
    PLAIN = "plain line"


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


@dataclass(frozen=True, slots=True)
class Section:
    """A day as it stands in the file."""

    head: Line
    lines: tuple[tuple[int, str], ...]
    """What follows the head, with the numbers of the lines."""


@dataclass(frozen=True, slots=True)
class Segments:
    """A log in its pieces."""

    sections: tuple[Section, ...]
    years: tuple[Line, ...]
    """Lines that are nothing but a year, which stand above or below what they label."""
    left: tuple[tuple[int, str], ...]
    """Lines that belong to no day: what stands above the first one, and other headings' own text."""


_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_BOLD = re.compile(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)[:.]?\s*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_YEAR = re.compile(r"(?:19|20)\d{2}")


def segments(text: str) -> Segments:
    """Part a log at the lines that mark a day."""
    lines = text.split("\n")
    hidden = _hidden(lines)
    known = [line for number, raw in enumerate(lines, start=1) if number not in hidden and (line := _line(number, raw))]
    form = _form(known)
    heads = [line for line in known if line.mark.found and line.form is form]
    years = [line for line in known if line.year and line.form is Form.HEADING]
    starts = {line.number: line for line in (*heads, *years)}
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
        if number not in starts:
            body.append((number, raw))
            continue
        close()
        head, body = (None if starts[number].year else starts[number]), []
    close()
    return Segments(tuple(sections), tuple(years), tuple((number, raw) for number, raw in left if raw.strip()))


def _form(lines: Sequence[Line]) -> Form:
    """Tell which form marks the days: headings where any do, else what marks most."""
    count = {form: sum(line.form is form and line.mark.found for line in lines) for form in Form}
    if count[Form.HEADING] and count[Form.HEADING] * 3 >= max(count.values()):
        return Form.HEADING
    return max(count, key=lambda form: count[form])


def _line(number: int, raw: str) -> Line | None:
    if found := _HEADING.match(raw):
        text = found[2].strip("*_ ")
        year = int(text) if _YEAR.fullmatch(text) else None
        return Line(number, Form.HEADING, len(found[1]), text, mark_of(text), year)
    if (found := _BOLD.match(raw)) and (mark := mark_of(found[1])).found:
        return Line(number, Form.BOLD, 0, found[1], mark)
    mark = mark_of(raw.strip())
    # A sentence may begin with a date, so that a plain line marks a day only where nothing follows.
    return Line(number, Form.PLAIN, 0, raw.strip(), mark) if mark.found and not mark.rest else None


def _hidden(lines: Sequence[str]) -> set[int]:
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
