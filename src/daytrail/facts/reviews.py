"""Reviews: the calendar weeks that pages of `docs/` look back on, and what of the log and the plan they cover."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from daytrail.facts.calendar import DateRange, calendar_week
from daytrail.facts.progress import WeekProgress
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage, Journal


@dataclass(frozen=True, slots=True)
class Review:
    """Review of a calendar week."""

    page: DocsPage
    dates: DateRange
    entries: tuple[Entry, ...]
    """Entries of its days, in the order of the log."""
    weeks: tuple[int, ...]
    """Numbers of the weeks of the plan that were worked on in its days, else of those planned for them."""


def reviews(journal: Journal, weeks: Iterable[WeekProgress], week_dates: Mapping[int, DateRange]) -> tuple[Review, ...]:
    """Return all reviews by their weeks, the oldest first."""
    by_week = sorted((page.week, page.path, page) for page in journal.reviews if page.week)
    if not by_week:  # as in most journals
        return ()
    starts = journal.curriculum.week_starts
    entries, worked_on, planned = defaultdict(list), defaultdict(list), defaultdict(list)
    for entry in journal.entries:
        entries[calendar_week(entry.date, starts)].append(entry)
    for week in weeks:
        number = week.week.week
        for dates in {calendar_week(day, starts) for day in week.work_days}:
            worked_on[dates].append(number)
        days = week_dates.get(number)
        # A week of the plan may begin on any day of the week, and pause in between.
        for dates in {calendar_week(day, starts) for day in (days.first, days.last)} if days else ():
            planned[dates].append(number)
    return tuple(
        Review(page, dates, tuple(entries[dates]), tuple(worked_on[dates] or planned[dates]))
        for dates, page in ((calendar_week(monday, starts), page) for monday, _path, page in by_week)
    )
