"""Geometry of charts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count
from typing import NamedTuple

from daytrail.facts.pace import Pace
from daytrail.views import words

WIDTH, HEIGHT = 640, 300
"""Size of a chart in its own units."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 84, 14, 34
_MAX_TICKS = 6


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
    """The plan's line and the work done."""

    planned: str
    """As `points` of a polyline of SVG: `52,266 64,260`."""
    done: str
    dates: tuple[Tick, ...]
    hours: tuple[Tick, ...]
    today: float | None
    """None if today is before the plan."""
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
    """Return a pace as a chart, with days from left to right and hours from the bottom."""
    first, last = pace.points[0].day, max(pace.last, pace.today)
    days = max(1, (last - first).days)

    def x(day: date) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * (day - first).days / days, 1)

    def y(hours: float) -> float:
        return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * hours / pace.total, 1)

    planned = [Point(x(point.day), y(point.planned)) for point in pace.points]
    done = [Point(x(point.day), y(point.done)) for point in pace.points if point.done is not None]
    done.append(Point(max(x(max(pace.today, first)), _LEFT), y(pace.done)))
    planned_end, done_end = planned[-1], done[-1]
    if abs(planned_end.y - done_end.y) < 16 and abs(planned_end.x - done_end.x) < 40:  # the labels would overlap
        done_end = Point(done_end.x, planned_end.y + 16)
    return PaceChart(
        planned=_polyline(planned),
        done=_polyline(done),
        dates=tuple(Tick(x(day), label) for day, label in _dates(first, last)),
        hours=tuple(Tick(y(hours), words.hours(hours)) for hours in _amounts(pace.total)),
        today=x(pace.today) if first <= pace.today else None,
        planned_end=planned_end,
        done_end=done_end,
    )


def _polyline(points: Sequence[Point]) -> str:
    return " ".join(f"{point.x:g},{point.y:g}" for point in points)


def _dates(first: date, last: date) -> Iterator[tuple[date, str]]:
    """Yield first days of months with their labels, or the first day if no month begins."""
    numbers = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    starts = [date(number // 12, number % 12 + 1, 1) for number in numbers]
    starts = [start for start in starts if start >= first]
    if not starts:
        yield first, words.short_day(first)
    for start in starts[:: max(1, -(-len(starts) // _MAX_TICKS))]:
        yield start, f"{words.MONTHS[start.month - 1][:3]} {start.year}"


def _amounts(total: float) -> Iterator[float]:
    """Yield round amounts from 0 to the total, at steps of 1, 2 or 5 times a power of ten."""
    steps = (unit * factor / 100 for unit in (10**power for power in count()) for factor in (1, 2, 5))
    step = next(step for step in steps if total / step <= _MAX_TICKS)
    return (round(step * number, 2) for number in range(int(total / step + 1e-9) + 1))
