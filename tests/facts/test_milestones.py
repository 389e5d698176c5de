"""Milestones: their weeks, dates, states and answers."""

from dataclasses import replace
from datetime import date

import pytest

from daytrail.facts import Facts
from daytrail.facts.calendar import DateRange
from daytrail.facts.milestones import AnswerLink, MilestoneProgress, MilestoneState
from daytrail.model.journal import DocsPage
from tests.journal import MONDAY, entry, facts_of, journal

PLAN = """
title: Plan
start: 2026-01-05
pauses: [{from: 2026-01-21, to: 2026-01-27}]
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: First, concepts: [{id: a, text: A}, {id: b, text: B, hours: 2}]}
      - {week: 2, title: Second, reading: [{id: paper, title: A paper, url: "https://example.org/paper"}]}
  - id: two
    title: Two
    weeks: [{week: 3, title: Third, concepts: [{id: c, text: C}]}, {week: 4, title: Fourth}]
milestones:
  - {id: first, weeks: [1], text: What is first?}
  - {id: across, weeks: [3, 2], text: What is across?}
  - {id: closing, part: two, text: What is two?}
  - {id: both, part: two, weeks: [1], text: What is both?}
  - {id: loose, text: What is loose?}
"""


def milestones_on(today: date = MONDAY, text: str = PLAN) -> dict[str, MilestoneProgress]:
    return dict(facts_of(text, today=today).milestones)


UNDATED = PLAN.replace("start: 2026-01-05\n", "")


def test_the_weeks_of_a_milestone_are_those_that_it_names_and_those_of_its_part() -> None:
    """Its dates run from its first week to its last."""
    assert {
        name: ([week.week.week for week in milestone.weeks], milestone.planned_dates)
        for name, milestone in milestones_on().items()
    } == {
        "first": ([1], DateRange(date(2026, 1, 5), date(2026, 1, 11))),
        "across": ([2, 3], DateRange(date(2026, 1, 12), date(2026, 2, 1))),
        "closing": ([3, 4], DateRange(date(2026, 1, 19), date(2026, 2, 8))),
        "both": ([1, 3, 4], DateRange(date(2026, 1, 5), date(2026, 2, 8))),
        "loose": ([], None),
    }
    assert {milestone.planned_dates for milestone in milestones_on(text=UNDATED).values()} == {None}


@pytest.mark.parametrize(
    ("today", "state"),
    [
        ("2025-01-01", MilestoneState.OPEN),
        ("2026-01-10", MilestoneState.OPEN),
        ("2026-01-11", MilestoneState.DUE),
        ("2027-01-01", MilestoneState.DUE),
    ],
)
def test_a_milestone_is_due_from_the_last_day_of_its_weeks_on(today: str, state: MilestoneState) -> None:
    assert milestones_on(date.fromisoformat(today))["first"].state is state


def test_a_milestone_without_dates_is_never_due() -> None:
    late = date(2030, 1, 1)
    assert milestones_on(late)["loose"].state is MilestoneState.OPEN
    assert {milestone.state for milestone in milestones_on(late, UNDATED).values()} == {MilestoneState.OPEN}


def test_every_entry_that_names_a_milestone_answers_it_and_the_first_one_dates_it() -> None:
    late, early = entry("2026-03-02", milestone="first"), entry("2026-02-01", milestone="first")
    facts = facts_of(PLAN, late, early, entry("2026-01-06", milestone="unknown"), today=date(2026, 4, 1))
    milestone = facts.milestones["first"]
    assert milestone.state is MilestoneState.ANSWERED
    assert [answer.source for answer in milestone.answers] == [early, late]
    assert milestone.answered_on == date(2026, 2, 1)
    assert {other.state for name, other in facts.milestones.items() if name not in ("first", "loose")} == {
        MilestoneState.DUE
    }


def page(uri: str, milestone: str, day: date | None = None) -> DocsPage:
    return DocsPage(f"docs/{uri}", uri, milestone, day, "A page")


def test_pages_of_docs_are_answers_by_date_and_at_the_end_without_a_date() -> None:
    written = entry("2026-02-01", milestone="first")
    undated, dated = page("a.md", "first"), page("b.md", "first", date(2026, 1, 9))
    whole = replace(journal(PLAN, written), answers=(undated, dated, page("c.md", "unknown")))
    facts = Facts(whole, MONDAY)
    assert [answer.source for answer in facts.milestones["first"].answers] == [dated, written, undated]
    assert facts.milestones["first"].answered_on == date(2026, 1, 9)
    page_only = Facts(replace(journal(PLAN), answers=(undated,)), MONDAY).milestones["first"]
    assert (page_only.state, page_only.answered_on) == (MilestoneState.ANSWERED, None)


def test_the_links_of_an_answer_are_those_of_the_front_matter_then_of_the_text_each_page_once() -> None:
    """Titles are the writer's, or else the plan's, or else the URL."""
    written = entry(
        "2026-02-01",
        "See [the code](https://example.org/code), https://example.org/bare and [again](http://www.example.org/named/).",
        milestone="first",
        links=[
            "https://example.org/paper?utm_source=x",
            {"url": "https://example.org/named", "title": "Named"},
            "https://example.org/code",
        ],
    )
    [answer] = facts_of(PLAN, written).milestones["first"].answers
    assert answer.links == (
        AnswerLink("A paper", "https://example.org/paper?utm_source=x"),
        AnswerLink("Named", "https://example.org/named"),
        AnswerLink("the code", "https://example.org/code"),
        AnswerLink("https://example.org/bare", "https://example.org/bare"),
    )
