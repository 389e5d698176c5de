"""Progress of the plan: states of items, weeks and topics, and their totals."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts import Facts
from daytrail.facts.progress import ItemProgress, ItemTotals, State, combined_state, state_of
from daytrail.model.entry import Entry
from daytrail.source.load import load
from tests.command import write
from tests.journal import MONDAY, PLANS_AND_LOGS, Log, Written, entries_of, entry, facts_of, logs, plan, progress_of

PLAN = """
title: Plan
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: First
        concepts: [Roofs]
        reading:
          - id: paper
            title: A paper
            url: https://arxiv.org/abs/2101.03961
            aliases: [https://example.org/blog]
            hours: 2
      - week: 2
        title: Second
        reading: [{id: again, title: The paper again, url: "https://arxiv.org/pdf/2101.03961v2"}]
topics:
  - {id: roofline, title: Roofline, weeks: [1]}
  - {id: kernels, title: Kernels}
"""
PAPER = "https://arxiv.org/abs/2101.03961"


def item(*entries: Entry, address: str = "w01/paper", text: str = PLAN) -> ItemProgress:
    return progress_of(text, *entries).items[address]


def evidence_of(item: ItemProgress) -> list[tuple[str, str, str]]:
    return [(said.entry.stem, state_of(said), said.sentence) for said in item.evidence]


def one_item(written: str) -> str:
    return f"title: Plan\nparts: [{{id: p, title: P, weeks: [{{week: 1, title: W, concepts: [{written}]}}]}}]"


# -- states of an item --


@pytest.mark.parametrize(
    ("written", "body", "state"),
    [
        ({}, f"I opened {PAPER}.", State.TOUCHED),
        ({"links": [PAPER]}, "", State.TOUCHED),
        ({"links": [{"url": PAPER, "status": "to-read"}]}, "", State.TOUCHED),
        ({"links": [{"url": PAPER, "status": "reading"}]}, "", State.STARTED),
        ({"links": [{"url": PAPER, "status": "read"}]}, "", State.TOUCHED),
        ({"links": [{"url": PAPER, "status": "dropped"}]}, "", State.DROPPED),
        ({"touched": ["w01/paper"]}, "", State.TOUCHED),
        ({"started": ["w01/paper"]}, "", State.STARTED),
        ({"done": ["w01/paper"]}, "", State.DONE),
        ({"dropped": ["w01/paper"]}, "", State.DROPPED),
        ({"done": ["w01/paper"], "dropped": ["w01/paper"]}, "", State.DONE),
        ({"started": ["w01/paper"], "dropped": ["w01/paper"]}, "", State.DROPPED),
    ],
)
def test_only_done_makes_an_item_done_and_a_link_touches_it_unless_its_status_says_more(
    written: Written, body: str, state: State
) -> None:
    result = item(entry("2026-01-05", body, **written))
    assert result.state is state
    assert result.decided_by is not None
    assert result.decided_by.stem == "2026-01-05"


@pytest.mark.parametrize(
    ("days", "state", "proof"),
    [
        ("touched started", State.STARTED, 1),
        ("touched touched", State.TOUCHED, 0),
        ("started done", State.DONE, 1),
        ("done touched", State.DONE, 0),
        ("done started", State.DONE, 0),
        ("done dropped", State.DONE, 0),
        ("dropped done", State.DONE, 1),
        ("dropped touched", State.DROPPED, 0),
        ("dropped started", State.STARTED, 1),
        ("started dropped started", State.STARTED, 2),
        ("dropped started dropped touched", State.DROPPED, 2),
    ],
)
def test_the_last_statement_counts_but_done_stays_and_a_touch_changes_only_a_planned_item(
    days: str, state: State, proof: int
) -> None:
    entries = [entry(f"2026-01-0{i}", **{word: ["w01/paper"]}) for i, word in enumerate(days.split(), 1)]
    result = item(*entries)
    assert (result.state, result.decided_by) == (state, entries[proof])


@pytest.mark.parametrize(
    ("written", "words", "state", "done_on", "since"),
    [
        ("{text: a, done: 2026-01-08}", "", State.DONE, "2026-01-08", "2026-01-08"),
        ("{text: a, done: 2026-01-08}", "touched", State.DONE, "2026-01-08", "2026-01-05"),
        ("{text: a, done: 2026-01-08}", "done", State.DONE, "2026-01-05", "2026-01-05"),
        ("{text: a, done: 2026-01-02}", "done", State.DONE, "2026-01-02", "2026-01-02"),
        ("{text: a, done: 2026-01-08, dropped: true}", "", State.DONE, "2026-01-08", "2026-01-08"),
        ("{text: a, dropped: true}", "", State.DROPPED, None, None),
        ("{text: a, dropped: true}", "touched", State.DROPPED, None, "2026-01-05"),
        ("{text: a, dropped: true}", "started", State.STARTED, None, "2026-01-05"),
        ("{text: a, dropped: true}", "done", State.DONE, "2026-01-05", "2026-01-05"),
    ],
)
def test_the_plan_may_say_done_or_dropped_and_an_entry_may_start_a_dropped_item_again(
    written: str, words: str, state: State, done_on: str | None, since: str | None
) -> None:
    """An item is done on the earliest day that an entry or the plan gives."""
    result = item(
        *(entry("2026-01-05", **{word: ["w01/a"]}) for word in words.split()), address="w01/a", text=one_item(written)
    )
    days = [day and date.fromisoformat(day) for day in (done_on, since)]
    assert (result.state, result.done_on, result.since) == (state, *days)


# -- evidence --


def test_evidence_is_in_the_order_of_the_log_with_the_sentence_around_the_link_or_its_note() -> None:
    result = item(
        entry("2026-01-06", links=[{"url": PAPER, "note": "up to section 3"}], started=["w01/paper"]),
        entry("2026-01-05", f"Slept well. I began [the paper]({PAPER}#sec-2) today. Then tea."),
        entry("2026-01-05-evening", links=[PAPER]),
    )
    assert evidence_of(result) == [
        ("2026-01-05", "touched", "I began the paper today."),
        ("2026-01-05-evening", "touched", ""),
        ("2026-01-06", "touched", "up to section 3"),
        ("2026-01-06", "started", ""),
    ]
    assert result.since == date(2026, 1, 5)


def test_a_link_touches_every_item_that_has_its_url_in_any_form() -> None:
    items = progress_of(PLAN, entry("2026-01-05", links=["https://arxiv.org/html/2101.03961v3"])).items
    assert [address for address, item in items.items() if item.evidence] == ["w01/paper", "w02/again"]


def test_an_entry_quotes_each_item_once_with_the_strongest_state_and_a_sentence_rather_than_a_note() -> None:
    link = {"url": PAPER, "note": "up to section 3", "status": "reading"}
    days = (
        entry("2026-01-05", f"Read {PAPER} at last.", links=[link], done=["w01/paper"]),
        entry("2026-01-06", links=[link], started=["w01/roofs"], dropped=["w01/roofs"]),
    )
    by_entry = progress_of(PLAN, *days).by_entry
    assert {
        path[-5:-3]: [(quote.item.placed.address, quote.state, quote.sentence) for quote in quotes]
        for path, quotes in by_entry.items()
    } == {
        "05": [
            ("w01/paper", State.DONE, f"Read {PAPER} at last."),
            ("w02/again", State.STARTED, f"Read {PAPER} at last."),
        ],
        "06": [
            ("w01/roofs", State.DROPPED, ""),
            ("w01/paper", State.STARTED, "up to section 3"),
            ("w02/again", State.STARTED, "up to section 3"),
        ],
    }


# -- weeks, topics, parts, the whole --


def test_touched_may_name_a_week_or_a_topic_without_touching_items() -> None:
    day = entry("2026-01-05", touched=["w02", "kernels"])
    result = progress_of(PLAN, day, entry("2026-01-06"))
    assert {number: (week.state, week.entries) for number, week in result.weeks.items()} == {
        1: (State.PLANNED, ()),
        2: (State.TOUCHED, (day,)),
    }
    assert result.topics == {"roofline": State.PLANNED, "kernels": State.TOUCHED}
    assert result.totals.begun == 0


def test_a_topic_has_the_combined_state_of_its_weeks() -> None:
    touched = entry("2026-01-05", touched=["w01"])
    first = entry("2026-01-06", done=["w01/paper"])
    second = entry("2026-01-07", done=["w01/roofs"])
    states = [progress_of(PLAN, *days).topics["roofline"] for days in ([], [touched], [first], [first, second])]
    assert states == [State.PLANNED, State.TOUCHED, State.STARTED, State.DONE]


WEEK = """
title: Plan
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: First
        concepts: [{id: plain, text: a}, {id: extra, text: b, optional: true, hours: 1}]
        practice: [{id: gone, text: c, dropped: true, hours: 8}, {id: work, text: d, hours: 2.5}]
        choose_one: [{id: left, text: e, hours: 3}, {id: right, text: f, hours: 5}]
"""


def test_dropped_items_do_not_count_optional_items_do_and_of_choices_one_does() -> None:
    assert progress_of(WEEK).weeks[1].totals == ItemTotals(items=4, hours=6.5)


@pytest.mark.parametrize(
    ("written", "totals"),
    [
        ({"started": ["w01/right"]}, ItemTotals(4, 0, 1, 0, 8.5, 0)),
        ({"done": ["w01/left", "w01/right"]}, ItemTotals(4, 1, 0, 0, 8.5, 5)),
        ({"dropped": ["w01/left", "w01/right"]}, ItemTotals(3, 0, 0, 0, 3.5, 0)),
        ({"touched": ["w01/plain"], "done": ["w01/extra"]}, ItemTotals(4, 1, 0, 1, 6.5, 1)),
        ({"done": ["w01/plain", "w01/extra", "w01/work", "w01/left"]}, ItemTotals(4, 4, 0, 0, 6.5, 6.5)),
    ],
)
def test_the_choice_that_is_furthest_counts(written: Written, totals: ItemTotals) -> None:
    assert progress_of(WEEK, entry("2026-01-05", **written)).weeks[1].totals == totals


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        ("", "planned"),
        ("planned planned", "planned"),
        ("planned touched", "touched"),
        ("planned done", "started"),
        ("done done", "done"),
        ("done dropped", "done"),
        ("planned dropped", "planned"),
        ("dropped dropped", "dropped"),
    ],
)
def test_the_combined_state_of_several_states(parts: str, whole: str) -> None:
    assert combined_state(State(part) for part in parts.split()) is State(whole)


# -- properties of any plan and log --


@given(st.data())
def test_other_entries_never_make_a_done_item_undone_or_done_later(data: st.DataObject) -> None:
    text, log = data.draw(PLANS_AND_LOGS)
    more = data.draw(logs(text))
    before = progress_of(text, *entries_of(log)).items
    after = progress_of(text, *entries_of({**more, **log})).items
    for address, result in before.items():
        if result.state is State.DONE:
            assert result.done_on is not None
            assert after[address].state is State.DONE
            assert (after[address].done_on or date.max) <= result.done_on


@given(PLANS_AND_LOGS)
def test_every_state_is_given_by_a_statement_or_by_the_plan(drawn: tuple[Written, Log]) -> None:
    text, log = drawn
    for result in progress_of(text, *entries_of(log)).items.values():
        own = result.placed.item
        by_plan = {State.DONE: own.done is not None, State.DROPPED: own.dropped}.get(result.state, False)
        reasons = {(said.entry, state_of(said)) for said in result.evidence}
        states = {state for _, state in reasons}
        assert result.state in states or by_plan or (result.state is State.PLANNED and not states)
        assert (result.decided_by is None) == (result.state not in states)
        assert result.decided_by is None or (result.decided_by, result.state) in reasons
        assert (result.done_on is None) == (result.state is not State.DONE)
        assert (result.since is None) == (not result.evidence and result.done_on is None)


@given(PLANS_AND_LOGS)
def test_the_frontier_has_exactly_the_planned_topics_whose_needs_are_done(drawn: tuple[Written, Log]) -> None:
    text, log = drawn
    facts = facts_of(text, *entries_of(log))
    states = facts.progress.topics
    assert [topic.id for topic in facts.frontier] == [
        topic.id
        for topic in plan(text).topics
        if states[topic.id] is State.PLANNED and {states[need] for need in topic.needs} <= {State.DONE}
    ]


@pytest.mark.parametrize(
    ("link", "state"),
    [
        ("See https://tides.example/gauge/#end", State.TOUCHED),
        ("---\nlinks: [{url: 'https://tides.example/gauge', status: dropped}]\n---\n", State.TOUCHED),
        ("---\nlinks: [{url: 'https://tides.example/note', status: read}]\n---\n", State.PLANNED),
    ],
)
def test_a_link_in_the_text_of_an_item_only_touches_it(link: str, state: State, tmp_path: Path) -> None:
    plan = one_item("{text: 'Repeat [it](https://tides.example/gauge)', note: '[a](https://tides.example/note)'}")
    journal = load(write(tmp_path, {"curriculum.yaml": plan, "entries/2026-01-05.md": link})).journal
    assert Facts(journal, MONDAY).progress.items["w01/repeat-it"].state is state
