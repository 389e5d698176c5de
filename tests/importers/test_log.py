"""Imports of logs by recipes; what each document becomes is in `tests/cases/imports/logs.yml`."""

import re
from datetime import date
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.importers.document import Document, LineKind
from daytrail.importers.log_proposal import propose_log
from daytrail.importers.log_reader import Day, Log, read_log
from daytrail.importers.reader import LEFT_OVER, READ
from daytrail.importers.recipe import LogRecipe, write_recipe
from tests.importers.common import CASES, DOCUMENTS

TODAY = date(2026, 6, 1)
LOGS = yaml.load((CASES / "logs.yml").read_text(encoding="utf-8"), yaml.BaseLoader)


def recipe_of(values: Any) -> LogRecipe:
    """Return a recipe with the first value of each question."""
    return LogRecipe.model_validate(_answered(values))


def _answered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _answered(one) for key, one in value.items()}
    return list(map(_answered, value)) if isinstance(value, list) else value.removeprefix("? ")


def proposed(document: Document) -> Any:
    """Return what a proposed recipe says, every value as text; "null" if there is none."""
    proposal = propose_log(document, TODAY)
    return yaml.load(write_recipe(proposal, "A comment"), yaml.BaseLoader) if proposal else "null"


def summary(day: Day) -> str:
    """Return a day as the cases show it."""
    number = "-".join(map(str, dict.fromkeys(day.numbers))) if day.numbers else ""
    return " | ".join([str(day.date or ""), number, day.series, day.title, day.body.partition("\n")[0]])


def without_padding(line: str) -> str:
    return re.sub(r"\s*\|\s*", "|", line).strip()


def findings(result: Log, name: str) -> list[str]:
    return [f"{finding.line}: {finding.text.strip()}" for finding in getattr(result.result(), name)]


@pytest.mark.parametrize("name", LOGS)
def test_a_log_becomes_the_days_of_its_case(name: str) -> None:
    """So are the recipe that is proposed, what is left over or left out, and what contradicts itself."""
    case = LOGS[name]
    known = {"text", "name", "proposed", "recipe", "days", "near", "checks", "left", "dropped"}
    assert case.keys() <= {*known, "bodies", "hours"}
    document = Document(case.get("name", "log.md"), case["text"])
    if "proposed" in case:
        assert proposed(document) == case["proposed"]
    values = case.get("recipe") or case["proposed"]
    if values == "null":
        return
    result = read_log(document, recipe_of(values), TODAY)
    assert [without_padding(summary(day)) for day in result.days] == [without_padding(line) for line in case["days"]]
    assert [line.text.strip() for line in result.result().left_over] == case.get("left", [])
    assert findings(result, "near_misses") == case.get("near", [])
    assert findings(result, "checks") == case.get("checks", [])
    assert findings(result, "dropped") == case.get("dropped", [])
    if "bodies" in case:
        assert [day.body for day in result.days] == case["bodies"]
    if "hours" in case:
        assert [f"{day.hours:g}" for day in result.days] == case["hours"]


_MARKS = st.sampled_from(
    ["## 2026-01-05", "## Day 3", "Day 3", "- 2026-01-07: x", "# 2025", "drop me", "skip me", "the end"]
)
_DOCUMENTS = st.one_of(
    DOCUMENTS,
    st.lists(st.one_of(_MARKS, st.sampled_from(["", "a", "```", "<!--", "-->", "### b", "| 1 | 2 |"]))).map("\n".join),
)
_RECIPES = st.builds(
    lambda days, **keys: LogRecipe.model_validate({"days": days, **keys}),
    st.lists(
        st.sampled_from(["## {yyyy}-{m}-{d}", "## Day {day}", "Day {day}", "- {yyyy}-{m}-{d}: {text}"]), min_size=1
    ),
    first_line=st.sampled_from([[], ["{text}"], ["Day {day}"]]),
    drop=st.sampled_from([[], ["drop me"]]),
    skip=st.sampled_from([[], ["skip me"]]),
    ends=st.sampled_from([[], ["the end"]]),
    year_heading=st.sampled_from([[], ["# {yyyy}"]]),
    copies=st.sampled_from(["keep", "longest"]),
    template=st.sampled_from([None, "1", "3"]),
)


@given(_DOCUMENTS, _RECIPES)
def test_each_line_has_one_place(text: str, recipe: LogRecipe) -> None:
    """A line is the mark or the text of a day that is there, dropped by a key, or left over."""
    document = Document("log.md", text.replace("\r", ""))
    result = read_log(document, recipe, TODAY)
    of_days = [number for day in result.days for number in (*day.marks, *(line.number for line in day.content))]
    years = [line.number for line in document.lines if result.match(recipe.year_heading, line.mark)]
    years = [number for number in years if number not in of_days and result.places.get(number) == READ]
    left_over = [one.line for one in result.result().left_over]
    dropped = [number for number, place in result.places.items() if place not in (READ, LEFT_OVER)]
    full = [line.number for line in document.lines if not line.is_empty and line.kind is not LineKind.FRONT_MATTER]
    places = [number for number in (*of_days, *years, *left_over, *dropped) if number in full]
    assert sorted(places) == full
    assert all(result.places[number] == READ for number in (*of_days, *years))
    for day in result.days:
        assert all(line.text.strip() in day.body for line in day.content if not line.text.lstrip().startswith("#"))


@given(_DOCUMENTS)
def test_any_document_has_a_recipe_that_reads_it_or_none(text: str) -> None:
    """Each pattern that is proposed matches a line."""
    document = Document("log.md", text.replace("\r", ""))
    values = proposed(document)
    if values != "null":
        result = read_log(document, recipe_of(values), TODAY)
        assert list(result.result().unused) == []
