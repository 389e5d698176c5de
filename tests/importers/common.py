"""Helpers of the tests of the importers."""

from pathlib import Path

from hypothesis import strategies as st

CASES = Path(__file__).parents[1] / "cases/imports"
_LINES = [
    "# Tides",
    "## Part I: Water",
    "### Week 1: Ebb",
    "## Weeks 3-4",
    "Week 2 — Flood",
    "# Track A",
    "**Reading**",
    "Goal: Sail.",
    "Milestone (Weeks 1–2): Go",
    "Milestone:",
    "- [ ] a (2 hrs)",
    "  - [x] b",
    "    - c",
    "1. d",
    "- [T](https://example.org/t) — Ada Lee",
    "https://example.org/x",
    "| Week | Topic |",
    "|--|--|",
    "| 1 | Ebb |",
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
    "| Title | Link |",
    "| A | https://example.org/a |",
    "## To read",
    "- ~~gone~~ ⭐",
    "Day 1: Ebb",
    "[a]: https://b.c",
]
DOCUMENTS = st.lists(
    st.one_of(st.sampled_from(_LINES), st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=25)),
    max_size=25,
).map("\n".join)
"""Texts with lines of plans and reading lists, in any order."""
