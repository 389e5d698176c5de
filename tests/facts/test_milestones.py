"""What was proved: the weeks behind a milestone, and what answers it."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def found(today: date = MONDAY, text: str = PLAN) -> dict[str, MilestoneProgress]:
    return dict(facts_of(text, today=today).milestones)


def test_a_milestone_spans_its_weeks_or_its_part() -> None:
    """Its weeks are those it names and all of its part's, in the order of the plan."""
    assert {name: [week.week.week for week in one.weeks] for name, one in found().items()} == {
        "first": [1],
        "across": [2, 3],
        "closing": [3, 4],
        "both": [1, 3, 4],
        "loose": [],
    }


def test_a_milestone_is_due_in_the_part_of_its_last_week() -> None:
    """It belongs to the part that it closes, else to that of its last week; without weeks to none."""
    assert {name: one.part and one.part.id for name, one in found().items()} == {
        "first": "one",
        "across": "two",
        "closing": "two",
        "both": "two",
        "loose": None,
    }


def test_its_dates_are_those_of_its_weeks() -> None:
    """They run from the first day of its first week to the last of its last, over a pause, and need a start."""
    spans = {name: one.planned_dates for name, one in found().items()}
    assert spans["first"] == DateRange(date(2026, 1, 5), date(2026, 1, 11))
    assert spans["across"] == DateRange(date(2026, 1, 12), date(2026, 2, 1))
    assert spans["both"] == DateRange(date(2026, 1, 5), date(2026, 2, 8))
    assert spans["loose"] is None
    assert {one.planned_dates for one in found(text=PLAN.replace("start: 2026-01-05\n", "")).values()} == {None}


def test_its_progress_is_that_of_its_weeks() -> None:
    """What is done in its weeks is summed; other weeks do not count."""
    facts = facts_of(PLAN, entry("2026-01-06", done=["w01/b"]), entry("2026-01-07", touched=["w03/c"]))
    totals = {name: one.totals for name, one in facts.milestones.items()}
    assert (totals["first"].done, totals["first"].items, totals["first"].hours_done) == (1, 2, 2)
    assert (totals["across"].done, totals["across"].begun, totals["across"].items) == (0, 1, 2)
    assert totals["loose"].items == 0


@pytest.mark.parametrize(
    ("today", "state"),
    [
        ("2025-01-01", MilestoneState.OPEN),
        ("2026-01-10", MilestoneState.OPEN),
        ("2026-01-11", MilestoneState.DUE),
        ("2027-01-01", MilestoneState.DUE),
    ],
)
def test_a_milestone_is_due_from_its_last_day_on(today: str, state: MilestoneState) -> None:
    """Up to the day before the last day of its weeks it is open; from that day on it is due, for good."""
    assert found(date.fromisoformat(today))["first"].state is state


def test_without_dates_nothing_is_due() -> None:
    """A milestone without weeks, and every one of a plan without a start, stays open."""
    late = date(2030, 1, 1)
    assert found(late)["loose"].state is MilestoneState.OPEN
    undated = found(late, PLAN.replace("start: 2026-01-05\n", ""))
    assert {one.state for one in undated.values()} == {MilestoneState.OPEN}


def test_an_entry_answers_a_milestone() -> None:
    """Every entry that names it is an answer, in the order of the log; the first one's date is that of the answer."""
    late, early = entry("2026-03-02", milestone="first"), entry("2026-02-01", milestone="first")
    facts = facts_of(PLAN, late, early, entry("2026-01-06", milestone="unknown"), today=date(2026, 4, 1))
    one = facts.milestones["first"]
    assert one.state is MilestoneState.ANSWERED
    assert [answer.source for answer in one.answers] == [early, late]
    assert one.answered_on == date(2026, 2, 1)
    assert {other.state for name, other in facts.milestones.items() if name not in ("first", "loose")} == {
        MilestoneState.DUE
    }


def page(uri: str, milestone: str, day: date | None = None) -> DocsPage:
    return DocsPage(f"docs/{uri}", uri, milestone, day, "A page")


def test_a_page_answers_a_milestone() -> None:
    """A page of docs/ is an answer too: among the entries by its date, behind them without one."""
    told = entry("2026-02-01", milestone="first")
    undated, dated = page("a.md", "first"), page("b.md", "first", date(2026, 1, 9))
    whole = replace(journal(PLAN, told), answers=(undated, dated, page("c.md", "unknown")))
    facts = Facts(whole, MONDAY)
    assert [answer.source for answer in facts.milestones["first"].answers] == [dated, told, undated]
    assert facts.milestones["first"].answered_on == date(2026, 1, 9)
    alone = Facts(replace(journal(PLAN), answers=(undated,)), MONDAY).milestones["first"]
    assert (alone.state, alone.answered_on) == (MilestoneState.ANSWERED, None)


def test_the_proof_is_what_an_entry_links_to() -> None:
    """Links of the front matter and then of the text, a page once: by the writer's name, the plan's, or the URL."""
    told = entry(
        "2026-02-01",
        "See [the code](https://example.org/code), https://example.org/bare and [again](http://www.example.org/named/).",
        milestone="first",
        links=[
            "https://example.org/paper?utm_source=x",
            {"url": "https://example.org/named", "title": "Named"},
            "https://example.org/code",
        ],
    )
    [answer] = facts_of(PLAN, told).milestones["first"].answers
    assert answer.links == (
        AnswerLink("A paper", "https://example.org/paper?utm_source=x"),
        AnswerLink("Named", "https://example.org/named"),
        AnswerLink("the code", "https://example.org/code"),
        AnswerLink("https://example.org/bare", "https://example.org/bare"),
    )


def test_a_page_is_its_own_proof() -> None:
    """An answer that is a page of docs/ has no links beside itself."""
    whole = replace(journal(PLAN), answers=(page("a.md", "first"),))
    assert Facts(whole, MONDAY).milestones["first"].answers[0].links == ()


@given(st.lists(st.sampled_from(["first", "across", "closing"]), max_size=4), st.integers(0, 400))
def test_answered_is_for_ever(answered: list[str], later: int) -> None:
    """A milestone is answered if and only if somebody answers it, whatever the day; no other has an answer."""
    log = [entry(f"2026-01-{day:02d}", milestone=name) for day, name in enumerate(answered, 5)]
    facts = facts_of(PLAN, *log, today=date.fromordinal(MONDAY.toordinal() + later))
    for name, one in facts.milestones.items():
        assert (one.state is MilestoneState.ANSWERED) == (name in answered)
        assert len(one.answers) == answered.count(name)
