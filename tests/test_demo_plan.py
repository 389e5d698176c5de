"""The plan in the repository is complete and equals the tables that it was made from."""

import csv
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.plan import ITEMS, KINDS, PARTS, PLAN, WEEKS

SEEDS = os.environ.get("DAYTRAIL_SEEDS", "")
TABLES = Path(SEEDS).parent / "data"
needs_tables = pytest.mark.skipif(
    not SEEDS or not TABLES.is_dir(), reason="no DAYTRAIL_SEEDS with a folder data/ beside it: nothing to compare with"
)


def table(name: str) -> list[dict[str, str]]:
    with (TABLES / f"curriculum-{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def items_of(kind: str) -> list[tuple[int, int, dict[str, Any]]]:
    """Return the items of a kind with their week and their position in it, from 1."""
    return [
        (number, place, item if isinstance(item, dict) else {"text": item})
        for number, week in WEEKS.items()
        for place, item in enumerate(week.get(kind, ()), 1)
    ]


def test_six_parts_contain_the_weeks_1_to_52_in_order() -> None:
    """No week is missing, doubled or in the wrong position."""
    assert [part["id"] for part in PARTS] == [
        "foundations",
        "hardware-mastery",
        "training-at-scale",
        "advanced-inference",
        "emerging-architectures",
        "compilers-and-infrastructure",
    ]
    assert [week["week"] for part in PARTS for week in part["weeks"]] == list(range(1, 53))
    assert [part["weeks"][0]["week"] for part in PARTS] == [1, 13, 21, 29, 36, 43]


def test_the_plan_has_533_items() -> None:
    """529 items with a checkbox, and the four tracks of week 52, which have none in the source."""
    assert {kind: len(items_of(kind)) for kind in KINDS} == {
        "concepts": 281,
        "reading": 185,
        "practice": 49,
        "review": 2,
        "choose_one": 7,
        "deliverables": 9,
    }
    assert sum(len(items_of(kind)) for kind in KINDS) - len(WEEKS[52]["choose_one"]) == 529
    assert len(ITEMS) == 533, "every item has an id of its own, so that its text may be reworded"


def test_weeks_12_and_52_offer_a_choice_and_week_51_is_a_review() -> None:
    """Choices, reviews and deliverables are in the weeks of the source."""
    assert [track["id"] for track in WEEKS[12]["choose_one"]] == ["serving-track", "attention-track", "training-track"]
    assert len(WEEKS[52]["choose_one"]) == 4
    assert [number for number, week in WEEKS.items() if "review" in week] == [51]
    assert [number for number, week in WEEKS.items() if "deliverables" in week] == [12, 52]


def test_the_plan_has_20_milestones_30_topics_and_60_references() -> None:
    """Four milestones are of a whole part; topics have 35 needs; there are 50 papers and 10 guides."""
    milestones = PLAN["milestones"]
    assert len(milestones) == len({one["id"] for one in milestones}) == 20
    spans = [len(one.get("weeks", ())) for one in milestones]
    assert all("part" in one or one["weeks"] for one in milestones)
    assert sum("part" in one or span > 1 for one, span in zip(milestones, spans, strict=True)) == 15
    topics = {topic["id"] for topic in PLAN["topics"]}
    assert len(topics) == len(PLAN["topics"]) == 30
    assert sum(len(topic["needs"]) for topic in PLAN["topics"]) == 35
    assert all(topic["weeks"] and set(topic["needs"]) <= topics for topic in PLAN["topics"])
    assert (len(PLAN["references"]["papers"]), len(PLAN["references"]["guides"])) == (50, 10)


def test_the_hours_add_up_to_595_and_a_half() -> None:
    """This is 75.5 more than 52 weeks of 10 hours."""
    hours = Counter(
        {
            number: sum(item.get("hours", 0) for kind in KINDS for item in week.get(kind, ()) if isinstance(item, dict))
            for number, week in WEEKS.items()
        }
    )
    assert hours.total() == 595.5
    assert sum(spent > PLAN["hours_per_week"] for spent in hours.values()) == 30


@needs_tables
def test_every_reading_equals_its_row_of_the_table() -> None:
    """Week, order, title, author, section, link and hours of all 185 readings are equal."""
    written = [
        (
            *(
                str(number),
                str(place),
                item["title"],
                item.get("url", ""),
                item.get("author", ""),
                item.get("section", ""),
            ),
            float(item["hours"]) if "hours" in item else None,
        )
        for number, place, item in items_of("reading")
    ]
    keys = ("week", "order", "title", "url", "author", "part")
    expected = [
        (*(row[key] for key in keys), float(row["hours"]) if row["hours"] else None) for row in table("readings")
    ]
    assert written == expected


@needs_tables
def test_all_hours_equal_those_of_the_table() -> None:
    """Every estimate of a reading or a practice is that of its week and position."""
    names = {"reading": "reading", "hands-on": "practice", "practice": "practice"}
    expected = {
        (int(row["week"]), names[row["kind"]], int(row["order"])): float(row["hours"]) for row in table("hours")
    }
    written = {
        (number, kind, place): float(item["hours"])
        for kind in KINDS
        for number, place, item in items_of(kind)
        if "hours" in item
    }
    assert written == expected


@needs_tables
def test_the_references_equal_the_tables() -> None:
    """50 papers with topic and week, and 10 guides with their link, are equal."""
    papers = [
        (one["title"], one["url"], one["topic"], str(one.get("week", "prerequisite")))
        for one in PLAN["references"]["papers"]
    ]
    assert papers == [(row["title"], row["url"], row["topic"], row["week"]) for row in table("papers")]
    guides = [(one["title"], one["url"]) for one in PLAN["references"]["guides"]]
    assert guides == [(row["title"], row["url"]) for row in table("blogs")]
