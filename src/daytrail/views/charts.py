"""The geometry of charts: values to points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from daytrail.facts.pace import Pace
from daytrail.views import words

WIDTH, HEIGHT = 640, 300
"""Of a chart, in its own units."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 84, 14, 34
_MOST_DATES = 6
_MOST_HOURS = 6
_STEPS = (1, 2, 5)
"""What hours are counted in, times a power of ten."""


class Point(NamedTuple):
    """Position in the chart."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Label on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class PaceChart:
    """The plan's line and the work done, as points of an SVG."""

    planned: str
    """As `points` of a polyline: `52,266 64,260`."""
    done: str
    dates: tuple[Tick, ...]
    hours: tuple[Tick, ...]
    today: float | None
    """None where today is before the plan."""
    planned_end: Point
    """Position of the line's label."""
    done_end: Point
    width: int = WIDTH
    height: int = HEIGHT
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    top: float = _TOP
    bottom: float = HEIGHT - _BOTTOM


def pace_chart(pace: Pace) -> PaceChart:
    """Lay out a pace: days from left to right, hours from below."""
    first, last = pace.points[0].day, max(pace.last, pace.today)
    days = max(1, (last - first).days)

    def x(day: date) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * (day - first).days / days, 1)

    def y(hours: float) -> float:
        return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * hours / pace.total, 1)

    planned = [(x(point.day), y(point.planned)) for point in pace.points]
    done = [(x(point.day), y(point.done)) for point in pace.points if point.done is not None]
    done.append((max(x(max(pace.today, first)), _LEFT), y(pace.done)))
    above, below = planned[-1], done[-1]
    if abs(above[1] - below[1]) < 16 and abs(above[0] - below[0]) < 40:  # the words would lie on each other
        below = (below[0], above[1] + 16)
    return PaceChart(
        planned=_points(planned),
        done=_points(done),
        dates=tuple(Tick(x(day), label) for day, label in _months(first, last)),
        hours=tuple(Tick(y(hours), words.hours(hours)) for hours in _amounts(pace.total)),
        today=x(pace.today) if first <= pace.today else None,
        planned_end=Point(*above),
        done_end=Point(*below),
    )


def _points(found: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in found)


def _months(first: date, last: date) -> Iterator[tuple[date, str]]:
    """Yield the first days of months, as many as there is room for; without any, the first day."""
    starts = [month for month in range(_month(first), _month(last) + 1) if _begins(month) >= first]
    if not starts:
        yield first, words.short_day(first)
    step = -(-len(starts) // _MOST_DATES)
    for month in starts[:: max(1, step)]:
        day = _begins(month)
        yield day, f"{words.MONTHS[day.month - 1][:3]} {day.year}"


def _month(day: date) -> int:
    return day.year * 12 + day.month - 1


def _begins(month: int) -> date:
    return date(month // 12, month % 12 + 1, 1)


def _amounts(total: float) -> Iterator[float]:
    """Yield round amounts from 0 to the total, a handful."""
    unit = 0.01
    while True:
        for step in _STEPS:
            if total / (unit * step) <= _MOST_HOURS:
                size = unit * step
                yield from (round(size * n, 2) for n in range(int(total / size + 1e-9) + 1))
                return
        unit *= 10
