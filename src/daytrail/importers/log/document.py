"""A log as its forms read it: the outline of the document, with the headings of years, months and weeks."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from daytrail.importers.log.date_context import DateContext, read_date_context, read_day_in_context
from daytrail.importers.log.day_mark import LEADING_SEPARATORS, DayMark, read_day_mark, read_title_mark
from daytrail.importers.log.hours import read_hours
from daytrail.importers.text.dates import TIMES, with_named_weekday
from daytrail.importers.text.markdown import LINK_WORDS
from daytrail.importers.text.outline import Block, BlockType, Outline
from daytrail.importers.text.vocabulary import any_of

DATE_LABEL = re.compile(rf"\W*(?:{any_of('date_label')})\s*\W*[:|]", re.IGNORECASE)
_TOP_LEVEL = re.compile(r" {0,3}(?![-*+>]\s|\d+[.)]\s)\S|\s*<")
"""The beginning of a line that is not in a list or a quotation; HTML may be indented."""
_BOLD_LINE = re.compile(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)[:.]?\s*$")
LINK = re.compile(rf"(?<!!)({LINK_WORDS})\(\s*<?([^\s()<>]*(?:\([^()]*\)[^\s()<>]*)*)>?[^()]*\)")
_ANCHOR = re.compile(r"<a\s[^<>]*>\s*</a>", re.IGNORECASE)
"""A place in the document that links lead to."""
_WRAPPED = re.compile(r"^([*_`]{1,3})((?:(?!\1).)+)\1$")
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

    @property
    def name(self) -> str:
        """Text of a heading before its colon, in lower case, by which headings of several days are compared."""
        return self.text.casefold().partition(": ")[0]

    @property
    def is_title(self) -> bool:
        """Return whether it may be the title of a day: it is no year, and dates nothing below it."""
        return not (self.year or self.context)

    def marked(self, mark: DayMark, *doubts: tuple[str, str]) -> "DayLine":
        """Return the line with another mark, and the title behind that, unless it is the weekday of the date."""
        written = mark.date
        is_open = written and written.weekday is None and not written.short_weekday and mark.words
        if written and is_open and (dated := with_named_weekday(written, mark.words)):
            mark = replace(mark, date=dated, title="", rest="")
        return replace(self, mark=mark, title=mark.words, doubts=(*self.doubts, *doubts))


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
    def bold_lines(self) -> tuple[DayLine, ...]:
        """All lines that are bold from end to end, like headings without a level."""
        texts = ((block.line, _BOLD_LINE.match(self.raw(block))) for block in self.visible_blocks(BlockType.TEXT))
        marked = (
            DayLine(number, match[1], DayMark()).marked(read_day_mark(match[1])) for number, match in texts if match
        )
        return tuple(dated_by(line, self.context_of(line.number)) for line in marked)

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

    def has_text_between(self, upper: DayLine, lower: DayLine) -> bool:
        """Return whether there is anything but empty lines between two lines."""
        return any(raw.strip() for raw in self.outline.lines[upper.end : lower.number - 1])

    def visible_blocks(self, block_type: BlockType, level: int | None = 0) -> Iterator[Block]:
        """Yield blocks of a type and a level, or of all, outside of code, comments and quotations."""
        for block in self.outline.blocks:
            is_wanted = block.type is block_type and level in (None, block.level)
            if is_wanted and block.line not in self.outline.hidden_lines:
                yield block

    def _read_headings(self) -> Iterator[tuple[DayLine, DateContext | None]]:
        """Yield each heading with the month or the week that is in force below it."""
        context, context_level = self._file_context, 0
        for block in self.outline.blocks:
            if block.type is not BlockType.HEADING or not _TOP_LEVEL.match(self.raw(block)):
                continue
            line = self._read_heading(block)
            if line.year:
                pass
            elif named := read_date_context(line.text):
                context, context_level = named, line.level
                line = replace(line.marked(DayMark(named.first_day, rest=line.text)), context=named)
            else:
                dated = dated_by(line, context)
                if not line.mark.marks_a_day and line.level <= context_level:
                    # A heading of the same level that is no month ends the month above, a weekday not the week.
                    is_in_week = line.level == context_level and context and context.start and dated is not line
                    context = context if is_in_week else None
                line = dated_by(line, context)
            yield line, context

    def _read_heading(self, block: Block) -> DayLine:
        words = _ANCHOR.sub("", block.text)
        urls = [url for _, url in LINK.findall(words)]
        links = tuple(url for url in urls if url.startswith(("http://", "https://")))
        lost = [url for url in urls if url not in links and not url.startswith("#")]
        text = _WRAPPED.sub(r"\2", LINK.sub(lambda match: match[1][1:-1], words).strip())
        line = DayLine(
            *(block.line, text, DayMark(), block.level, block.last_line),
            links=links,
            year=int(text) if re.fullmatch(r"(?:19|20)\d\d", text) else None,
            is_underlined=block.last_line > block.line and not self.raw(block).lstrip().startswith(("#", "<")),
            doubts=tuple(("link-in-heading", f"`{url}` is not a URL and was left out") for url in lost),
        )
        return line.marked(read_title_mark(text))


def dated_by(line: DayLine, context: DateContext | None) -> DayLine:
    """Return a line with the date, or the year, that follows from the month or the week above it."""
    written = line.mark.date
    if context and written and not written.year and (year := context.year_of(written)):
        return replace(line, mark=replace(line.mark, date=replace(written, year=year)))
    if context and not line.mark.marks_a_day and (day := read_day_in_context(context, line.text)):
        return line.marked(DayMark(day[0], rest=LEADING_SEPARATORS.sub("", day[1], count=1).strip()))
    return line


def read_date_line(raw: str) -> DayMark | None:
    """Read a line that is nothing but a date, and perhaps hours, or words behind a dot: `*14 May 2026 · at home*`."""
    mark = read_day_mark(_WRAPPED.sub(r"\2", raw.strip()))
    is_hours = read_hours(mark.rest) is not None
    is_more = not is_hours and " · " not in raw and re.search(r"\w", TIMES.sub("", mark.rest))
    return mark if mark.date and not (is_more or mark.title or mark.day_numbers) else None
