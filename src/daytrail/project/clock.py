"""Clock: today's date in the site's time zone."""

import os
from datetime import date, datetime
from zoneinfo import ZoneInfo

TODAY = "DAYTRAIL_TODAY"
"""Environment variable that replaces the clock, for tests and reproducible builds."""


class UsageError(Exception):
    """Daytrail was called with a wrong argument or environment variable; the message says which."""


def today(timezone: ZoneInfo) -> date:
    """Return today's date in a time zone, or the one in DAYTRAIL_TODAY; raise a UsageError if that is no date."""
    if not (given := os.environ.get(TODAY, "").strip()):
        return datetime.now(timezone).date()
    if (day := iso_date(given)) is None:
        raise UsageError(f"{TODAY} is {given!r}, which is no date; write it as in 2026-02-15")
    return day


def iso_date(text: str) -> date | None:
    """Return the date that a text says as YYYY-MM-DD, the only form that is accepted; None if it says none."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None  # Python also reads 20260215 and 2026-W07-7
