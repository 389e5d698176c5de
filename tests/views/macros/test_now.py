"""Macro: the home page."""

import pytest

from daytrail.views.macros.now import now
from tests.journal import context, entry
from tests.website import Html

PLAN = "title: Plan\nparts: [{id: one, title: One, weeks: [{week: 1, title: First, concepts: [An idea]}]}]"


@pytest.mark.parametrize(
    ("plan", "days", "sections"),
    [
        (PLAN, ["2026-01-05", "2026-01-04"], ["dt-trail", "dt-latest", "dt-before", "dt-year"]),
        (PLAN, [], ["dt-trail"]),
        ("title: Plan", ["2026-01-05", "2026-01-04"], ["dt-year", "dt-latest", "dt-before"]),
        ("title: Plan", ["2026-01-05"], ["dt-year", "dt-latest"]),
        ("title: Plan", [], []),
    ],
)
def test_home_begins_with_what_there_is(plan: str, days: list[str], sections: list[str]) -> None:
    """Without a plan the strip moves up; without a log the trail stays, and the page says how to begin."""
    html = now(context(plan, *(entry(day, "Text.") for day in days)))
    found = [heading.get("id") for heading in Html(html).find("h2")]
    assert [name for name in found if name not in (None, "dt-parts", "dt-past")] == sections
    assert ("daytrail new" in html) == (not days)
