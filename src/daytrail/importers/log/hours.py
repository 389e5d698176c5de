"""Hours of a day: in a labelled line, in the heading, set apart in the text, or in a column of a table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile

from daytrail.importers.text.amounts import AMOUNT, HOUR, read_amount, with_unit
from daytrail.importers.text.dates import is_weekday, match_date
from daytrail.importers.text.markdown import prose
from daytrail.importers.text.outline import read_outline
from daytrail.importers.text.vocabulary import any_of

MOST_HOURS = 24
"""Of a day."""
_WITH_UNIT = re.compile(AMOUNT, re.IGNORECASE)
_SPENT, _TOTAL = any_of("time_spent"), rf"(?:\w+\s)?(?:{any_of('total')})"
_LABEL = re.compile(rf"\W*(?P<label>{_SPENT})\W*?[:=–-]\W*(?P<amount>\d.*?)\W*$", re.IGNORECASE)
_MAY_BE_HOURS = re.compile(
    rf"\d(?<!\w\d)[\d.,:–+\s-]{{0,12}}(?:{HOUR}|m|{any_of('minute_unit', 'clock_minutes')})|^\W*(?:{_SPENT})\W",
    re.IGNORECASE,
)
_APART = re.compile(
    rf"(?P<before>^[\W_]*?(?:\d{{1,2}}[:.]\d\d\s)?(?:(?:{_SPENT})\s)?|(?:[(\[|·•~:–—]|(?<=\w\w\w)[,.!?…])[)*]?\s?\(?|\s-\s)"
    rf"[*_]*(?P<amount>{AMOUNT})"
    r"(?P<behind>[^\w/]*$|[*_]*[)\]][\s·|:–—-]*|[*_]*(?:[.,;:]|\s?[|·])\s|\s[-–—]\s|[*_]+\s|\s(?=\())",
    re.IGNORECASE,
)
"""An amount of time at the beginning or the end of a line, in parentheses, or as a sentence of its own."""
_KINDS = tuple(re.compile(rf"(?P<indent>\s*){marker}") for marker in (r"#{1,6}\s+", r"[-*+]\s+", r"(?=\w)"))
"""Headings, items, and other lines."""
_NO_AMOUNT = re.compile(r"^(?:\d+(?:[.,]\d+)?\s*m|[12]\dh[0-5]\d)$")
"""Metres, and a time of day in French or Portuguese, as in `16h30`."""
_COLUMN = re.compile(rf"\W*(?:{any_of('time_spent', 'plan_columns.hours', 'minute_unit')}|{HOUR})\W*", re.IGNORECASE)
STATED_SUM = re.compile(
    rf"\W*(?:{_TOTAL}\b[^\d\n]*?|(?P<week>{any_of('week')})\s\d{{1,3}}:\s*)(?P<amount>\d[^|\n]*?)[\s|*_.]*$",
    re.IGNORECASE,
)
"""A line with the hours of several days."""
SUM_OF_DAY = re.compile(
    rf"(?<!\w)(?:{any_of('total')})\b[^\d\n:=.]{{0,25}}[:=][\s*_]*(?P<amount>{AMOUNT}|\d{{1,4}}(?:[.,]\d+)?[\s*_]*$)",
    re.IGNORECASE,
)
"""A total of hours in the text of a day, as in `Total time: 4 hours`."""
TOTAL = re.compile(rf"\W*{_TOTAL}\W*", re.IGNORECASE)
"""The name of a row or a column of sums."""


_ONLY_LABEL = re.compile(rf"[\W_]*(?:{_SPENT})[\W_]*", re.IGNORECASE)
_AT_END = re.compile(rf"(?:^|[:\s])[^\w~]*(?P<amount>{AMOUNT})\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Hours:
    """Hours that a text states."""

    value: float
    text: str
    is_range: bool = False
    """True if the text is two numbers, of which the value is the middle."""


def read_hours(text: str, *, unit_is_known: bool = False, limit: int = MOST_HOURS) -> Hours | None:
    """Read a text that is nothing but an amount of time, as in `1.5 hrs`, `2h 30m` or `90 min`."""
    text = text.strip(" \t*_()[].,;!")
    amount = read_amount(text, unit_is_known=unit_is_known, limit=limit)
    return Hours(amount[0], text, amount[1]) if amount else None


def is_hours_column(header: str) -> bool:
    """Return whether a column of a table has the hours or minutes of days, as one called `Duration (minutes)`."""
    return _COLUMN.fullmatch(re.sub(r"\s*[(\[][^()\[\]]*[)\]]$", "", header)) is not None


def hours_in_cell(cell: str, header: str, *, unit_is_known: bool = False, limit: int = MOST_HOURS) -> Hours | None:
    """Read the hours in a cell of a table; the name of its column may have the unit."""
    cell = with_unit(cell.strip(" *_"), header)
    return read_hours(cell, unit_is_known=unit_is_known or counts_hours(header), limit=limit)


def counts_hours(header: str) -> bool:
    """Return whether the name of a column says that its numbers are hours."""
    return re.search(HOUR, header, re.IGNORECASE) is not None


def hours_of_lines(lines: Sequence[str]) -> Hours | None:
    """Return the hours that the lines of a day state once: behind a label, in most of its parts, or set apart."""
    texts = [prose(line) for line in lines if _MAY_BE_HOURS.search(line)]
    masked = [text for text in texts if _LABEL.match(text.replace("*", "")) or not STATED_SUM.match(text)]
    matches = [_LABEL.match(text.replace("*", "")) for text in masked]
    labelled = [hours for match in matches if match and (hours := _labelled_hours(match))]
    if not labelled and (below := _hours_below_label(lines) or _hours_of_rows(lines)):
        return below
    if labelled or not masked:
        return labelled[0] if len(labelled) == 1 else None
    for kind in _KINDS:
        parts = [(len(match["indent"]), line[match.end() :]) for line in lines if (match := kind.match(line))]
        texts = [text for depth, text in parts if depth == min(parts)[0]]
        at_edges = [hours for text in texts if _MAY_BE_HOURS.search(text) and (hours := hours_in_title(prose(text))[1])]
        if at_edges and len(at_edges) * 2 > len(texts):
            return sum_of(at_edges)
    sentences = ((line, _APART.finditer(line)) for line in masked if line[:1] != "|")
    apart = [
        (match, line) for line, matches in sentences for match in matches if match["before"][-1:] not in ("(", "[")
    ]
    is_item = len(apart) == 1 and _KINDS[1].match(apart[0][1])
    hours = read_hours(apart[0][0]["amount"]) if len(apart) == 1 and not is_item else None
    return hours if hours and not _NO_AMOUNT.search(hours.text) else None


def _hours_below_label(lines: Sequence[str]) -> Hours | None:
    """Return the hours in the lines below one that is only a label, `### Time spent`, if all of them state some."""
    labels = [at for at, line in enumerate(lines) if _ONLY_LABEL.fullmatch(line)]
    if len(labels) != 1:
        return None
    item = _KINDS[1].match(lines[labels[0]])
    indent = " " * (len(item["indent"]) + 1) if item else ""
    behind = dropwhile(lambda line: not line.strip(), lines[labels[0] + 1 :])
    below = list(takewhile(lambda line: line.strip() and line[:1] != "#" and line.startswith(indent), behind))
    totals = [line for line in below if STATED_SUM.match(line)]
    of_lines = [(_AT_END.search(line), leading_hours(_KINDS[1].sub("", line, count=1))) for line in totals or below]
    found = [read_hours(match["amount"]) if match else leading for match, leading in of_lines]
    known = [hours for hours in found if hours]
    return sum_of(known) if known and len(known) == len(found) else None


def amounts_at_ends(text: str) -> list[Hours]:
    """Return the amounts of time at the ends of a line and of its clauses, as in `Morning 2h, evening 1h`."""
    matches = (match for match in _WITH_UNIT.finditer(text) if re.match(r"\W*(?:$|[,;.)]\s?)", text[match.end() :]))
    return [hours for match in matches if not _NO_AMOUNT.search(match[0].strip()) and (hours := read_hours(match[0]))]


def _hours_of_rows(lines: Sequence[str]) -> Hours | None:
    """Return the sum of the hours in the rows of a table that have a date or a weekday, if all have an amount."""
    has_column = any(is_hours_column(cell) for line in lines for cell in line.split("|")[1:])
    rows = [block for block in read_outline("\n".join(lines)).blocks if block.header] if has_column else []
    dated = [row for row in rows if any(match_date(cell) or is_weekday(cell) for cell in row.cells)]
    pairs = [pair for row in dated for pair in zip(row.header, row.cells, strict=False) if is_hours_column(pair[0])]
    known = [hours for name, cell in pairs if (hours := hours_in_cell(cell, name))]
    return sum_of(known) if known and len(known) == len(pairs) else None


def _labelled_hours(match: re.Match[str]) -> Hours | None:
    """Read an amount of time, and perhaps words without a number behind it, as in `10 hours over several days`."""
    text = match["amount"]
    amount = _WITH_UNIT.match(text)
    is_clear = amount and not re.search(r"\d", re.sub(r"^\s*\([^()]*\)?\W*$", "", text[amount.end() :]))
    text = re.sub(r"^(\d+)\s?/\s?\d+(?=\s?[^\W\d])", r"\1", text)  # `30 / 45 min`, of those planned
    unit_is_known = counts_hours(match["label"])
    return read_hours(text, unit_is_known=unit_is_known) or (read_hours(amount[0]) if amount and is_clear else None)


def sum_of(hours: Sequence[Hours]) -> Hours:
    """Return the sum of several hours, with the text of each."""
    text = ", ".join(one.text for one in hours)
    return Hours(round(sum(one.value for one in hours), 2), text, any(one.is_range for one in hours))


def leading_hours(line: str) -> Hours | None:
    """Return the hours with which a line begins, as in `1.5h Worked on the roof`."""
    match = _WITH_UNIT.match(line)
    return read_hours(match[0]) if match and not _NO_AMOUNT.search(match[0]) else None


def hours_in_title(title: str) -> tuple[str, Hours | None]:
    """Return a title without the hours at its end or its beginning, and these, as in `Trees (2 hours)`."""
    for match in _APART.finditer(title):
        hours = read_hours(match["amount"])
        if hours and not _NO_AMOUNT.search(hours.text):
            if match.end() == len(title) and not match["behind"].endswith(":"):
                return title[: match.start()].rstrip(" -–—|,·•~"), hours
            if not match.start():
                return title[match.end() :].lstrip(), hours
    return title, None
