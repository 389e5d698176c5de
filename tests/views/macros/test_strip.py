"""The days of a year, or of the last twelve months, as a strip."""

import re

from daytrail.views.macros.strip import strip
from tests.journal import context, entry


def cells(html: str) -> list[tuple[str, int, int]]:
    """The label of each day with an entry, its column and its row."""
    found = re.findall(r"<title>(.*?)</title><rect [^>]*x=\"(\d+)\" y=\"(\d+)\"", html)
    return [(label, (int(x) - 40) // 17, (int(y) - 20) // 17) for label, x, y in found]


def test_a_strip_has_a_column_for_each_week() -> None:
    """The year begins in the first column, on its own weekday; a day with an entry leads to it."""
    made = context("title: Plan", entry("2026-01-01", "A"), entry("2026-01-05", "B"), entry("2026-12-31", "C"))
    assert cells(strip(made, 2026)) == [
        ("1 January 2026, 1 entry", 0, 3),
        ("5 January 2026, 1 entry", 1, 0),
        ("31 December 2026, 1 entry", 52, 3),
    ]
    assert 'href="log/2026/01/05/"' in strip(made, 2026)
    sunday = context("title: Plan\nweek_starts: sun", entry("2026-01-04", "A"))
    assert cells(strip(sunday, 2026)) == [("4 January 2026, 1 entry", 1, 0)]


def test_a_day_with_two_entries_leads_to_the_list_of_its_year() -> None:
    """The link has the anchor of the day, on the page of the list that shows it."""
    daily = [entry(f"2026-01-{day:02d}-{n}", "Text") for day in range(1, 31) for n in "abcd"]
    made = context("title: Plan", *daily, here="x/")
    assert re.findall(r'href="(.*?)"', strip(made, 2026)) == [
        "../log/2026/#2026-01",
        *[f"../log/2026/page-1/#2026-01-{day:02d}" for day in range(1, 8)],
        *[f"../log/2026/page-2/#2026-01-{day:02d}" for day in range(8, 16)],
        *[f"../log/2026/page-3/#2026-01-{day:02d}" for day in range(16, 23)],
        *[f"../log/2026/#2026-01-{day:02d}" for day in range(23, 31)],
    ]
