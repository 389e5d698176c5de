"""Macro: the pace of the plan, with a chart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count

from markupsafe import Markup

from daytrail.facts.pace import Pace
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.sentences import pace_sentences, replan_row

WIDTH, HEIGHT = 640, 300
"""Size of a chart in its own units."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 84, 14, 34
_MAX_TICKS = 6


def pace(context: PageContext) -> Markup:
    """Show how the work stands against the plan: in words, as a chart, in figures, and with the ways to go on."""
    facts = context.facts
    return render(
        "macros/pace.html",
        sentences=list(pace_sentences(facts)),
        today=facts.today,
        pace=facts.pace,
        chart=pace_chart(facts.pace) if facts.pace else None,
        ways=[replan_row(replan) for replan in facts.replans],
    )


@dataclass(frozen=True, slots=True)
class PaceChart:
    """The plan's line and the work done."""

    planned: str
    """As `points` of a polyline of SVG: `52,266 64,260`."""
    done: str
    dates: list[tuple[float, str]]
    """Position and label of each tick of the axis."""
    hours: list[tuple[float, str]]
    today: float | None
    """None if today is before the plan."""
    planned_end: tuple[float, float]
    """Position of the line's label."""
    done_end: tuple[float, float]
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

    planned = [(x(point.day), y(point.planned)) for point in pace.points]
    done = [(x(point.day), y(point.done)) for point in pace.points if point.done is not None]
    done.append((max(x(max(pace.today, first)), _LEFT), y(pace.done)))
    (planned_x, planned_y), (done_x, done_y) = planned[-1], done[-1]
    if abs(planned_y - done_y) < 16 and abs(planned_x - done_x) < 40:  # the labels would overlap
        done_y = planned_y + 16
    return PaceChart(
        planned=_polyline(planned),
        done=_polyline(done),
        dates=[(x(day), label) for day, label in _dates(first, last)],
        hours=[(y(hours), words.hours(hours)) for hours in _amounts(pace.total)],
        today=x(pace.today) if first <= pace.today else None,
        planned_end=planned[-1],
        done_end=(done_x, done_y),
    )


def _polyline(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _dates(first: date, last: date) -> Iterator[tuple[date, str]]:
    """Yield first days of months with their labels, or the first day if no month begins."""
    numbers = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    starts = [date(number // 12, number % 12 + 1, 1) for number in numbers]
    starts = [start for start in starts if start >= first]
    if not starts:
        yield first, words.short_day(first)
    for start in starts[:: max(1, -(-len(starts) // _MAX_TICKS))]:
        yield start, f"{words.short_month(start)} {start.year}"


def _amounts(total: float) -> Iterator[float]:
    """Yield round amounts from 0 to the total, at steps of 1, 2 or 5 times a power of ten."""
    steps = (unit * factor / 100 for unit in (10**power for power in count()) for factor in (1, 2, 5))
    step = next(step for step in steps if total / step <= _MAX_TICKS)
    return (round(step * number, 2) for number in range(int(total / step + 1e-9) + 1))
