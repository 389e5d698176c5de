"""Logs with a table row for each day."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from daytrail.importers.log.day_mark import DayMark, read_day_mark
from daytrail.importers.log.document import DayLine, LogDocument
from daytrail.importers.log.hours import TOTAL, Hours, counts_hours, hours_in_cell, is_hours_column, read_hours, sum_of
from daytrail.importers.text.csv_table import column_name
from daytrail.importers.text.dates import is_weekday, match_day_and_month
from daytrail.importers.text.markdown import LINK_WORDS, is_valid_url, plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of

DESCRIPTION = "row of a table"
_TEXT = re.compile(r"\w|[^\x00-\u2b1a]|[\u231a-\u23ff\u2600-\u27bf]")
"""A letter, a digit or a picture."""
_LIST_IN_CELL = re.compile(r"\s*<br\s*/?>\s*(?=[-*+] )")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_SPACED_DAY = re.compile(r"^(\d{1,2})\s*-\s*(\d{1,2})$")
_NUMBER = re.compile(r"\W*(\d{1,4}(?:\s*[-–&/+]\s*\d{1,4})?)\W*")
_BARE_NUMBER = re.compile(r"\d{1,2}(?:[.,]\d{1,2})?")
_USUAL_HOURS = 12
"""Larger numbers without a unit may be minutes."""
_TIME = re.compile(r"(?:\d{1,2}[:.]\d\d(?::\d\d)?)?")
_DAY_COLUMN = re.compile(rf"\W*(?:{any_of('days')})\W*(?:{any_of('number_sign')})?\W*", re.IGNORECASE)
_MARK_COLUMN = re.compile(
    rf"\W*(?:(?:{any_of('days', 'plan_columns.date', 'number_sign', 'weekday_column')})\W*)*(?:#\W*)?", re.IGNORECASE
)
_WEEK_COLUMN = re.compile(rf"\W*(?:{any_of('week', 'calendar_week', 'calendar_week_sign', 'parts')})\W*", re.IGNORECASE)
_DATE_COLUMN = re.compile(rf"\W*(?:{any_of('plan_columns.date')})\W*", re.IGNORECASE)
_ONLY_LINKS = re.compile(rf"(?:(?:{LINK_WORDS}\([^()\s]*\)|https?://\S+)[\s,;|]*)+")
_TAGS = re.compile(any_of("csv_columns.tags", "csv_columns.folder"), re.IGNORECASE)
_LINKS = re.compile(any_of("csv_columns.link", "list_columns.link"), re.IGNORECASE)
_TEXT_COLUMN = re.compile(any_of("csv_columns.notes", "csv_log_text"), re.IGNORECASE)
_NO_HOURS = re.compile(r"0(?:[.,:]0+)?(?:\s*[^\W\d]+)?")
_LABEL = re.compile(r"^\*\*[^*]+[:?]\*\* ")
_LONGEST_TITLE = 80
_TITLE_COLUMN = re.compile(any_of("title_column", "csv_log_title", "kinds.concept"), re.IGNORECASE)


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the rows that mark a day; those of one date below each other that have no numbers are one day."""
    for days in _days_of_tables(document, is_index=False):
        yield from joined_by_date(document, days)


def day_rows(document: LogDocument) -> Iterator[DayLine]:
    """Yield each row that has a date or the number of a day, with no other title than that of a column for titles."""
    return chain.from_iterable(_days_of_tables(document, is_index=True))


def _days_of_tables(document: LogDocument, *, is_index: bool) -> list[list[DayLine]]:
    """Return the rows of each table that mark a day, without tables of weeks if there are days."""
    tables = [list(_days_of_table(rows, is_index=is_index)) for rows in _tables(document)]
    weeks = [days for days in tables if all(_is_range(line.mark) for line in days)]
    return [days for days in tables if days not in weeks] or ([] if is_index else weeks)


def _is_range(mark: DayMark) -> bool:
    return mark.date is not None and mark.date.is_range and not mark.day_numbers


def joined_by_date(document: LogDocument, lines: Iterable[DayLine]) -> Iterator[DayLine]:
    """Yield lines, those of one date without numbers, as one if there is nothing between them but their children."""
    groups: list[list[DayLine]] = []
    for line in lines:
        between = document.outline.lines[groups[-1][-1].end : line.number - 1] if groups else ()
        is_ended = any(raw.strip() and not raw[0].isspace() for raw in between)
        if groups and not is_ended and _are_of_one_date(groups[-1][-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    yield from (_joined(group, document) for group in groups)


def _are_of_one_date(upper: DayLine, lower: DayLine) -> bool:
    dates = [line.mark.date and replace(line.mark.date, text="") for line in (upper, lower)]
    is_of_day = dates[0] == dates[1] and upper.mark.day_numbers == lower.mark.day_numbers
    return dates[0] is not None and is_of_day and upper.tags == lower.tags


def _joined(lines: Sequence[DayLine], document: LogDocument) -> DayLine:
    """Return several lines of one date as a line whose body has an item for each, with the children of items."""
    if len(lines) == 1:
        return lines[0]
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
    doubts = (*lines[0].doubts, *other_doubts)
    hours = round(sum(line.hours or 0 for line in lines), 2) or None
    text = "\n".join(body)
    return replace(lines[0], last_number=lines[-1].end, title="", body=(text,), hours=hours, doubts=doubts)


def _tables(document: LogDocument) -> list[list[Block]]:
    tables: list[list[Block]] = []
    for block in document.visible_blocks(BlockType.ROW):
        if not (block.header and tables):
            tables.append([])
        tables[-1].append(block)
    return tables


def _days_of_table(rows: Sequence[Block], *, is_index: bool = False) -> Iterator[DayLine]:
    previous: DayMark | None = None
    names = [column_name(name) for name in rows[0].cells]
    cells = {at: [row.cells[at] for row in rows[1:] if at < len(row.cells)] for at in range(len(names))}
    amounts = {at: sum(map(bool, map(read_hours, cells[at]))) for at, name in enumerate(names) if is_hours_column(name)}
    hours_column = max(amounts, key=amounts.__getitem__, default=None)
    times = cells[hours_column] if hours_column is not None else []
    names_hours = hours_column is not None and counts_hours(names[hours_column])
    unit_is_known = names_hours or any(map(read_hours, times))
    bare = [float(time.replace(",", ".")) for time in times if _BARE_NUMBER.fullmatch(time)]
    unit_is_guessed = not unit_is_known and bare != [] and max(bare) <= _USUAL_HOURS
    above_is_taken = False
    for row in rows[1:]:
        mark_columns = _mark_columns(row, hours_column)
        texts = {
            at: _LIST_IN_CELL.sub("\n", cell)
            for at, cell in enumerate(row.cells)
            if _TEXT.search(cell) and (at not in mark_columns or "](" in cell)
        }
        mark = read_day_mark(" | ".join(mark_columns.values()))
        doubts: tuple[tuple[str, str], ...] = ()
        if (
            not mark.marks_a_day
            and previous
            and not mark_columns
            and len(texts) > 1
            and not row.cells[0]
            and not any(map(TOTAL.fullmatch, texts.values()))
        ):
            message = "no date in this row; such rows got that of the row above"
            mark, doubts = previous, () if above_is_taken else (("date-of-row-above", message),)
            above_is_taken = True
        if not mark.marks_a_day or not (texts or is_index):
            continue
        previous = mark
        texts = {at: text for at, text in texts.items() if at != hours_column or not _NO_HOURS.fullmatch(text)}
        hours = None
        if hours_column in texts and (
            hours := _hours(names[hours_column], texts[hours_column], unit_is_known=unit_is_known or unit_is_guessed)
        ):
            del texts[hours_column]
            if unit_is_guessed and not unit_is_known:  # one doubt for the whole table
                message = f"the numbers in the column `{names[hours_column]}` were taken for hours"
                doubts, unit_is_known = (*doubts, ("guessed-unit", message)), True
            if hours.is_range:
                doubts += (("range-of-hours", f"{hours.text}: {hours.value:g} hours were taken"),)
        of_names = {at: names[at] for at in texts if at < len(names)}
        tag_columns = [
            at for at, name in of_names.items() if _TAGS.fullmatch(name) and not _TITLE_COLUMN.fullmatch(name)
        ]
        tags = [tag.strip(" #") for at in tag_columns for tag in re.split(r"[,;|]", texts.pop(at))]
        link_columns = [at for at, name in of_names.items() if _LINKS.fullmatch(name) and at in texts]
        links = [
            url for at in link_columns if all(map(is_valid_url, texts[at].split())) for url in texts.pop(at).split()
        ]
        title, body = _title_and_body(texts, rows[0].cells, is_index=is_index)
        yield DayLine(
            *(row.line, " ".join(row.cells), mark),
            last_number=row.last_line,
            title=title,
            body=body,
            hours=hours.value if hours else None,
            links=tuple(dict.fromkeys(links)),
            tags=tuple(dict.fromkeys(filter(None, tags))),
            is_row=True,
            doubts=doubts,
        )


def _hours(name: str, cell: str, *, unit_is_known: bool) -> Hours | None:
    """Return the hours of a cell, or the sum of those in its lines."""
    amounts = [amount for amount in _BREAK.split(cell) if re.search(r"\w", amount)]
    hours = [hours_in_cell(amount, name, unit_is_known=unit_is_known) for amount in amounts]
    known = [amount for amount in hours if amount]
    return sum_of(known) if known and len(known) == len(hours) else None


def _mark_columns(row: Block, hours_column: int | None) -> dict[int, str]:
    """Return the cells that are nothing but a mark of a day, perhaps as a link, as texts in which it can be read."""
    columns: dict[int, str] = {}
    marks: set[int] = set()
    number_is_sure = False
    for at, cell in enumerate(row.cells):
        name = row.header[at] if at < len(row.header) else ""
        is_leading = len(columns) == at
        if at == hours_column or (not is_leading and not (name.strip() and _MARK_COLUMN.fullmatch(name))):
            continue
        words = plain_text(cell) if "](" in cell else cell
        mark = read_day_mark(words)
        is_mark = mark.marks_a_day and _TIME.fullmatch(mark.rest) and not mark.title
        if is_mark or is_weekday(words):
            columns[at] = words
            marks.add(at)
        elif _DATE_COLUMN.fullmatch(name) and match_day_and_month(day := _SPACED_DAY.sub(r"\1/\2", words), 0):
            columns[at] = f"Date: {day}"
        elif (number := _NUMBER.fullmatch(words)) and (
            (not at and not _WEEK_COLUMN.fullmatch(name)) or _MARK_COLUMN.fullmatch(name)
        ):
            columns[at] = f"Day {number[1]}"
            number_is_sure |= _DAY_COLUMN.fullmatch(name) is not None
    has_date = any(read_day_mark(text).date for text in columns.values())
    if not (number_is_sure or has_date):
        # A number alone may be the rank of anything.
        columns = {at: text for at, text in columns.items() if at in marks}
    return columns


def _title_and_body(texts: dict[int, str], names: Sequence[str], *, is_index: bool) -> tuple[str, tuple[str, ...]]:
    """Return the title of a row's day and its text; of several columns, each keeps its name."""
    named = {at for at in texts if at < len(names) and names[at].strip()}
    of_titles = {at for at in named if _TITLE_COLUMN.fullmatch(names[at].strip().casefold())}
    if len(named) < 2 and not (is_index or any("](" in texts[at] for at in of_titles)):
        return "", tuple(texts.values())
    title = ""
    body: list[str] = []
    without_links = [at for at in texts if at in named and not _ONLY_LINKS.fullmatch(texts[at])]
    only_text = without_links[0] if len(without_links) == 1 else None
    if is_index and only_text is not None and _TEXT_COLUMN.fullmatch(names[only_text]):
        only_text = None
    for at, text in texts.items():
        if not title and (at in of_titles or (not body and at == only_text and len(text) <= _LONGEST_TITLE)):
            title = text
            body += [text, ""] if "](" in text else []
        else:
            is_mark = at in named and _MARK_COLUMN.fullmatch(names[at])  # with a link
            has_label = at in named and not is_mark and not _TEXT_COLUMN.fullmatch(column_name(names[at]))
            name = names[at].strip(" *_") if has_label else ""
            label = name if name.endswith("?") else f"{name}:"
            body += [f"**{label}** {text}" if has_label else text, ""]
    return title, tuple(body[:-1])
