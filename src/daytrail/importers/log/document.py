"""A log as its forms read it: the outline of the document, with the headings of years, months and weeks."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from daytrail.importers.log.date_context import DateContext, read_date_context, read_day_in_context
from daytrail.importers.log.day_mark import (
    LEADING_SEPARATORS,
    DayMark,
    read_day_mark,
    read_title_mark,
    read_trailing_date,
)
from daytrail.importers.log.hours import hours_in_title, read_hours
from daytrail.importers.text.dates import TIMES
from daytrail.importers.text.markdown import LINK_WORDS
from daytrail.importers.text.outline import Block, BlockType, Outline
from daytrail.importers.text.vocabulary import any_of

DATE_LABEL = re.compile(rf"\W*(?:{any_of('date_label')})\s*\W*:", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d{2}")
_TOP_LEVEL = re.compile(r" {0,3}(?![-*+>]\s|\d+[.)]\s)\S|\s*<")
"""The beginning of a line that is not in a list or a quotation; HTML may be indented."""
_LINK = re.compile(rf"(?<!!)({LINK_WORDS})\(\s*<?([^\s()<>]*(?:\([^()]*\)[^\s()<>]*)*)>?[^()]*\)")
_ANCHOR = re.compile(r"<a\s[^<>]*>\s*</a>", re.IGNORECASE)
"""A place in the document that links lead to."""
_EMPHASIS = re.compile(r"^(\*\*|__|\*|_)([^*_]+)\1$")
MIN_DAYS = 3
"""So many lines or days of a kind are no coincidence: they show a form of log, a name, or an order."""


@dataclass(frozen=True, slots=True)
class DayLine:
    """A line that may begin a day, or that names a year, a month or a week."""

    number: int
    """In the file, from 1."""
    text: str
    """Without the characters that make it a heading, an item or a row."""
    mark: DayMark
    level: int = 0
    """Of a heading, from 1; 0 for other lines."""
    last_number: int = 0
    """The number of the last line, if there are several."""
    title: str = ""
    body: tuple[str, ...] = ()
    """The rest of the line, if it belongs to the day's text: the other cells of a row, the rest of an item."""
    hours: float | None = None
    links: tuple[str, ...] = ()
    """URLs of the links in a heading."""
    year: int | None = None
    """If the line is nothing but a year."""
    context: DateContext | None = None
    """If it is a heading that dates those below it."""
    is_underlined: bool = False
    """True if it is a heading by a line of `=` or `-` below it."""
    tags: tuple[str, ...] = ()
    is_row: bool = False
    is_outside: bool = False
    """True if it begins no day, but ends the one above it."""
    is_item: bool = False
    checked: bool | None = None
    """True if its checkbox is ticked; None without a checkbox."""
    doubts: tuple[tuple[str, str], ...] = ()
    """The code and the message of what was guessed to read it."""

    @property
    def end(self) -> int:
        """The number of its last line."""
        return max(self.number, self.last_number)


@dataclass(frozen=True)
class LogDocument:
    """A document that may be a log."""

    outline: Outline
    name: str = ""
    """Of the file, without its suffix; it may be that of a month or a week."""

    @cached_property
    def headings(self) -> tuple[DayLine, ...]:
        """All headings in their order, with the dates that follow from the month or the week above them."""
        return tuple(line for line, _ in self._headings_with_contexts)

    @cached_property
    def _headings_with_contexts(self) -> tuple[tuple[DayLine, DateContext | None], ...]:
        return tuple(self._read_headings())

    @cached_property
    def _heading_numbers(self) -> list[int]:
        return [line.number for line in self.headings]

    @property
    def _file_context(self) -> DateContext | None:
        return read_date_context(self.name, is_file_name=True) if self.name else None

    def context_of(self, number: int) -> DateContext | None:
        """Return the month or the week to which a line belongs."""
        index = self.headings_above(number)
        return self._headings_with_contexts[index - 1][1] if index else self._file_context

    def headings_above(self, number: int) -> int:
        """Return how many headings are above a line."""
        return bisect_right(self._heading_numbers, number)

    def raw(self, block: Block) -> str:
        """Return the first line of a block as it is written."""
        return self.outline.lines[block.line - 1]

    def visible_blocks(self, block_type: BlockType, level: int | None = 0, *, hidden: bool = False) -> Iterator[Block]:
        """Yield blocks of a type and a level, or of all, outside of code, comments and quotations, or those inside."""
        for block in self.outline.blocks:
            is_wanted = block.type is block_type and level in (None, block.level)
            if is_wanted and (block.line in self.outline.hidden_lines) == hidden:
                yield block

    def _read_headings(self) -> Iterator[tuple[DayLine, DateContext | None]]:
        """Yield each heading with the month or the week that is in force below it."""
        context, context_level = self._file_context, 0
        month = context
        for block in self.outline.blocks:
            line = self._read_heading(block) if block.type is BlockType.HEADING else None
            if line and not line.year:
                if named := read_date_context(line.text, month):
                    context, context_level = named, line.level
                    month = named if named.month else month
                    mark = DayMark(named.day_of_week(None, line.text), rest=line.text)
                    line = replace(line, context=named, mark=mark, title=line.text)
                elif not line.mark.marks_a_day and line.level <= context_level:
                    # A heading of the same level that is no month ends the month above, a weekday not the week.
                    is_weekday = line.level == context_level and context and context.day_of_week(0, "")
                    context = context if is_weekday and dated_by(line, context) is not line else None
                line = line if line.context else dated_by(line, context)
            if line:
                yield line, context

    def _read_heading(self, block: Block) -> DayLine | None:
        raw = self.raw(block)
        if not _TOP_LEVEL.match(raw):
            return None
        words = _ANCHOR.sub("", block.text)
        urls = [url for _, url in _LINK.findall(words)]
        links = tuple(url for url in urls if url.startswith(("http://", "https://")))
        lost = [url for url in urls if url not in links and not url.startswith("#")]
        text = _LINK.sub(lambda match: match[1][1:-1], words).strip("*_` ")
        year = int(text) if _YEAR.fullmatch(text) else None
        mark = read_title_mark(text)
        mark = with_trailing_date(mark) if mark.day_numbers and not mark.date else mark
        is_underlined = block.last_line > block.line and not raw.lstrip().startswith(("#", "<"))
        title = " ".join(filter(None, (mark.title, mark.rest)))
        return DayLine(
            *(block.line, text, mark, block.level, block.last_line, title),
            links=links,
            year=year,
            is_underlined=is_underlined,
            doubts=tuple(("link-in-heading", f"`{url}` is not a URL and was left out") for url in lost),
        )


def dated_by(line: DayLine, context: DateContext | None) -> DayLine:
    """Return a line with the date, or the year, that follows from the month or the week above it."""
    written = line.mark.date
    if not context:
        return line
    if context.year and written and not written.year and written.month == context.month:
        return replace(line, mark=replace(line.mark, date=replace(written, year=context.year)))
    if not line.mark.marks_a_day and (day := read_day_in_context(context, line.text)):
        rest = LEADING_SEPARATORS.sub("", day[1], count=1).strip()
        return replace(line, mark=DayMark(day[0], rest=rest), title=rest)
    return line


def with_trailing_date(mark: DayMark) -> DayMark:
    """Return a mark with the date at the end of the text behind it, or before its hours: `Day 7: Ebb (09/26) — 2h`."""
    if dated := read_trailing_date(mark.rest, needs_year=False):
        return replace(mark, date=dated.date, rest=dated.rest)
    title, hours = hours_in_title(mark.rest)
    dated = read_trailing_date(title, needs_year=False) if hours and mark.rest.startswith(title) else None
    return replace(mark, date=dated.date, rest=f"{dated.rest}{mark.rest[len(title) :]}") if dated else mark


def read_date_line(raw: str) -> DayMark | None:
    """Read a line that is nothing but a date, and perhaps hours, or words behind a dot: `*14 May 2026 · at home*`."""
    mark = read_day_mark(_EMPHASIS.sub(r"\2", raw.strip()))
    is_hours = read_hours(mark.rest) is not None
    is_more = not is_hours and " · " not in raw and re.search(r"\w", TIMES.sub("", mark.rest))
    return mark if mark.date and not (is_more or mark.title or mark.day_numbers) else None


def numbers_of(lines: Sequence[DayLine]) -> set[int]:
    """Return all day numbers of some lines."""
    return {number for line in lines if line.mark.day_numbers for number in line.mark.day_numbers}
