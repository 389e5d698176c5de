"""The geometry of charts."""

import re
from datetime import date
from itertools import pairwise

from hypothesis import given

from daytrail.views.charts import HEIGHT, WIDTH, Chart, month_chart, pace_chart, week_chart
from tests.facts.test_pace import FIRST, LAGS, drawn_plan, pace
from tests.journal import entry, facts_of


def points(chart: Chart, name: str) -> list[tuple[float, float]]:
    path = dict(chart.paths)[name]
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.-]+)", path)]


def test_areas_begin_with_the_plan_and_end_today() -> None:
    """The plan rises to the upper right corner; of its four weeks one is done, and half a week more is touched."""
    log = FIRST, entry("2026-01-12", started=["w02/a"])
    chart = pace_chart(pace("2026-01-19", *log), date(2026, 1, 19))
    assert points(chart, "line") == [(0, 100), (250, 75), (500, 50), (750, 25), (1000, 0)]
    assert points(chart, "touched") == [(0, 100), (0, 100), (250, 75), (500, 62.5), (535.7, 62.5), (535.7, 100)]
    assert points(chart, "done") == [(0, 100), (0, 100), (250, 75), (500, 75), (535.7, 75), (535.7, 100)]
    assert chart.today == "53.57%"
    assert [label for _, label in chart.amounts] == ["0", "10 h", "20 h"]
    assert chart.dates == [("0%", "4 Jan 2026")]  # February would be outside


@given(LAGS)
def test_nothing_is_outside_of_a_chart(lag: tuple[object, object, int]) -> None:
    """No area goes back, and neither scale has more labels than fit a phone."""
    written, log, today = drawn_plan(lag)
    found = facts_of(written, *log, today=today).pace
    if not found:
        return
    for chart in (pace_chart(found, today), week_chart(found.weeks, found.unit)):
        for _, path in chart.paths:
            for x, y in re.findall(r"[ML]([\d.-]+) ([\d.-]+)", path):
                assert 0 <= float(x) <= WIDTH
                assert 0 <= float(y) <= HEIGHT
        assert 1 <= len(chart.amounts) <= 5
        assert 1 <= len(chart.dates) <= 4
        assert all(0 <= float(at.removesuffix("%")) <= 100 for at, _ in chart.amounts)
        assert all(0 <= float(at.removesuffix("%")) <= 85 for at, _ in chart.dates)
    for name in ("touched", "done"):
        assert all(x <= next_x for (x, _), (next_x, _) in pairwise(points(pace_chart(found, today), name)))


def test_bars_of_a_month_are_beside_each_other() -> None:
    """Only whole numbers are labelled, since nobody starts half a book."""
    months = [date(2025, 12, 1), date(2026, 1, 1)]
    chart = month_chart(months, [2, 0], [1, 1])
    assert [name for name, _ in chart.paths] == ["started", "done"]
    assert dict(chart.paths)["done"].count("M") == 2
    assert chart.amounts == [("0%", "0"), ("50%", "1"), ("100%", "2")]
    assert chart.dates == [("0%", "Dec 2025"), ("50%", "Jan 2026")]
