"""Hours of a day: in a labelled line, in the heading, as a sentence of their own, or in a column of a table."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

from daytrail.importers.text.amounts import AMOUNT, HOUR, read_amount, with_unit
from daytrail.importers.text.markdown import prose
from daytrail.importers.text.vocabulary import any_of

MOST_HOURS = 24
"""Of a day."""
_MINUTE = rf"(?:m|{any_of('minute_unit', 'clock_minutes')})"
_WITH_UNIT = re.compile(AMOUNT, re.IGNORECASE)
_TIME_OF_DAY = r"(?P<hour{0}>\d{{1,2}})[:h](?P<minute{0}>[0-5]\d)\s?(?P<half{0}>[ap]m)?"
_TWO_TIMES = re.compile(
    rf"{_TIME_OF_DAY.format(1)}\s*(?:[-–—]|{any_of('to_date', 'to_day_number')})\s*{_TIME_OF_DAY.format(2)}",
    re.IGNORECASE,
)
_LABEL, _LABEL_IN_TABLE = (
    re.compile(rf"\W*(?P<label>{label})\W*?[:=–-]\W*(?P<amount>\d.*?)\W*$", re.IGNORECASE)
    for label in (any_of("time_spent"), rf"{any_of('time_spent')}|(?:\w+\s)?(?:{any_of('total')})")
)
_MAY_BE_HOURS = re.compile(rf"\d(?<!\w\d)[\d.,:–\s-]{{0,12}}(?:{HOUR}|{_MINUTE})", re.IGNORECASE)
_MAY_BE_LABEL = re.compile(rf"\W*(?:{any_of('time_spent')})\W", re.IGNORECASE)
_COUNTS_HOURS = re.compile(HOUR, re.IGNORECASE)
_BEHIND_NAME = re.compile(
    rf"\s*(?:(?:\*\*|__)[^*_\d]{{1,40}}(?:\*\*|__)|(?:[-*+]\s+)?#[^\W\d][\w/-]*)\s*[·:|,–—-]?\s*({AMOUNT})\W*$",
    re.IGNORECASE,
)
"""An amount behind a name in bold or a hashtag, as in `#study 2h`."""
_ITEM, _HEADING, _TEXT = map(re.compile, (r"(?P<indent>\s*)[-*+]\s+", r"(?P<indent>)#{1,6}\s+", r"(?P<indent>)(?=\w)"))
_LEADING_AMOUNT = re.compile(r"^[*_(\[]+([~≈]?\d[^*_()\[\]]{0,20})[*_)\]]+:?(?=\s)")
"""An amount in bold, in italics or in parentheses at the beginning of an item."""
_ASIDE_AT_END = re.compile(r"^\s*\([^()]*\)?\W*$")
_HOURS_BEFORE_TITLE = re.compile(
    r"([(\[])?([~≈]?\d[^|·:–—()\[\]]{0,20}?)(?(1)[)\]]\s?[|·:–—-]?|(?:\s?[|·:]|\s[–—-]|(?=\s+\()))\s"
)
_CLOCK = re.compile(r"[⌛⏳⌚⏰⏱⏲🕐-🕧]\ufe0f?\s*")
_NO_AMOUNT = re.compile(r"^(?:\d+(?:[.,]\d+)?\s*m|[12]\dh[0-5]\d)$")
"""Metres, and a time of day in French or Portuguese, as in `16h30`."""
_SPENT, _COLUMN = (
    re.compile(rf"\W*(?:{names})\W*", re.IGNORECASE)
    for names in (any_of("time_spent"), any_of("time_spent", "plan_columns.hours", "minute_unit"))
)
_UNIT_OF_COLUMN = re.compile(r"\s*[(\[][^()\[\]]*[)\]]$")
TOTAL = re.compile(rf"\W*(?:\w+\s)?(?:{any_of('total')})\W*", re.IGNORECASE)
"""The name of a row or a column of sums."""
_SENTENCE = re.compile(
    rf"(?:^\W*(?:\d{{1,2}}[:.]\d\d\s)?|[.!?…,][)*]?\s\(?)(?:(?:{any_of('time_spent')})\s)?({AMOUNT})(?:\W*$|[.,;]\s)",
    re.IGNORECASE,
)
_BEFORE_AMOUNT = re.compile(rf"\w\s+(?:{any_of('about_amount')})\W*$", re.IGNORECASE)
"""Words of a sentence that goes on, as in `The pump was off for ca. 15 minutes`."""


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
    return Hours(amount[0], text, amount[1]) if amount else _hours_between(text)


def _hours_between(text: str) -> Hours | None:
    """Read two times of a day, as in `14:00 - 16:30`."""
    match = _TWO_TIMES.fullmatch(text)
    if not match:
        return None
    start, end = (_minutes(*match.group(f"hour{at}", f"minute{at}", f"half{at}")) for at in (1, 2))
    return Hours(round((end - start) / 60, 2), text) if start < end else None


def _minutes(hour: str, minute: str, half: str | None) -> int:
    """Return the minutes since midnight."""
    return int(hour) % (12 if half else 24) * 60 + int(minute) + 720 * ((half or "").casefold() == "pm")


def is_hours_column(header: str) -> bool:
    """Return whether a column of a table has the hours or minutes of days, as one called `Duration (minutes)`."""
    return _COLUMN.fullmatch(_UNIT_OF_COLUMN.sub("", header)) is not None


def hours_in_cell(cell: str, header: str, *, unit_is_known: bool = False, limit: int = MOST_HOURS) -> Hours | None:
    """Read the hours in a cell of a table; the name of its column may have the unit."""
    cell = with_unit(cell.strip(" *_"), header)
    return read_hours(cell, unit_is_known=unit_is_known or counts_hours(header), limit=limit)


def counts_hours(header: str) -> bool:
    """Return whether the name of a column says that its numbers are hours."""
    return _COUNTS_HOURS.search(header) is not None


def hours_of_lines(lines: Sequence[str]) -> Hours | None:
    """Return the hours that the lines of a day state once, in a labelled line or else as a sentence of their own."""
    masked = [prose(line) for line in lines if _MAY_BE_HOURS.search(line) or _MAY_BE_LABEL.match(line)]
    rows = [prose(line).strip().strip("|").split("|") for line in lines if line.startswith("|")]
    rows = [[cell.strip(" *_") for cell in row] for row in rows]
    filled = [[cell for cell in row if cell] for row in rows]
    of_table = [f"{row[0]}: {row[1]}" for row in filled if len(row) == 2]
    labelled = [
        hours
        for label, line in [*zip(repeat(_LABEL), masked), *zip(repeat(_LABEL_IN_TABLE), of_table)]
        if (match := label.match(line.replace("*", "")))
        and (hours := _labelled_hours(match["amount"], unit_is_known=bool(_COUNTS_HOURS.search(match["label"]))))
    ]
    labelled = labelled or _hours_of_column(rows)
    if labelled:
        return labelled[0] if len(labelled) == 1 else None
    of_names = [hours for line in masked if (match := _BEHIND_NAME.match(line)) and (hours := read_hours(match[1]))]
    if of_names:
        return sum_of(of_names)
    if masked and (of_items := _hours_of_items(lines)):
        return of_items
    sentences = list(_sentences(masked))
    if len(sentences) == 1:
        hours, line = sentences[0]
        item = _ITEM.match(line)
        is_of_item = (
            item and not read_hours(line[item.end() :]) and sum(_ITEM.match(one) is not None for one in lines) > 1
        )
        return None if is_of_item else hours
    return None


def _sentences(lines: Iterable[str]) -> Iterator[tuple[Hours, str]]:
    """Yield the amounts of time that are sentences of their own, with their lines, of those outside tables."""
    for line in lines:
        match = None if line.lstrip().startswith("|") else _SENTENCE.search(line)
        is_amount = match and not _BEFORE_AMOUNT.search(line, 0, match.start(1))
        hours = read_hours(match[1]) if match and is_amount else None
        if hours and not _NO_AMOUNT.search(hours.text):
            yield hours, line


def _hours_of_column(rows: Sequence[Sequence[str]]) -> list[Hours]:
    """Return the sum that a table of what was done states at its end, or else that of the amounts in its column."""
    names = rows[0] if len(rows) > 2 else []
    at = next((at for at, name in enumerate(names) if _SPENT.fullmatch(_UNIT_OF_COLUMN.sub("", name))), None)
    if at is None or any(len(row) != len(names) for row in rows):
        return []
    amounts = [None if ":" in row[at] else hours_in_cell(row[at], names[at]) for row in rows[2:]]
    known = [amount for amount in amounts if amount]
    if not known or len(known) < len(amounts):
        return []
    return known[-1:] if TOTAL.fullmatch(rows[-1][0]) else [sum_of(known)]


def _labelled_hours(text: str, *, unit_is_known: bool) -> Hours | None:
    """Read an amount of time, and perhaps words without a number behind it, as in `10 hours over several days`."""
    match = _WITH_UNIT.match(text)
    is_clear = match and not re.search(r"\d", _ASIDE_AT_END.sub("", text[match.end() :]))
    return read_hours(text, unit_is_known=unit_is_known) or (read_hours(match[0]) if match and is_clear else None)


def _hours_of_items(lines: Sequence[str]) -> Hours | None:
    """Return the sum of the hours with which most items, headings or lines of a day begin or end: `- Read (2h)`."""
    for kind in (_ITEM, _HEADING, _TEXT):
        parts = [(len(match["indent"]), line[match.end() :]) for line in lines if (match := kind.match(line))]
        indent = min((indent for indent, _ in parts), default=0)
        texts = [text for depth, text in parts if depth == indent]
        masked = [_LEADING_AMOUNT.sub(r"\1: ", prose(text)) for text in texts if _MAY_BE_HOURS.search(text)]
        hours = [hours for text in masked if (hours := hours_in_title(text)[1])]
        if hours and len(hours) * 2 > len(texts):
            return sum_of(hours)
    return None


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
    leading = _HOURS_BEFORE_TITLE.match(title)
    if leading and (hours := read_hours(leading[2])) and not _NO_AMOUNT.search(hours.text):
        return title[leading.end() :].lstrip(), hours
    clock = _CLOCK.match(title)
    amount = _WITH_UNIT.match(title, clock.end()) if clock else None  # `⏱ 30m` are no metres
    if amount and (hours := read_hours(amount[0])):
        return title[amount.end() :].lstrip(), hours
    for match in re.finditer(r"(?:^|[(\[]|\s?,\s|\s[-–—|·•~]\s?)(?=[~≈]?\d)", title):
        if (hours := read_hours(title[match.end() :])) and not _NO_AMOUNT.search(hours.text):
            return title[: match.start()].rstrip(" -–—|,·•~"), hours
    return title, None
