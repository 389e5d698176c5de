"""Replans: ways to change a plan when the work is behind. The expected figures are worked out by hand."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given

from daytrail.facts import Facts
from daytrail.facts.pace import Keep, Replan, apply_replan, pace
from daytrail.facts.progress import progress
from daytrail.model.entry import Entry
from tests.facts.test_pace import FIRST, LAGS, PLAN, drawn_plan
from tests.journal import entry, journal

OPTIONAL = PLAN.replace(
    "{week: 4, title: W, practice: [{id: a,", "{week: 4, title: W, practice: [{id: a, optional: true,"
)


def replans_on(today: str, *entries: Entry, text: str = PLAN) -> dict[Keep, Replan]:
    return {replan.keep: replan for replan in Facts(journal(text, *entries), date.fromisoformat(today)).replans}


@pytest.mark.parametrize("today", ["2026-01-05", "2026-01-12"])
def test_work_that_is_not_behind_has_no_replans(today: str) -> None:
    assert replans_on(today, FIRST) == {}


def test_keeping_the_date_asks_for_more_hours_rounded_up_to_half_hours() -> None:
    """21 hours in two weeks are ten and a half a week; in 13 days they are 11.31 a week, in 12 days 12.25."""
    replan = replans_on("2026-01-19", FIRST)["date"]
    assert (replan.finish, replan.per_week, replan.load) == (date(2026, 2, 1), 10.5, 10.5)
    assert [replans_on(today, FIRST)["date"].load for today in ("2026-01-20", "2026-01-21")] == [11.5, 12.5]


def test_a_date_in_the_past_cannot_be_kept() -> None:
    assert replans_on("2026-02-03", FIRST)["date"] == Replan("date", obstacle="the date is past")


def test_keeping_the_load_adds_a_pause_for_the_days_behind() -> None:
    """A week behind is a pause of a week up to yesterday, and the end moves by a week."""
    replan = replans_on("2026-01-19", FIRST)["load"]
    assert [(pause.from_, pause.to, pause.why) for pause in replan.pauses] == [
        (date(2026, 1, 12), date(2026, 1, 18), "re-planned")
    ]
    assert (replan.finish, replan.per_week, replan.start) == (date(2026, 2, 8), 7, None)


def test_a_pause_after_the_end_of_the_plan_reaches_to_yesterday() -> None:
    """Of four weeks one is done, and three days have passed since; what is open has 24 days and then four more."""
    [pause] = replans_on("2026-02-05", FIRST)["load"].pauses
    assert (pause.from_, pause.to) == (date(2026, 1, 12), date(2026, 2, 4))


@pytest.mark.parametrize(
    ("today", "start"), [("2026-01-19", (1, 19)), ("2026-01-21", (1, 26)), ("2026-01-25", (1, 26))]
)
def test_a_plan_with_nothing_done_starts_again_on_the_next_monday_or_today(today: str, start: tuple[int, int]) -> None:
    replan = replans_on(today)["load"]
    assert (replan.start, replan.pauses) == (date(2026, *start), ())
    assert replan.start
    assert replan.finish == replan.start + timedelta(27)


def test_optional_items_that_are_not_started_are_dropped_and_then_dates_move() -> None:
    replan = replans_on("2026-01-19", FIRST, text=OPTIONAL)["drop-optional"]
    assert (replan.dropped, len(replan.pauses)) == (("w04/a",), 1)
    assert replan.per_week == pytest.approx(17.5 / 3)
    started = entry("2026-01-07", started=["w04/a"])
    assert replans_on("2026-01-19", FIRST, started, text=OPTIONAL)["drop-optional"].obstacle == "nothing is optional"


def test_no_date_moves_if_dropping_items_is_enough() -> None:
    text = PLAN.replace("{id: b,", "{id: b, optional: true,")
    replan = replans_on("2026-01-12", entry("2026-01-06", done=["w01/a"]), text=text)["drop-optional"]
    assert replan.dropped == ("w01/b", "w02/b", "w03/b", "w04/b")
    assert (replan.pauses, replan.start, replan.finish, replan.per_week) == ((), None, date(2026, 2, 1), 3.5)


@given(LAGS)
def test_a_plan_after_a_replan_ends_on_the_promised_day_and_is_not_behind(lag: tuple[Any, Any, int]) -> None:
    written, log, today = drawn_plan(lag)
    whole = journal(written, *log)
    facts = Facts(whole, today)
    assert [replan.keep for replan in facts.replans] in ([], ["date", "load", "drop-optional"])
    for replan in facts.replans:
        if replan.obstacle:
            assert not replan.changes
            continue
        plan = apply_replan(whole.curriculum, replan)
        after = pace(plan, progress(plan, whole.entries, set(replan.dropped)), today)
        if after:
            assert after.last == replan.finish
            assert replan.keep == "date" or after.days_ahead >= 0
            assert not (replan.pauses or replan.start) or after.days_ahead == 0
