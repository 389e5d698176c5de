"""Patterns of recipes: what they match, and what a line becomes; see `cases/imports/patterns.yml`."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.importers.patterns import Pattern, PatternError, abstract
from tests.for_each import for_each
from tests.importers.common import CASES as IMPORTS
from tests.importers.common import DOCUMENTS

CASES = yaml.safe_load((IMPORTS / "patterns.yml").read_text(encoding="utf-8"))


@for_each(CASES["match"], str)
def test_a_pattern_matches(case: tuple[str, str, str]) -> None:
    pattern, line, holes = case
    match = Pattern(pattern).match(line)
    assert match
    assert " ".join(match.holes.values()) == holes


@for_each(CASES["differ"], str)
def test_a_pattern_does_not_match(case: tuple[str, str]) -> None:
    """A level, a number, a month and bold are exactly what is written; what is glued to a number is no title.

    What divides words must be there, so that `Babylon` is not *Ba* by *lon*.
    """
    pattern, line = case
    assert Pattern(pattern).match(line) is None


@for_each(CASES["refused"], str)
def test_what_is_no_pattern_is_refused(case: tuple[str, str]) -> None:
    pattern, message = case
    with pytest.raises(PatternError) as refused:
        Pattern(pattern)
    assert refused.value.args[0] == message


@for_each(CASES["abstract"], str)
def test_a_line_becomes_a_pattern_or_none(case: tuple[str, str]) -> None:
    line, pattern = case
    assert abstract(line) == pattern


_STARTS = st.sampled_from(["## ", "- ", "1. ", "", "**", "# 📅 ", "## Log ", "Date: ", "\\## "])
_DATES = st.sampled_from(
    ["2026-01-05", "Jan 5th, 2026", "5. Mai 2026", "1/5/26", "Day 3", "Day 3-4", "T-5", "3/365", "R1D3"]
)
_ENDS = st.sampled_from(
    [
        "",
        ": Ebb",
        " - Ebb (1)",
        " (Mon)",
        " of Sea: a",
        " 🔥 — 2h",
        ", 7: a",
        "**",
        " Ebb",
        " / 2026",
        "](x)",
        ", 10:30 UTC",
    ]
)


@given(
    st.one_of(
        st.tuples(_STARTS, _DATES, _DATES, _ENDS).map("".join),
        st.tuples(_STARTS, _DATES, _ENDS).map("".join),
        DOCUMENTS,
    )
)
def test_a_line_matches_the_pattern_that_it_becomes(text: str) -> None:
    for line in text.split("\n"):
        for order in (("{m}", "{d}"), ("{d}", "{m}")):
            pattern = abstract(line).replace("{A}", order[0]).replace("{B}", order[1])
            assert not pattern or Pattern(pattern).match(line), pattern
