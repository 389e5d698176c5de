"""Dates, amounts and states as a reader says them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from daytrail.facts.calendar import DateRange
from daytrail.facts.ledger import Shelf
from daytrail.facts.milestones import MilestoneState
from daytrail.facts.progress import State
from daytrail.views import words
from tests.for_each import for_each

SUNDAY = date(2026, 2, 15)


def test_a_day_in_words() -> None:
    """A day has its month's name, and no zero before its number."""
    assert words.day(SUNDAY) == "15 February 2026"
    assert words.day(date(2026, 1, 5)) == "5 January 2026"
    assert words.short_day(SUNDAY, 2026) == "15 Feb"
    assert words.month(SUNDAY) == "February 2026"
    assert [words.weekday(date(2026, 2, day)) for day in (15, 16)] == ["Sunday", "Monday"]


@for_each(
    [
        ("2026-01-05", "2026-01-11", "5–11 January 2026"),
        ("2026-01-26", "2026-02-01", "26 January – 1 February 2026"),
        ("2025-12-29", "2026-01-04", "29 December 2025 – 4 January 2026"),
        ("2025-01-05", "2026-01-05", "5 January 2025 – 5 January 2026"),
    ]
)
def test_a_span_says_nothing_twice(case: tuple[str, str, str]) -> None:
    """A span names a month or year that both ends share once, and both where they differ."""
    first, last, shown = case
    assert words.date_range(DateRange(date.fromisoformat(first), date.fromisoformat(last))) == shown


@for_each(
    [
        (0, "0 h"),
        (1, "1 h"),
        (10, "10 h"),
        (1.5, "1.5 h"),
        (0.25, "0.25 h"),
        (1 / 3, "0.33 h"),
        (0.1 + 0.2, "0.3 h"),
        (100.0, "100 h"),
        (12345.75, "12345.75 h"),
        (1_000_000, "1000000 h"),
    ]
)
def test_hours_are_a_plain_number(case: tuple[float, str]) -> None:
    """Hours have at most two decimals, no zeros at the end and no exponent."""
    number, shown = case
    assert words.hours(number) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [(16.5, "17 h"), (17.5, "18 h"), (2.25, "2.5 h"), (2.75, "3 h"), (0.25, "0.3 h"), (1.45, "1.5 h"), (0.01, "0.1 h")],
)
def test_hours_of_several_items_are_rounded_up_at_a_half(number: float, shown: str) -> None:
    """`round` of Python returns the even number: 16 of 16.5."""
    assert words.total_hours(number) == shown


def test_items_are_rounded_up_at_a_half() -> None:
    assert words.amount(2.5, "items") == "3 items"
    assert words.bare_amount(4.5, "items") == "5"
    assert words.rate(0.25, "items") == "0.3 items a week"


@for_each(
    [(0, 0, 0), (0, 5, 0), (5, 5, 100), (1, 2, 50), (1, 3, 33), (2, 3, 67), (999, 1000, 99), (1, 1000, 1), (6, 5, 100)]
)
def test_a_percentage_is_whole(case: tuple[float, float, int]) -> None:
    """A percentage is rounded, but never up to all and never down to nothing."""
    part, whole, shown = case
    assert words.percent(part, whole) == shown


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_all_is_said_of_all_only(part: int, more: int) -> None:
    """100 % means that nothing is missing, 0 % that nothing is there."""
    whole = part + more
    assert (words.percent(part, whole) == 100) == (whole > 0 and part == whole)
    assert (words.percent(part, whole) == 0) == (part == 0)


def test_every_state_has_a_shape_of_its_own() -> None:
    """No two states of one kind share a shape, so that colour is never the only sign."""
    assert set(words.MARKS) == {*State, *MilestoneState, *Shelf, "ready"}
    for kind in (State, MilestoneState, Shelf):
        assert len({words.MARKS[state] for state in kind}) == len(kind)


@pytest.mark.parametrize(
    "written",
    [
        "4 October 2026",
        "5–11 January 2026",
        "4. Oktober 2026",
        "4 octobre 2026",
        "4 de octubre de 2026",
        "4 October",
        "5–11 Jan",
    ],
)
def test_a_date_is_not_broken_at_the_end_of_a_line(written: str) -> None:
    """In each of our languages; other spaces stay, and HTML stays HTML."""
    whole = written.replace(" ", "\u00a0").replace("–", "–\u2060")
    assert words.unbroken(f"up to {written}, 3 days") == f"up to {whole}, 3 days"
    assert isinstance(words.unbroken(Markup("<b>4 May 2026</b>")), Markup)


def test_hours_and_runs_of_numbers_are_not_broken_at_the_end_of_a_line() -> None:
    """A number stays with its unit, and the ends of a run with each other; in a title only dates stay together."""
    assert words.unbroken("weeks 1–12, 5 h done") == "weeks 1–\u206012, 5\u00a0h done"
    assert words.unbroken_dates("<code>1–2, 5 h</code>") == "<code>1–2, 5 h</code>"


@pytest.mark.parametrize(
    ("days", "says"), [(0, "0 days"), (13, "13 days"), (20, "2 weeks"), (281, "9 months"), (800, "2 years")]
)
def test_a_duration_is_in_one_unit(days: int, says: str) -> None:
    assert words.duration(days) == says


def test_a_range_in_a_wide_title_may_break_before_its_dash() -> None:
    """Its dates do not break, nor does a line end with the dash."""
    assert (
        words.unbroken_dates("Week of 30 March – 5 April 2026")
        == "Week of 30\u00a0March –\u2060\u00a05\u00a0April\u00a02026"
    )
    assert words.unbroken_dates("Week of 6–12 April 2026") == "Week of 6–\u206012\u00a0April\u00a02026"
