"""Habits: how often each was kept, on which of the last days and in this week."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from daytrail.facts.activity import RECENT_DAYS
from daytrail.facts.calendar import DateRange, calendar_week
from daytrail.model.curriculum import Curriculum, Habit
from daytrail.model.entry import Entry


@dataclass(frozen=True, slots=True)
class HabitCounts:
    """How often a habit was kept up to a day."""

    habit: Habit
    days: Mapping[date, int]
    """How often on each day that says so."""
    today: date
    week: DateRange
    """The calendar week of the day."""

    @property
    def recent(self) -> int:
        """How often it was kept in the last 28 days, this day included."""
        return self.within(DateRange(date.fromordinal(max(1, self.today.toordinal() - RECENT_DAYS + 1)), self.today))

    @property
    def this_week(self) -> int:
        """How often it was kept since the week began."""
        return self.within(self.week)

    @property
    def total(self) -> int:
        """How often it was ever kept."""
        return sum(self.days.values())

    def within(self, dates: DateRange) -> int:
        """Return how often it was kept on some days."""
        return sum(count for day, count in self.days.items() if day in dates)


def habits(plan: Curriculum, entries: Iterable[Entry], today: date) -> tuple[HabitCounts, ...]:
    """Return the counts of each habit of the plan, in its order. What an entry says counts on its first day."""
    by_habit: dict[str, Counter[date]] = {habit.id: Counter() for habit in plan.habits}
    for entry in entries:
        for did in entry.did if entry.date <= today else ():
            if did.habit in by_habit:  # else it is a mistake, and not the only one
                by_habit[did.habit][entry.date] += did.times
    week = calendar_week(today, plan.week_starts)
    return tuple(HabitCounts(habit, by_habit[habit.id], today, week) for habit in plan.habits)
