"""Days as rows of tables."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from daytrail.importers.log.day_mark import DayMark, read_day_mark
from daytrail.importers.log.document import LINK, DayLine, LogDocument, dated_by
from daytrail.importers.log.hours import TOTAL, Hours, counts_hours, hours_in_cell, is_hours_column, read_hours, sum_of
from daytrail.importers.text.csv_table import column_name
from daytrail.importers.text.dates import is_short_weekday, is_weekday, match_day_and_month
from daytrail.importers.text.markdown import LINK_WORDS, is_valid_url, plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of


def _column(*keys: str) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{any_of(*keys)})\W*", re.IGNORECASE)


_DATE, _WEEK = _column("plan_columns.date"), _column("week", "calendar_week", "calendar_week_sign", "parts")
_TITLE = _column("title_column", "csv_log_title", "kinds.concept")
_TEXT = _column("csv_columns.notes", "csv_log_text")
_TAGS = _column("csv_columns.tags", "csv_columns.folder")
_LINKS = _column("csv_columns.link", "list_columns.link")
_DAY = re.compile(rf"\W*(?:{any_of('days')})\W*(?:{any_of('number_sign')})?\W*", re.IGNORECASE)
_MARK = re.compile(
    rf"\W*(?:(?:{any_of('days', 'plan_columns.date', 'number_sign', 'weekday_column')})\W*)*(?:#\W*)?", re.IGNORECASE
)
"""Names of columns with dates, day numbers or weekdays."""
_STATUS = _column("plan_columns.status", "list_columns.status")
_DONE = re.compile(rf"\W*(?:(?:{any_of('statuses.read', 'done')})\W*|[✅✔☑✓]\ufe0f?\W*)|\[[xX]\]", re.IGNORECASE)
_PLANNED = re.compile(
    rf"\W*(?:(?:{any_of('statuses.to-read', 'weak_statuses.to-read')})\W*|[⏳⌛🔜📋⬜☐🔲◻❌]\ufe0f?\W*)|\[ ?\]",
    re.IGNORECASE,
)
"""States of the days of a table."""
_EMPTY = re.compile(r"[\s\-–—−.…_/|*~\\]*")
"""A cell without a value."""
_LIST_IN_CELL = re.compile(r"\s*</?br\s*/?>\s*(?=[-*+] )")
_BREAK = re.compile(r"</?br\s*/?>", re.IGNORECASE)
_NUMBER = re.compile(r"\W*(\d{1,4}(?:\s*[-–&/+]\s*\d{1,4})?)\W*")
_TIME = re.compile(r"(?:\d{1,2}[:.]\d\d(?::\d\d)?)?")
_ONLY_LINKS = re.compile(rf"(?:(?:{LINK_WORDS}\([^()\s]*\)|https?://\S+)[\s,;|]*)+")
_LABEL = re.compile(r"^\*\*[^*]+[:?]\*\* ")
_LONGEST_TITLE = 80


def table_days(document: LogDocument) -> Iterator[DayLine]:
    """Yield the rows that mark a day; those of one date below each other that have no numbers are one day.

    Tables of which most rows mark a day, and of which each is a single day, win over others.
    """
    lines = _days_of_tables(document)
    of_days = [days for days, count in lines if len(days) * 2 > count] or [days for days, _ in lines]
    filled = [
        [line for line in days if line.title or line.body or line.hours or line.links or line.checked]
        for days in of_days
    ]
    of_single_days = [days for days in filled if not all(_is_range(line.mark) for line in days)]
    for days in of_single_days or filled:
        yield from joined_by_date(document, days)


def day_rows(document: LogDocument) -> Iterator[DayLine]:
    """Yield each row that has a date or the number of a day, even if it has nothing else."""
    tables = [[day for day in days if not day.is_outside] for days, _ in _days_of_tables(document)]
    return chain.from_iterable(days for days in tables if not all(_is_range(line.mark) for line in days))


def _days_of_tables(document: LogDocument) -> list[tuple[list[DayLine], int]]:
    """Return the days of each table, with the number of its rows; those that are only planned are outside."""
    doubts: tuple[tuple[str, str], ...] = (("planned-day", "days that are only planned were left out"),)
    tables = [([*_Table(rows).days()], len(rows) - 1) for rows in _tables(document)]
    has_done = any(day.checked for days, _ in tables for day in days)
    for days, _ in tables:
        for at, day in enumerate(days):
            days[at] = dated_by(day, document.context_of(day.number))
            if has_done and day.checked is False:
                days[at], doubts = replace(day, is_outside=True, doubts=doubts), ()
    return tables


def _is_range(mark: DayMark) -> bool:
    """Return whether a row is about several days, as that of a week or a phase is."""
    if mark.day_numbers:
        return mark.day_numbers[0] != mark.day_numbers[1]
    return mark.date is not None and mark.date.is_range


def _tables(document: LogDocument) -> list[list[Block]]:
    tables: list[list[Block]] = []
    for block in document.visible_blocks(BlockType.ROW):
        if not (block.header and tables):
            tables.append([])
        tables[-1].append(block)
    return tables


def headers_of_days(document: LogDocument, days: Container[int]) -> Iterator[int]:
    """Yield the line numbers of the headers of tables, and of the dashes below them, all of whose rows are days."""
    for header, *rows in _tables(document):
        if rows and all(row.line in days for row in rows):
            yield from range(header.line, rows[0].line)


def joined_by_date(document: LogDocument, lines: Iterable[DayLine]) -> Iterator[DayLine]:
    """Yield lines, those of one date without numbers, as one if there is nothing between them but their children."""
    groups: list[list[DayLine]] = []
    for line in lines:
        between = document.outline.lines[groups[-1][-1].end : line.number - 1] if groups else ()
        is_ended = any(raw.strip() and not raw[0].isspace() for raw in between)
        if groups and not is_ended and _day_of(groups[-1][-1]) == _day_of(line) and line.mark.date:
            groups[-1].append(line)
        else:
            groups.append([line])
    yield from (_joined(group, document) if len(group) > 1 else group[0] for group in groups)


def _day_of(line: DayLine) -> tuple[object, ...]:
    return line.mark.date and replace(line.mark.date, text=""), line.mark.day_numbers, line.tags


def _joined(lines: Sequence[DayLine], document: LogDocument) -> DayLine:
    """Return several lines of one date as a line whose body has an item for each, with the children of items."""
    body = []
    for line, following in zip_longest(lines, lines[1:]):
        texts = [text for text in (line.title, *line.body) if text]
        has_labels = len(texts) > 2 and not line.title
        first, *others = texts if has_labels else [_LABEL.sub("", text) for text in texts]
        further = "; ".join(others)
        item = f"- {first}; {further}" if has_labels else f"- {first} ({further})" if others else f"- {first}"
        between = document.outline.lines[line.end : following.number - 1] if following else ()
        body += [item.replace("\n", "\n  "), *(f"  {raw.strip()}" for raw in between if raw.strip())]
    other_doubts = ((code, f"{message}, in line {line.number}") for line in lines[1:] for code, message in line.doubts)
    hours = round(sum(line.hours or 0 for line in lines), 2) or None
    line = replace(lines[0], last_number=lines[-1].end, title="", body=("\n".join(body),), hours=hours)
    return replace(line, doubts=(*line.doubts, *other_doubts))


class _Table:
    """Rows of a table, the first of which has the names of the columns."""

    def __init__(self, rows: Sequence[Block]) -> None:
        self.names = [column_name(name) for name in rows[0].cells]
        self.labels = [name.strip(" *_") for name in rows[0].cells]
        self.rows = rows[1:]
        of_hours = [at for at, name in enumerate(self.names) if is_hours_column(name)]
        amounts = {at: [row.cells[at] for row in self.rows if at < len(row.cells)] for at in of_hours}
        self.hours_column = max(of_hours, key=lambda at: sum(map(bool, map(read_hours, amounts[at]))), default=-1)
        times = amounts.get(self.hours_column, [])
        self.unit_is_known = counts_hours(self._name(self.hours_column)) or any(map(read_hours, times))

    def _name(self, at: int) -> str:
        return self.names[at] if 0 <= at < len(self.names) else ""

    def days(self) -> Iterator[DayLine]:
        """Yield the rows that mark a day."""
        previous: DayMark | None = None
        doubt = [("date-of-row-above", "no date in this row; such rows got that of the row above")]
        for row in self.rows:
            if sum("](#" in cell for cell in row.cells) > 1:  # links to several days
                continue
            marks = self._mark_cells(row)
            filled = ((at, cell) for at, cell in enumerate(row.cells) if not _EMPTY.fullmatch(cell))
            texts = {at: _LIST_IN_CELL.sub("\n", cell) for at, cell in filled}
            marked = [url for at in marks for _, url in LINK.findall(row.cells[at]) if is_valid_url(url)]
            texts = {at: text for at, text in texts.items() if at not in marks or ("](" in text and not marked)}
            mark, doubts = read_day_mark(" | ".join(sorted(marks.values(), key=is_short_weekday))), []
            is_total = any(map(TOTAL.fullmatch, texts.values()))
            if previous and not (mark.marks_a_day or marks or row.cells[0] or is_total) and len(texts) > 1:
                mark, doubts, doubt = previous, doubt, []  # one doubt for all rows
            if not mark.marks_a_day:
                continue
            previous = mark
            states = {at: cell for at, cell in enumerate(row.cells) if _STATUS.fullmatch(self._name(at))}
            done = [at for at, cell in states.items() if _DONE.fullmatch(cell)]
            texts = {at: text for at, text in texts.items() if at not in done}
            hours = self._take_hours(texts)
            is_planned = any(map(_PLANNED.fullmatch, states.values())) and not (done or hours)
            if hours and hours.is_range:
                doubts = [*doubts, ("range-of-hours", f"{hours.text}: {hours.value:g} hours were taken")]
            tags = [tag.strip(" #") for text in self._take(texts, _TAGS) for tag in re.split(r"[,;|]", text)]
            urls = [url for text in self._take(texts, _LINKS, only_urls=True) for url in text.split()]
            title, body = self._title_and_body(texts, has_more=bool(marked or done))
            yield DayLine(
                *(row.line, " ".join(row.cells), mark, 0, row.last_line, title, body, hours.value if hours else None),
                links=tuple(dict.fromkeys((*marked, *urls))),
                tags=tuple(dict.fromkeys(filter(None, tags))),
                is_row=True,
                checked=bool(done) if done or is_planned else None,
                doubts=tuple(doubts),
            )

    def _mark_cells(self, row: Block) -> dict[int, str]:
        """Return the cells that are nothing but a mark of a day, perhaps a link, as texts in which it can be read."""
        cells: dict[int, str] = {}
        unsure: set[int] = set()
        has_date = False
        for at, cell in enumerate(row.cells):
            name = self._name(at)
            if at == self.hours_column or (len(cells) != at and not (name and _MARK.fullmatch(name))):
                continue
            words = (plain_text(cell) if "](" in cell else cell).strip("[]")
            words = f"Date: {words}" if _DATE.fullmatch(name) and match_day_and_month(words, 0) else words
            mark = read_day_mark(words)
            is_day = (mark.marks_a_day and _TIME.fullmatch(mark.rest) and not mark.title) or is_weekday(words)
            if is_day or (_MARK.fullmatch(name) and is_short_weekday(words)):
                cells[at] = words
                has_date |= mark.date is not None
            elif (number := _NUMBER.fullmatch(words)) and (_MARK.fullmatch(name) if at else not _WEEK.fullmatch(name)):
                cells[at] = f"Day {number[1]}"
                unsure |= set() if _DAY.fullmatch(name) else {at}  # it may be the rank of anything
        return {at: text for at, text in cells.items() if has_date or at not in unsure}

    def _take_hours(self, texts: dict[int, str]) -> Hours | None:
        """Remove the cell with hours, or the sum of those in its lines, from a row."""
        cell = texts.get(self.hours_column, "")
        amounts = [amount for amount in _BREAK.split(cell) if re.search(r"\w", amount)]
        name, is_known = self._name(self.hours_column), self.unit_is_known
        known = [hours for one in amounts if (hours := hours_in_cell(one, name, unit_is_known=is_known))]
        if not known or len(known) < len(amounts):
            return None
        del texts[self.hours_column]
        return sum_of(known)

    def _take(self, texts: dict[int, str], column: re.Pattern[str], *, only_urls: bool = False) -> list[str]:
        """Remove the cells of columns with such a name from a row."""
        columns = [at for at in texts if column.fullmatch(self._name(at)) and not _TITLE.fullmatch(self._name(at))]
        return [texts.pop(at) for at in columns if not only_urls or all(map(is_valid_url, texts[at].split()))]

    def _title_and_body(self, texts: dict[int, str], *, has_more: bool) -> tuple[str, tuple[str, ...]]:
        """Return the title of a row's day and its text; of several columns, each keeps its name.

        A text alone is the title only if the row has more: a link of its mark, or a state.
        """
        named = [at for at in texts if self._name(at)]
        titles = [at for at in named if _TITLE.fullmatch(self._name(at))]
        if len(named) < 2 and not (has_more and titles) and not any("](" in texts[at] for at in titles):
            return "", tuple(texts.values())
        words = [at for at in named if not _ONLY_LINKS.fullmatch(texts[at])]
        if len(words) == 1 and len(texts[words[0]]) <= _LONGEST_TITLE and min(texts) in words:
            titles += words
        title, body = "", []
        for at, text in texts.items():
            if not title and at in titles and len(plain_text(text)) <= _LONGEST_TITLE:
                title = text
                body += [text] if "](" in text else []
                continue
            is_text = _MARK.fullmatch(self._name(at)) or _TEXT.fullmatch(self._name(at))
            has_label = at in named and not (is_text or (at in titles and not title))
            label = self.labels[at] if has_label else ""
            is_list = re.match(r"[-*+] ", text)
            space, value = ("\n\n", text) if is_list and "\n" in text else (" ", text[2:] if is_list else text)
            body.append(f"**{label}{'' if label.endswith('?') else ':'}**{space}{value}" if label else text)
        return title, tuple(line for part in body for line in ("", part))[1:]
