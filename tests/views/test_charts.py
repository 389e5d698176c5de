"""The geometry of the pace chart."""

from datetime import date

from hypothesis import given

from daytrail.views.macros.pace import HEIGHT, WIDTH, PaceChart, pace_chart
from tests.facts.test_pace import ALL, FIRST, LAGS, drawn_plan, pace
from tests.journal import facts_of


def points(line: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in line.split())]


def test_lines_run_between_the_corners() -> None:
    """The plan's line goes from the lower left to the upper right, the work's from there to today."""
    chart = pace_chart(pace("2026-01-19", FIRST))
    assert points(chart.planned)[0] == (chart.left, chart.bottom)
    assert points(chart.planned)[-1] == (chart.right, chart.top)
    height = chart.bottom - chart.top
    assert points(chart.done)[-1] == (chart.today, chart.bottom - height / 4)
    assert [label for _, label in chart.hours] == ["0 h", "5 h", "10 h", "15 h", "20 h", "25 h"]
    assert [label for _, label in chart.dates] == ["Feb 2026"]


def test_a_day_after_the_plan_widens_the_chart() -> None:
    """Today is on it, to the right of the plan's end."""
    chart = pace_chart(pace("2026-03-16", ALL))
    assert chart.today == chart.right > points(chart.planned)[-1][0]
    assert [label for _, label in chart.dates] == ["Feb 2026", "Mar 2026"]


def test_a_day_before_the_plan_is_not_on_it() -> None:
    """The chart begins with the plan."""
    chart = pace_chart(pace("2025-12-01", FIRST))
    assert chart.today is None
    assert points(chart.done)[-1][0] == chart.left


@given(LAGS)
def test_nothing_lies_outside(lag: tuple[object, object, int]) -> None:
    """Every point and every label is on the chart, lines never go back, and words do not lie on each other."""
    written, log, today = drawn_plan(lag)
    found = facts_of(written, *log, today=today).pace
    if not found:
        return
    chart: PaceChart = pace_chart(found)
    for line in (points(chart.planned), points(chart.done)):
        assert line == sorted(line, key=lambda point: point[0])
        for x, y in line:
            assert chart.left <= x <= chart.right
            assert chart.top <= y <= chart.bottom
    assert 1 <= len(chart.dates) <= 6
    assert 1 <= len(chart.hours) <= 7
    assert all(0 <= at <= HEIGHT for at, _ in chart.hours)
    assert all(0 <= at <= WIDTH for at, _ in chart.dates)
    (px, py), (dx, dy) = chart.planned_end, chart.done_end
    assert abs(py - dy) >= 16 or abs(px - dx) >= 40


def test_a_plan_of_years_has_few_dates() -> None:
    """Labels stay apart."""
    weeks = [[("1", None, False)] for _ in range(500)]
    written, log, today = drawn_plan((weeks, [], 100))
    found = facts_of(written, *log, today=today).pace
    assert found
    assert found.last > date(2035, 1, 1)
    assert len(pace_chart(found).dates) <= 6
