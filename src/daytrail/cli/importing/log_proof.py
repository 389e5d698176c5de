"""Proof that an import of a log lost no day, word, link or checkbox of its source."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from daytrail.cli.importing.existing_entries import ExistingEntry, common_length, day_text
from daytrail.importers.log.day_mark import read_day_mark
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.forms import HEADING
from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.text.coverage import find_boxes, find_losses, missing_boxes, missing_links
from daytrail.importers.text.diagnostics import by_line, diagnostic, missing_words
from daytrail.importers.text.outline import BlockType, read_outline
from daytrail.problems import Problem

_MOST_LINES_BETWEEN = 20
"""Lines of a section that may be missing from its body, such as a date below the heading."""


def losses_of_log(source: str, log: ImportedLog, texts: Sequence[str]) -> list[Problem]:
    """Return what the drafts of a log, as the texts of entries and a page, lack of its source."""
    bodies = [*(draft.body for draft in log.drafts), log.page]
    boxes = (box for body in bodies if "[" in body for box in find_boxes(body))
    losses = find_losses(source, texts, boxes, log.diagnostics, log.structure)
    return by_line([*losses, *_missing_days(source, log)])


def losses_of_copy(source: str, draft: DraftEntry, copy: ExistingEntry) -> Iterator[Problem]:
    """Yield what an entry that exists, and was perhaps changed, lacks of its draft.

    What the source has behind the last line that the entry has as well was written since the import: it is no loss.
    """
    if draft.date and copy.date != draft.date:
        yield diagnostic(draft.line, "missing-day", f"{draft.date} ({copy.path.name} has {copy.date})")
    if draft.day_numbers and copy.day != day_text(draft):
        yield diagnostic(
            draft.line, "missing-day", f"day {day_text(draft)} ({copy.path.name} has {copy.day or 'none'})"
        )
    body = draft.body[: common_length(draft.body, copy.body)]
    lines = lines_of_body(source.split("\n"), draft.line, body)
    yield from missing_words(draft.title, [copy.text], (), ())
    for loss in (
        *missing_words(body, [copy.text], (), ()),
        *missing_links(body, [copy.body]),
        *missing_boxes(find_boxes(body), find_boxes(copy.body)),
    ):
        yield replace(loss, location=replace(loss.location, line=lines[loss.location.line - 1]))


def lines_of_body(lines: Sequence[str], first_line: int, body: str) -> list[int]:
    """Return the number in the source of each line of a body, which begins at or below a line."""
    lines_of_body = body.split("\n")
    end = min(len(lines), first_line + len(lines_of_body) + _MOST_LINES_BETWEEN)
    numbers, number = [], first_line
    for line in lines_of_body:
        words = line.strip(" #")
        number = next((at for at in range(number, end + 1) if lines[at - 1].endswith(words)), number)
        numbers.append(number)
    return numbers


def _missing_days(source: str, log: ImportedLog) -> Iterator[Problem]:
    """Yield a diagnostic for each heading that marks a day, and is no entry and in no line that is reported.

    In a log whose days begin in another way, such headings are text.
    """
    if log.form != HEADING.description:
        return
    reported = {draft.line for draft in log.drafts} | {problem.location.line for problem in log.diagnostics}
    days = Counter(key for draft in log.drafts for key in _keys(draft.date, draft.day_numbers))
    for block in read_outline(source).blocks:
        if block.type is not BlockType.HEADING or reported.intersection(block.line_numbers):
            continue
        mark = read_day_mark(block.text)
        date = mark.date.resolve(mark.date.year, "mdy") if mark.date and mark.date.year else None
        keys = [*_keys(date, mark.day_numbers)]
        if mark.marks_a_day and keys and not any(days[key] for key in keys):
            yield diagnostic(block.line, "missing-day", block.text)


def _keys(*values: object) -> Iterator[object]:
    return (value for value in values if value is not None)
