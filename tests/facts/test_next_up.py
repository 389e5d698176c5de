"""What comes next."""

from datetime import date

import pytest

from daytrail.facts.next_up import next_day, next_unblocked, next_week, standings, waiting
from daytrail.facts.progress import WeekProgress
from daytrail.model.entry import Entry
from daytrail.model.series import Series
from tests.journal import MONDAY, entry, journal, plan, progress_of

PLAN = """
title: Plan
series:
  - {id: ml, title: ML}
  - {id: goal, title: Goal, counts_down_to: 2026-01-10}
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: A, concepts: [a, b], choose_one: [{id: left, text: l}, {id: right, text: r}]}
      - {week: 2, title: B, concepts: [{id: c, text: c}, {id: d, text: d, dropped: true}]}
      - {week: 3, title: C}
"""
ML = Series(id="ml", title="ML")


def day(stem: str, number: str = "") -> Entry:
    return entry(stem, series="ml", **({"day": number} if number else {}))


def test_a_series_stands_at_its_latest_number_and_a_countdown_at_the_day() -> None:
    """A series stands where its last entry is, a countdown where the day is, with or without entries."""
    log = journal(PLAN, day("2026-01-05", "4"), day("2026-01-06", "5"), entry("2026-01-07"))
    found = [(one.series.id, one.number, one.latest and one.latest.stem) for one in standings(log, date(2026, 1, 8))]
    assert found == [("ml", "Day 5", "2026-01-06"), ("goal", "T-2", None)]
    assert [one.number for one in standings(journal(PLAN), MONDAY)] == ["", "T-5"]


@pytest.mark.parametrize(
    ("log", "on", "number"),
    [
        ([], "2026-01-09", 1),
        ([day("2026-01-05", "57")], "2026-01-06", 58),
        ([day("2026-01-05", "57")], "2026-03-06", 58),
        ([day("2026-01-05", "3-4")], "2026-01-06", 5),
        ([day("2026-01-05", "9"), day("2026-01-06", "7")], "2026-01-07", 10),
        ([day("2026-01-05", "57"), day("2026-01-06")], "2026-01-07", 58),
        ([day("2026-01-05")], "2026-01-06", None),
        ([day("2026-01-05", "57")], "2026-01-05", None),
        ([day("2026-01-05", "57"), day("2026-01-07", "59")], "2026-01-06", 58),
        ([day("2026-01-05", "57"), day("2026-01-07", "58")], "2026-01-06", None),
        ([entry("2026-01-05", series="other", day="9")], "2026-01-06", 1),
    ],
)
def test_the_next_number(log: list[Entry], on: str, number: int | None) -> None:
    """A new entry has the number after the highest before it, unless that would stand twice or none is counted."""
    assert next_day(log, ML, date.fromisoformat(on)) == number


def test_a_countdown_is_not_numbered() -> None:
    """Whoever counts down to a day needs no number."""
    assert next_day([], Series(id="goal", title="Goal", counts_down_to=MONDAY), MONDAY) is None


def week(*done: str, this_week: int | None = None) -> int | None:
    found = next_week(progress_of(PLAN, entry("2026-01-05", done=list(done))), this_week)
    return found.week.week if found else None


ALL = ("w01/a", "w01/b", "w01/left")


def test_the_week_to_work_in() -> None:
    """It is this week while anything waits in it, else the first with anything left, else none."""
    assert week() == 1
    assert week(this_week=2) == 2
    assert week("w02/c", this_week=2) == 1
    assert week(*ALL) == 2
    assert week(*ALL, this_week=1) == 2
    assert week(*ALL, "w02/c") is None
    assert week(*ALL, "w02/c", this_week=3) is None


def left(found: WeekProgress) -> list[str]:
    return [item.placed.address for item in waiting(found)]


def test_what_waits_in_a_week() -> None:
    """What is neither done nor dropped waits; of tracks to choose from none does once one is done."""
    log = entry("2026-01-05", done=["w01/a"], started=["w01/b"])
    assert left(progress_of(PLAN, log).weeks[1]) == ["w01/b", "w01/left", "w01/right"]
    assert left(progress_of(PLAN, entry("2026-01-05", done=["w01/right"])).weeks[1]) == ["w01/a", "w01/b"]
    assert left(progress_of(PLAN).weeks[2]) == ["w02/c"]


BLOCKED = """
title: Plan
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: First, concepts: [A]}
      - {week: 2, title: Second, concepts: [B]}
      - {week: 3, title: Third, concepts: [C]}
topics:
  - {id: base, title: Base, weeks: [3]}
  - {id: top, title: Top, weeks: [1], needs: [base]}
"""


@pytest.mark.parametrize(
    ("done", "this_week", "found"),
    [
        ([], None, 2),
        ([], 1, 2),
        ([], 3, 3),
        (["w02/b"], None, 3),
        (["w02/b", "w03/c"], None, 1),
        (["w03/c"], 1, 1),
        (["w01/a", "w02/b", "w03/c"], None, None),
    ],
)
def test_the_week_that_lacks_nothing(done: list[str], this_week: int | None, found: int | None) -> None:
    """Weeks whose topics need something that is not done are left out, unless every week that waits does."""
    reached = progress_of(BLOCKED, entry("2026-01-05", done=done))
    ahead = next_unblocked(plan(BLOCKED), reached, this_week)
    assert (ahead.week.week if ahead else None) == found


def test_a_blocked_week_is_better_than_none() -> None:
    text = BLOCKED.replace("weeks: [3]", "weeks: []")
    reached = progress_of(text, entry("2026-01-05", done=["w02/b", "w03/c"]))
    ahead = next_unblocked(plan(text), reached, None)
    assert ahead
    assert ahead.week.week == 1


def test_days_to_come_do_not_count_yet() -> None:
    """A series stands where its last entry up to today left it; one with entries of days to come alone has none."""
    text = "title: Plan\nseries: [{id: a, title: A}, {id: b, title: B}]"
    log = [entry("2026-01-04", series="a", day="3"), entry("2026-01-06", series="a", day="5")]
    whole = journal(text, *log, entry("2026-01-07", series="b", day="1"))
    assert [(one.number, one.latest.stem if one.latest else None) for one in standings(whole, MONDAY)] == [
        ("Day 3", "2026-01-04"),
        ("", None),
    ]
