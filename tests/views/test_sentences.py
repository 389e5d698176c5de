"""Facts in plain sentences."""

from datetime import date

import pytest

from daytrail.model.entry import Entry
from daytrail.views.sentences import (
    about_plan,
    days_ago,
    if_lines,
    milestone_standing,
    pace_sentence,
    pace_sentences,
    rate_sentence,
    totals_of_plan,
)
from tests.facts.test_pace import ALL, FIRST
from tests.facts.test_pace import PLAN as FOUR_WEEKS
from tests.for_each import for_each
from tests.journal import entry, facts_of, journal

PLAN = """
title: Tides
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: Ebb, practice: [{text: Sail, hours: 5}, Row]}, {week: 2, title: Flood}]
"""


@pytest.mark.parametrize(
    ("hours", "text"),
    [
        ("", "2 weeks, 2 items, 5 h estimated, 1 reading, practice or review without an estimate"),
        (
            "hours: 20",
            "2 weeks, 2 items, 5 h estimated against 20 h, 1 reading, practice or review without an estimate",
        ),
        (
            "hours_per_week: 4.5",
            (
                "2 weeks, 2 items, 5 h estimated against 9 h, 1 week estimated over the plan's limit of 4.5 h, "
                "1 reading, practice or review without an estimate"
            ),
        ),
        (
            "hours: 20\nhours_per_week: 4.5",
            (
                "2 weeks, 2 items, 5 h estimated against 20 h, 1 week estimated over the plan's limit of 4.5 h, "
                "1 reading, practice or review without an estimate"
            ),
        ),
    ],
)
def test_hours_of_a_plan_are_compared_with_the_hours_that_it_states(hours: str, text: str) -> None:
    """Without `hours`, those of its weeks together are what it states."""
    assert totals_of_plan(journal(PLAN + hours).curriculum) == text


_ITEMS = FOUR_WEEKS.replace(", hours: 3.5", "")
_WEEK = "{{week: {}, title: Sea, practice: [{{id: a, text: Sail, hours: 7.4}}]}}"
_FIFTY_WEEKS = f"""
title: Tides
start: 2026-01-05
parts: [{{id: one, title: One, weeks: [{", ".join(map(_WEEK.format, range(1, 51)))}]}}]
"""
_PAUSED = FOUR_WEEKS.replace("start:", "pauses: [{from: 2026-01-12, to: 2026-01-18}]\nstart:")
_NOT_STARTED = FOUR_WEEKS.replace("start: 2026-01-05", "")
_LATE = entry("2026-02-20", done=[f"w0{week}/{item}" for week in (1, 2, 3, 4) for item in "ab"])
_BEGUN = entry("2026-01-12", started=["w02/a"])


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
        ("2026-01-01", FOUR_WEEKS, (), "The plan begins on 5 January: 4 weeks, 28 h."),
        ("2026-01-01", FOUR_WEEKS, (FIRST,), "The plan begins on 5 January, with 7 h of 28 h done already."),
        ("2026-01-05", FOUR_WEEKS, (), "The plan begins today: 4 weeks, 28 h."),
        ("2026-01-05", _ITEMS, (), "The plan begins today: 4 weeks, 8 items."),
        ("2026-01-15", FOUR_WEEKS, (), "Nothing in the plan is touched yet, with 10 h planned by now."),
        (
            "2026-01-12",
            FOUR_WEEKS,
            (FIRST, _BEGUN),
            "In week 2, as planned: 7 h planned by now, 7 h done and 3.5 h touched or started.",
        ),
        (
            "2026-01-19",
            FOUR_WEEKS,
            (FIRST, _BEGUN),
            "In week 2, 1 week behind the plan: 14 h planned by now, 7 h done and 3.5 h touched or started.",
        ),
        (
            "2026-01-28",
            _ITEMS,
            (FIRST, _BEGUN),
            "In week 2, 2 weeks behind the plan: 7 items planned by now, 2 done and 1 touched or started.",
        ),
        (
            "2026-01-08",
            FOUR_WEEKS,
            (entry("2026-01-06", done=["w02/a"]),),
            "In week 2, 1 week ahead of the plan: 3 h planned by now, 3.5 h done and 0 h touched or started.",
        ),
        (
            "2026-01-12",
            FOUR_WEEKS,
            (FIRST,),
            "In week 2, as planned: 7 h planned by now, 7 h done and 0 h touched or started.",
        ),
        (
            "2026-01-11",
            FOUR_WEEKS,
            (FIRST,),
            "In week 2, as planned: 6 h planned by now, 7 h done and 0 h touched or started.",
        ),
        (
            "2026-01-11",
            FOUR_WEEKS,
            (entry("2026-01-10", done=["w01/a", "w01/b", "w02/a", "w02/b"]),),
            "In week 3, 1 week ahead of the plan: 6 h planned by now, 14 h done and 0 h touched or started.",
        ),
        (
            "2026-01-30",
            FOUR_WEEKS,
            (entry("2026-01-29", done=["w04/a", "w04/b"]),),
            "In week 4, with 3 earlier weeks unfinished: 25 h planned by now, 7 h done and 0 h touched or started.",
        ),
        (
            "2026-01-21",
            FOUR_WEEKS,
            (entry("2026-01-20", done=["w03/a"]),),
            "In week 3, with 2 earlier weeks unfinished: 16 h planned by now, 3.5 h done and 0 h touched or started.",
        ),
        (
            "2026-01-13",
            _PAUSED,
            (FIRST,),
            "In week 2, while the plan pauses: 7 h planned by now, 7 h done and 0 h touched or started.",
        ),
        (
            "2026-01-26",
            FOUR_WEEKS,
            (ALL,),
            "Everything in the plan was done on 20 January, 12 days before its end.",
        ),
        (
            "2026-03-26",
            FOUR_WEEKS,
            (_LATE,),
            "Everything in the plan was done on 20 February.",
        ),
        (
            "2026-03-26",
            FOUR_WEEKS,
            (FIRST, _BEGUN),
            "The plan ended on 1 February, with 7 h of 28 h done and 3.5 h touched or started.",
        ),
    ]
)
def test_one_sentence_says_how_the_work_stands(case: tuple[str, str, tuple[Entry, ...], str]) -> None:
    today, plan, log, sentence = case
    assert pace_sentence(facts_of(plan, *log, today=date.fromisoformat(today))) == sentence


@for_each(
    [
        ("2026-01-01", FOUR_WEEKS, (), "", ["To finish by 1 February takes 7 h a week."]),
        (
            "2026-01-12",
            FOUR_WEEKS,
            (FIRST,),
            "Since the work began, what was done comes to 6 h a week; the rest would take until February 2026.",
            [
                "To finish by 1 February takes 7 h a week.",
                "At 6 h a week, as now, the rest takes until 4 February.",
            ],
        ),
        (
            "2026-01-20",
            _ITEMS,
            (FIRST,),
            "Since the work began, what was done comes to 0.9 items a week; the rest would take until March 2026.",
            [
                "To finish by 1 February takes 4 items a week.",
                "At 2 items a week, the average of the plan, the rest takes until 9 February.",
            ],
        ),
        (
            "2026-01-13",  # a day behind, which the rate does not show
            _FIFTY_WEEKS,
            (entry("2026-01-06", done=["w01/a"]),),
            "Since the work began, what was done comes to 6 h a week; the rest would take until March 2027.",
            ["To finish by 20 December takes 7.5 h a week."],
        ),
        (
            "2026-02-02",
            FOUR_WEEKS,
            (FIRST,),
            "In the last four weeks, what was done comes to 1.8 h a week; the rest would take until April 2026.",
            ["At 7 h a week, the average of the plan, the rest takes until 22 February."],
        ),
        (
            "2026-02-16",
            FOUR_WEEKS.replace("3.5", "300").replace("hours: 300", "hours: 1", 1),
            (entry("2026-02-10", done=["w01/a"]),),
            "In the last four weeks, what was done comes to 0.3 h a week; the rest would take more than ten years.",
            ["At 544.5 h a week, the average of the plan, the rest takes until 14 March."],
        ),
        (
            "2026-02-16",
            FOUR_WEEKS,
            (FIRST,),
            "",  # the log rests
            ["At 7 h a week, the average of the plan, the rest takes until 8 March."],
        ),
        (
            "2026-02-16",
            FOUR_WEEKS,
            (FIRST, entry("2026-02-09")),
            "Nothing in the plan was finished in the last four weeks.",
            ["At 7 h a week, the average of the plan, the rest takes until 8 March."],
        ),
        ("2026-02-16", FOUR_WEEKS, (ALL,), "", []),
        ("2026-02-16", _NOT_STARTED, (FIRST,), "", []),
    ]
)
def test_the_rate_and_what_would_follow_from_others(case: tuple[str, str, tuple[Entry, ...], str, list[str]]) -> None:
    today, plan, log, rate, ifs = case
    facts = facts_of(plan, *log, today=date.fromisoformat(today))
    assert rate_sentence(facts) == rate
    assert list(if_lines(facts)) == ifs


def test_a_pace_in_items_says_why() -> None:
    last = list(pace_sentences(facts_of(_ITEMS, FIRST, today=date(2026, 1, 12))))[-1]
    assert last == "The pace is in items, as 8 items of the plan have no estimate; `hours_default` states them by kind."


DATED = """
title: Tides
start: 2026-01-05
parts:
  - {id: one, title: One, weeks: [{week: 1, title: Ebb, concepts: [a]}, {week: 2, title: Flood, concepts: [b]}]}
  - {id: two, title: Two, weeks: [{week: 3, title: Neap, practice: [{text: c, hours: 2}]}]}
milestones: [{id: m, text: Why?, weeks: [1]}]
"""


def test_a_plan_says_how_long_it_is() -> None:
    """Dates and hours are there if the plan has them."""
    assert about_plan(facts_of(PLAN)) == "2 weeks, with 2 items, estimated at 5 h."
    assert about_plan(facts_of(DATED)) == "3 weeks in 2 parts, with 3 items, estimated at 2 h, 5–25 January 2026."


@pytest.mark.parametrize(
    ("today", "answer", "standing"),
    [
        ("2026-01-06", None, "Planned for 11 January."),
        ("2026-01-14", None, "Planned for 11 January, overdue by 3 days."),
        ("2026-02-14", None, "Planned for 11 January, overdue by 4 weeks."),
        ("2026-06-14", None, "Planned for 11 January, overdue by 5 months."),
        ("2027-02-14", None, "Planned for 11 January 2026, overdue by 1 year."),
        ("2026-06-14", "2026-02-01", "Answered on 1 February."),
    ],
)
def test_a_milestone_says_when_it_was_planned_and_how_late_it_is(today: str, answer: str | None, standing: str) -> None:
    """Until it is answered it is overdue from the day after its last week."""
    entries = [entry(answer, milestone="m")] if answer else []
    facts = facts_of(DATED, *entries, today=date.fromisoformat(today))
    assert milestone_standing(facts.milestones["m"], facts.today) == standing


@for_each(
    [
        (0, "today"),
        (1, "yesterday"),
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
    assert days_ago(days) == says
