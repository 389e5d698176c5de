"""The stats page: its size, and that it needs neither a log nor a plan."""

import re
from datetime import date, timedelta

from daytrail.views.macros.stats import stats
from tests.journal import context, entry


def test_a_long_log_shows_its_last_ten_years() -> None:
    """Twelve years with an entry on each day are on a page of less than 200 kB, with links to days only in the last."""
    days = [entry(str(date(2014, 1, 1) + timedelta(day)), "Words.", hours=2) for day in range(12 * 365)]
    html = str(stats(context("title: Log", *days, today=date(2025, 12, 23))))
    assert len(html.encode()) < 200_000
    assert re.findall(r'<a href="log/(\d{4})/">', html) == [str(year) for year in range(2025, 2015, -1)]
    assert html.count('class="dt-strip__drawing"') == 10
    assert set(re.findall(r'href="log/(\d{4})/\d\d/', html)) == {"2025"}
