"""Amounts of time, as in `1.5 hrs`, `2h 30m`, `20–30 min`, `2:30 h` or `2 x 45 min`."""

import re

from daytrail.importers.text.vocabulary import any_of

HOUR = rf"(?:h|{any_of('hour_unit', 'clock_hours')})"
_NUMBER = r"(?:(?:\d\s?)?(?:½|1/2)|\d{1,4}(?:[.,]\d{1,2})?)"
_RANGE = rf"(?P<low>{_NUMBER})(?:(?:\s*[-–]\s*|\s(?:{any_of('to_week_number')})\s)(?P<high>{_NUMBER}))?\+?"
_CLOCK = r"(?P<clock_hours>\d{1,2}):(?P<clock_minutes>[0-5]\d)"
_ABOUT = rf"(?:[~≈⏱⏰⏳⌛🕐🕒]\ufe0f?|{any_of('about_amount')})?\s*"
AMOUNT_IN_TEXT = (
    rf"{_ABOUT}(?:"
    rf"(?P<hours>\d{{1,3}})\s*{HOUR}\s*(?:(?:{any_of('and')})\s)?\s*(?P<rest>[0-5]?\d)"
    rf"\s*(?:m|{any_of('minute_unit', 'clock_minutes')})?"
    rf"|(?:(?P<times>\d{{1,2}})\s*[x×]\s*)?{_RANGE}(?:\s?-?(?:{any_of('about_a_number')}))?"
    rf"\s*(?:{HOUR}|(?P<minutes>{any_of('minute_unit', 'clock_minutes')})|(?P<m>m))"
    rf"|{_CLOCK}\s*{HOUR})"
)
AMOUNT = rf"{AMOUNT_IN_TEXT}(?![\w/])"
"""An amount that is no speed, as `2h/week` is."""
AMOUNT_WITHOUT_UNIT = rf"{_ABOUT}(?:{_RANGE}|{_CLOCK})"
"""An amount where the unit is known, as in a column of hours."""
_WITH_UNIT, _WITHOUT_UNIT = (re.compile(pattern, re.IGNORECASE) for pattern in (AMOUNT, AMOUNT_WITHOUT_UNIT))
_AROUND = " \t*_()[].,;!+"
_MINUTES = re.compile(rf"\b(?:{any_of('minute_unit')})(?!\w)", re.IGNORECASE)


def read_amount(text: str, *, unit_is_known: bool = False, limit: float = 9_999) -> tuple[float, bool] | None:
    """Return the hours of a text that is nothing but an amount, and whether they are the middle of a range.

    None for no amount, nothing, and more than a limit.
    """
    text = text.strip(_AROUND)
    match = _WITH_UNIT.fullmatch(text) or (_WITHOUT_UNIT.fullmatch(text) if unit_is_known else None)
    hours, is_range = hours_of(match) if match else (0, False)
    return (round(hours, 2), is_range) if 0 < hours <= limit else None


def with_unit(cell: str, column: str) -> str:
    """Return a cell with the unit that the name of its column states, as in `20 min` for 20 in `Time (min)`."""
    return f"{cell} min" if cell.isdecimal() and _MINUTES.search(column) else cell


def hours_of(match: re.Match[str]) -> tuple[float, bool]:
    """Return the hours of a match of an amount, 0 for a falling range, and whether they are the middle of a range."""
    groups = match.groupdict()
    if whole := groups.get("hours") or groups["clock_hours"]:
        return int(whole) + int(groups.get("rest") or groups["clock_minutes"]) / 60, False
    low, high = (_number(groups[side] or groups["low"]) for side in ("low", "high"))
    hours = (low + high) / 2 * int(groups.get("times") or 1) if low <= high else 0
    return hours / (60 if groups.get("minutes") or groups.get("m") else 1), high > low


def _number(text: str) -> float:
    whole, half, _ = text.replace(",", ".").replace("1/2", "½").partition("½")
    return float(whole or 0) + (0.5 if half else 0)
