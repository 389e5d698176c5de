"""The pages of the weeks and parts of a plan."""

from datetime import date

import pytest

from daytrail.facts import Facts
from daytrail.views.links import USUAL
from daytrail.views.pages import pages
from tests.journal import entry, journal, plan
from tests.website import Html, text

PLAN = """
title: Plan
start: 2026-01-05
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: First, concepts: [a]}, {week: 2, title: Second, concepts: [{id: idea, text: An idea}]}]
  - {id: two, title: Two, weeks: [{week: 3, title: Third}]}
"""


@pytest.mark.parametrize(
    ("today", "done", "standing"),
    [
        ("2026-01-11", [], ["The week begins on 12 January."]),
        ("2026-01-12", [], ["This is the week of the calendar."]),
        ("2026-01-19", [], ["The week is over; 1 item is open."]),
        ("2026-01-19", ["w02/idea"], ["Everything in this week is done."]),
    ],
)
def test_a_week_says_how_it_stands_against_the_calendar(today: str, done: list[str], standing: list[str]) -> None:
    whole = journal(PLAN, entry("2026-01-06", done=done))
    facts = Facts(whole, date.fromisoformat(today))
    week = Html(next(one.draw().above for one in pages(facts) if one.address == "curriculum/week-02/"))
    assert [text(one) for one in week.find(".dt-week__standing")] == standing


@pytest.mark.parametrize(
    ("id_", "address"),
    [
        ("foundations", "curriculum/foundations/"),
        ("week-01", "curriculum/part-week-01/"),
        ("part-week-01", "curriculum/part-part-week-01/"),
        ("week-1-of-all", "curriculum/week-1-of-all/"),
    ],
)
def test_no_part_takes_the_address_of_a_week(id_: str, address: str) -> None:
    """A part that is called like the page of a week is set apart, and no two parts meet there."""
    written = {"title": "Plan", "parts": [{"id": id_, "title": "A"}]}
    assert USUAL.of(plan(written).parts[0]) == address
