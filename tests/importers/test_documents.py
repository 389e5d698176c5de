"""Plans and reading lists as people keep them become YAML: see `cases/imports/`."""

import os
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from daytrail.importers.plan.reader import ImportedPlan, read_plan
from daytrail.importers.reading.reader import ImportedList, read_list
from daytrail.importers.text.coverage import missing_words
from daytrail.model.curriculum import LISTS, Curriculum
from daytrail.model.reading import ReadingList
from daytrail.source.yaml.merge import merge
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import to_yaml
from tests.importers.common import guesses, unparsed_lines

TODAY = date(2026, 6, 1)
FOLDER = Path(__file__).parents[1] / "cases/imports"
PLANS = yaml.safe_load((FOLDER / "plans.yml").read_text(encoding="utf-8"))
LISTINGS = yaml.safe_load((FOLDER / "lists.yml").read_text(encoding="utf-8"))


def check(case: dict[str, Any], found: ImportedPlan | ImportedList) -> None:
    assert (to_yaml(found.data) if found.data else "") == case.get("yaml", "")
    assert [f"{number}: {line.strip()}" for number, line in unparsed_lines(found)] == case.get("left", [])
    assert [f"{line}: {message}" for line, message in guesses(found)] == case.get("doubts", [])


@pytest.mark.parametrize("name", PLANS)
def test_plan(name: str) -> None:
    """A plan of a case becomes its YAML, with its doubts, and what is left over is as the case says."""
    case = PLANS[name]
    assert case.keys() <= {"text", "yaml", "left", "doubts"}
    found = read_plan(case["text"], "plan", TODAY)
    check(case, found)
    assert missing_words(case["text"], [to_yaml(found.data)], found.diagnostics, found.structure) == []


@pytest.mark.parametrize("name", LISTINGS)
def test_list(name: str) -> None:
    """A list of a case becomes its YAML, with its doubts, and what is left over is as the case says."""
    case = LISTINGS[name]
    assert case.keys() <= {"text", "name", "yaml", "left", "doubts"}
    found = read_list(case["text"], case.get("name", "reading.md"))
    check(case, found)
    assert missing_words(case["text"], [to_yaml(found.data)], found.diagnostics, found.structure) == []


_PIECES = st.sampled_from(
    [
        *(
            "# Tides",
            "## Part I: Water",
            "### Week 1: Ebb",
            "## Weeks 3-4",
            "Week 2 — Flood",
            "# Track A",
            "**Reading**",
        ),
        *("Goal: Sail.", "Milestone (Weeks 1–2): Go", "Milestone:", "- [ ] a (2 hrs)", "  - [x] b", "    - c", "1. d"),
        *(
            "- [T](https://example.org/t) — Ada Lee",
            "https://example.org/x",
            "| Week | Topic |",
            "|--|--|",
            "| 1 | Ebb |",
        ),
        *(
            "```mermaid",
            "flowchart TD",
            "a --> b & c",
            "c <--> a",
            "```",
            "<!-- x -->",
            "---",
            "",
            "    ",
            "Reading: - [ ] A",
        ),
        *(
            "| Title | Link |",
            "| A | https://example.org/a |",
            "## To read",
            "- ~~gone~~ ⭐",
            "Day 1: Ebb",
            "[a]: https://b.c",
        ),
    ]
)
DOCUMENTS = st.lists(st.one_of(_PIECES, st.text(max_size=25)), max_size=25).map("\n".join)


@given(DOCUMENTS)
def test_no_word_of_a_plan_is_lost_and_it_is_one(text: str) -> None:
    """Any text at all becomes a curriculum without a mistake, or none, and every word of it is acfind_series for."""
    found = read_plan(text, "plan", TODAY)
    written = to_yaml(found.data) if found.data else ""
    assert missing_words(text, [written], found.diagnostics, found.structure) == []
    if found.data:
        document, problems = parse(written, "curriculum.yaml")
        assert problems == []
        plan = Curriculum.model_validate(document.data)
        assert len({week.week for week in plan.weeks}) == len(list(plan.weeks))


@given(DOCUMENTS)
def test_no_word_of_a_list_is_lost_and_it_is_one(text: str) -> None:
    found = read_list(text, "reading.md")
    written = to_yaml(found.data) if found.data else ""
    assert missing_words(text, [written], found.diagnostics, found.structure) == []
    if found.data:
        document, problems = parse(written, "reading.yaml")
        assert problems == []
        assert len(list(ReadingList.model_validate(document.data).shelved)) == found.items


WORD = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
ITEMS = st.lists(st.tuples(st.booleans(), WORD, WORD, st.integers(0, 8)), max_size=4)
WEEKS = st.lists(st.tuples(WORD, ITEMS, ITEMS), min_size=1, max_size=5)


@given(st.lists(st.tuples(WORD, WEEKS), min_size=1, max_size=3))
def test_a_plan_comes_back(parts: list[tuple[str, list[Any]]]) -> None:
    """A plan that is written out as Markdown is read as what it was."""
    lines, number, expected = ["# The plan"], 0, []
    for part, (title, weeks) in enumerate(parts, start=1):
        lines.append(f"## Part {part}: {title}")
        for name, concepts, readings in weeks:
            number += 1
            lines += [f"### Week {number}: {name}", "Concepts:"]
            lines += [f"- [{'x' if ticked else ' '}] the {one} {two}" for ticked, one, two, _ in concepts]
            lines += ["", "Reading:"]
            lines += [f"- [ ] the {one} {two} ({hours + 1} hrs)" for _, one, two, hours in readings]
            lines.append("")
            expected.append(
                (
                    title,
                    number,
                    name,
                    [(f"the {one} {two}", ticked) for ticked, one, two, _ in concepts],
                    [(f"the {one} {two}", hours + 1) for _, one, two, hours in readings],
                )
            )
    found = read_plan("\n".join(lines), "plan", TODAY)
    if not any(concepts or readings for _, _, _, concepts, readings in expected):
        assert found.data == {}
        return
    got = [
        (
            part["title"],
            week["week"],
            week["title"],
            [(item["text"], "done" in item) for item in week.get("concepts", ())],
            [(item["title"], item["hours"]) for item in week.get("reading", ())],
        )
        for part in found.data["parts"]
        for week in part["weeks"]
    ]
    assert got == expected
    assert [line for _, line in unparsed_lines(found)] == []


VALUES = st.recursive(
    st.one_of(st.text(max_size=200).map(str.strip).filter(bool), st.integers(0, 99), st.dates()),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3), st.dictionaries(WORD, inner, min_size=1, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(WORD, VALUES, min_size=1, max_size=4))
def test_yaml_says_what_it_was_given(data: dict[str, Any]) -> None:
    """What is written is read again as it was, whatever signs stand in it, by Daytrail's own reader of YAML."""
    printable = re.sub(r"[^\n\x20-\x7e\xa1-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|\ufeff", "", str(data))
    document, problems = parse(to_yaml(data), "x.yaml")
    if printable == str(data) and "\\" not in printable:
        assert problems == []
        assert document.data == _as_text(data)


def _as_text(data: Any) -> Any:
    """Values as Daytrail's reader of YAML gives them, which takes everything for text."""
    if isinstance(data, dict):
        return {key: _as_text(value) for key, value in data.items()}
    return [_as_text(value) for value in data] if isinstance(data, list) else str(data)


OLD = """\
# mine
title: Tides  # kept
parts:
  - id: water
    title: Water
    weeks:
      - week: 1
        title: Ebb
        concepts:
          # the first
          - {id: moon, text: The moon}

      - {week: 2, title: Flood}

topics: []
"""


def test_what_is_new_is_added_and_every_line_stays() -> None:
    """Items, weeks and keys go where their like stands; nothing that was there changes, and twice is once."""
    new = {
        "title": "The tides",
        "parts": [
            {
                "id": "water",
                "title": "Water",
                "weeks": [
                    {"week": 1, "title": "Ebb", "concepts": [{"text": "the Moon"}, {"id": "sun", "text": "The sun"}]},
                    {"week": 3, "title": "Slack", "reading": ["A: b"]},
                ],
            },
            {"id": "wind", "title": "Wind"},
        ],
        "milestones": [{"id": "go", "text": "Go"}],
    }
    found = merge(OLD, new)
    assert (
        found.text
        == """\
# mine
title: Tides  # kept
parts:
  - id: water
    title: Water
    weeks:
      - week: 1
        title: Ebb
        concepts:
          # the first
          - {id: moon, text: The moon}
          - {id: sun, text: The sun}

      - {week: 2, title: Flood}
      - week: 3
        title: Slack
        reading:
          - "A: b"
  - {id: wind, title: Wind}

topics: []
milestones:
  - {id: go, text: Go}
"""
    )
    assert found.added == ["The sun", "Slack", "Wind", "milestones"]
    assert found.different == ["title", "the Moon: text"]
    again = merge(found.text, new)
    assert (again.text, again.added) == (found.text, [])


def test_what_has_no_place_is_said() -> None:
    """Between brackets nothing is added; what would go there is told as YAML."""
    found = merge("categories: [{id: a, title: A}]\n", {"categories": [{"id": "b", "title": "B"}]})
    assert found.text == "categories: [{id: a, title: A}]\n"
    assert found.unplaced == ["- {id: b, title: B}\n"]


@given(DOCUMENTS, DOCUMENTS)
@settings(max_examples=50)
def test_a_list_grows_without_a_change_to_what_is_there(one: str, two: str) -> None:
    before = read_list(one, "reading.md").data
    after = read_list(two, "reading.md").data
    if not before or not after:
        return
    text = to_yaml(before)
    found = merge(text, after)
    kept = iter(found.text.split("\n"))
    assert all(line in kept for line in text.rstrip("\n").split("\n"))
    document, problems = parse(found.text, "reading.yaml")
    assert problems == []
    ReadingList.model_validate(document.data)


def seed(number: str) -> str:
    folder = os.environ.get("DAYTRAIL_SEEDS")
    if not folder:
        pytest.skip("no DAYTRAIL_SEEDS: the documents are not here")
    [path] = Path(folder).glob(f"{number}_*")
    return path.read_text(encoding="utf-8")


def test_the_curriculum() -> None:
    """A year's plan that lost its Markdown: every box is an item, and what its tables say otherwise is told."""
    text = seed("004")
    found = read_plan(text, "plan", TODAY)
    weeks = [week for part in found.data["parts"] for week in part["weeks"]]
    items = sum(len(week.get(key, ())) for week in weeks for key in LISTS.values())
    assert (len(found.data["parts"]), len(weeks), items) == (6, 52, len(re.findall(r"- \[[ x]\] ", text)))
    assert items == 529
    assert (len(found.data["milestones"]), len(found.data["topics"]), found.edges) == (20, 30, 35)
    assert (found.data["hours_per_week"], found.data["hours"]) == (10, 520)
    ranges = [(line, message.partition(" of ")[0]) for line, message in guesses(found) if " says " in message]
    assert ranges[:4] == [
        (8, "the table says weeks 21 to 29"),
        (9, "the table says weeks 30 to 37"),
        (10, "the table says weeks 38 to 46"),
        (11, "the table says weeks 47 to 52"),
    ]
    assert [line for line, _ in ranges[4:]] == [29, 36, 43]


def test_the_reading_list() -> None:
    """A list that lost its indentation: notes are told from items by their wording, and named as guesses."""
    found = read_list(seed("003"), "list.txt")
    assert (found.groups, found.items, found.notes) == (8, 47, 16)
    [(_, message)] = guesses(found)
    assert len(re.findall(r"\d+", message)) == 16
    assert [number for number, _ in unparsed_lines(found)] == [1, 2]
