"""How the log and the plan stand, and what the home page says of it."""

from datetime import date

import pytest

from daytrail.model.entry import Entry
from daytrail.views.words import home_numbers, paused, stats_numbers
from tests.journal import entry, facts_of

PLAN = """
title: Plan
start: 2026-01-05
series: [{id: tides, title: Tides, days: 20}, {id: exam, title: Exam, counts_down_to: 2026-02-01}]
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: A, concepts: [a]}, {week: 2, title: B, concepts: [b]}, {week: 5, title: C, concepts: [c]}]
"""
FIRST = entry("2026-01-05", "A", day="1", series="tides", touched=["w01"])
SECOND = entry("2026-01-06", "B", day="2", series="tides")
EXAM = entry("2026-01-07", "C", series="exam")
FINISHED = entry("2026-01-08", done=["w01/a", "w02/b", "w05/c"])
OF_28, ONE_OF_28 = ((f"{days}\xa0/\xa028", "days of the last four weeks") for days in (2, 1))


@pytest.mark.parametrize(
    ("log", "today", "numbers"),
    [
        ([], "2026-01-06", []),
        ([FIRST, SECOND], "2026-01-06", [("Day 2", "of 20, 2 days in a row, longest streak 2 days"), OF_28]),
        ([FIRST], "2026-01-19", [("Day 1", "of 20"), ("1", "day with an entry")]),
        ([entry("2026-01-05", "A", day="4")], "2026-01-06", [("Day 4", ""), ONE_OF_28]),
        ([EXAM], "2026-01-10", [("22 days", "to Exam, 1 February"), ONE_OF_28]),
        ([FINISHED], "2026-01-08", [ONE_OF_28]),
    ],
)
def test_the_numbers_of_the_home_page(log: list[Entry], today: str, numbers: list[tuple[str, str]]) -> None:
    facts = facts_of(PLAN, *log, today=date.fromisoformat(today))
    assert [(one.number, one.note) for one in home_numbers(facts)] == numbers


@pytest.mark.parametrize(
    ("log", "today", "week"),
    [
        ([], "2026-01-01", ("Week 1", "begins on 5 January")),
        ([FIRST], "2026-01-06", ("Week 1", "of 3 weeks")),
        ([entry("2026-01-05", touched=["w05"])], "2026-01-06", ("Week 5", "of 3 weeks")),
        ([FINISHED], "2026-01-08", ("3 weeks", "the plan is finished")),
    ],
)
def test_the_numbers_of_the_stats_end_with_the_week(log: list[Entry], today: str, week: tuple[str, str]) -> None:
    *_, last = stats_numbers(facts_of(PLAN, *log, today=date.fromisoformat(today)))
    assert (last.number, last.note) == week


@pytest.mark.parametrize(("today", "says"), [("2026-01-19", ""), ("2026-01-20", "Paused since 6 January · Day 2/20")])
def test_a_log_pauses_after_fourteen_days(today: str, says: str) -> None:
    """An entry of the future does not count."""
    facts = facts_of(PLAN, FIRST, SECOND, entry("2026-03-01", "x"), today=date.fromisoformat(today))
    assert paused(facts) == says


@pytest.mark.parametrize(
    ("log", "says", "number"),
    [
        ([FIRST], "Paused since 5 January · Day 1/20", ("Paused", "since 5 January")),
        ([FINISHED], "Finished on 8 January.", ("Finished", "on 8 January")),
        ([entry("2026-01-05", day="20", series="tides")], "Finished on 5 January.", ("Finished", "on 5 January")),
        ([EXAM], "Ended on 1 February.", ("Ended", "on 1 February")),
    ],
)
def test_a_log_that_is_over_says_so(log: list[Entry], says: str, number: tuple[str, str]) -> None:
    """Its series has reached its goal, or the plan is done; without either it is paused."""
    facts = facts_of(PLAN, *log, today=date(2026, 6, 1))
    assert paused(facts) == says
    assert number in [(one.number, one.note) for one in stats_numbers(facts)]


def test_without_an_entry_or_dates_of_the_plan_nothing_is_late() -> None:
    assert paused(facts_of(PLAN, today=date(2026, 6, 1))) == ""
    facts = facts_of(PLAN.replace("start: 2026-01-05", ""), FIRST, today=date(2026, 1, 6))
    assert [one.note for one in stats_numbers(facts)][-1] == "of 3 weeks"
