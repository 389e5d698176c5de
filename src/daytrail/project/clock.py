"""The clock: today's date in the site's time zone."""

import os
from datetime import date, datetime
from zoneinfo import ZoneInfo

TODAY = "DAYTRAIL_TODAY"
"""The environment variable that stands in for the clock."""


class UsageError(Exception):
    """Daytrail was called in a wrong way; the message is for the one who called."""


def today(timezone: ZoneInfo) -> date:
    """Return the date in a time zone, or the one in the environment variable DAYTRAIL_TODAY.

    Raises:
        UsageError: the variable holds no date.
    """
    if not (given := os.environ.get(TODAY, "").strip()):
        return datetime.now(timezone).date()
    try:
        day = date.fromisoformat(given)
    except ValueError:
        day = None
    if day is None or day.isoformat() != given:
        raise UsageError(f"{TODAY} is {given!r}, which is no date; write it as in 2026-02-15")
    return day
