"""Calendar of the plan: which days its weeks fall on."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from daytrail.model.curriculum import Curriculum, Week

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DateRange:
    """Days from the first to the last, both included."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


@lru_cache(maxsize=1 << 14)  # several facts ask for the week of each entry
def calendar_week(day: date, week_starts: str) -> DateRange:
    """Return the days of the calendar week that a day is in; fewer at both ends of the calendar.

    `week_starts` is that of the plan.
    """
    first = day.toordinal() - (day.weekday() - (6 if week_starts == "sun" else 0)) % 7
    last = min(first + 6, date.max.toordinal())
    return DateRange(date.fromordinal(max(first, 1)), date.fromordinal(last))


def week_name(dates: DateRange) -> str:
    """Return the name of a calendar week, as in `2026-W08`: by ISO 8601 that of its Monday."""
    year, week, _ = dates.last.isocalendar()
    return f"{year:04d}-W{week:02d}"


def cover(weeks: Iterable[int], week_dates: Mapping[int, DateRange]) -> DateRange | None:
    """Return the dates from the first day of weeks, by their numbers, to their last day. None if they have no dates."""
    ranges = [week_dates[week] for week in weeks if week in week_dates]
    return DateRange(min(dates.first for dates in ranges), max(dates.last for dates in ranges)) if ranges else None


def plan_days(plan: Curriculum) -> Iterator[tuple[Week, date]]:
    """Yield each day of the plan with its week: seven a week, without pauses. Yields nothing if there is no start."""
    pauses = deque(sorted(plan.pauses, key=lambda pause: pause.from_))
    day = plan.start
    for week in plan.weeks:
        for _ in range(7):
            while day and pauses and pauses[0].from_ <= day:
                pause = pauses.popleft()
                day = _day_after(pause.to) if pause.to >= day else day
            if day is None:
                return
            yield week, day
            day = _day_after(day)


def _day_after(day: date) -> date | None:
    return day + _DAY if day < date.max else None


def week_dates(plan: Curriculum) -> Mapping[int, DateRange]:
    """Return the dates of each week, by its number. Empty if the plan has no start."""
    dates: dict[int, DateRange] = {}
    for week, day in plan_days(plan):
        first = dates[week.week].first if week.week in dates else day
        dates[week.week] = DateRange(first, day)
    return dates


def week_on(plan: Curriculum, day: date) -> int | None:
    """Return the number of the week that a day falls in. None before and after the plan and in pauses."""
    if any(pause.from_ <= day <= pause.to for pause in plan.pauses):
        return None
    return next((number for number, dates in week_dates(plan).items() if day in dates), None)


def nth_day_outside_pauses(plan: Curriculum, first: date, count: int) -> date | None:
    """Return the last of `count` days from the first day on, not counting pauses. None if the calendar ends before."""
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
