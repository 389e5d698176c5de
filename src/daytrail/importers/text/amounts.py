"""Amounts of time, as in `1.5 hrs`, `2h 30m`, `20–30 min`, `2:30 h` or `2 x 45 min`."""

import re

from daytrail.importers.text.vocabulary import any_of

HOUR = rf"(?:h|{any_of('hour_unit', 'clock_hours')})"
_NUMBER = r"(?:\d{1,4}(?:[.,]\d{1,2})?|\d?½)"
_RANGE = rf"(?P<low>{_NUMBER})(?:\s*[-–]\s*(?P<high>{_NUMBER}))?"
_CLOCK = r"(?P<clock_hours>\d{1,2}):(?P<clock_minutes>[0-5]\d)"
AMOUNT = (
    rf"(?:[~≈⏱⏰⏳⌛🕐🕒]\ufe0f?|{any_of('about_amount')})?\s*(?:"
    rf"(?P<hours>\d{{1,3}})\s*{HOUR}\s*(?:(?:{any_of('and')})\s)?\s*(?P<rest>[0-5]?\d)"
    rf"\s*(?:m|{any_of('minute_unit', 'clock_minutes')})?"
    rf"|(?:(?P<times>\d{{1,2}})\s*[x×]\s*)?{_RANGE}"
    rf"\s*(?:{HOUR}|(?P<minutes>{any_of('minute_unit', 'clock_minutes')})|(?P<m>m))"
    rf"|{_CLOCK}\s*{HOUR})(?![\w/])"
)
AMOUNT_WITHOUT_UNIT = re.compile(f"{_RANGE}|{_CLOCK}")
"""An amount where the unit is known, as in a column of hours."""


def hours_of(match: re.Match[str]) -> tuple[float, bool]:
    """Return the hours of a match of an amount, and whether they are the middle of a range."""
    groups = match.groupdict()
    if whole := groups.get("hours") or groups["clock_hours"]:
        return int(whole) + int(groups.get("rest") or groups["clock_minutes"]) / 60, False
    low, high = (_number(groups[side] or "0") for side in ("low", "high"))
    hours = ((low + high) / 2 if high > low else low) * int(groups.get("times") or 1)
    return hours / (60 if groups.get("minutes") or groups.get("m") else 1), high > low


def _number(text: str) -> float:
    whole, half, _ = text.replace(",", ".").partition("½")
    return float(whole or 0) + (0.5 if half else 0)
