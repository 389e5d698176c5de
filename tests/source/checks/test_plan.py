"""Checks with the tag `plan`: what in a plan does not fit together."""

from typing import Any

import pytest
from hypothesis import given

from daytrail.model.curriculum import plan_totals
from daytrail.problems import Problem, Severity
from daytrail.source.checks import check_plan
from tests.journal import PLANS, Written, plan


def messages(written: str | dict[str, Any], code: str) -> list[str]:
    """The messages of one check."""
    return [problem.message for problem in check_plan(plan(written)) if problem.code == code]


def weeks(*written: str, above: str = "", below: str = "") -> str:
    """A plan of a single part, each of whose weeks is given by its keys."""
    lines = "".join(f"      - {{week: {n}, title: Week {n}, {keys}}}\n" for n, keys in enumerate(written, 1))
    return f"title: Plan\n{above}\nparts:\n  - id: one\n    title: One\n    weeks:\n{lines}{below}\n"


def parts(*written: str) -> str:
    """A plan of parts, each given by its weeks and perhaps a range: `1 2 3 | [1, 4]`."""
    lines = ["title: Plan", "parts:"]
    for name, one in zip("abcd", written, strict=False):
        held, _, span = one.partition("|")
        lines.append(f"  - id: {name}\n    title: {name}\n    weeks:")
        lines += [f"      - {{week: {number}, title: Week}}" for number in held.split()]
        lines += [f"    range: {span}"] if span else []
    return "\n".join(lines)


# -- sums --


@pytest.mark.parametrize(
    ("above", "words"),
    [
        ("", []),
        ("hours_per_week: 4.5", ["the items add up to 10 h, where 2 weeks of 4.5 h are 9 h"]),
        ("hours_per_week: 6", []),  # more than needed, which is no mistake
        ("hours: 12", ["the items add up to 10 h, where 12 h are stated"]),
        ("hours: 9.5", ["the items add up to 10 h, where 9.5 h are stated"]),
        ("hours_per_week: 5\nhours: 10", []),
        ("hours_per_week: 6\nhours: 10", ["10 h are stated, where 2 weeks of 6 h are 12 h"]),
    ],
)
def test_total_hours_are_those_that_are_stated(above: str, words: list[str]) -> None:
    written = weeks("reading: [{text: A, hours: 7.3}]", "practice: [{text: B, hours: 2.7}]", above=above)
    assert messages(written, "total-hours") == words


@pytest.mark.parametrize(
    ("keys", "hours"),
    [
        ("concepts: [{text: A, hours: 3}], deliverables: [{text: B, hours: 4}]", 7),
        ("practice: [{text: A, hours: 3}, {text: B, hours: 4, dropped: true}]", 3),
        ("practice: [{text: A, hours: 3}, {text: B, hours: 4, optional: true}]", 7),
        ("choose_one: [{text: A, hours: 3}, {text: B, hours: 4}, C], review: [{text: D, hours: 1}]", 4),
        ("choose_one: [{text: A, hours: 3, dropped: true}, {text: B, hours: 4}, {text: C, hours: 5}]", 4),
        ("choose_one: [A, B]", 0),
    ],
)
def test_which_items_count(keys: str, hours: float) -> None:
    """All kinds and optional items count, dropped ones do not, and of choices the first one does."""
    assert plan_totals(plan(weeks(keys))).hours == hours


# -- parts --

OVERLAP = "the parts `{}` and `{}` overlap in {}"


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (["1 2", "3 4"], []),
        (["3 4", "1 2"], []),  # in any order
        (["", "1"], []),
        (["1 2 | [1, 3]", "3 4"], [("a", "b", "week 3")]),
        (["1 2 | [1, 4]", "5 | [3, 6]"], [("a", "b", "the weeks 3–4")]),
        (["1 2 9", "3 4"], [("a", "b", "the weeks 3–4")]),
        (["5 6 | [3, 6]", "1 2 | [1, 3]"], [("a", "b", "week 3")]),
        (["1 | [1, 9]", "2", "3"], [("a", "b", "week 2"), ("a", "c", "week 3")]),
        (["1 | [1, 999999999]", "2"], [("a", "b", "week 2")]),
    ],
)
def test_parts_overlap(written: list[str], words: list[tuple[str, str, str]]) -> None:
    """Two parts overlap where one holds or claims a week between the first and the last week of the other."""
    assert messages(parts(*written), "overlapping-parts") == [OVERLAP.format(*one) for one in words]
    assert {problem.severity for problem in check_plan(plan(parts(*written)))} <= {Severity.WARNING}


def test_two_parts_with_one_week_are_an_error() -> None:
    """A week in two parts is the only error, since loading the plan refuses it as well."""
    [problem] = [one for one in check_plan(plan(parts("1 2 3", "3 4"))) if one.code == "overlapping-parts"]
    assert (problem.severity, problem.message) == (Severity.ERROR, OVERLAP.format("a", "b", "week 3"))


@pytest.mark.parametrize(
    ("part", "holds"),
    [
        ("1 2 3 | [1, 3]", None),
        ("3 1 | [1, 3]", None),  # reported as a gap
        ("1 2 | [1, 3]", "the weeks 1–2"),
        ("1 2 4 6 7 | [1, 3]", "the weeks 1–2, 4 and 6–7"),
        (" | [1, 3]", "none"),
    ],
)
def test_a_range_begins_and_ends_with_the_weeks_of_its_part(part: str, holds: str | None) -> None:
    said = [f"the part `a` says that it spans the weeks 1–3, and holds {holds}"] if holds else []
    assert messages(parts(part), "part-ranges") == said


# -- topics, readings, milestones --


@pytest.mark.parametrize(
    ("topics", "words"),
    [
        ("{id: a, title: A, weeks: [1], needs: [b]}, {id: b, title: B, weeks: [2]}", ("a", 1, "b", 2)),
        ("{id: a, title: A, weeks: [3, 1], needs: [b]}, {id: b, title: B, weeks: [3, 2]}", ("a", 1, "b", 2)),
        ("{id: a, title: A, weeks: [2], needs: [b]}, {id: b, title: B, weeks: [2, 3]}", None),
        ("{id: a, title: A, weeks: [1], needs: [b]}, {id: b, title: B}", None),
        ("{id: a, title: A, needs: [b]}, {id: b, title: B, weeks: [1]}", None),
    ],
)
def test_a_need_that_comes_too_late(topics: str, words: tuple[str, int, str, int] | None) -> None:
    """A topic must not begin before what it needs; the same week is early enough."""
    said = "`{}` begins in week {}, but needs `{}`, which begins in week {}"
    written = weeks("", "", "", below=f"topics: [{topics}]")
    assert messages(written, "late-needs") == ([said.format(*words)] if words else [])


PAPER = "https://arxiv.org/abs/2101.03961"


@pytest.mark.parametrize(
    ("second", "third", "shown"),
    [
        ("reading: [{title: B, url: https://arxiv.org/pdf/2101.03961v2}]", "", "1 and 2"),
        ("reading: [{title: B, url: https://arxiv.org/pdf/2101.03961v2, re_read: true}]", "", None),
        (f"reading: [{{title: B, url: {PAPER}}}]", f"reading: [{{title: C, url: {PAPER}}}]", "1, 2 and 3"),
        (
            f"reading: [{{title: B, url: {PAPER}, re_read: true}}]",
            f"reading: [{{title: C, section: §3, url: {PAPER}}}]",
            "1, 2 and 3 (§3)",
        ),
        (f"reading: [{{title: B, url: https://b.org, aliases: [{PAPER}]}}]", "", "1 and 2"),
        (f"review: [{{title: B, url: {PAPER}}}]", "", None),  # a review repeats by its nature
        (f"reading: [{{title: B, url: {PAPER}, dropped: true}}]", "", None),
        ("reading: [{title: A}, {title: B, url: https://b.org}]", "reading: [{title: A}]", None),
    ],
)
def test_readings_in_several_weeks(second: str, third: str, shown: str | None) -> None:
    """A reading that a later week repeats must say so there; every week is named, however its URL is written."""
    written = weeks(f"reading: [{{title: A, url: {PAPER}}}, {{title: Notes, url: {PAPER}}}]", second, third)
    said = [f"`A` is read in the weeks {shown} without `re_read`"] if shown else []
    assert messages(written, "repeated-readings") == said


@pytest.mark.parametrize(
    ("milestones", "words"),
    [
        ("[]", ["the weeks 1–5"]),
        ("[{id: m, text: Why?, weeks: [2, 3]}]", ["week 1", "the weeks 4–5"]),
        ("[{id: m, text: Why?, part: one}]", []),
        ("[{id: m, text: Why?}]", ["the weeks 1–5"]),
    ],
)
def test_weeks_without_a_milestone(milestones: str, words: list[str]) -> None:
    """A milestone covers the weeks that it names, or all of a part; other weeks are reported in runs."""
    written = weeks(*[""] * 5, below=f"milestones: {milestones}")
    assert messages(written, "weeks-without-milestone") == [f"no milestone proves {one}" for one in words]


# -- where --


@given(PLANS)
def test_any_plan_can_be_checked(written: Written) -> None:
    """Each problem of any plan is at a value that was written."""
    for problem in check_plan(plan(written)):
        assert value_of(written, problem), problem
        assert problem.message


def value_of(data: Any, problem: Problem) -> Any:
    for key in problem.key_path:
        data = data[key]
    return data
