"""Progress of the plan: states of items, weeks and topics, and their totals."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given

from daytrail.facts import Facts
from daytrail.facts.calendar import DateRange
from daytrail.facts.progress import ItemProgress, ItemTotals, State, WorkDates, combined_state, open_items, state_of
from daytrail.model.entry import Entry
from daytrail.source.load import load
from tests.command import write
from tests.journal import MONDAY, PLANS_AND_LOGS, Log, Written, entries_of, entry, facts_of, plan, progress_of

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


def test_the_entries_of_a_week_are_in_the_order_of_the_log() -> None:
    days = entry("2026-01-05", started=["w01/paper"]), entry("2026-01-06", touched=["w01"])
    assert progress_of(PLAN, *days).weeks[1].entries == days


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


# -- parts --

PARTS = """
title: Plan
start: 2026-01-05
pauses: [{from: 2026-01-10, to: 2026-01-16}]
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: First, reading: [{id: a, text: A, hours: 2}, {id: b, text: B, hours: 1}]}
      - {week: 2, title: Second, choose_one: [{id: x, text: X, hours: 4}, {id: y, text: Y, hours: 3}]}
  - {id: two, title: Two, weeks: [{week: 3, title: Third, concepts: [{id: c, text: C, done: 2026-01-03}]}]}
  - {id: three, title: Three}
"""


def day(number: int) -> date:
    return date(2026, 1, number)


def worked_dates_of(*entries: Entry) -> dict[str, WorkDates]:
    return {name: part.worked_dates for name, part in facts_of(PARTS, *entries).parts.items()}


def test_a_part_has_the_totals_and_the_dates_of_its_weeks() -> None:
    """Its dates include pauses."""
    parts = facts_of(PARTS, entry("2026-01-06", done=["w01/a"], touched=["w01/b"])).parts
    assert list(parts) == ["one", "two", "three"]
    assert parts["one"].totals == ItemTotals(items=3, done=1, touched=1, hours=7, hours_done=2)
    assert parts["one"].planned_dates == DateRange(day(5), day(25))
    assert [part.state for part in parts.values()] == [State.STARTED, State.DONE, State.PLANNED]
    assert parts["three"].planned_dates is None


@pytest.mark.parametrize(
    ("log", "first", "last", "done"),
    [
        ("06 touched w01", 6, 6, None),
        ("06 touched w01/a, 20 started w02/y", 6, 20, None),
        ("06 done w01/a w01/b, 20 done w02/y", 6, 20, 20),
        ("06 done w01/a, 07 dropped w01/b, 20 done w02/y, 28 touched w01/a", 6, 28, 20),
        ("06 done w01/a w01/b w02/x, 07 tags sea", 6, 6, 6),
    ],
)
def test_a_part_is_done_on_the_day_of_its_last_item_and_later_touches_do_not_move_it(
    log: str, first: int, last: int, done: int | None
) -> None:
    """A log has entries such as `06 done w01/a w01/b`."""
    days = [words.split() for words in log.split(", ")]
    entries = [entry(f"2026-01-{number}", **{verb: names}) for number, verb, *names in days]
    assert worked_dates_of(*entries)["one"] == WorkDates(day(first), day(last), day(done) if done else None)


def test_an_item_that_the_plan_says_is_done_is_touched_on_that_day() -> None:
    assert worked_dates_of()["one"] == WorkDates()
    assert worked_dates_of()["two"] == WorkDates(day(3), day(3), day(3))
    assert worked_dates_of(entry("2026-01-02", touched=["w03"]))["two"] == WorkDates(day(2), day(3), day(3))


# -- the next week --

FOUR_WEEKS = """
title: Plan
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: A, concepts: [a, b], choose_one: [{id: left, text: l}, {id: right, text: r}]}
      - {week: 2, title: B, concepts: [{id: c, text: c}, {id: d, text: d, dropped: true}]}
      - {week: 3, title: C}
      - {week: 4, title: D, concepts: [{id: e, text: e}, {id: f, text: f}]}
"""


FIRST_WEEK = ("w01/a", "w01/b", "w01/left")


@pytest.mark.parametrize(
    ("log", "week", "left_behind"),
    [
        ({}, 1, []),
        ({"2026-01-05": ["w01/a"]}, 1, []),
        ({"2026-01-05": FIRST_WEEK}, 2, []),
        ({"2026-01-05": ["w02/c"]}, 4, [1]),
        ({"2026-01-05": [*FIRST_WEEK, "w02/c"]}, 4, []),
        ({"2026-01-05": ["w04/e"]}, 4, [1, 2]),
        ({"2026-01-05": ["w04/e"], "2026-01-06": ["w02/d"]}, 2, [1]),
        ({"2026-01-05": ["w04/e", "w04/f"]}, 1, []),
        ({"2026-01-05": [*FIRST_WEEK, "w02/c", "w04/e", "w04/f"]}, None, []),
        ({"2026-01-05": ["w01/a"], "2026-02-01": ["w04/e"]}, 1, []),
    ],
)
def test_the_next_week_is_the_one_last_worked_on(
    log: dict[str, list[str]], week: int | None, left_behind: list[int]
) -> None:
    """If it has no open items, the next one in the plan that has; then the first. Entries of the future are no work."""
    facts = facts_of(FOUR_WEEKS, *(entry(day, done=done) for day, done in log.items()), today=date(2026, 1, 10))
    assert (facts.next_week.week.week if facts.next_week else None) == week
    assert [one.week.week for one in facts.weeks_left_behind] == left_behind


def test_of_the_weeks_of_a_day_the_one_touched_most_is_next() -> None:
    """Of weeks that the entries of fourteen days touched equally often, it is the last one of the plan."""
    ahead = [entry("2026-01-05", touched=["w04", "w02/c"])]
    for earlier, number in (
        ([], 4),
        ([entry("2026-01-02", touched=["w02"])], 2),
        ([entry("2025-12-02", touched=["w02"])], 4),
    ):
        facts = facts_of(FOUR_WEEKS, *earlier, *ahead, today=date(2026, 1, 10))
        assert facts.next_week
        assert facts.next_week.week.week == number


def test_done_and_dropped_items_and_the_choices_beside_a_done_one_are_not_open() -> None:
    def open_addresses(week: int, **said: list[str]) -> list[str]:
        weeks = progress_of(FOUR_WEEKS, entry("2026-01-05", **said)).weeks
        return [item.placed.address for item in open_items(weeks[week])]

    assert open_addresses(1, done=["w01/a"], started=["w01/b"]) == ["w01/b", "w01/left", "w01/right"]
    assert open_addresses(1, done=["w01/right"]) == ["w01/a", "w01/b"]
    assert open_addresses(2) == ["w02/c"]


# -- properties of any plan and log --


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
