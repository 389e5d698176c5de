"""Imports of plans; what each document becomes is in `tests/cases/imports/plans*.yml`."""

from datetime import date
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from daytrail.importers.plan.reader import read_plan
from daytrail.importers.text.coverage import find_losses
from daytrail.model.curriculum import Curriculum
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import to_yaml
from tests.importers.common import CASES, DOCUMENTS, guesses, unparsed_lines

TODAY = date(2026, 6, 1)
PLANS = {
    name: case
    for path in sorted(CASES.glob("plans*.yml"))
    for name, case in yaml.safe_load(path.read_text(encoding="utf-8")).items()
}


@pytest.mark.parametrize("name", PLANS)
def test_plan_becomes_the_yaml_of_its_case(name: str) -> None:
    """So do its diagnostics, the keys `left` (unparsed lines) and `doubts` (guesses and contradictions)."""
    case = PLANS[name]
    assert case.keys() <= {"text", "yaml", "left", "doubts"}
    plan = read_plan(case["text"], "plan", TODAY)
    written = to_yaml(plan.data) if plan.data else ""
    assert written == case.get("yaml", "")
    assert [f"{line}: {text.strip()}" for line, text in unparsed_lines(plan)] == case.get("left", [])
    assert [f"{line}: {message}" for line, message in guesses(plan)] == case.get("doubts", [])
    assert find_losses(case["text"], plan.data, plan.diagnostics, plan.structure) == []


@pytest.mark.parametrize("remark", ["Chapter 3", "from the book"])
def test_remark_in_parentheses_that_became_nothing_is_lost(remark: str) -> None:
    """Its words are no key and no number, though an importer says that they became structure."""
    losses = find_losses(f"**Topics ({remark}):**\n- Maps", {"concepts": ["Maps"]}, [], [f"Topics {remark}"])
    assert [(problem.code, problem.message) for problem in losses] == [("missing-words", remark.lower())]


@pytest.mark.parametrize("remark", ["optional", "Weeks 1-2", "not read", "Part I", "Monday"])
def test_key_in_parentheses_is_not_lost(remark: str) -> None:
    """An importer reads such words as fields."""
    assert find_losses(f"- Maps ({remark})", {"concepts": ["Maps"]}, [], [remark]) == []


@given(DOCUMENTS)
@example("a \t0")
@example("# Tides\n- ~~gone~~\n# Tides")
@example("# W1\n# k\n-[ ]A\n# W3")
@example("- []\n# d\n- ~~e~~\nW2")
@example("## W4\n1\n-\n-[ ]s\n# W3")
@example("### Week 1: Ebb\n# Tides\n- [ ] a (2 hrs)\n### Week 1: Ebb")
@example("- e\n[]()")
@example("#\n#\no\n- h")
@example("#\n## W3\n#\n# W3-4~g")
@example("* (2h)")
@example("- [x] b\n\x1f0")
def test_any_text_becomes_a_valid_plan_without_losing_a_word(text: str) -> None:
    """A text without items becomes none."""
    plan = read_plan(text, "plan", TODAY)
    written = to_yaml(plan.data) if plan.data else ""
    assert find_losses(text, plan.data, plan.diagnostics, plan.structure) == []
    if plan.data:
        document, problems = parse(written, "curriculum.yaml")
        assert problems == []
        curriculum = Curriculum.model_validate(document.data)
        assert len({week.week for week in curriculum.weeks}) == len(list(curriculum.weeks))


WORD = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
ITEMS = st.lists(st.tuples(st.booleans(), WORD, WORD, st.integers(0, 8)), max_size=4)
WEEKS = st.lists(st.tuples(WORD, ITEMS, ITEMS), min_size=1, max_size=5)


@given(st.lists(st.tuples(WORD, WEEKS), min_size=1, max_size=3))
def test_plan_written_as_markdown_is_read_as_it_was(parts: list[tuple[str, list[Any]]]) -> None:
    lines, number, expected = ["# The plan"], 0, []
    for part, (title, weeks) in enumerate(parts, start=1):
        lines.append(f"## Part {part}: {title}")
        for name, concepts, readings in weeks:
            number += 1
            lines += [f"### Week {number}: {name}", "Concepts:"]
            lines += [f"- [{'x' if ticked else ' '}] the {first} {second}" for ticked, first, second, _ in concepts]
            lines += ["", "Reading:"]
            lines += [f"- [ ] the {first} {second} ({hours + 1} hrs)" for _, first, second, hours in readings]
            lines.append("")
            expected.append(
                (
                    title,
                    number,
                    name,
                    [(f"the {first} {second}", ticked) for ticked, first, second, _ in concepts],
                    [(f"the {first} {second}", hours + 1) for _, first, second, hours in readings],
                )
            )
    plan = read_plan("\n".join(lines), "plan", TODAY)
    if len(expected) < 2 and not any(concepts or readings for _, _, _, concepts, readings in expected):
        assert plan.data == {}
        return
    if not any(concepts or readings for _, _, _, concepts, readings in expected):  # there is nothing else to do
        expected = [(title, number, name, [(name, False)], []) for title, number, name, _, _ in expected]
    actual = [
        (
            part["title"],
            week["week"],
            week["title"],
            [(item["text"], "done" in item) for item in week.get("concepts", ())],
            [(item["title"], item["hours"]) for item in week.get("reading", ())],
        )
        for part in plan.data["parts"]
        for week in part["weeks"]
    ]
    assert actual == expected
    assert unparsed_lines(plan) == []


def test_a_table_with_numbers_in_broken_rows_is_read_as_far_as_it_goes() -> None:
    rows = [
        "| ID | Paper | Links |",
        "|--|--|--|",
        "| 1 | Tides | ✅ |",
        "| 2 | Waves",
        "| a | b |",
        "| 3 | Ropes |",
        "b |",
    ]
    read_plan("\n".join(rows), "plan", TODAY)


def test_a_part_below_a_heading_without_text_has_its_number_as_title() -> None:
    plan = read_plan("## Days\n- Moon\n##\nWater\n### Spring\n- Sun\n", "plan", TODAY)
    assert [part["title"] for part in plan.data["parts"]] == ["Days", "Part 2"]
