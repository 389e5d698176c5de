"""Facts in plain sentences."""

import pytest

from daytrail.views.sentences import totals_of_plan
from tests.journal import journal

PLAN = """
title: Tides
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: Ebb, practice: [{text: Sail, hours: 5}, Row]}, {week: 2, title: Flood}]
"""


@pytest.mark.parametrize(
    ("hours", "text"),
    [
        ("", "2 weeks, 2 items, 5 h, 1 reading, practice or review without an estimate"),
        ("hours: 20", "2 weeks, 2 items, 5 h against 20 h, 1 reading, practice or review without an estimate"),
        (
            "hours_per_week: 4.5",
            "2 weeks, 2 items, 5 h against 9 h, 1 week over 4.5 h, 1 reading, practice or review without an estimate",
        ),
        (
            "hours: 20\nhours_per_week: 4.5",
            "2 weeks, 2 items, 5 h against 20 h, 1 week over 4.5 h, 1 reading, practice or review without an estimate",
        ),
    ],
)
def test_hours_of_a_plan_are_compared_with_the_hours_that_it_states(hours: str, text: str) -> None:
    """Without `hours`, those of its weeks together are what it states."""
    assert totals_of_plan(journal(PLAN + hours).curriculum) == text
