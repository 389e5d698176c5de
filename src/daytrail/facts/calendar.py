"""The plan's weeks as dates."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from daytrail.model.curriculum import Curriculum

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Span:
    """Days from the first to the last, both included."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


def week_spans(plan: Curriculum) -> Mapping[int, Span]:
    """Return the dates of each week by its number: seven days each that no pause takes. Empty without a start."""
    if plan.start is None:
        return {}
    spans: dict[int, Span] = {}
    day = plan.start
    for week in plan.weeks:
        first = day = _after_pauses(plan, day)
        for _ in range(6):
            day = _after_pauses(plan, day + _DAY)
        spans[week.week] = Span(first, day)
        day += _DAY
    return spans


def _after_pauses(plan: Curriculum, day: date) -> date:
    for pause in sorted(plan.pauses, key=lambda pause: pause.from_):
        if pause.from_ <= day <= pause.to:
            day = pause.to + _DAY
    return day


def week_on(plan: Curriculum, day: date) -> int | None:
    """Return the number of the week that a day falls in; None before, after and in pauses."""
    if any(pause.from_ <= day <= pause.to for pause in plan.pauses):
        return None
    return next((number for number, span in week_spans(plan).items() if day in span), None)
