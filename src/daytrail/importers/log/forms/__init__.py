"""Forms of logs: what a line looks like that begins a day."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from daytrail.importers.log.document import DayLine, LogDocument
from daytrail.importers.log.forms import bold, heading, item, numbered, plain, table, trailing_date, week
from daytrail.importers.log.forms.heading import WEEK_NUMBER


class Form(NamedTuple):
    """A form of log."""

    name: str
    """As `--format` takes it."""
    description: str
    """Of the lines that begin a day, for the report."""
    day_lines: Callable[..., Iterator[DayLine]]
    """Yields the lines that begin a day, in the order of the document."""


FORMS: tuple[Form, ...] = tuple(
    Form(module.__name__.rpartition(".")[2], module.DESCRIPTION, module.day_lines)
    for module in (heading, bold, plain, table, item, trailing_date, week, numbered)
)
"""In the order in which they win if as many lines have one form as another."""
HEADING, BOLD, NUMBERED, RARE = FORMS[0], FORMS[1], FORMS[-1], FORMS[-3:]
"""The rare forms are tried in their order if no line has another form."""


def detect_form(document: LogDocument) -> tuple[Form, dict[Form, list[DayLine]]]:
    """Return the form of a log, and the lines of each: headings if there are enough of them, else the most frequent."""
    lines = {form: list(form.day_lines(document)) for form in FORMS if form not in RARE}
    counts = {form: sum(not line.is_outside for line in of_form) for form, of_form in lines.items()}
    most = max(counts.values())
    if most > counts[HEADING]:  # weeks above the days of another form
        lines[HEADING] = [line for line in lines[HEADING] if line.mark.marks_a_day or not WEEK_NUMBER.match(line.text)]
        counts[HEADING] = len(lines[HEADING])
    if not most:
        lines = {form: list(form.day_lines(document)) for form in RARE}
        return next((form for form in RARE if lines[form]), HEADING), lines | {HEADING: []}
    form = HEADING if counts[HEADING] and counts[HEADING] * 3 >= most else max(counts, key=counts.__getitem__)
    return form, lines
