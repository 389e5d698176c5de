"""Streaks: runs of days with an entry, which days of rest and pauses do not break."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.activity import RECENT_DAYS, Streaks, streaks
from daytrail.facts.calendar import DateRange

FRIDAY = date(2026, 1, 9)
WEEKEND = frozenset({5, 6})


def days(*numbers: int) -> list[date]:
    """Return days of January 2026. The 5th is a Monday."""
    return [date(2026, 1, number) for number in numbers]


@pytest.mark.parametrize(
    ("written", "today", "current", "longest"),
    [
        ([], 9, 0, 0),
        ([9], 9, 1, 1),
        ([8], 9, 1, 1),
        ([7], 9, 0, 1),
        ([7, 8, 9], 9, 3, 3),
        ([5, 6, 8, 9], 9, 2, 2),
        ([1, 2, 3, 8], 9, 1, 3),
        ([9, 10, 11], 9, 1, 1),
        ([8, 8, 8], 9, 1, 1),
    ],
)
def test_a_run_may_end_yesterday_and_days_after_today_do_not_count(
    written: list[int], today: int, current: int, longest: int
) -> None:
    result = streaks(days(*written), date(2026, 1, today))
    assert (result.current, result.longest) == (current, longest)


@pytest.mark.parametrize(
    ("written", "today", "current"),
    [
        ([8, 9], 12, 2),
        ([8, 9, 12], 12, 3),
        ([8, 9, 10, 12], 12, 4),
        ([8, 12], 12, 1),
        ([9], 13, 0),
    ],
)
def test_a_day_of_rest_without_an_entry_breaks_no_run_and_counts_with_one(
    written: list[int], today: int, current: int
) -> None:
    assert streaks(days(*written), date(2026, 1, today), WEEKEND).current == current


def test_a_pause_breaks_no_run_even_between_days_of_rest() -> None:
    pause = DateRange(date(2026, 1, 12), date(2026, 1, 16))
    result = streaks(days(8, 9, 19), date(2026, 1, 19), WEEKEND, [pause])
    assert (result.current, result.longest_dates) == (3, DateRange(date(2026, 1, 8), date(2026, 1, 19)))
    assert streaks(days(8, 9, 19), date(2026, 1, 19), frozenset(), [pause]).current == 1
    assert streaks(days(9), date(2026, 1, 14), WEEKEND, [pause]).current == 1


def test_of_equally_long_runs_the_latest_is_the_longest() -> None:
    assert streaks(days(1, 2, 5, 6), FRIDAY).longest_dates == DateRange(date(2026, 1, 5), date(2026, 1, 6))


@pytest.mark.parametrize("written_today", [True, False])
def test_28_days_with_an_entry_are_28_of_28_with_or_without_an_entry_today(*, written_today: bool) -> None:
    written = [FRIDAY - timedelta(days=n) for n in range(0 if written_today else 1, 60)]
    assert streaks(written, FRIDAY).recent == 28


SOME = st.sets(st.integers(0, 70).map(lambda n: FRIDAY - timedelta(days=n)))
REST = st.sets(st.integers(0, 6))


@given(SOME, REST)
def test_days_of_rest_never_shorten_a_run(written: set[date], rest: set[int]) -> None:
    plain, rested = streaks(written, FRIDAY), streaks(written, FRIDAY, rest)
    assert rested.current >= plain.current
    assert rested.longest >= plain.longest
    assert rested.current <= rested.longest <= rested.days == plain.days == len(written)
    assert rested.recent == plain.recent <= min(RECENT_DAYS, len(written))


def test_without_entries_up_to_today_there_are_no_streaks() -> None:
    assert streaks([], FRIDAY) == streaks([date(2030, 1, 1)], FRIDAY) == Streaks()
