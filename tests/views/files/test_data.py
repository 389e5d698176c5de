"""Data files: what the journal says, as JSON."""

from daytrail.views.files.data import log_data
from tests.journal import entry, facts_of


def test_hours_that_nobody_wrote_are_null() -> None:
    """An entry without `hours` is told from one of zero hours."""
    facts = facts_of("title: Plan", entry("2026-01-05"), entry("2026-01-06", hours="0"), entry("2026-01-07", hours="2"))
    assert [written["hours"] for written in log_data(facts)["entries"]] == [None, 0, 2]
