"""The week to work in next."""

import pytest

from daytrail.facts.progress import WeekProgress, next_unblocked_week, next_week, open_items
from tests.journal import entry, plan, progress_of

PLAN = """
title: Plan
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: A, concepts: [a, b], choose_one: [{id: left, text: l}, {id: right, text: r}]}
      - {week: 2, title: B, concepts: [{id: c, text: c}, {id: d, text: d, dropped: true}]}
      - {week: 3, title: C}
"""


def week(*done: str, this_week: int | None = None) -> int | None:
    result = next_week(progress_of(PLAN, entry("2026-01-05", done=list(done))).weeks, this_week)
    return result.week.week if result else None


ALL = ("w01/a", "w01/b", "w01/left")


def test_the_next_week_is_this_week_or_else_the_first_one_with_open_items() -> None:
    assert week() == 1
    assert week(this_week=2) == 2
    assert week("w02/c", this_week=2) == 1
    assert week(*ALL) == 2
    assert week(*ALL, this_week=1) == 2
    assert week(*ALL, "w02/c") is None
    assert week(*ALL, "w02/c", this_week=3) is None


def open_addresses(week: WeekProgress) -> list[str]:
    return [item.placed.address for item in open_items(week)]


def test_done_and_dropped_items_and_the_choices_beside_a_done_one_are_not_open() -> None:
    log = entry("2026-01-05", done=["w01/a"], started=["w01/b"])
    assert open_addresses(progress_of(PLAN, log).weeks[1]) == ["w01/b", "w01/left", "w01/right"]
    assert open_addresses(progress_of(PLAN, entry("2026-01-05", done=["w01/right"])).weeks[1]) == ["w01/a", "w01/b"]
    assert open_addresses(progress_of(PLAN).weeks[2]) == ["w02/c"]


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
    ("done", "this_week", "expected"),
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
def test_the_next_unblocked_week_has_topics_whose_needs_are_done(
    done: list[str], this_week: int | None, expected: int | None
) -> None:
    progress = progress_of(BLOCKED, entry("2026-01-05", done=done))
    week = next_unblocked_week(plan(BLOCKED), progress, this_week)
    assert (week.week.week if week else None) == expected


def test_a_blocked_week_is_next_if_every_open_week_is_blocked() -> None:
    text = BLOCKED.replace("weeks: [3]", "weeks: []")
    progress = progress_of(text, entry("2026-01-05", done=["w02/b", "w03/c"]))
    week = next_unblocked_week(plan(text), progress, None)
    assert week
    assert week.week.week == 1


def test_if_every_open_week_is_blocked_this_week_is_next() -> None:
    text = BLOCKED.replace("weeks: [1], needs: [base]", "weeks: [1, 2], needs: [base]").replace(
        "weeks: [3]", "weeks: []"
    )
    week = next_unblocked_week(plan(text), progress_of(text, entry("2026-01-05", done=["w03/c"])), 2)
    assert week
    assert week.week.week == 2
