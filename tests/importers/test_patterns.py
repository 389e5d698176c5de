"""Patterns of recipes: what they match, and the pattern that a line of a document becomes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.importers.patterns import Pattern, PatternError, abstract
from tests.importers.common import DOCUMENTS


@pytest.mark.parametrize(
    ("pattern", "line", "holes"),
    [
        ("### R{round}D{day}: {month} {d}, {yyyy}", "### R1D3: May 4 2021", "1 3 May 4 2021"),
        ("## {month} {d}", "## 📅 **MÄRZ** 3rd", "MÄRZ 3rd"),
        ("{m}/{d}/{yy} (T - {left})", "12/09/25 (T – 154)", "12 09 25 154"),
        ("{yyyy}{m}{d}.md", "20260105.md", "2026 01 05"),
        ("Day {day}: {text}", "**Day 3:** *Ebb* and `flood`", "3 *Ebb* and `flood`"),
        ("- [ ] Day {day}", "* [x] Day 3", "3"),
        ("**Day {day}** {text}", "**Day 3** Ebb", "3 Ebb"),
        ("{author}, {title}", "Ada Lee, Low Water", "Ada Lee Low Water"),
        ("Day {day}, {title}", "Day 3, 30 boats", "3 30 boats"),
        ("{title} ({why}, {hours} hrs)", "Ebb (the sea). See (of 2 hrs)", "Ebb (the sea). See of 2"),
        ("{title} ({why})", "Low (old) Water (f(x))", "Low (old) Water f(x)"),
    ],
)
def test_a_pattern_matches(pattern: str, line: str, holes: str) -> None:
    match = Pattern(pattern).match(line)
    assert match
    assert " ".join(match.holes.values()) == holes


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("## {title}", "### Week 1"),
        ("Day {day}", "Day 3.5"),
        ("R{round}D{day} {title}", "R1D3 4"),
        ("Day {day}: {title}", "Day 3:30"),
        ("{month} {d}", "Chapter 5"),
        ("**Day {day}** {text}", "Day 3 was long"),
        ("{title} - {why}", "Prefill-Decode"),
        ("{title} by {author}", "The Babylon tables"),
        ("{author}, {title}", "Low Water"),
        ("{title} ({why}, {hours} hrs)", "Ebb (1.5 hrs)"),
    ],
)
def test_a_pattern_does_not_match(pattern: str, line: str) -> None:
    """A level, a number, a month and bold are exactly what is written; what is glued to a number is no title.

    What divides words must be there, so that `Babylon` is not *Ba* by *lon*.
    """
    assert Pattern(pattern).match(line) is None


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("{dya}", "`{dya}` is no hole"),
        ("{day", "a brace is not closed, or has no name in it"),
        ("{}", "a brace is not closed, or has no name in it"),
        ("{day}{title}", "`{title}` follows a number directly"),
        ("{d} to {d}", "`{d}` is there twice"),
    ],
)
def test_what_is_no_pattern_is_refused(pattern: str, message: str) -> None:
    with pytest.raises(PatternError) as refused:
        Pattern(pattern)
    assert refused.value.args[0] == message


@pytest.mark.parametrize(
    ("line", "pattern"),
    [
        ("### Day 12 of 100: Ebb", "### Day {day} of {goal}: {title}"),
        ("## Feb 27 - Mar 1, 2026", "## {month} {d} - {any}, {yyyy}"),
        ("### Day 1− May 4, 2026", "### Day {day}− {month} {d}, {yyyy}"),
        ("### 2026-05-04 🔥 — 0.5h", "### {yyyy}-{m}-{d} 🔥 — {hours}h"),
        (r"\## Mon May 4: Ebb", r"\## {weekday} {month} {d}: {title}"),
        ("### Day 5, 6: May 4, 2026", "### Day {day}, {last}: {month} {d}, {yyyy}"),
        ("## Log 2026-05-04", "## Log {yyyy}-{m}-{d}"),
        ("**Date:** May 4, 2026", "Date: {month} {d}, {yyyy}"),
        ("## Tag 5 – 03.04.2026", "## Tag {day} – {A}.{B}.{yyyy}"),
        ("Day 3 was long", ""),
        ("- [Day 1](week1.md#day-1)", ""),
        ("## 1. Setup", ""),
        ("## Week 3", ""),
    ],
)
def test_a_line_becomes_a_pattern_or_none(line: str, pattern: str) -> None:
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
