"""Milestones: the progress of the weeks that each question is about, and the pages that answer it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from daytrail.facts.calendar import DateRange, cover
from daytrail.facts.progress import ItemTotals, Progress, WeekProgress, totals_of
from daytrail.facts.statements import statements
from daytrail.model.curriculum import Milestone, Part, Placed
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage, Journal
from daytrail.model.urls import normalise


class MilestoneState(StrEnum):
    """State of a milestone."""

    OPEN = "open"
    DUE = "due"
    """The last day of its weeks has come, and nothing answers it."""
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True)
class AnswerLink:
    """Link of an entry that answers a milestone."""

    title: str
    """Text of the link, or the title of the item that the link refers to, or else the URL."""
    url: str


@dataclass(frozen=True, slots=True)
class MilestoneAnswer:
    """Entry or page that answers a milestone."""

    source: Entry | DocsPage
    links: tuple[AnswerLink, ...] = ()
    """Links of an entry, one for each page that they lead to. Empty for a page of `docs/`."""


@dataclass(frozen=True, slots=True)
class MilestoneProgress:
    """Progress of a milestone."""

    milestone: Milestone
    part: Part | None
    """Part that the milestone closes, or else the part of its last week."""
    weeks: tuple[WeekProgress, ...]
    """Weeks that it is about, in the order of the plan."""
    totals: ItemTotals
    """Totals of its weeks."""
    planned_dates: DateRange | None
    """From the first day of its weeks to the last, on which it is due. None if the plan has no start."""
    state: MilestoneState
    answers: tuple[MilestoneAnswer, ...]
    """By date; those without a date at the end."""

    @property
    def answered_on(self) -> date | None:
        """Date of the first answer that has a date."""
        return next((answer.source.date for answer in self.answers if answer.source.date), None)


def milestones(
    journal: Journal, progress: Progress, week_dates: Mapping[int, DateRange], today: date
) -> Mapping[str, MilestoneProgress]:
    """Return the progress of each milestone, by id, in the order of the plan."""
    plan = journal.curriculum
    answers: dict[str, list[MilestoneAnswer]] = defaultdict(list)
    for entry in journal.entries:
        if entry.milestone:
            answers[entry.milestone].append(MilestoneAnswer(entry, tuple(_links(entry, plan.items_by_url))))
    for page in journal.answers:
        answers[page.milestone].append(MilestoneAnswer(page))
    by_id = {}
    for milestone in plan.milestones:
        closed_part = next((part for part in plan.parts if part.id == milestone.part), None)
        numbers = {*milestone.weeks, *(week.week for week in (closed_part.weeks if closed_part else ()))}
        weeks = tuple(week for number, week in progress.weeks.items() if number in numbers)
        planned_dates = cover(numbers, week_dates)
        due = planned_dates is not None and planned_dates.last <= today
        last = weeks[-1].week if weeks else None
        by_date = tuple(sorted(answers[milestone.id], key=lambda answer: answer.source.date or date.max))
        by_id[milestone.id] = MilestoneProgress(
            milestone,
            closed_part or next((part for part in plan.parts if last in part.weeks), None),
            weeks,
            totals_of(weeks),
            planned_dates,
            MilestoneState.ANSWERED if by_date else MilestoneState.DUE if due else MilestoneState.OPEN,
            by_date,
        )
    return by_id


def _links(entry: Entry, items_by_url: Mapping[str, tuple[Placed, ...]]) -> Iterator[AnswerLink]:
    urls: dict[str, str] = {}
    titles: dict[str, str] = {}
    for statement in statements(entry):
        if statement.url:
            urls.setdefault(statement.target, statement.url)
            # The text of a bare URL is no title.
            if statement.title and normalise(statement.title) != statement.target:
                titles.setdefault(statement.target, statement.title)
    for key, url in urls.items():
        planned_titles = (placed.item.label for placed in items_by_url.get(key, ()))
        yield AnswerLink(titles.get(key) or next(planned_titles, url), url)
