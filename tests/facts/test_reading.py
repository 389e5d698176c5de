"""What the plan reads, one row a page."""

from datetime import date

import pytest

from daytrail.facts.evidence import State
from daytrail.facts.reading import Reading, readings
from daytrail.model.entry import Entry
from tests.journal import entry, progress_of

PLAN = """
title: Plan
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: First
        concepts: [{id: idea, text: An idea, url: https://arxiv.org/abs/2101.03961}]
        reading:
          - {id: paper, title: A paper, url: https://arxiv.org/abs/2101.03961, aliases: [https://example.org/blog]}
          - {id: book, title: A book}
      - week: 2
        title: Second
        reading:
          - {id: paper, title: The paper again, url: "https://arxiv.org/pdf/2101.03961v2", re_read: true}
          - {id: book, title: A book}
          - {id: blog, title: The blog on it, url: "https://example.org/blog/"}
"""


def rows(*entries: Entry, text: str = PLAN) -> list[Reading]:
    return list(readings(progress_of(text, *entries).items.values()))


def paper(*entries: Entry) -> Reading:
    return rows(*entries)[0]


def test_a_page_has_one_row() -> None:
    """Readings of one URL, or of an alias, share a row in the order of the plan; without a URL each has its own."""
    assert [[item.placed.address for item in row.items] for row in rows()] == [
        ["w01/paper", "w02/paper", "w02/blog"],
        ["w01/book"],
        ["w02/book"],
    ]


def test_only_readings_are_readings() -> None:
    """A concept with a link is no reading."""
    concept = "{text: a, url: https://example.org}"
    assert (
        rows(text=f"title: P\nparts: [{{id: p, title: P, weeks: [{{week: 1, title: W, concepts: [{concept}]}}]}}]")
        == []
    )


@pytest.mark.parametrize(
    ("written", "state"),
    [
        ({}, State.PLANNED),
        ({"touched": ["w01/paper"]}, State.TOUCHED),
        ({"started": ["w02/paper"]}, State.STARTED),
        ({"done": ["w01/paper"]}, State.STARTED),
        ({"done": ["w01/paper", "w02/paper", "w02/blog"]}, State.DONE),
        ({"done": ["w01/paper"], "dropped": ["w02/paper", "w02/blog"]}, State.DONE),
        ({"started": ["w01/paper"], "dropped": ["w02/paper", "w02/blog"]}, State.STARTED),
        ({"dropped": ["w02/paper"]}, State.PLANNED),
        ({"dropped": ["w01/paper", "w02/paper", "w02/blog"]}, State.DROPPED),
    ],
)
def test_the_state_of_a_page(written: dict[str, list[str]], state: State) -> None:
    """A page is done or dropped once all its items are, dropped ones aside; else it is as far as the furthest."""
    assert paper(entry("2026-01-05", **written)).state is state


def test_a_page_was_met_once_an_entry_by_the_strongest_word() -> None:
    """An entry that touches a page in two weeks and finishes it in one is one day of it, in the order of the log."""
    first = entry("2026-01-05", "https://arxiv.org/abs/2101.03961", done=["w02/paper"], dropped=["w01/paper"])
    second = entry("2026-01-07", started=["w01/paper"])
    found = paper(second, first)
    assert [(one.entry.stem, one.state) for one in found.evidence] == [
        ("2026-01-05", State.DONE),
        ("2026-01-07", State.STARTED),
    ]
    assert found.since == date(2026, 1, 5)


def test_a_page_that_nobody_met_has_no_day() -> None:
    """Without an entry and a word of the plan a page is met on no day."""
    assert (paper().since, paper().evidence) == (None, ())


def test_the_plans_own_day_counts() -> None:
    """A page that the plan ticks was met on that day at the latest."""
    text = PLAN.replace("id: blog,", "id: blog, done: 2026-01-03,")
    [row, *_] = rows(entry("2026-01-05", links=["https://example.org/blog"]), text=text)
    assert row.since == date(2026, 1, 3)
