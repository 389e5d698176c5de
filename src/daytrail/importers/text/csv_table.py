"""Tables of comma-separated values, and of values that semicolons, tabs or bars separate, with a row of names.

The delimiter is that with which most rows have as many cells as there are names. `csv.Sniffer` of Python 3.11 finds
none in a small table whose cells are sentences.
"""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import Literal

from daytrail.importers.text.diagnostics import diagnostic
from daytrail.problems import Problem

_DELIMITERS = ",;\t|"
_MARKDOWN_TABLE = re.compile(r"^(?=[^\n]*-)(?=[^\n]*\|)[ \t|:-]++$", re.MULTILINE)
_FEWEST_COLUMNS = 2
_EVEN_ROWS = 0.6
"""Share of rows that have at most as many cells as there are names."""


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row with the lines that it is written on; a quoted cell may have line breaks."""

    line: int
    last_line: int
    cells: tuple[str, ...]
    is_joined: bool = False
    """True if it has more cells than there are names, of which those at the end were joined again."""
    is_single: bool = False
    """True if it has one cell alone, although there are more names."""

    @property
    def line_numbers(self) -> range:
        """The numbers of its lines."""
        return range(self.line, self.last_line + 1)


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A table with a row of names."""

    names: CsvRow
    rows: tuple[CsvRow, ...]
    """Each has a cell for each name."""
    quotes_are_text: bool = False
    """True if a quotation has no end, so that none was read as one."""


_LONGEST_HEADER = 10_000
"""Characters of the first row; `csv` fails at cells of more than 131,072."""


def read_csv(text: str, is_header: Callable[[Sequence[str]], bool]) -> CsvTable | None:
    """Return the table that a text is; None if it is none, or if its first row has not the names that are wanted."""
    first_line = next((line for line in text.split("\n", 5) if line.strip()), "")
    if _MARKDOWN_TABLE.search(text[:1_000]) or len(first_line) > _LONGEST_HEADER:
        return None
    for delimiter in _DELIMITERS:
        names = next(csv.reader([first_line], delimiter=delimiter), [])
        width = len(names)
        if width < _FEWEST_COLUMNS or not is_header([name.strip() for name in names]):
            continue
        quoted = _rows(text, delimiter)
        rows = quoted or _rows(text, delimiter, csv.QUOTE_NONE) or []
        even = sum(_FEWEST_COLUMNS <= len(row.cells) <= width for row in rows[1:])
        if even and even >= (len(rows) - 1) * _EVEN_ROWS:
            return CsvTable(rows[0], tuple(_fitted(row, width, delimiter) for row in rows[1:]), quoted is None)
    return None


def _fitted(row: CsvRow, width: int, delimiter: str) -> CsvRow:
    """Return a row with as many cells as there are names: people forget to quote a text with commas at the end."""
    if len(row.cells) > width:
        cells = (*row.cells[: width - 1], f"{delimiter} ".join(row.cells[width - 1 :]))
        return replace(row, cells=cells, is_joined=True)
    return replace(row, cells=(*row.cells, *[""] * (width - len(row.cells))), is_single=len(row.cells) == 1)


def column_name(cell: str) -> str:
    """Return the name of a column in lower case with spaces, as in `time added` for `time_added` or `timeAdded`."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|[\s_]+", " ", cell.strip().strip("\ufeff"))
    return words.strip(" :*").casefold()


def _rows(text: str, delimiter: str, quoting: Literal[0, 3] = csv.QUOTE_MINIMAL) -> list[CsvRow] | None:
    """Return the rows that are not empty; None if a quoted cell has no end, or is too long."""
    reader = csv.reader(StringIO(text, newline="\n"), delimiter=delimiter, quoting=quoting)
    rows: list[CsvRow] = []
    first = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(CsvRow(first, reader.line_num, tuple(cell.strip() for cell in cells)))
            first = reader.line_num + 1
        if quoting == csv.QUOTE_MINIMAL and rows and rows[-1].last_line > rows[-1].line:
            # Only a strict reader tells that the last quotation does not end.
            last_row = "\n".join(text.split("\n")[rows[-1].line - 1 :])
            list(csv.reader(StringIO(last_row, newline="\n"), delimiter=delimiter, strict=True))
    except csv.Error:
        return None
    return rows


def doubts_about_rows(table: CsvTable) -> Iterator[Problem]:
    """Yield doubts about rows with too many cells, and about quotes."""
    if table.quotes_are_text:
        message = "a quoted cell has no end, so quotes are read as text and each line as a row"
        yield diagnostic(table.names.line, "unclosed-quote", message)
    for row in table.rows:
        if row.is_joined:
            message = "this row has more cells than there are names; those at the end became one, as if it were quoted"
            yield diagnostic(row.line, "uneven-row", message)
