"""The plan for somebody else to follow."""

import yaml
from hypothesis import given

from daytrail.views.files.plan import plan_text, plan_to_follow
from tests.journal import PLANS, Written, plan

PRIVATE = """
title: Tides
author: Ada
start: 2026-01-05
rest: [sun]
pauses: [{from: 2026-01-06, to: 2026-01-08, why: away}]
series: [{id: tides, title: Tides}]
hours_per_week: 5
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: "Ebb: the low"
        concepts: [A plain text, {id: pull, text: Pull, done: 2026-01-06}]
        reading: [{title: A book, url: "https://example.org/", hours: 1.5, optional: true, dropped: true}]
topics: [{id: t, title: T, weeks: [1]}]
"""


def test_the_file_has_the_plan_and_nothing_of_the_writer() -> None:
    """What is to learn stays; name, dates, series and progress go."""
    week = {
        "week": 1,
        "title": "Ebb: the low",
        "concepts": ["A plain text", {"id": "pull", "text": "Pull"}],
        "reading": [{"title": "A book", "url": "https://example.org/", "hours": 1.5, "optional": True}],
    }
    assert yaml.safe_load(plan_text(plan_to_follow(plan(PRIVATE)))) == {
        "title": "Tides",
        "hours_per_week": 5,
        "parts": [{"id": "one", "title": "One", "weeks": [week]}],
        "topics": [{"id": "t", "title": "T", "weeks": [1]}],
    }


@given(PLANS)
def test_the_file_is_a_plan_with_the_same_items(written: Written) -> None:
    """Read again, it has the same weeks, items, topics and milestones."""
    before = plan(written)
    after = plan(plan_text(plan_to_follow(before)))
    assert list(after.items) == list(before.items)
    assert after.topics == before.topics
    assert after.milestones == before.milestones
