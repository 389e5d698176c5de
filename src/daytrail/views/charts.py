"""Charts of amounts over time, as paths of a drawing that is stretched to the width of the page.

Labels are HTML around the drawing, at percentages of its sides, so that they have the same size on a phone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from typing import Literal

from daytrail.facts.pace import Pace, Unit, WorkWeek
from daytrail.views import words

WIDTH, HEIGHT = 1000, 100
"""Size of a drawing in its own units. Only the proportions of its content to it matter."""
_MAX_DATES, _MAX_AMOUNTS = 4, 4
_LAST_LABEL = 0.85
"""Share of the width behind which a label would be wider than a phone."""
_LEAST_BARS = 12
"""Fewer bars than these are not wider."""
_MAX_MONTHS = 30
"""More months than these are labelled by years."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing with its two scales."""

    paths: list[tuple[str, str]]
    """Name and `d` of each path of SVG, from the back to the front."""
    dates: list[tuple[str, str]]
    """Distance from the left, as in `12.5%`, and label."""
    amounts: list[tuple[str, str]]
    """Distance from the bottom, and label."""
    today: str = ""
    """Distance of today from the left. Empty if it is not shown."""
    width: int = WIDTH
    height: int = HEIGHT


def pace_chart(pace: Pace, until: date) -> Chart:
    """Return planned, touched and done amounts as areas, the front ones being parts of those behind.

    The chart ends with the plan, or later with the last day that pictures show.
    """
    first = pace.points[0].day
    last = max(pace.last, until)
    days = max(1, (last - first).days)

    def x(day: date) -> float:
        return round(WIDTH * (day - first).days / days, 1)

    def y(amount: float) -> float:
        return round(HEIGHT - HEIGHT * amount / pace.total, 1)

    now = min(max(pace.today, first), last)
    planned = [(x(point.day), y(point.planned)) for point in pace.points]
    touched = [(x(point.day), y(point.touched)) for point in pace.points if point.touched is not None]
    done = [(x(point.day), y(point.done)) for point in pace.points if point.done is not None]
    areas: dict[str, list[tuple[float, float]]] = {
        "planned": [*planned, (x(last), planned[-1][1])],
        "touched": [*touched, (x(now), y(pace.begun + pace.done))],
        "done": [*done, (x(now), y(pace.done))],
    }
    return Chart(
        paths=[
            *(
                (name, f"{_line([(points[0][0], HEIGHT), *points, (points[-1][0], HEIGHT)])}z")
                for name, points in areas.items()
            ),
            ("line", _line(planned)),
        ],
        dates=_date_scale(first, last, lambda day: x(day) / WIDTH),
        amounts=_scale(pace.total, pace.unit),
        today=_percent(x(pace.today), WIDTH) if first <= pace.today <= last else "",
    )


def week_chart(weeks: Sequence[WorkWeek], unit: Unit) -> Chart:
    """Return the amounts planned and touched in each week as bars, those touched in the middle of those planned."""
    highest = max(max(week.planned, week.touched) for week in weeks) or 1
    last = weeks[-1].monday + timedelta(6) if weeks[-1].monday < date.max - timedelta(6) else date.max
    return Chart(
        paths=[
            ("planned", _bars([week.planned for week in weeks], highest, 0.9)),
            ("touched", _bars([week.touched for week in weeks], highest, 0.5)),
        ],
        dates=_date_scale(weeks[0].monday, last, lambda day: (day - weeks[0].monday).days / 7 / len(weeks)),
        amounts=_scale(highest, unit),
    )


def month_chart(months: Sequence[date], first: Sequence[int], second: Sequence[int]) -> Chart:
    """Return two numbers of each month as bars beside each other."""
    highest = max(1, *first, *second)
    return Chart(
        paths=[("started", _bars(first, highest, 0.4, -0.22)), ("done", _bars(second, highest, 0.4, 0.22))],
        dates=_date_scale(
            months[0],
            months[-1],
            lambda day: (12 * (day.year - months[0].year) + day.month - months[0].month) / len(months),
        ),
        amounts=_scale(highest, ""),
    )


def _bars(amounts: Sequence[float], highest: float, share: float, offset: float = 0.0) -> str:
    """Return the path of bars that fill a share of their places, moved by a part of it from its middle.

    A few bars are as wide as those of more would be, since a single one would fill the chart.
    """
    step = WIDTH / len(amounts)
    place = min(step, WIDTH / _LEAST_BARS)
    width = round(place * share, 1)
    bars = []
    for index, amount in enumerate(amounts):
        if amount:
            left, height = step * (index + 0.5) + place * offset - width / 2, HEIGHT * amount / highest
            bars.append(f"M{left:.1f} {HEIGHT}v-{height:.1f}h{width}v{height:.1f}z")
    return "".join(bars)


def _scale(highest: float, unit: Unit | Literal[""]) -> list[tuple[str, str]]:
    """Return the distance from the bottom and the label of some round amounts; only hours have fractions."""
    return [
        (_percent(amount, highest), words.amount(amount, unit) if unit and amount else f"{amount:g}")
        for amount in _amounts(highest)
        if unit == "hours" or amount == int(amount)
    ]


def _line(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.4g}%"


def _date_scale(first: date, last: date, share: Callable[[date], float]) -> list[tuple[str, str]]:
    """Return the labels that have space to the right of the share of the width at which they are."""
    shown = [(share(day), label) for day, label in _dates(first, last) if share(day) <= _LAST_LABEL]
    return [(_percent(left, 1), label) for left, label in shown or [(0.0, words.formatted(first, "yMMMd"))]]


def _dates(first: date, last: date) -> Iterator[tuple[date, str]]:
    """Yield first days of months with their labels, or of years if there are many, or the first day."""
    numbers = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    starts = [date(number // 12, number % 12 + 1, 1) for number in numbers]
    starts = [start for start in starts if start >= first]
    if len(starts) > _MAX_MONTHS:
        starts = [start for start in starts if start.month == 1]
        yield from ((start, str(start.year)) for start in starts[:: -(-len(starts) // _MAX_DATES)])
        return
    if not starts:
        yield first, words.formatted(first, "yMMMd")
    year = 0
    for start in starts[:: max(1, -(-len(starts) // _MAX_DATES))]:
        yield start, words.formatted(start, "LLL") if start.year == year else words.formatted(start, "yMMM")
        year = start.year


def _amounts(highest: float) -> Iterator[float]:
    """Yield round amounts from 0 to the highest, at steps of 1, 2 or 5 times a power of ten."""
    steps = (unit * factor / 10 for unit in (10**power for power in count()) for factor in (1, 2, 5))
    step = next(step for step in steps if highest / step <= _MAX_AMOUNTS)
    return (round(step * number, 2) for number in range(int(highest / step + 1e-9) + 1))
