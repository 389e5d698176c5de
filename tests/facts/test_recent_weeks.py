"""The week of the calendar, and the weeks that recent entries worked on."""

from datetime import date

import pytest

from tests.journal import entry, facts_of

PLAN = """
title: Plan
start: 2026-01-05
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: First, concepts: [a]}
      - {week: 2, title: Second, concepts: [b]}
"""
LOG = (
    entry("2026-01-05", touched=["w01/a"]),
    entry("2026-01-06", touched=["w01", "w02/b"]),
    entry("2026-01-20", touched=["w01"]),
)


@pytest.mark.parametrize(
    ("today", "this_week", "expected"),
    [
        ("2026-01-04", None, {}),
        ("2026-01-06", 1, {1: 2, 2: 1}),
        ("2026-01-18", 2, {1: 2, 2: 1}),
        ("2026-01-19", None, {1: 1, 2: 1}),
        ("2026-01-20", None, {1: 1}),
        ("2026-03-01", None, {}),
    ],
)
def test_entries_of_fourteen_days_up_to_today_count(
    today: str, this_week: int | None, expected: dict[int, int]
) -> None:
    facts = facts_of(PLAN, *LOG, today=date.fromisoformat(today))
    assert (facts.this_week, facts.recent_weeks) == (this_week, expected)
