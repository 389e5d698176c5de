"""Checks with the tag `plan`: what in a plan does not fit together; see `cases/plan_checks.yml`."""

from typing import Any

import pytest
import yaml
from hypothesis import given

from daytrail.model.curriculum import plan_totals
from daytrail.problems import Problem, Severity
from daytrail.source.checks import check_plan
from tests.command import ROOT
from tests.for_each import for_each
from tests.journal import PLANS, Written, plan

CASES = yaml.safe_load((ROOT / "tests/cases/plan_checks.yml").read_text(encoding="utf-8"))


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


@for_each([(code, case) for code, cases in CASES.items() for case in cases], str)
def test_a_plan_has_the_problems_of_its_case(of_check: tuple[str, dict[str, Any]]) -> None:
    code, case = of_check
    written = (
        parts(*case["parts"])
        if "parts" in case
        else weeks(*case["weeks"], above=case.get("above", ""), below=case.get("below", ""))
    )
    found = [problem for problem in check_plan(plan(written)) if problem.code == code]
    assert [problem.message for problem in found] == case.get("says", [])
    assert {problem.severity for problem in found} <= {Severity.WARNING}


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


def test_two_parts_with_one_week_are_an_error() -> None:
    """A week in two parts is the only error, since loading the plan refuses it as well."""
    [problem] = [one for one in check_plan(plan(parts("1 2 3", "3 4"))) if one.code == "overlapping-parts"]
    assert (problem.severity, problem.message) == (Severity.ERROR, "the parts `a` and `b` overlap in week 3")


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
