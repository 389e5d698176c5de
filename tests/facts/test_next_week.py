"""The week to work in next."""

from datetime import date

import pytest

from daytrail.facts.progress import WeekProgress, open_items
from tests.journal import entry, facts_of, progress_of

PLAN = """
title: Plan
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: A, concepts: [a, b], choose_one: [{id: left, text: l}, {id: right, text: r}]}
      - {week: 2, title: B, concepts: [{id: c, text: c}, {id: d, text: d, dropped: true}]}
      - {week: 3, title: C}
      - {week: 4, title: D, concepts: [{id: e, text: e}, {id: f, text: f}]}
"""


ALL = ("w01/a", "w01/b", "w01/left")


@pytest.mark.parametrize(
    ("log", "week", "left_behind"),
    [
        ({}, 1, []),
        ({"2026-01-05": ["w01/a"]}, 1, []),
        ({"2026-01-05": ALL}, 2, []),
        ({"2026-01-05": ["w02/c"]}, 4, [1]),
        ({"2026-01-05": [*ALL, "w02/c"]}, 4, []),
        ({"2026-01-05": ["w04/e"]}, 4, [1, 2]),
        ({"2026-01-05": ["w04/e"], "2026-01-06": ["w02/d"]}, 2, [1]),
        ({"2026-01-05": ["w04/e", "w04/f"]}, 1, []),
        ({"2026-01-05": [*ALL, "w02/c", "w04/e", "w04/f"]}, None, []),
        ({"2026-01-05": ["w01/a"], "2026-02-01": ["w04/e"]}, 1, []),
    ],
)
def test_the_next_week_is_the_one_last_worked_on(
    log: dict[str, list[str]], week: int | None, left_behind: list[int]
) -> None:
    """If it has no open items, the next one in the plan that has; then the first. Entries of the future are no work."""
    facts = facts_of(PLAN, *(entry(day, done=done) for day, done in log.items()), today=date(2026, 1, 10))
    assert (facts.next_week.week.week if facts.next_week else None) == week
    assert [one.week.week for one in facts.weeks_left_behind] == left_behind


def test_of_the_weeks_of_a_day_the_one_touched_most_is_next() -> None:
    """Of weeks that the entries of fourteen days touched equally often, it is the last one of the plan."""
    ahead = [entry("2026-01-05", touched=["w04", "w02/c"])]
    for earlier, number in (
        ([], 4),
        ([entry("2026-01-02", touched=["w02"])], 2),
        ([entry("2025-12-02", touched=["w02"])], 4),
    ):
        facts = facts_of(PLAN, *earlier, *ahead, today=date(2026, 1, 10))
        assert facts.next_week
        assert facts.next_week.week.week == number


def open_addresses(week: WeekProgress) -> list[str]:
    return [item.placed.address for item in open_items(week)]


def test_done_and_dropped_items_and_the_choices_beside_a_done_one_are_not_open() -> None:
    log = entry("2026-01-05", done=["w01/a"], started=["w01/b"])
    assert open_addresses(progress_of(PLAN, log).weeks[1]) == ["w01/b", "w01/left", "w01/right"]
    assert open_addresses(progress_of(PLAN, entry("2026-01-05", done=["w01/right"])).weeks[1]) == ["w01/a", "w01/b"]
    assert open_addresses(progress_of(PLAN).weeks[2]) == ["w02/c"]
