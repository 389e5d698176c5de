"""Logs with a heading for each week and no days below it."""

from collections.abc import Iterator

from daytrail.importers.log.document import DayLine, LogDocument

DESCRIPTION = "week"


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield the headings of weeks, dated by their first days."""
    return (line for line in document.headings if line.context and line.context.monday)
