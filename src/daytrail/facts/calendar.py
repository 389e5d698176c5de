"""The plan's weeks as dates."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from daytrail.model.curriculum import Curriculum, Week

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DateRange:
    """Days from the first to the last, both included."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


def plan_days(plan: Curriculum) -> Iterator[tuple[Week, date]]:
    """Yield the plan's days with the week that each belongs to: seven a week, none in a pause, none without a start."""
    pauses = deque(sorted(plan.pauses, key=lambda pause: pause.from_))
    day = plan.start
    for week in plan.weeks:
        for _ in range(7):
            while day and pauses and pauses[0].from_ <= day:
                pause = pauses.popleft()
                day = _after(pause.to) if pause.to >= day else day
            if day is None:
                return
            yield week, day
            day = _after(day)


def _after(day: date) -> date | None:
    return day + _DAY if day < date.max else None  # where the calendar ends, so does the plan


def week_dates(plan: Curriculum) -> Mapping[int, DateRange]:
    """Return the dates of each week by its number. Empty without a start."""
    spans: dict[int, DateRange] = {}
    for week, day in plan_days(plan):
        first = spans[week.week].first if week.week in spans else day
        spans[week.week] = DateRange(first, day)
    return spans


def week_on(plan: Curriculum, day: date) -> int | None:
    """Return the number of the week that a day falls in; None before, after and in pauses."""
    if any(pause.from_ <= day <= pause.to for pause in plan.pauses):
        return None
    return next((number for number, span in week_dates(plan).items() if day in span), None)


def nth_working_day(plan: Curriculum, first: date, count: int) -> date | None:
    """Return the last of so many days from one on, pauses left out; None where the calendar ends before."""
    if count > (date.max - first).days:
        return None
    last = first + (count - 1) * _DAY
    counted = first
    for pause in sorted(plan.pauses, key=lambda pause: pause.from_):
        begins = max(pause.from_, counted)
        if begins > last or pause.to < begins:
            continue
        length = (pause.to - begins).days + 1
        if length > (date.max - last).days:
            return None
        last += length * _DAY
        counted = begins + length * _DAY
    return last
