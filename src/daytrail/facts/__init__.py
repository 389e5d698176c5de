"""Facts: what follows from a journal and a date. Each is a pure function; `Facts` calls them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from hashlib import blake2b

from daytrail.facts.activity import ActiveDay, Streaks, activity, streaks
from daytrail.facts.calendar import DateRange, week_dates, week_on
from daytrail.facts.habits import HabitCounts, habits
from daytrail.facts.ledger import Ledger, Resource, Shelf, ledger
from daytrail.facts.milestones import MilestoneProgress, milestones
from daytrail.facts.pace import Pace, Replan, pace, replans
from daytrail.facts.progress import (
    PartProgress,
    Progress,
    WeekProgress,
    frontier,
    last_work_day,
    last_worked_week,
    next_week,
    parts,
    progress,
    recent_weeks,
    weeks_left_behind,
)
from daytrail.facts.reviews import Review, reviews
from daytrail.facts.series import EntryPosition, SeriesStatus, positions, series_status
from daytrail.facts.standing import Standing, standing
from daytrail.facts.tags import Tag, tags, tags_in_titles
from daytrail.facts.tasks import OpenTask, open_tasks
from daytrail.model.curriculum import WEEKDAYS, Topic
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal


class Facts:
    """All facts about a journal as of a day. A fact is computed when it is first asked for."""

    def __init__(self, journal: Journal, today: date) -> None:
        self.journal = journal
        self.today = today

    def as_of(self, day: date) -> "Facts":
        """Return the facts as of an earlier day: without later entries, and with the plan and the list of today."""
        entries = tuple(entry for entry in self.journal.entries if entry.date <= day)
        return Facts(replace(self.journal, entries=entries), day)

    @cached_property
    def plan_digest(self) -> str:
        """Hash of all that the plan and the reading list say."""
        texts = repr((self.journal.curriculum, self.journal.reading))
        return blake2b(texts.encode(errors="surrogatepass"), digest_size=16).hexdigest()

    @cached_property
    def positions(self) -> Mapping[str, EntryPosition]:
        """Position of each entry in the log and in its series, by the entry's path."""
        return positions(self.journal.entries, self.journal.curriculum.series)

    @cached_property
    def years(self) -> Mapping[int, int]:
        """Number of entries of each year, the oldest first."""
        return Counter(entry.date.year for entry in self.journal.entries)

    @cached_property
    def months(self) -> Mapping[date, Sequence[Entry]]:
        """Entries of each month, by its first day, in the order of the log."""
        months: dict[date, list[Entry]] = {}
        for entry in self.journal.entries:
            months.setdefault(entry.date.replace(day=1), []).append(entry)
        return months

    @cached_property
    def progress(self) -> Progress:
        """State of the plan's items, weeks and topics."""
        return progress(self.journal.curriculum, self.journal.entries)

    @cached_property
    def parts(self) -> Mapping[str, PartProgress]:
        """Progress of each part, by id, in the order of the plan."""
        return parts(self.journal.curriculum, self.progress, self.week_dates)

    @cached_property
    def week_dates(self) -> Mapping[int, DateRange]:
        """Dates of each week, by its number. Empty if the plan has no start."""
        return week_dates(self.journal.curriculum)

    @cached_property
    def this_week(self) -> int | None:
        """Number of the week that today falls in."""
        return week_on(self.journal.curriculum, self.today)

    @cached_property
    def here(self) -> tuple[int, ...]:
        """Numbers of the weeks that the last 14 days of work touched, in the order of the plan.

        They end with the last day on which the plan was worked on, however long ago it was.
        """
        last = self.last_work_day
        return tuple(recent_weeks(self.progress.weeks.values(), last)) if last else ()

    @cached_property
    def last_work_day(self) -> date | None:
        """Last day on which the plan was worked on. None before any work."""
        return last_work_day(self.progress.weeks.values(), self.today)

    @cached_property
    def last_worked_week(self) -> int | None:
        """Number of the week last worked on. None before any work."""
        return last_worked_week(self.progress.weeks, self.today)

    @cached_property
    def next_week(self) -> WeekProgress | None:
        """Week to work in: the one last worked on, or the next one with open items. None if nothing is open."""
        return next_week(self.progress.weeks, self.last_worked_week)

    @cached_property
    def weeks_left_behind(self) -> tuple[WeekProgress, ...]:
        """Weeks before the week to work in that have open items."""
        return weeks_left_behind(self.progress.weeks, self.next_week)

    @cached_property
    def series_status(self) -> tuple[SeriesStatus, ...]:
        """How far each series is."""
        return series_status(self.journal.curriculum.series, self.journal.entries, self.today)

    @cached_property
    def standing(self) -> Standing:
        """How the log and the plan stand."""
        return standing(
            self.journal.entries,
            self.series_status,
            self.progress.weeks,
            self.week_dates,
            self.last_worked_week,
            self.next_week,
            self.this_week,
            self.today,
        )

    @cached_property
    def frontier(self) -> tuple[Topic, ...]:
        """Topics that can be begun: none of them is, and all that they need is done."""
        return frontier(self.journal.curriculum.topics, self.progress.topics)

    @cached_property
    def milestones(self) -> Mapping[str, MilestoneProgress]:
        """Progress of each milestone, by id, in the order of the plan."""
        return milestones(self.journal, self.progress, self.week_dates, self.today)

    @cached_property
    def reviews(self) -> tuple[Review, ...]:
        """Reviews of weeks, the oldest first."""
        return reviews(self.journal, self.progress.weeks.values(), self.week_dates)

    @cached_property
    def reviews_by_entry(self) -> Mapping[str, Sequence[Review]]:
        """Reviews of the week of an entry, by the entry's path."""
        by_entry: dict[str, list[Review]] = {}
        for review in self.reviews:
            for entry in review.entries:
                by_entry.setdefault(entry.path, []).append(review)
        return by_entry

    @cached_property
    def pace(self) -> Pace | None:
        """Comparison of the work done with the plan. None if the plan has no start or no items."""
        return pace(self.journal.curriculum, self.progress, self.today)

    @cached_property
    def replans(self) -> tuple[Replan, ...]:
        """Ways to change the plan. Empty unless the work is behind."""
        return replans(self.journal.curriculum, self.journal.entries, self.progress, self.pace)

    @cached_property
    def ledger(self) -> Ledger:
        """All resources that are planned, listed or linked, with their history."""
        return ledger(self.journal, self.progress.items.values())

    @property
    def reading_now(self) -> Sequence[Resource]:
        """Resources that are being read, the last started first."""
        reading = self.ledger.shelves.get(Shelf.READING, ())
        return sorted(reading, key=lambda resource: resource.reading_since or self.today, reverse=True)

    @cached_property
    def activity(self) -> Mapping[date, ActiveDay]:
        """Each day that has an entry, by date and in its order."""
        return activity(self.journal.entries)

    @cached_property
    def streaks(self) -> Streaks:
        """Runs of days with an entry."""
        plan = self.journal.curriculum
        return streaks(
            (day for day, active in self.activity.items() if not active.empty),
            self.today,
            {WEEKDAYS.index(day) for day in plan.rest},
            [DateRange(pause.from_, pause.to) for pause in plan.pauses],
        )

    @cached_property
    def habits(self) -> tuple[HabitCounts, ...]:
        """How often each habit of the plan was kept."""
        return habits(self.journal.curriculum, self.journal.entries, self.today)

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """All tags, with the entries that carry them."""
        return tags(self.journal.entries)

    @cached_property
    def tags_of_resources(self) -> Mapping[str, Sequence[Tag]]:
        """Tags that the titles of planned resources name, by the keys of these resources."""
        return tags_in_titles(self.tags, self.ledger.resources)

    @cached_property
    def open_tasks(self) -> tuple[OpenTask, ...]:
        """Unchecked tasks that no later entry checks or drops, the oldest first."""
        return open_tasks(self.journal.entries)

    @property
    def public_tasks(self) -> tuple[OpenTask, ...]:
        """The open tasks that the site may show."""
        return self.open_tasks if self.journal.curriculum.public_tasks else ()
