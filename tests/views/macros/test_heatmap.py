"""The calendar of a year, or of the last twelve months."""

import re
from datetime import date

import pytest

from daytrail.views.lookup import UnknownName
from daytrail.views.macros.heatmap import heatmap
from tests.journal import context, entry


def calendars(html: str) -> dict[str, list[list[str]]]:
    """The rows of each month by its name: days as numbers, those with a link in brackets."""
    found = {}
    for name, body in re.findall(r"<caption>(.*?)</caption>.*?<tbody>(.*?)</tbody>", html, re.DOTALL):
        rows = re.findall(r"<tr>(.*?)</tr>", body)
        cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
        found[name] = [[re.sub(r"<a [^>]*>(\d+)</a>", r"[\1]", cell) for cell in row] for row in cells]
    return found


def weekdays(html: str) -> list[str]:
    return re.findall(r'<th scope="col" abbr="(\w+)">', html)[:7]


def test_a_month_is_a_calendar() -> None:
    """Days stand below their weekday, those with an entry lead to it."""
    made = context("title: Plan", entry("2026-02-10", "A"), entry("2026-02-10-b", "B"))
    shown = calendars(heatmap(made, 2026))
    assert next(iter(shown)) == "January 2026"
    assert len(shown) == 12
    assert shown["February 2026"] == [
        ["", "", "", "", "", "", "1"],
        [*map(str, range(2, 9))],
        ["9", "[10]", *map(str, range(11, 16))],
        [*map(str, range(16, 23))],
        [*map(str, range(23, 29)), ""],
    ]
    assert 'href="log/2026/02/10/"' in heatmap(made, 2026)
    assert 'aria-label="10 February 2026, 2 entries"' in heatmap(made, 2026)


def test_weeks_may_start_on_sunday() -> None:
    made = context("title: Plan\nweek_starts: sun")
    assert weekdays(heatmap(made, 2026))[:2] == ["Sunday", "Monday"]
    assert calendars(heatmap(made, 2026))["February 2026"][0] == [*map(str, range(1, 8))]
    assert weekdays(heatmap(context(), 2026))[0] == "Monday"


@pytest.mark.parametrize(
    ("today", "first", "last"),
    [("2026-01-14", "February 2025", "January 2026"), ("2025-12-31", "January 2025", "December 2025")],
)
def test_the_last_twelve_months(today: str, first: str, last: str) -> None:
    shown = list(calendars(heatmap(context(today=date.fromisoformat(today)))))
    assert (len(shown), shown[0], shown[-1]) == (12, first, last)


def test_every_day_of_a_year_is_there_once() -> None:
    """A year has its 365 or 366 days, in both kinds of weeks, at both ends of the calendar."""
    for text in ("title: Plan", "title: Plan\nweek_starts: sun"):
        for year, days in ((2024, 366), (2025, 365), (1, 365), (9999, 365)):
            shown = calendars(heatmap(context(text), year))
            found = [cell for rows in shown.values() for row in rows for cell in row if cell]
            assert len(found) == days, year
            assert {len(row) for rows in shown.values() for row in rows} == {7}


@pytest.mark.parametrize(
    ("by", "levels"), [(None, ["2", "1", "4"]), ("hours", ["2", "1", "4"]), ("count", ["1", "2", "1"])]
)
def test_what_makes_a_day_busy(by: str | None, levels: list[str]) -> None:
    """By hours where any entry names them, unless the count is asked for; the legend says which."""
    entries = [entry("2026-01-05", hours="2"), entry("2026-01-06", "A"), entry("2026-01-06-b", "B")]
    html = heatmap(context("title: Plan", *entries, entry("2026-01-07", hours="9")), 2026, by=by)
    assert re.findall(r'<td class="dt-level-(\d)">', html) == levels
    assert ("Entries a day" in html) == (by == "count")


def test_figures_say_the_same() -> None:
    """The table below has the days, the entries and the hours of each month; empty entries are none."""
    entries = [entry("2026-01-05", hours="2"), entry("2026-01-06", "A"), entry("2026-01-06-b", hours="1.5")]
    html = heatmap(context("title: Plan", *entries, entry("2026-01-09")), 2026)
    assert "2 days with an entry in 2026." in html
    assert '<tr><th scope="row">January 2026</th><td>2</td><td>3</td><td>3.5 h</td></tr>' in html
    assert 'aria-label="9 January 2026, an empty day"' in html


def test_an_unknown_measure_is_said() -> None:
    with pytest.raises(UnknownName, match="unknown measure `hour`; did you mean `hours`"):
        heatmap(context(), 2026, by="hour")
