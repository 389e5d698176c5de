"""What was proved: each milestone with the weeks behind its question, and what answers it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from daytrail.facts.calendar import DateRange
from daytrail.facts.progress import ItemTotals, Progress, WeekProgress
from daytrail.model.curriculum import Curriculum, Milestone, Part, Placed
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage, Journal
from daytrail.model.urls import normalise


class MilestoneState(StrEnum):
    """Where a milestone stands."""

    OPEN = "open"
    DUE = "due"
    """Nothing answers it on the last day of its weeks, or later."""
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True)
class AnswerLink:
    """A link that stands in an answer."""

    title: str
    """The writer's word for it, else the plan's, else the URL."""
    url: str


@dataclass(frozen=True, slots=True)
class MilestoneAnswer:
    """What answers a milestone."""

    source: Entry | DocsPage
    links: tuple[AnswerLink, ...] = ()
    """The links of an entry, one a page; none for a page of `docs/`, which is its own proof."""


@dataclass(frozen=True, slots=True)
class MilestoneProgress:
    """How far a milestone is."""

    milestone: Milestone
    part: Part | None
    """The part in which it is due: its own, else that of its last week."""
    weeks: tuple[WeekProgress, ...]
    """Those that it spans, in the order of the plan."""
    totals: ItemTotals
    """What is done in them."""
    planned_dates: DateRange | None
    """From the first day of its weeks to the last, on which it is due; None where the plan has no start."""
    state: MilestoneState
    answers: tuple[MilestoneAnswer, ...]
    """By date; those without one at the end."""

    @property
    def answered_on(self) -> date | None:
        """The day of the first answer that has one."""
        return next((answer.source.date for answer in self.answers if answer.source.date), None)


def milestones(
    journal: Journal, progress: Progress, spans: Mapping[int, DateRange], today: date
) -> Mapping[str, MilestoneProgress]:
    """Return how far each milestone is, by id, in the order of the plan."""
    plan = journal.curriculum
    answers: dict[str, list[MilestoneAnswer]] = {milestone.id: [] for milestone in plan.milestones}
    for entry in journal.entries:
        if entry.milestone in answers:
            answers[entry.milestone].append(MilestoneAnswer(entry, tuple(_proof(entry, progress.by_url))))
    for page in journal.answers:
        if page.milestone in answers:
            answers[page.milestone].append(MilestoneAnswer(page))
    return {one.id: _milestone(one, plan, progress, spans, today, answers[one.id]) for one in plan.milestones}


def _milestone(
    milestone: Milestone,
    plan: Curriculum,
    progress: Progress,
    spans: Mapping[int, DateRange],
    today: date,
    answers: list[MilestoneAnswer],
) -> MilestoneProgress:
    own = set(milestone.weeks)
    closes = next((part for part in plan.parts if part.id == milestone.part), None)
    own |= {week.week for week in closes.weeks} if closes else set()
    weeks = tuple(week for number, week in progress.weeks.items() if number in own)
    days = [spans[week.week.week] for week in weeks if week.week.week in spans]
    span = DateRange(min(day.first for day in days), max(day.last for day in days)) if days else None
    due = span is not None and span.last <= today
    last = weeks[-1].week if weeks else None
    return MilestoneProgress(
        milestone,
        closes or next((part for part in plan.parts if any(week is last for week in part.weeks)), None),
        weeks,
        sum((week.totals for week in weeks), ItemTotals()),
        span,
        MilestoneState.ANSWERED if answers else MilestoneState.DUE if due else MilestoneState.OPEN,
        tuple(sorted(answers, key=lambda answer: answer.source.date or date.max)),
    )


def _proof(entry: Entry, by_url: Mapping[str, tuple[Placed, ...]]) -> Iterator[AnswerLink]:
    links = [(link.url, link.title or "") for link in entry.links]
    links += [(mention.url, mention.text) for mention in entry.mentions]
    urls: dict[str, str] = {}
    titles: dict[str, str] = {}
    for url, words in links:
        key = normalise(url)
        urls.setdefault(key, url)
        # What stands on a bare URL is no name.
        if words and normalise(words) != key:
            titles.setdefault(key, words)
    for key, url in urls.items():
        known = (placed.item.label for placed in by_url.get(key, ()))
        yield AnswerLink(titles.get(key) or next(known, url), url)
