"""Pace and replans: the work done compared with the plan. The expected figures are worked out by hand."""

from collections import defaultdict
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts import Facts
from daytrail.facts.pace import Keep, Pace, Replan, apply_replan
from daytrail.facts.pace import pace as pace_of
from daytrail.facts.progress import progress
from daytrail.model.entry import Entry
from tests.journal import MONDAY, Written, entry, facts_of, journal

WEEKS = "".join(
    f"\n      - {{week: {n}, title: W, practice: [{{id: a, text: A, hours: 3.5}}, {{id: b, text: B, hours: 3.5}}]}}"
    for n in (1, 2, 3, 4)
)
PLAN = f"""
title: Four weeks of seven hours, an hour a day
start: 2026-01-05
parts:
  - id: one
    title: One
    weeks:{WEEKS}
"""
FIRST = entry("2026-01-06", done=["w01/a", "w01/b"])
SECOND = entry("2026-01-20", done=["w02/a", "w02/b"])
HALF = entry("2026-01-06", done=["w01/a"])
ALL = entry("2026-01-20", done=[f"w0{n}/{name}" for n in (1, 2, 3, 4) for name in "ab"])


def pace(today: str, *entries: Entry, text: str = PLAN) -> Pace:
    result = facts_of(text, *entries, today=date.fromisoformat(today)).pace
    assert result
    return result


@pytest.mark.parametrize(
    ("today", "entries", "planned", "ahead"),
    [
        ("2026-01-01", (), 0, 0),
        ("2026-01-01", (FIRST,), 0, 7),
        ("2026-01-05", (), 0, 0),
        ("2026-01-06", (), 1, -1),
        ("2026-01-12", (FIRST,), 7, 0),
        ("2026-01-13", (FIRST,), 8, -1),
        ("2026-01-12", (FIRST, SECOND), 7, 7),
        ("2026-02-01", (FIRST,), 27, -20),
        ("2026-02-05", (FIRST,), 28, -24),
        ("2026-01-26", (ALL,), 21, 7),
        ("2026-02-05", (ALL,), 28, 0),
    ],
)
def test_days_ahead_is_the_distance_to_the_plan_day_that_has_the_hours_done(
    today: str, entries: tuple[Entry, ...], planned: float, ahead: int
) -> None:
    result = pace(today, *entries)
    assert result.planned == pytest.approx(planned)
    assert result.days_ahead == ahead


@pytest.mark.parametrize(
    ("default", "unit", "total", "planned", "done", "begun"),
    [
        ("", "items", 8, 2, 2, 1),
        ("hours_default: {reading: 1}", "items", 8, 2, 2, 1),
        ("hours_default: {concept: 0.5, practice: 9}", "hours", 22, 7, 7, 0.5),
    ],
)
def test_items_without_hours_count_by_the_plans_default_or_all_count_as_items(
    default: str, unit: str, total: float, planned: float, done: float, begun: float
) -> None:
    """Of four weeks, the second has two concepts without hours, of which one is touched."""
    items = "practice: [{id: a, text: A, hours: 3.5}, {id: b, text: B, hours: 3.5}]"
    week = "week: 2, title: W, "
    text = PLAN.replace(week + items, week + "concepts: [{id: a, text: A}, {id: b, text: B}]")
    text = text.replace("start:", f"{default}\nstart:", 1)
    result = pace("2026-01-12", FIRST, entry("2026-01-10", touched=["w02/a"]), text=text)
    assert (result.unit, result.total, round(result.planned, 6), result.done, result.begun) == (
        (unit, total, planned, done, begun)
    )
    assert result.without_hours == (2 if unit == "items" else 0)
    assert result.points[1].touched == done + begun


def test_weeks_have_what_was_planned_beside_what_was_touched_first() -> None:
    """Each item counts once, in the week in which it was touched first, also before and after the plan."""
    before, again = entry("2025-12-30", started=["w01/a"]), entry("2026-02-03", done=["w01/a", "w04/b"])
    assert [
        (week.monday, round(week.planned, 6), week.touched) for week in pace("2026-02-04", before, again).weeks
    ] == [
        (date(2025, 12, 29), 0, 3.5),
        *((MONDAY + timedelta(weeks=number), 7, 0) for number in range(4)),
        (date(2026, 2, 2), 0, 3.5),
    ]


@pytest.mark.parametrize(
    ("today", "entries", "finish", "per_week"),
    [
        ("2026-02-02", (FIRST, SECOND), date(2026, 3, 1), 3.5),
        ("2026-02-03", (FIRST,), None, 0),
        ("2026-02-02", (), None, 0),
        ("2026-02-16", (FIRST,), None, 0),
        ("2026-01-13", (FIRST,), date(2026, 2, 8), 7 * 7 / 9),
        ("2026-01-07", (FIRST,), date(2026, 1, 27), 7),
        ("2026-02-02", (ALL,), None, 7),
        (
            "2026-02-02",
            (FIRST, entry("2026-01-13", done=["w02/a", "w02/b"]), entry("2026-01-20", done=["w03/a"]), HALF),
            date(2026, 2, 18),
            4.375,
        ),
    ],
    ids=["two of four", "28 days ago", "none", "long ago", "nine days old", "three days old", "all", "several"],
)
def test_the_rest_is_done_at_the_rate_of_the_last_28_days(
    today: str, entries: tuple[Entry, ...], finish: date | None, per_week: float
) -> None:
    """Work that is younger is measured since it began, over seven days at least."""
    result = pace(today, *entries)
    assert result.finish == finish
    assert result.per_week == pytest.approx(per_week)


@pytest.mark.parametrize(
    ("pause", "finish"),
    [
        ("{from: 2026-02-08, to: 2026-02-08}", date(2026, 2, 9)),
        ("{from: 2026-02-09, to: 2026-02-09}, {from: 2026-02-08, to: 2026-02-08}", date(2026, 2, 10)),
        ("{from: 2026-02-09, to: 2026-02-09}", date(2026, 2, 8)),
        ("{from: 2026-01-13, to: 2026-01-13}", date(2026, 2, 9)),
        ("{from: 2026-01-12, to: 2026-01-13}", date(2026, 2, 9)),
    ],
)
def test_a_pause_counts_from_today_to_the_finish(pause: str, finish: date) -> None:
    """Without a pause the finish is the eighth of February."""
    result = pace("2026-01-13", FIRST, text=PLAN.replace("parts:", f"pauses: [{pause}]\nparts:", 1))
    assert result.finish == finish


def test_dropped_items_do_not_count() -> None:
    result = pace("2026-01-12", entry("2026-01-06", done=["w01/a"], dropped=["w01/b"]))
    assert (round(result.planned, 6), result.total, result.days_ahead) == (3.5, 24.5, 0)


_ITEM = st.tuples(st.sampled_from([None, "0", "1", "2.5", "7"]), st.none() | st.integers(-3, 40), st.booleans())
_WEEKS = st.lists(st.lists(_ITEM, max_size=3), min_size=1, max_size=5)
_PAUSES = st.lists(st.tuples(st.integers(-5, 30), st.integers(0, 9)), max_size=2)
LAGS = st.tuples(_WEEKS, _PAUSES, st.integers(-10, 60))
"""Weeks of items (hours, the day on which each is done, whether it is optional), pauses, and today: days since
the plan's first."""


def drawn_plan(lag: tuple[Any, Any, int], first: date = MONDAY) -> tuple[Written, tuple[Entry, ...], date]:
    """Return the plan, the log and the day that were drawn."""
    weeks, pauses, offset = lag
    written: Written = {"title": "Plan", "start": str(first), "parts": [{"id": "one", "title": "One", "weeks": []}]}
    written["pauses"] = [
        {"from": str(first + timedelta(begins)), "to": str(first + timedelta(begins + length))}
        for begins, length in pauses
    ]
    log: dict[date, list[str]] = defaultdict(list)
    for number, items in enumerate(weeks, 1):
        rows = []
        for index, (hours, done, optional) in enumerate(items):
            rows.append({"id": f"i{index}", "text": "words", **({"hours": hours} if hours else {})})
            if optional:
                rows[-1]["optional"] = "true"
            if done is not None:
                log[first + timedelta(done)].append(f"w{number:02d}/i{index}")
        written["parts"][0]["weeks"].append({"week": str(number), "title": "W", "practice": rows})
    return written, tuple(entry(str(day), done=done) for day, done in sorted(log.items())), first + timedelta(offset)


@given(LAGS)
def test_the_figures_of_a_pace_do_not_contradict_each_other(lag: tuple[Any, Any, int]) -> None:
    written, log, today = drawn_plan(lag)
    result = facts_of(written, *log, today=today).pace
    hours = [hours for items in lag[0] for hours, _, _ in items]
    assert (result is not None) == bool(hours)
    if result is None:
        return
    in_hours = None not in hours and any(map(float, hours))
    assert (result.unit == "hours") == in_hours
    assert result.total == pytest.approx(sum(map(float, hours)) if in_hours else len(hours))
    assert sum(week.planned for week in result.weeks) == pytest.approx(result.total)
    assert sum(week.touched for week in result.weeks) == pytest.approx(result.begun + result.done)
    assert 0 <= result.done <= result.total + 1e-9
    assert -1e-9 <= result.planned <= result.total + 1e-9
    if result.days_ahead > 0:
        assert result.done > result.planned - 1e-6 or result.remaining < 1e-6
    if result.days_ahead < 0:
        assert result.done < result.planned
    planned = [point.planned for point in result.points]
    done = [point.done for point in result.points if point.done is not None]
    assert planned == sorted(planned)
    assert done == sorted(done)
    assert planned[-1] == pytest.approx(result.total)
    if result.finish:
        assert result.today <= result.finish


# -- replans --

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
    """Those too that are touched, by a link to them."""
    replan = replans_on("2026-01-19", FIRST, text=OPTIONAL)["drop-optional"]
    assert (replan.dropped, len(replan.pauses)) == (("w04/a",), 1)
    assert replan.per_week == pytest.approx(17.5 / 3)
    touched = entry("2026-01-07", links=["https://example.org/a"])
    linked = OPTIONAL.replace("optional: true,", "optional: true, url: https://example.org/a,")
    assert replans_on("2026-01-19", FIRST, touched, text=linked)["drop-optional"].dropped == ("w04/a",)
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
        after = pace_of(plan, progress(plan, whole.entries, set(replan.dropped)), today)
        if after:
            assert after.last == replan.finish
            assert replan.keep == "date" or after.days_ahead >= 0
            assert not (replan.pauses or replan.start) or after.days_ahead == 0
