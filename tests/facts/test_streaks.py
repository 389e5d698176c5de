"""How steadily somebody learns, in runs that forgive."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.calendar import DateRange
from daytrail.facts.streaks import RECENT_DAYS, Streaks, streaks

FRIDAY = date(2026, 1, 9)
WEEKEND = frozenset({5, 6})


def days(*numbers: int) -> list[date]:
    """Days of January 2026; the 5th is a Monday."""
    return [date(2026, 1, number) for number in numbers]


@pytest.mark.parametrize(
    ("met", "today", "current", "longest"),
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
def test_a_run_is_of_days_in_a_row(met: list[int], today: int, current: int, longest: int) -> None:
    """A run goes on through yesterday, one missed day ends it, and days to come do not count yet."""
    found = streaks(days(*met), date(2026, 1, today))
    assert (found.current, found.longest) == (current, longest)


@pytest.mark.parametrize(
    ("met", "today", "current"),
    [
        ([8, 9], 12, 2),
        ([8, 9, 12], 12, 3),
        ([8, 9, 10, 12], 12, 4),
        ([8, 12], 12, 1),
        ([9], 13, 0),
    ],
)
def test_days_of_rest_break_no_run(met: list[int], today: int, current: int) -> None:
    """A Saturday without an entry is no gap where it is a day of rest, and counts where it has one."""
    assert streaks(days(*met), date(2026, 1, today), WEEKEND).current == current


def test_a_pause_breaks_no_run() -> None:
    """A run goes on behind a pause, also where days of rest lie around it."""
    pause = DateRange(date(2026, 1, 12), date(2026, 1, 16))
    found = streaks(days(8, 9, 19), date(2026, 1, 19), WEEKEND, [pause])
    assert (found.current, found.longest_dates) == (3, DateRange(date(2026, 1, 8), date(2026, 1, 19)))
    assert streaks(days(8, 9, 19), date(2026, 1, 19), frozenset(), [pause]).current == 1
    assert streaks(days(9), date(2026, 1, 14), WEEKEND, [pause]).current == 1


def test_the_latest_of_the_longest_runs_is_named() -> None:
    assert streaks(days(1, 2, 5, 6), FRIDAY).longest_dates == DateRange(date(2026, 1, 5), date(2026, 1, 6))


@pytest.mark.parametrize(("met_today", "recent"), [(True, 28), (False, 28)])
def test_a_morning_is_no_defeat(*, met_today: bool, recent: int) -> None:
    """Whoever wrote on each of the 28 days before has 28 of 28, before today's entry as well as after it."""
    met = [FRIDAY - timedelta(days=n) for n in range(0 if met_today else 1, 60)]
    assert streaks(met, FRIDAY).recent == recent


def test_days_before_the_window_are_not_recent() -> None:
    assert streaks([FRIDAY - timedelta(days=28)], FRIDAY).recent == 1
    assert streaks([FRIDAY - timedelta(days=29)], FRIDAY).recent == 0
    assert streaks([FRIDAY, FRIDAY - timedelta(days=28)], FRIDAY).recent == 1


SOME = st.sets(st.integers(0, 70).map(lambda n: FRIDAY - timedelta(days=n)))
REST = st.sets(st.integers(0, 6))


@given(SOME, REST)
def test_rest_never_shortens_a_run(met: set[date], rest: set[int]) -> None:
    """With days of rest every run is at least as long as without, and no figure is above another that holds it."""
    plain, rested = streaks(met, FRIDAY), streaks(met, FRIDAY, rest)
    assert rested.current >= plain.current
    assert rested.longest >= plain.longest
    assert rested.current <= rested.longest <= rested.days == plain.days == len(met)
    assert rested.recent == plain.recent <= min(RECENT_DAYS, len(met))


@given(SOME, REST)
def test_an_entry_more_never_shortens_a_run(met: set[date], rest: set[int]) -> None:
    before, after = streaks(met, FRIDAY, rest), streaks({*met, FRIDAY}, FRIDAY, rest)
    assert after.current >= before.current
    assert after.longest >= before.longest
    assert after.days == len({*met, FRIDAY})


def test_nothing_is_nothing() -> None:
    assert streaks([], FRIDAY) == streaks([date(2030, 1, 1)], FRIDAY) == Streaks()
