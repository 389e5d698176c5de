"""The geometry of charts."""

import re
from itertools import pairwise

from hypothesis import given

from daytrail.views.charts import HEIGHT, WIDTH, Chart, pace_chart, week_chart
from tests.facts.test_pace import LAGS, drawn_plan
from tests.journal import facts_of


def points(chart: Chart, name: str) -> list[tuple[float, float]]:
    path = dict(chart.paths)[name]
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.-]+)", path)]


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
