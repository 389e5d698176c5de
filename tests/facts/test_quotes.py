"""Quotes: what each entry says about items, in all its statements together."""

from hypothesis import given

from daytrail.facts.progress import RANK, State, state_of
from daytrail.model.entry import Entry
from tests.journal import PLANS_AND_LOGS, Log, Written, entries_of, entry, progress_of

PAPER = "https://arxiv.org/abs/2101.03961"
PLAN = f"""
title: Plan
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: First
        reading: [{{id: paper, title: A paper, url: {PAPER}}}, {{id: other, title: Another}}]
      - {{week: 2, title: Second, concepts: [{{id: idea, text: An idea}}]}}
"""


def quotes(*entries: Entry) -> dict[str, list[tuple[str, State, str]]]:
    return {
        path: [(quote.item.placed.address, quote.state, quote.sentence) for quote in of_entry]
        for path, of_entry in progress_of(PLAN, *entries).by_entry.items()
    }


def test_a_sentence_of_the_text_goes_before_the_note_on_a_link() -> None:
    link = {"url": PAPER, "note": "up to section 3", "status": "reading"}
    both = entry("2026-01-06", f"Read {PAPER} at last.", links=[link])
    note = entry("2026-01-07", links=[link])
    assert quotes(both, note) == {
        both.path: [("w01/paper", State.STARTED, f"Read {PAPER} at last.")],
        note.path: [("w01/paper", State.STARTED, "up to section 3")],
    }


@given(PLANS_AND_LOGS)
def test_each_statement_about_an_item_is_in_a_quote_of_its_entry(drawn: tuple[Written, Log]) -> None:
    written, log = drawn
    progress = progress_of(written, *entries_of(log))
    assert {
        (path, quote.item.placed.address, quote.state) for path, quotes in progress.by_entry.items() for quote in quotes
    } == {
        (
            path,
            address,
            max((state_of(said) for said in item.evidence if said.entry.path == path), key=RANK.index),
        )
        for address, item in progress.items.items()
        for path in {said.entry.path for said in item.evidence}
    }
    for week in progress.weeks.values():
        about_week = {
            path for path, quotes in progress.by_entry.items() for quote in quotes if quote.item in week.items
        }
        assert about_week <= {entry.path for entry in week.entries}
