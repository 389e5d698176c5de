"""Macro: the reading list."""

from daytrail.views.macros.reading_list import reading_list
from tests.journal import context, entry
from tests.website import Html, text

PLAN = """
title: Plan
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: First, reading: [{id: a, title: <b>A & B</b>, url: https://example.org/a}]}
      - {week: 2, title: Second, reading: [{id: b, title: قصة المد, url: https://example.org/b}]}
"""


def test_an_empty_ledger_says_so() -> None:
    """There are no tabs, form and table without a resource."""
    page = Html(reading_list(context("title: Plan", entry("2026-01-05", "No link."))))
    assert text(page.root) == "There is nothing to read yet."
    assert [page.find(tag) for tag in ("table", "form", "a")] == [[], [], []]


def test_titles_are_text_in_their_own_direction() -> None:
    """Markup is shown as it was written, and a title from right to left is set from the right."""
    page = Html(reading_list(context(PLAN)))
    titles = [(cell.get("dir"), text(link)) for cell in page.find("th") for link in page.find(".dt-item__label", cell)]
    assert titles == [("auto", "<b>A & B</b>"), ("auto", "قصة المد")]
