"""Today's date in the site's time zone."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from daytrail.project.clock import UsageError, today


def test_today_is_the_date_of_the_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DAYTRAIL_TODAY", raising=False)
    ahead = today(ZoneInfo("Pacific/Kiritimati")) - today(ZoneInfo("Etc/GMT+12"))
    assert ahead in (timedelta(days=1), timedelta(days=2))  # 26 hours


@pytest.mark.parametrize("given", ["tomorrow", "2026-02-30", "20260216", "2026-W08-1"])
def test_a_malformed_today_is_an_error_with_a_message(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("DAYTRAIL_TODAY", given)
    with pytest.raises(UsageError, match=r"DAYTRAIL_TODAY is '.*', which is no date"):
        today(ZoneInfo("UTC"))
