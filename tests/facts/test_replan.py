"""The ways to go on when the work is behind, worked out by hand."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given

from daytrail.facts import Facts
from daytrail.facts.pace import pace
from daytrail.facts.progress import progress
from daytrail.facts.replan import Keep, Replan, apply_replan
from daytrail.model.entry import Entry
from tests.facts.test_pace import FIRST, LAGS, PLAN, drawn_plan
from tests.journal import entry, journal

OPTIONAL = PLAN.replace(
    "{week: 4, title: W, practice: [{id: a,", "{week: 4, title: W, practice: [{id: a, optional: true,"
)


def ways(today: str, *entries: Entry, text: str = PLAN) -> dict[Keep, Replan]:
    return {way.keep: way for way in Facts(journal(text, *entries), date.fromisoformat(today)).replans}


@pytest.mark.parametrize("today", ["2026-01-05", "2026-01-12"])
def test_who_is_not_behind_has_nothing_to_plan_anew(today: str) -> None:
    """Neither on the first day nor with the first week done."""
    assert ways(today, FIRST) == {}


def test_keeping_the_date_asks_for_more_hours() -> None:
    """21 hours in the two weeks that are left are ten and a half a week."""
    found = ways("2026-01-19", FIRST)["date"]
    assert (found.finish, found.hours_per_week, found.load) == (date(2026, 2, 1), 10.5, 10.5)


def test_hours_are_rounded_up_to_half_ones() -> None:
    """Less would not do."""
    assert ways("2026-01-20", FIRST)["date"].load == 11.5  # 21 hours in 13 days are 11.31 a week


def test_a_plan_that_allows_enough_hours_keeps_them() -> None:
    """There is nothing to write then."""
    found = ways("2026-01-19", FIRST, text=PLAN.replace("start:", "hours_per_week: 12\nstart:", 1))["date"]
    assert (found.hours_per_week, found.load, found.changes) == (10.5, None, False)


def test_a_date_that_is_past_cannot_be_kept() -> None:
    """And that is said."""
    assert ways("2026-02-03", FIRST)["date"] == Replan("date", obstacle="the date is past")


def test_keeping_the_load_takes_the_days_behind_out_of_the_plan() -> None:
    """A week behind is a week of pause up to yesterday; the end moves by as much."""
    found = ways("2026-01-19", FIRST)["load"]
    assert [(pause.from_, pause.to, pause.why) for pause in found.pauses] == [
        (date(2026, 1, 12), date(2026, 1, 18), "re-planned")
    ]
    assert (found.finish, found.hours_per_week, found.start) == (date(2026, 2, 8), 7, None)


@pytest.mark.parametrize(
    ("today", "start"), [("2026-01-19", (1, 19)), ("2026-01-21", (1, 26)), ("2026-01-25", (1, 26))]
)
def test_what_was_never_begun_begins_anew(today: str, start: tuple[int, int]) -> None:
    """Where nothing is done, the plan starts on the Monday that comes, which may be today."""
    found = ways(today)["load"]
    assert (found.start, found.pauses) == (date(2026, *start), ())
    assert found.start
    assert found.finish == found.start + timedelta(27)


def test_dropping_leaves_less_to_do() -> None:
    """Optional items that are not begun go, then the dates move."""
    found = ways("2026-01-19", FIRST, text=OPTIONAL)["drop-optional"]
    assert (found.dropped, len(found.pauses)) == (("w04/a",), 1)
    assert found.hours_per_week == pytest.approx(17.5 / 3)
    begun = entry("2026-01-07", started=["w04/a"])
    assert ways("2026-01-19", FIRST, begun, text=OPTIONAL)["drop-optional"].obstacle == "nothing is optional"


def test_dropping_may_be_enough() -> None:
    """Where it is, no date moves."""
    text = PLAN.replace("{id: b,", "{id: b, optional: true,")
    found = ways("2026-01-12", entry("2026-01-06", done=["w01/a"]), text=text)["drop-optional"]
    assert found.dropped == ("w01/b", "w02/b", "w03/b", "w04/b")
    assert (found.pauses, found.start, found.finish, found.hours_per_week) == ((), None, date(2026, 2, 1), 3.5)


@given(LAGS)
def test_a_way_that_is_taken_leads_where_it_says(lag: tuple[Any, Any, int]) -> None:
    """After it the plan ends on that day, and where dates moved nobody is behind any more."""
    written, log, today = drawn_plan(lag)
    whole = journal(written, *log)
    facts = Facts(whole, today)
    assert [way.keep for way in facts.replans] in ([], ["date", "load", "drop-optional"])
    for way in facts.replans:
        if way.obstacle:
            assert not way.changes
            continue
        plan = apply_replan(whole.curriculum, way)
        after = pace(plan, progress(plan, whole.entries, set(way.dropped)), today)
        if after:
            assert after.last == way.finish
            assert way.keep == "date" or after.days_ahead >= 0
            assert not (way.pauses or way.start) or after.days_ahead == 0
