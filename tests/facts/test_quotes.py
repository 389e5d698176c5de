"""What entries say of the items of a week."""

from hypothesis import given

from daytrail.facts.evidence import State
from daytrail.facts.quotes import quotes
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


def said(*entries: Entry, week: int = 1) -> dict[str, list[tuple[str, State, str]]]:
    found = quotes(progress_of(PLAN, *entries).weeks[week])
    return {path: [(one.item.placed.address, one.state, one.sentence) for one in own] for path, own in found.items()}


def test_the_sentence_around_a_link() -> None:
    """An entry that links to a reading says the sentence in which it does; of several the first."""
    day = entry("2026-01-06", f"Before. Read {PAPER} to the end. And [again]({PAPER}) at night.")
    assert said(day) == {day.path: [("w01/paper", State.TOUCHED, f"Read {PAPER} to the end.")]}


def test_the_strongest_word_counts() -> None:
    """A link and `done` of one item are one saying: done, in the words around the link."""
    day = entry("2026-01-06", f"Read {PAPER} at last.", done=["w01/paper"], touched=["w01/other"])
    assert said(day)[day.path] == [
        ("w01/paper", State.DONE, f"Read {PAPER} at last."),
        ("w01/other", State.TOUCHED, ""),
    ]


def test_each_week_has_its_own() -> None:
    """A week knows nothing of what entries say of others, nor of entries that only name it."""
    first = entry("2026-01-06", links=[{"url": PAPER, "note": "up to section 3"}], touched=["w02/idea", "w01"])
    second = entry("2026-01-07", touched=["w01"])
    assert said(first, second) == {first.path: [("w01/paper", State.TOUCHED, "up to section 3")]}
    assert said(first, second, week=2) == {first.path: [("w02/idea", State.TOUCHED, "")]}


@given(PLANS_AND_LOGS)
def test_nothing_that_an_entry_says_is_missing(drawn: tuple[Written, Log]) -> None:
    """For each week, its quotes and what the entries say of its items are the same."""
    written, log = drawn
    progress = progress_of(written, *entries_of(log))
    for week in progress.weeks.values():
        own = {item.placed.address for item in week.items}
        expected = {
            (path, item.placed.address, state)
            for path, said_of in progress.by_entry.items()
            for item, state in said_of
            if item.placed.address in own
        }
        found = quotes(week)
        assert {
            (path, one.item.placed.address, one.state) for path, every in found.items() for one in every
        } == expected
        assert set(found) <= {entry.path for entry in week.entries}
