"""Reader for logs in a table of comma-separated values, with a row for each day."""

import re
from dataclasses import replace
from datetime import date

from daytrail.importers.log.document import LogDocument
from daytrail.importers.log.reader import ImportedLog, read_log
from daytrail.importers.text.csv_table import column_name, doubts_about_rows, read_csv
from daytrail.importers.text.dates import DateOrder
from daytrail.importers.text.diagnostics import UNPARSED_LINE, by_line, diagnostic, unparsed_line
from daytrail.importers.text.outline import Block, BlockType, Outline
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_DATE_OR_DAY = re.compile(any_of("plan_columns.date", "days"), re.IGNORECASE)


def read_csv_log(text: str, today: date, order: DateOrder | None = None, *, name: str = "") -> ImportedLog | None:
    """Read a table of days as `read_log` reads one of Markdown; None if the text is no such table."""
    table = read_csv(text, lambda names: any(_DATE_OR_DAY.fullmatch(column_name(cell)) for cell in names))
    if table is None:
        return None
    header = tuple(column_name(cell) for cell in table.names.cells)
    rows = [(table.names, ()), *((row, header) for row in table.rows)]
    blocks = [
        Block(row.line, BlockType.ROW, "", cells=row.cells, header=names, last_line=row.last_line)
        for row, names in rows
    ]
    lines = tuple(text.split("\n"))
    log = read_log(text, today, order, document=LogDocument(Outline(lines, tuple(blocks), frozenset()), name))
    doubted = {problem.location.line for problem in log.diagnostics if problem.code == "no-day-in-row"}
    cells = {row.line: row.cells for row in table.rows}
    diagnostics: list[Problem] = [*doubts_about_rows(table)]
    for problem in log.diagnostics:
        number = problem.location.line
        if problem.code != UNPARSED_LINE or problem.message != lines[number - 1]:
            diagnostics.append(problem)
        elif number in cells:
            if number not in doubted:
                message = "no date and number in this row; it became no entry"
                diagnostics.append(diagnostic(number, "no-day-in-row", message))
            diagnostics.append(unparsed_line(number, " ".join(filter(None, cells[number]))))
    form, structure = "row of comma-separated values", (*table.names.cells, *log.structure)
    return replace(log, form=form, diagnostics=tuple(by_line(diagnostics)), page="", structure=structure)
