"""Dates, amounts, states and facts as a reader says them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.ledger import Shelf
from daytrail.facts.milestones import MilestoneState
from daytrail.facts.progress import State
from daytrail.model.entry import Entry
from daytrail.views import words
from tests.facts.test_pace import ALL, FIRST, HALF
from tests.facts.test_pace import PLAN as FOUR
from tests.for_each import for_each
from tests.journal import entry, facts_of

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
        (0, "0 h"),
        (10, "10 h"),
        (1.5, "1.5 h"),
        (1 / 3, "0.33 h"),
        (0.1 + 0.2, "0.3 h"),
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


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_all_is_said_of_all_only(part: int, more: int) -> None:
    """100 % means that nothing is missing, 0 % that nothing is there."""
    whole = part + more
    assert (words.percent(part, whole) == 100) == (whole > 0 and part == whole)
    assert (words.percent(part, whole) == 0) == (part == 0)
    assert whole == 0 or abs(words.percent(part, whole) - 100 * part / whole) < 1


def test_every_state_has_a_shape_of_its_own() -> None:
    """No two states of one kind share a shape, so that colour is never the only sign."""
    assert set(words.MARKS) == {*State, *MilestoneState, *Shelf, "ready"}
    for kind in (State, MilestoneState, Shelf):
        assert len({words.MARKS[state] for state in kind}) == len(kind)


# sentences

PLAN = """
title: Tides
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: Ebb, practice: [{text: Sail, hours: 5}, Row]}, {week: 2, title: Flood}]
"""


def test_items_of_a_plan_are_counted_as_in_its_progress() -> None:
    """Of choices one counts, and what an entry dropped does not."""
    plan = PLAN.replace("Row]", "Row], choose_one: [{text: Fish, hours: 1}, {text: Swim, hours: 2}]")
    dropped = entry("2026-01-05", dropped=["w01/row"])
    assert words.totals_of_plan(facts_of(plan)).startswith("2 weeks, 3 items, 6 h estimated")
    assert words.totals_of_plan(facts_of(plan, dropped)).startswith("2 weeks, 2 items, 6 h estimated")
    assert words.about_plan(facts_of(plan, dropped)) == "2 weeks, with 2 items, estimated at 6 h."


_ITEMS = FOUR.replace(", hours: 3.5", "")
_WEEK = "{{week: {}, title: Sea, practice: [{{id: a, text: Sail, hours: 7.4}}]}}"
_FIFTY_WEEKS = f"""
title: Tides
start: 2026-01-05
parts: [{{id: one, title: One, weeks: [{", ".join(map(_WEEK.format, range(1, 51)))}]}}]
"""
_PAUSED = FOUR.replace("start:", "pauses: [{from: 2026-01-12, to: 2026-01-18}]\nstart:")
_NOT_STARTED = FOUR.replace("start: 2026-01-05", "")
_BEGUN = entry("2026-01-12", started=["w02/a"])
_AHEAD = entry("2026-01-06", done=["w02/a"])
_LAST_WEEK = entry("2026-01-29", done=["w04/a", "w04/b"])


@for_each(
    [
        ("2026-01-19", "title: P", (FIRST,), ""),
        (
            "2026-01-19",
            "title: P\nparts: [{id: a, title: A, weeks: [{week: 1, title: W}]}]",
            (),
            "The plan has no items yet.",
        ),
        (
            "2026-01-19",
            _NOT_STARTED,
            (FIRST, _BEGUN),
            "Without a start date, the plan has no pace: 2 of 8 items done and 1 touched or started.",
        ),
        ("2026-01-01", FOUR, (), "The plan begins on 5 January: 4 weeks, 28 h."),
        ("2026-01-01", FOUR, (FIRST,), "The plan begins on 5 January, with 7 h of 28 h done already."),
        ("2026-01-05", FOUR, (), "The plan begins today: 4 weeks, 28 h."),
        ("2026-01-15", FOUR, (), "Nothing in the plan is touched yet, with 10 h planned by now."),
        ("2026-01-26", FOUR, (ALL,), "Everything in the plan was done on 20 January."),
        (
            "2026-03-26",
            FOUR,
            (FIRST,),
            "The plan ended on 1 February, with 7 h of 28 h done and 0 h touched or started.",
        ),
    ]
)
def test_one_sentence_says_how_the_work_stands(case: tuple[str, str, tuple[Entry, ...], str]) -> None:
    today, plan, log, sentence = case
    assert words.pace_sentence(facts_of(plan, *log, today=date.fromisoformat(today))) == sentence


@for_each(
    [
        ("2026-01-12", FOUR, (FIRST, _BEGUN), "2 (as planned): 7 h planned by now, 7 h done and 3.5 h"),
        ("2026-01-19", FOUR, (FIRST, _BEGUN), "2 (1 week behind the plan): 14 h planned by now, 7 h done and 3.5 h"),
        ("2026-01-28", _ITEMS, (FIRST, _BEGUN), "2 (2 weeks behind the plan): 7 items planned by now, 2 done and 1"),
        ("2026-01-08", FOUR, (_AHEAD,), "2 (1 week ahead of the plan): 3 h planned by now, 3.5 h done and 0 h"),
        ("2026-01-30", FOUR, (_LAST_WEEK,), "4 (3 earlier weeks unfinished): 25 h planned by now, 7 h done and 0 h"),
        ("2026-01-13", _PAUSED, (FIRST,), "2 (while the plan pauses): 7 h planned by now, 7 h done and 0 h"),
    ]
)
def test_while_the_plan_lasts_its_week_is_named_and_how_far_the_work_is_from_it(
    case: tuple[str, str, tuple[Entry, ...], str],
) -> None:
    today, plan, log, words_ = case
    sentence = words.pace_sentence(facts_of(plan, *log, today=date.fromisoformat(today)))
    assert sentence == f"In week {words_} touched or started."


_SINCE, _LATELY = "Since the work began", "In the last four weeks"
_LONG = FOUR.replace("3.5", "300").replace("hours: 300", "hours: 1", 1)


@for_each(
    [
        ("2026-01-12", FOUR, FIRST, _SINCE, "6 h a week; the rest would take until February 2026"),
        ("2026-01-20", _ITEMS, FIRST, _SINCE, "0.9 items a week; the rest would take until March 2026"),
        ("2026-02-02", FOUR, FIRST, _LATELY, "1.8 h a week; the rest would take until April 2026"),
        ("2026-02-02", _LONG, HALF, _LATELY, "0.3 h a week; the rest would take more than ten years"),
    ]
)
def test_the_rate_is_that_of_the_last_weeks(case: tuple[str, str, Entry, str, str]) -> None:
    today, plan, log, since, rate = case
    facts = facts_of(plan, log, today=date.fromisoformat(today))
    assert words.rate_sentence(facts) == f"{since}, what was done comes to {rate}."


@for_each(
    [
        ("2026-01-01", FOUR, (), ["To finish by 1 February takes 7 h a week."]),
        # A day behind, which the rate does not show.
        ("2026-01-13", _FIFTY_WEEKS, (HALF,), ["To finish by 20 December takes 7.5 h a week."]),
        (
            "2026-01-20",
            _ITEMS,
            (FIRST,),
            [
                "To finish by 1 February takes 4 items a week.",
                "At 2 items a week, the average of the plan, the rest takes until 9 February.",
            ],
        ),
        ("2026-02-02", FOUR, (FIRST,), ["At 7 h a week, the average of the plan, the rest takes until 22 February."]),
        ("2026-02-16", FOUR, (ALL,), []),
        ("2026-02-16", _NOT_STARTED, (FIRST,), []),
    ]
)
def test_what_would_follow_from_other_rates(case: tuple[str, str, tuple[Entry, ...], list[str]]) -> None:
    today, plan, log, lines = case
    assert list(words.if_lines(facts_of(plan, *log, today=date.fromisoformat(today)))) == lines


def test_of_a_log_that_rests_no_rate_is_said() -> None:
    today = date(2026, 2, 16)
    assert words.rate_sentence(facts_of(FOUR, FIRST, today=today)) == ""
    assert words.rate_sentence(facts_of(FOUR, FIRST, entry("2026-02-09"), today=today)) == (
        "Nothing in the plan was finished in the last four weeks."
    )


DATED = """
title: Tides
start: 2026-01-05
parts:
  - {id: one, title: One, weeks: [{week: 1, title: Ebb, concepts: [a]}, {week: 2, title: Flood, concepts: [b]}]}
  - {id: two, title: Two, weeks: [{week: 3, title: Neap, practice: [{text: c, hours: 2}]}]}
milestones: [{id: m, text: Why?, weeks: [1]}]
"""


@pytest.mark.parametrize(
    ("today", "answer", "standing"),
    [
        ("2026-01-06", None, "Planned for 11 January."),
        ("2026-01-14", None, "Planned for 11 January, overdue by 3 days."),
        ("2026-06-14", None, "Planned for 11 January, overdue by 5 months."),
        ("2027-02-14", None, "Planned for 11 January 2026, overdue by 1 year."),
        ("2026-06-14", "2026-02-01", "Answered on 1 February."),
    ],
)
def test_a_milestone_says_when_it_was_planned_and_how_late_it_is(today: str, answer: str | None, standing: str) -> None:
    """Until it is answered it is overdue from the day after its last week."""
    entries = [entry(answer, milestone="m")] if answer else []
    facts = facts_of(DATED, *entries, today=date.fromisoformat(today))
    assert words.milestone_standing(facts.milestones["m"], facts) == standing


@for_each(
    [
        (0, "today"),
        (13, "13 days ago"),
        (14, "2 weeks ago"),
        (60, "2 months ago"),
        (364, "12 months ago"),
        (365, "1 year ago"),
        (-20, "in 2 weeks"),
    ]
)
def test_a_distance_has_no_precision_that_nobody_needs(case: tuple[int, str]) -> None:
    days, says = case
    assert words.days_ago(days) == says
