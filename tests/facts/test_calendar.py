"""The plan's weeks as dates."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.calendar import DateRange, week_dates, week_on
from tests.journal import MONDAY, facts_of, plan

WEEKS = "parts: [{id: p, title: P, weeks: [{week: 1, title: A}, {week: 2, title: B}, {week: 7, title: C}]}]"


def spans(pauses: str = "[]") -> dict[int, str]:
    found = week_dates(plan(f"title: Plan\nstart: 2026-01-05\npauses: {pauses}\n{WEEKS}"))
    return {number: f"{span.first:%m-%d} to {span.last:%m-%d}" for number, span in found.items()}


def test_weeks_follow_each_other_from_the_start() -> None:
    """Each week has seven days, the first from the start on, whatever the weeks' numbers are."""
    assert spans() == {1: "01-05 to 01-11", 2: "01-12 to 01-18", 7: "01-19 to 01-25"}


@pytest.mark.parametrize(
    ("pauses", "dates"),
    [
        ("[{from: 2026-01-12, to: 2026-01-18}]", ["01-05 to 01-11", "01-19 to 01-25", "01-26 to 02-01"]),
        ("[{from: 2026-01-05, to: 2026-01-05}]", ["01-06 to 01-12", "01-13 to 01-19", "01-20 to 01-26"]),
        ("[{from: 2026-01-14, to: 2026-01-15}]", ["01-05 to 01-11", "01-12 to 01-20", "01-21 to 01-27"]),
        ("[{from: 2026-01-11, to: 2026-01-12}]", ["01-05 to 01-13", "01-14 to 01-20", "01-21 to 01-27"]),
        ("[{from: 2025-12-01, to: 2026-01-06}]", ["01-07 to 01-13", "01-14 to 01-20", "01-21 to 01-27"]),
        ("[{from: 2025-12-01, to: 2025-12-31}]", ["01-05 to 01-11", "01-12 to 01-18", "01-19 to 01-25"]),
        ("[{from: 2026-03-01, to: 2026-03-31}]", ["01-05 to 01-11", "01-12 to 01-18", "01-19 to 01-25"]),
    ],
)
def test_a_pause_moves_what_comes_after_it(pauses: str, dates: list[str]) -> None:
    """A week has seven days that no pause takes; a pause that lies elsewhere moves nothing."""
    assert list(spans(pauses).values()) == dates


def test_pauses_may_overlap_touch_and_stand_in_any_order() -> None:
    """Days that two pauses take are taken once."""
    one = spans("[{from: 2026-01-07, to: 2026-01-14}]")
    several = spans(
        "[{from: 2026-01-13, to: 2026-01-14}, {from: 2026-01-08, to: 2026-01-09}, {from: 2026-01-07, to: 2026-01-12}]"
    )
    assert one == several


def test_a_plan_without_a_start_has_no_dates() -> None:
    """Without `start` no week has dates and no day lies in a week."""
    timeless = plan(f"title: Plan\n{WEEKS}")
    assert week_dates(timeless) == {}
    assert week_on(timeless, MONDAY) is None
    assert facts_of(f"title: Plan\n{WEEKS}").this_week is None


@pytest.mark.parametrize(
    ("day", "number"),
    [
        ("2026-01-04", None),
        ("2026-01-05", 1),
        ("2026-01-11", 1),
        ("2026-01-12", 2),
        ("2026-01-13", 2),
        ("2026-01-14", None),
        ("2026-01-15", None),
        ("2026-01-16", 2),
        ("2026-01-20", 2),
        ("2026-01-21", 7),
        ("2026-01-27", 7),
        ("2026-01-28", None),
    ],
)
def test_the_week_of_a_day(day: str, number: int | None) -> None:
    """A day lies in the week whose dates hold it, and in none before the plan, after it, or in a pause."""
    text = f"title: Plan\nstart: 2026-01-05\npauses: [{{from: 2026-01-14, to: 2026-01-15}}]\n{WEEKS}"
    assert week_on(plan(text), date.fromisoformat(day)) == number
    assert facts_of(text, today=date.fromisoformat(day)).this_week == number


_DAYS = st.integers(-10, 40).map(lambda offset: MONDAY + timedelta(offset))


@given(st.lists(st.tuples(_DAYS, st.integers(0, 9)), max_size=4))
def test_each_week_has_seven_days_of_its_own(drawn: list[tuple[date, int]]) -> None:
    """Whatever the pauses, a week holds seven days that are in no pause and in no other week."""
    pauses = [{"from": str(first), "to": str(first + timedelta(more))} for first, more in drawn]
    made = plan(
        {
            "title": "Plan",
            "start": "2026-01-05",
            "pauses": pauses,
            "parts": [{"id": "p", "title": "P", "weeks": [{"week": str(n), "title": "W"} for n in (1, 2, 3)]}],
        }
    )
    weeks = [week_on(made, MONDAY + timedelta(offset)) for offset in range(90)]
    assert [number for number in weeks if number] == [1] * 7 + [2] * 7 + [3] * 7


def test_a_span_holds_both_its_ends() -> None:
    """The first and the last day are in a span, the days around it are not."""
    span = DateRange(date(2026, 1, 5), date(2026, 1, 6))
    assert [date(2026, 1, day) in span for day in (4, 5, 6, 7)] == [False, True, True, False]
