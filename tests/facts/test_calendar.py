"""Calendar of the plan: the dates of its weeks."""

from datetime import date

import pytest

from daytrail.facts.calendar import week_dates, week_on
from tests.journal import MONDAY, facts_of, plan

WEEKS = "parts: [{id: p, title: P, weeks: [{week: 1, title: A}, {week: 2, title: B}, {week: 7, title: C}]}]"


def dates_of_weeks(pauses: str = "[]") -> dict[int, str]:
    weeks = week_dates(plan(f"title: Plan\nstart: 2026-01-05\npauses: {pauses}\n{WEEKS}"))
    return {number: f"{dates.first:%m-%d} to {dates.last:%m-%d}" for number, dates in weeks.items()}


def test_weeks_of_seven_days_follow_each_other_from_the_start_whatever_their_numbers() -> None:
    assert dates_of_weeks() == {1: "01-05 to 01-11", 2: "01-12 to 01-18", 7: "01-19 to 01-25"}


@pytest.mark.parametrize(
    ("pauses", "dates"),
    [
        ("[{from: 2026-01-12, to: 2026-01-18}]", ["01-05 to 01-11", "01-19 to 01-25", "01-26 to 02-01"]),
        ("[{from: 2026-01-05, to: 2026-01-05}]", ["01-06 to 01-12", "01-13 to 01-19", "01-20 to 01-26"]),
        ("[{from: 2026-01-11, to: 2026-01-12}]", ["01-05 to 01-13", "01-14 to 01-20", "01-21 to 01-27"]),
        ("[{from: 2025-12-01, to: 2026-01-06}]", ["01-07 to 01-13", "01-14 to 01-20", "01-21 to 01-27"]),
        (
            "[{from: 2026-01-07, to: 2026-01-09}, {from: 2026-01-08, to: 2026-01-10}]",
            ["01-05 to 01-15", "01-16 to 01-22", "01-23 to 01-29"],
        ),
        ("[{from: 2026-03-01, to: 2026-03-31}]", ["01-05 to 01-11", "01-12 to 01-18", "01-19 to 01-25"]),
    ],
)
def test_a_pause_in_the_plan_moves_the_days_after_it(pauses: str, dates: list[str]) -> None:
    assert list(dates_of_weeks(pauses).values()) == dates


def test_a_plan_without_a_start_has_no_dates() -> None:
    without_start = plan(f"title: Plan\n{WEEKS}")
    assert week_dates(without_start) == {}
    assert week_on(without_start, MONDAY) is None
    assert facts_of(f"title: Plan\n{WEEKS}").this_week is None


@pytest.mark.parametrize(
    ("day", "number"),
    [
        ("2026-01-05", 1),
        ("2026-01-11", 1),
        ("2026-01-13", 2),
        ("2026-01-14", None),
        ("2026-01-16", 2),
        ("2026-01-20", 2),
        ("2026-01-21", 7),
        ("2026-01-28", None),
    ],
)
def test_a_day_is_in_the_week_whose_dates_contain_it_unless_it_is_in_a_pause(day: str, number: int | None) -> None:
    text = f"title: Plan\nstart: 2026-01-05\npauses: [{{from: 2026-01-14, to: 2026-01-15}}]\n{WEEKS}"
    assert week_on(plan(text), date.fromisoformat(day)) == number
    assert facts_of(text, today=date.fromisoformat(day)).this_week == number
