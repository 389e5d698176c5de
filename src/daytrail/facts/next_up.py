"""What comes next: the number of the next day, the week to work in, and what waits in it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from daytrail.facts.evidence import ItemProgress, State
from daytrail.facts.progress import Progress, WeekProgress
from daytrail.facts.series import number, t_minus
from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.model.series import Series


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a series stands on a day."""

    series: Series
    number: str
    """Of the latest entry, as in `Day 57`; of the day itself where the series counts down."""
    latest: Entry | None


def standings(journal: Journal, today: date) -> tuple[Standing, ...]:
    """Return where each series of the plan stands, in the order of the plan; entries of days to come do not count."""
    latest = {entry.series: entry for entry in journal.entries if entry.date <= today}
    return tuple(_standing(series, latest.get(series.id), today) for series in journal.curriculum.series)


def _standing(series: Series, latest: Entry | None, today: date) -> Standing:
    if series.counts_down_to:
        return Standing(series, t_minus(series.counts_down_to, today), latest)
    return Standing(series, number(latest, series) if latest else "", latest)


def next_day(entries: Iterable[Entry], series: Series | None, on: date) -> int | None:
    """Return the number that a new entry of a series has on a day: the one after the last before it.

    None where nothing should be guessed: the series counts down or does without numbers, has
    an entry on that day, or goes on after that day with a number that would stand twice.
    """
    own = [entry for entry in entries if entry.series == (series.id if series else None)]
    if (series and series.counts_down_to) or any(entry.date == on for entry in own):
        return None
    numbered = [(entry.date, entry.day) for entry in own if entry.day]
    if own and not numbered:
        return None
    following = max((day.last for before, day in numbered if before < on), default=0) + 1
    return None if any(day.first <= following for after, day in numbered if after > on) else following


def next_week(progress: Progress, this_week: int | None) -> WeekProgress | None:
    """Return the week to work in: today's while anything waits in it, else the first unfinished one."""
    weeks = list(progress.weeks.values())
    weeks.sort(key=lambda week: week.week.week != this_week)
    return next((week for week in weeks if waiting(week)), None)


def next_unblocked(plan: Curriculum, progress: Progress, this_week: int | None) -> WeekProgress | None:
    """Return the week to work in whose topics have all that they need; where every one lacks something, `next_week`.

    A topic has what it needs when all its needs are done.
    """
    done = {name for name, state in progress.topics.items() if state is State.DONE}
    blocked = {number for topic in plan.topics if not done.issuperset(topic.needs) for number in topic.weeks}
    free = {number: week for number, week in progress.weeks.items() if number not in blocked}
    return next_week(replace(progress, weeks=free), this_week) or next_week(progress, this_week)


def waiting(week: WeekProgress) -> tuple[ItemProgress, ...]:
    """Return the items of a week that are neither done nor dropped; of tracks, none once one is done."""
    chosen = any(item.placed.kind == "choice" and item.state is State.DONE for item in week.items)
    return tuple(
        item
        for item in week.items
        if item.state not in (State.DONE, State.DROPPED) and not (chosen and item.placed.kind == "choice")
    )
