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
    blocks = [Block(table.names.line, BlockType.ROW, "", cells=table.names.cells)]
    blocks += (
        Block(row.line, BlockType.ROW, "", cells=row.cells, header=header, last_line=row.last_line)
        for row in table.rows
    )
    lines = tuple(text.split("\n"))
    document = LogDocument(Outline(lines, tuple(blocks), frozenset()), name)
    log = read_log(text, today, order, name=name, document=document)
    known = {problem.location.line for problem in log.diagnostics if problem.code == "no-day-in-row"}
    rows = {row.line: row for row in table.rows}
    diagnostics: list[Problem] = []
    for problem in log.diagnostics:
        number = problem.location.line
        if problem.code != UNPARSED_LINE or problem.message != lines[number - 1]:
            diagnostics.append(problem)
        elif number in rows:
            if number not in known:
                message = "no date and number in this row; it became no entry"
                diagnostics.append(diagnostic(number, "no-day-in-row", message))
            diagnostics.append(unparsed_line(number, " ".join(filter(None, rows[number].cells))))
    return replace(
        log,
        form="row of comma-separated values",
        diagnostics=tuple(by_line([*diagnostics, *doubts_about_rows(table)])),
        page="",
        structure=(*table.names.cells, *log.structure),
    )
