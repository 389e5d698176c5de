"""Reviews of calendar weeks: which weeks of the plan they cover."""

from dataclasses import replace
from datetime import date

import pytest

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage
from tests.journal import entry, journal

PLAN = """
title: Plan
start: 2026-01-05
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: First, concepts: [{id: a, text: A}]}
      - {week: 2, title: Second, concepts: [{id: b, text: B}]}
      - {week: 3, title: Third, concepts: [{id: c, text: C}]}
"""
LATE = entry("2026-01-14", done=["w01/a"])
FAR = entry("2026-01-16", touched=["w03/c"])


SHIFTED = PLAN.replace("2026-01-05", "2026-01-08")


@pytest.mark.parametrize(
    ("plan", "entries", "weeks"),
    [
        (PLAN, (LATE, FAR), [(1,), (1, 3), ()]),  # in the first week nothing was done, and the last is behind the plan
        (SHIFTED, (LATE, FAR), [(1,), (1, 3), ()]),
        (SHIFTED, (), [(1,), (1, 2), ()]),
        (PLAN.replace("start: 2026-01-05", ""), (LATE, FAR), [(), (1, 3), ()]),
        ("title: Plan", (entry("2026-01-14"),), [(), (), ()]),
    ],
)
def test_a_review_covers_what_was_worked_on_else_what_was_planned(
    plan: str, entries: tuple[Entry, ...], weeks: list[tuple[int, ...]]
) -> None:
    days = [date(2026, 1, 5), date(2026, 1, 12), date(2026, 3, 2)]
    reviews = tuple(DocsPage(f"docs/{day}.md", f"{day}.md", "", None, "", week=day) for day in reversed(days))
    facts = Facts(replace(journal(plan, *entries), reviews=reviews), date(2026, 4, 1))
    assert [review.weeks for review in facts.reviews] == weeks
    assert [review.entries for review in facts.reviews] == [(), entries, ()]
