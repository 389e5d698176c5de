"""Habits: how often they were kept, on which days and in which week."""

from datetime import date

from daytrail.facts import Facts
from tests.journal import entry, journal

PLAN = {"title": "T", "habits": [{"id": "article", "title": "A"}, {"id": "problems", "title": "P", "per_week": "5"}]}


def test_a_habit_counts_what_entries_say_up_to_today() -> None:
    """The week is that of the calendar; four weeks end today; entries in the future do not count."""
    written = [
        entry("2026-10-25", did=["article"]),
        entry("2026-10-26", did=["article"]),
        entry("2026-11-16", did=["article", {"problems": "2"}, "problems"]),
        entry("2026-11-22", "Text"),
        entry("2026-11-23", did=["article"]),
    ]
    counts = Facts(journal(PLAN, *written), date(2026, 11, 22)).habits
    assert [(one.habit.id, one.total, one.recent, one.this_week) for one in counts] == [
        ("article", 3, 2, 1),
        ("problems", 3, 3, 3),
    ]


def test_an_entry_that_only_counts_habits_is_not_empty() -> None:
    """So its day is one of a streak."""
    assert not entry("2026-11-16", did=["article"]).empty
