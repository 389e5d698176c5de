"""Dates, amounts, states and facts as a reader says them."""

from datetime import date

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.ledger import Shelf
from daytrail.facts.milestones import MilestoneState
from daytrail.facts.progress import State
from daytrail.views import words
from tests.for_each import for_each
from tests.journal import entry, facts_of
from tests.website import ROOT

SUNDAY = date(2026, 2, 15)


@for_each(
    [
        (0, "0 h"),
        (10, "10 h"),
        (1.5, "1.5 h"),
        (1 / 3, "0.33 h"),
        (12345.75, "12345.75 h"),
        (1_000_000, "1000000 h"),
    ]
)
def test_hours_are_a_plain_number(case: tuple[float, str]) -> None:
    """Hours have at most two decimals, no zeros at the end and no exponent."""
    number, shown = case
    assert words.hours(number) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [(16.5, "17 h"), (17.5, "18 h"), (2.25, "2.5 h"), (2.75, "3 h"), (0.25, "0.3 h"), (1.45, "1.5 h"), (0.01, "0.1 h")],
)
def test_hours_of_several_items_are_rounded_up_at_a_half(number: float, shown: str) -> None:
    """`round` of Python returns the even number: 16 of 16.5."""
    assert words.total_hours(number) == shown


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_all_is_said_of_all_only(part: int, more: int) -> None:
    """100 % means that nothing is missing, 0 % that nothing is there."""
    whole = part + more
    assert (words.percent(part, whole) == 100) == (whole > 0 and part == whole)
    assert (words.percent(part, whole) == 0) == (part == 0)
    assert whole == 0 or abs(words.percent(part, whole) - 100 * part / whole) < 1


def test_every_state_has_a_shape_of_its_own() -> None:
    """No two states of one kind share a shape, so that colour is never the only sign."""
    assert set(words.MARKS) == {*State, *MilestoneState, *Shelf, "ready"}
    for kind in (State, MilestoneState, Shelf):
        assert len({words.MARKS[state] for state in kind}) == len(kind)


# sentences

PLAN = """
title: Tides
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: Ebb, practice: [{text: Sail, hours: 5}, Row]}, {week: 2, title: Flood}]
"""


def test_items_of_a_plan_are_counted_as_in_its_progress() -> None:
    """Of choices one counts, and what an entry dropped does not."""
    plan = PLAN.replace("Row]", "Row], choose_one: [{text: Fish, hours: 1}, {text: Swim, hours: 2}]")
    dropped = entry("2026-01-05", dropped=["w01/row"])
    assert words.totals_of_plan(facts_of(plan)).startswith("2 weeks, 3 items, 6 h estimated")
    assert words.totals_of_plan(facts_of(plan, dropped)).startswith("2 weeks, 2 items, 6 h estimated")
    assert words.about_plan(facts_of(plan, dropped)) == "2 weeks, with 2 items, estimated at 6 h."


CASES = yaml.safe_load((ROOT / "tests/cases/pace.yml").read_text(encoding="utf-8"))


@for_each(CASES)
def test_sentences_say_how_the_work_stands_beside_the_plan(name: str) -> None:
    case = CASES[name]
    log = [entry(str(stem), **front) for stem, front in case.get("entries", {}).items()]
    facts = facts_of(case["plan"], *log, today=case["today"])
    said = [words.pace_sentence(facts), words.rate_sentence(facts), *words.if_lines(facts)]
    assert [sentence for sentence in said if sentence] == case["says"]


def test_what_the_rate_does_not_show_is_not_asked_for() -> None:
    """Such as a day behind in a plan of fifty weeks."""
    week = "{{week: {}, title: Sea, practice: [{{id: a, text: Sail, hours: 7.4}}]}}"
    weeks = ", ".join(map(week.format, range(1, 51)))
    plan = f"title: Tides\nstart: 2026-01-05\nparts: [{{id: one, title: One, weeks: [{weeks}]}}]"
    facts = facts_of(plan, entry("2026-01-06", done=["w01/a"]), today=date(2026, 1, 13))
    assert list(words.if_lines(facts)) == ["To finish by 20 December takes 7.5 h a week."]


DATED = """
title: Tides
start: 2026-01-05
parts:
  - {id: one, title: One, weeks: [{week: 1, title: Ebb, concepts: [a]}, {week: 2, title: Flood, concepts: [b]}]}
  - {id: two, title: Two, weeks: [{week: 3, title: Neap, practice: [{text: c, hours: 2}]}]}
milestones: [{id: m, text: Why?, weeks: [1]}]
"""


@pytest.mark.parametrize(
    ("today", "answer", "standing"),
    [
        ("2026-01-06", None, "Planned for 11 January."),
        ("2026-01-14", None, "Planned for 11 January, overdue by 3 days."),
        ("2026-06-14", None, "Planned for 11 January, overdue by 5 months."),
        ("2027-02-14", None, "Planned for 11 January 2026, overdue by 1 year."),
        ("2026-06-14", "2026-02-01", "Answered on 1 February."),
    ],
)
def test_a_milestone_says_when_it_was_planned_and_how_late_it_is(today: str, answer: str | None, standing: str) -> None:
    """Until it is answered it is overdue from the day after its last week."""
    entries = [entry(answer, milestone="m")] if answer else []
    facts = facts_of(DATED, *entries, today=date.fromisoformat(today))
    assert words.milestone_standing(facts.milestones["m"], facts) == standing


@for_each(
    [
        (13, "13 days ago"),
        (14, "2 weeks ago"),
        (60, "2 months ago"),
        (365, "1 year ago"),
        (-20, "in 2 weeks"),
    ]
)
def test_a_distance_has_no_precision_that_nobody_needs(case: tuple[int, str]) -> None:
    days, says = case
    assert words.days_ago(days) == says
