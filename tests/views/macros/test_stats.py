"""The stats page: its size, and that it needs neither a log nor a plan."""

import re
from datetime import date, timedelta

from daytrail.views.macros.stats import stats
from tests.facts.test_pace import FIRST
from tests.facts.test_pace import PLAN as FOUR_WEEKS
from tests.journal import context, entry


def test_a_long_log_shows_its_last_ten_years() -> None:
    """Twelve years with an entry on each day are on a page of less than 200 kB, with links to days only in the last."""
    days = [entry(str(date(2014, 1, 1) + timedelta(day)), "Words.", hours=2) for day in range(12 * 365)]
    html = str(stats(context("title: Log", *days, today=date(2025, 12, 23))))
    assert len(html.encode()) < 200_000
    assert re.findall(r'<a href="log/(\d{4})/">', html) == [str(year) for year in range(2025, 2015, -1)]
    assert html.count('class="dt-strip__drawing"') == 10
    assert set(re.findall(r'href="log/(\d{4})/\d\d/', html)) == {"2025"}


def test_a_figure_is_stated_once() -> None:
    """The numbers above do not say how the work stands against the plan, which the pace says."""
    html = str(stats(context(FOUR_WEEKS, FIRST, today=date(2026, 1, 20))))
    assert html.count("behind the plan") == 1
    assert html.count("Estimated hours") == 2  # in all, and a week
    assert "<dd>of 4 weeks</dd>" in html


def test_a_series_is_one_line_with_a_link_to_its_page() -> None:
    """Its page says how many entries it has and which days have none."""
    plan = "title: Log\nseries: [{id: tides, title: Tides, days: 20, was: [Sea]}]"
    html = stats(context(plan, entry("2026-01-05", series="tides", day="3"), today=date(2026, 1, 6)))
    line = '<a href="series/tides/" dir="auto">Tides</a> <small>1 entry, 5 January, day 3, 1 of them empty.</small>'
    assert line in html
    assert "Without an entry" not in html
    assert "once called" not in html
