"""The plan in the repository is complete: figures of its weeks, items, readings, hours and references."""

from typing import Any

from tests.plan import ITEMS, KINDS, PARTS, PLAN, WEEKS

ESTIMATED = ("reading", "practice")
"""Kinds of items whose hours the plan says."""


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


def test_the_parts_have_these_readings_and_hours() -> None:
    """Number of readings and of practices, and the sum of the hours of both, by part."""
    figures = {
        part["id"]: (
            *(sum(len(week.get(kind, ())) for week in part["weeks"]) for kind in ESTIMATED),
            *(sum(item.get("hours", 0) for week in part["weeks"] for item in week.get(kind, ())) for kind in ESTIMATED),
        )
        for part in PARTS
    }
    assert figures == {
        "foundations": (48, 11, 75.5, 31.5),
        "hardware-mastery": (29, 8, 72.5, 24),
        "training-at-scale": (28, 8, 81, 24),
        "advanced-inference": (23, 7, 53.5, 22),
        "emerging-architectures": (23, 7, 71, 23),
        "compilers-and-infrastructure": (34, 8, 92.5, 25),
    }
