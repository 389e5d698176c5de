"""Reader for logs in a table of comma-separated values, with a row for each day."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date

from daytrail.importers.log.document import LogDocument
from daytrail.importers.log.draft_entry import DraftEntry, site_body
from daytrail.importers.log.hours import Hours, is_hours_column, read_hours
from daytrail.importers.log.reader import ImportedLog, read_log
from daytrail.importers.text.csv_table import CsvRow, CsvTable, column_name, doubts_about_rows, read_csv
from daytrail.importers.text.dates import DateOrder
from daytrail.importers.text.diagnostics import UNPARSED_LINE, by_line, diagnostic, unparsed_line
from daytrail.importers.text.markdown import is_valid_url
from daytrail.importers.text.outline import Block, BlockType, Outline
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_MARK = re.compile(
    rf"(?:{any_of('plan_columns.date', 'days', 'number_sign', 'weekday_column')})(?: (?:{any_of('number_sign')}|#))?",
    re.IGNORECASE,
)
_DATE_OR_DAY = re.compile(any_of("plan_columns.date", "days"), re.IGNORECASE)
_TITLE = re.compile(any_of("title_column", "csv_log_title"), re.IGNORECASE)
_TAGS = re.compile(any_of("csv_columns.tags", "csv_columns.folder"), re.IGNORECASE)
_LINKS = re.compile(any_of("csv_columns.link", "list_columns.link"), re.IGNORECASE)
_TEXT = re.compile(any_of("csv_columns.notes", "csv_log_text"), re.IGNORECASE)
_MINUTES = re.compile(any_of("minute_unit"), re.IGNORECASE)


@dataclass
class _Day:
    """What a row says besides its date and number."""

    title: str = ""
    body: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    hours: float | None = None
    doubts: list[Problem] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All its words."""
        return "\n\n".join(filter(None, (self.title, *self.body, " ".join(self.tags), " ".join(self.links))))


def read_csv_log(text: str, today: date, order: DateOrder | None = None, *, name: str = "") -> ImportedLog | None:
    """Read a table of days as `read_log` reads one of Markdown; None if the text is no such table."""
    table = read_csv(text, _has_days)
    if table is None:
        return None
    names = [column_name(cell) for cell in table.names.cells]
    marks = [at for at, column in enumerate(names) if _is_mark(column)]
    days = {row.line: _read_day(row, table) for row in table.rows}
    header = (*(names[at] for at in marks), "")
    blocks = [Block(table.names.line, BlockType.ROW, "", cells=header)]
    for row in table.rows:
        if not days[row.line].text and days[row.line].hours is None:
            continue
        cells = (*(row.cells[at] for at in marks), days[row.line].text or str(days[row.line].hours))
        blocks.append(Block(row.line, BlockType.ROW, "", cells=cells, header=header, last_line=row.last_line))
    lines = text.split("\n")
    document = LogDocument(Outline(tuple(lines), tuple(blocks), frozenset()), name)
    log = read_log(text, today, order, name=name, document=document)
    diagnostics = [
        problem
        for problem in log.diagnostics  # the rows without a day are reported below, and the names of columns are read
        if problem.code != UNPARSED_LINE or problem.message != lines[problem.location.line - 1]
    ]
    known = {draft.line for draft in log.drafts} | {problem.location.line for problem in diagnostics}
    diagnostics += [doubt for draft in log.drafts for doubt in days[draft.line].doubts]
    diagnostics += doubts_about_rows(table)
    for row in (row for row in table.rows if row.line not in known):
        message = "no date and number, or nothing else, in this row; it became no entry"
        diagnostics.append(diagnostic(row.line, "no-day-in-row", message))
        diagnostics.append(unparsed_line(row.line, " ".join(filter(None, row.cells))))
    return replace(
        log,
        form="row of comma-separated values",
        drafts=tuple(_with_day(draft, days[draft.line]) for draft in log.drafts),
        diagnostics=tuple(by_line(diagnostics)),
        page="",
        structure=(*table.names.cells, *_structure(table, {draft.line for draft in log.drafts}, known, marks)),
    )


def _structure(table: CsvTable, entries: Set[int], known: Set[int], marks: Sequence[int]) -> Iterator[str]:
    """Yield the cells that became dates, numbers and hours, and those of copies, which are reported."""
    for row in table.rows:
        if row.line in entries:
            yield from (row.cells[at] for at in marks)
            yield from (
                cell for name, cell in zip(table.names.cells, row.cells, strict=True) if _hours(column_name(name), cell)
            )
        elif row.line in known:
            yield from row.cells


def _has_days(names: Sequence[str]) -> bool:
    return any(_DATE_OR_DAY.fullmatch(column_name(cell)) for cell in names)


def _is_mark(name: str) -> bool:
    return name == "#" or _MARK.fullmatch(name) is not None


def _read_day(row: CsvRow, table: CsvTable) -> _Day:
    day = _Day()
    texts: list[tuple[str, str]] = []
    for written, cell in zip(table.names.cells, row.cells, strict=True):
        name = column_name(written)
        if not cell or _is_mark(name):
            continue
        if hours := _hours(name, cell):
            day.hours = hours.value
            if hours.is_range:
                message = f"{hours.text}: {hours.value:g} hours were taken"
                day.doubts.append(diagnostic(row.line, "range-of-hours", message))
            continue
        if _TITLE.fullmatch(name) and not day.title and "\n" not in cell:
            day.title = cell
        elif _TAGS.fullmatch(name):
            day.tags += [tag.strip(" #") for tag in re.split(r"[,;|]", cell) if tag.strip(" #")]
        elif _LINKS.fullmatch(name) and (urls := cell.replace(",", " ").replace(";", " ").split()) and _are_urls(urls):
            day.links += urls
        else:
            texts.append(("" if _TEXT.fullmatch(name) else written.strip(), cell))
    is_only = len(texts) == 1 and not any(_TEXT.fullmatch(column_name(cell)) for cell in table.names.cells)
    day.body = [cell if is_only or not label else f"**{label}:** {cell}" for label, cell in texts]
    return day


def _are_urls(words: Sequence[str]) -> bool:
    return all(is_valid_url(word) for word in words)


def _hours(name: str, cell: str) -> Hours | None:
    """Return the hours that a cell has by the name of its column, as in `1.5` or `45 min`; None if it has none."""
    is_minutes = _MINUTES.fullmatch(name) is not None
    if not is_minutes and not is_hours_column(name):
        return None
    return read_hours(f"{cell} min" if is_minutes and cell.isdecimal() else cell, unit_is_known=True)


def _with_day(draft: DraftEntry, day: _Day) -> DraftEntry:
    return replace(
        draft,
        title=day.title,
        body=site_body("\n\n".join(day.body)),
        tags=tuple(dict.fromkeys(day.tags)),
        links=tuple(dict.fromkeys(day.links)),
        hours=day.hours,
    )
