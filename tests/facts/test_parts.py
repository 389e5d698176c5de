"""Progress of parts, and the days on which their weeks were worked on."""

from datetime import date

import pytest

from daytrail.facts.calendar import DateRange
from daytrail.facts.progress import ItemTotals, State, WorkDates
from daytrail.model.entry import Entry
from tests.journal import entry, facts_of

PLAN = """
title: Plan
start: 2026-01-05
pauses: [{from: 2026-01-10, to: 2026-01-16}]
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: First, reading: [{id: a, text: A, hours: 2}, {id: b, text: B, hours: 1}]}
      - {week: 2, title: Second, choose_one: [{id: x, text: X, hours: 4}, {id: y, text: Y, hours: 3}]}
  - {id: two, title: Two, weeks: [{week: 3, title: Third, concepts: [{id: c, text: C, done: 2026-01-03}]}]}
  - {id: three, title: Three}
"""


def day(number: int) -> date:
    return date(2026, 1, number)


def worked_dates_of(*entries: Entry) -> dict[str, WorkDates]:
    return {name: part.worked_dates for name, part in facts_of(PLAN, *entries).parts.items()}


def test_a_part_has_the_totals_and_the_dates_of_its_weeks() -> None:
    """Its dates include pauses."""
    parts = facts_of(PLAN, entry("2026-01-06", done=["w01/a"], touched=["w01/b"])).parts
    assert list(parts) == ["one", "two", "three"]
    assert parts["one"].totals == ItemTotals(items=3, done=1, touched=1, hours=7, hours_done=2)
    assert parts["one"].planned_dates == DateRange(day(5), day(25))
    assert [part.state for part in parts.values()] == [State.STARTED, State.DONE, State.PLANNED]
    assert parts["three"].planned_dates is None


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ((), WorkDates()),
        ((entry("2026-01-06", touched=["w01"]),), WorkDates(day(6), day(6))),
        ((entry("2026-01-06", touched=["w01/a"]), entry("2026-01-20", started=["w02/y"])), WorkDates(day(6), day(20))),
        (
            (entry("2026-01-06", done=["w01/a", "w01/b"]), entry("2026-01-20", done=["w02/y"])),
            WorkDates(day(6), day(20), day(20)),
        ),
        (
            (
                entry("2026-01-06", done=["w01/a"], dropped=["w01/b"]),
                entry("2026-01-20", done=["w02/y"]),
                entry("2026-01-28", touched=["w01/a"]),
            ),
            WorkDates(day(6), day(28), day(20)),
        ),
        (
            (entry("2026-01-06", done=["w01/a", "w01/b", "w02/x"]), entry("2026-01-07")),
            WorkDates(day(6), day(6), day(6)),
        ),
    ],
    ids=["nothing", "a week by name", "two weeks", "all done", "dropped, and met again", "what touches nothing"],
)
def test_a_part_is_done_on_the_day_of_its_last_item_and_later_touches_do_not_move_it(
    entries: tuple[Entry, ...], expected: WorkDates
) -> None:
    assert worked_dates_of(*entries)["one"] == expected


def test_an_item_that_the_plan_says_is_done_is_touched_on_that_day() -> None:
    assert worked_dates_of()["two"] == WorkDates(day(3), day(3), day(3))
    assert worked_dates_of(entry("2026-01-02", touched=["w03"]))["two"] == WorkDates(day(2), day(3), day(3))
