"""`Facts`: each fact is computed when it is first asked for, and only once."""

import pytest

from daytrail import facts as facts_module
from daytrail.facts import Facts
from tests.journal import MONDAY, entry, journal


def fail(*_: object) -> None:
    raise AssertionError("this fact was not asked for")


def test_a_fact_is_computed_without_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streaks need the days with an entry, and neither the plan's progress nor the ledger."""
    for name in ("progress", "ledger", "milestones", "pace", "tags", "positions"):
        monkeypatch.setattr(facts_module, name, fail)
    facts = Facts(journal("title: Plan", entry("2026-01-05", "Text.")), MONDAY)
    assert facts.streaks.days == 1
    with pytest.raises(AssertionError, match="not asked for"):
        _ = facts.ledger
