"""The pages of the weeks and parts of a plan."""

from datetime import date

import pytest

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.views.links import USUAL
from daytrail.views.pages import pages
from tests.journal import MONDAY, entry, journal, plan
from tests.website import Html, text

PAPER = "https://arxiv.org/abs/2101.03961"
PLAN = f"""
title: Plan
start: 2026-01-05
parts:
  - id: one
    title: One
    goal: To begin with.
    weeks:
      - week: 1
        title: First
        concepts:
          - {{id: mine, text: Mine, done: 2026-01-06}}
          - {{id: gone, text: Gone, dropped: true}}
          - {{id: perhaps, text: Perhaps, optional: true}}
        reading: [{{id: paper, title: A paper, url: {PAPER}, hours: 2}}]
      - {{week: 2, title: Second, goal: "See the [sea](https://sea.example).", concepts: [{{id: idea, text: An idea}}]}}
  - {{id: week-07, title: Two, weeks: [{{week: 7, title: Third}}]}}
topics: [{{id: kernels, title: Kernels, weeks: [2]}}]
milestones: [{{id: gap, weeks: [1, 2], title: The gap, text: What is between?}}]
"""


def page(address: str, *entries: Entry) -> Html:
    whole = journal(PLAN, *entries)
    return Html(next(one.draw().above for one in pages(Facts(whole, MONDAY)) if one.address == address))


def links(page: Html, css: str) -> list[tuple[str, str]]:
    return [(link.get("href", ""), text(link)) for top in page.find(css) for link in page.find("a", top)]


@pytest.mark.parametrize(
    ("today", "done", "standing"),
    [
        ("2026-01-11", [], ["The week begins on 12 January."]),
        ("2026-01-12", [], ["This is the week of the calendar."]),
        ("2026-01-19", [], ["The week is over; 1 item is open."]),
        ("2026-01-19", ["w02/idea"], ["Everything in this week is done."]),
    ],
)
def test_a_week_says_how_it_stands_against_the_calendar(today: str, done: list[str], standing: list[str]) -> None:
    whole = journal(PLAN, entry("2026-01-06", done=done))
    facts = Facts(whole, date.fromisoformat(today))
    week = Html(next(one.draw().above for one in pages(facts) if one.address == "curriculum/week-02/"))
    assert [text(one) for one in week.find(".dt-week__standing")] == standing


def test_a_week_says_when_it_was_touched_and_done() -> None:
    assert [text(one) for one in page("curriculum/week-02/").find(".dt-dates")] == []
    once = page("curriculum/week-02/", entry("2026-01-13", done=["w02/idea"]))
    assert [text(one) for one in once.find(".dt-dates")] == ["Touched on 13 January, done on 13 January"]
    twice = page("curriculum/week-01/", entry("2026-01-20", touched=["w01"]))
    assert [text(one) for one in twice.find(".dt-dates")] == ["Touched 6–20 January"]


def test_the_weeks_form_one_way_through_the_plan() -> None:
    """Before and after lead across parts, whatever the numbers."""
    assert links(page("curriculum/week-01/"), ".dt-around") == [("../week-02/", "After Week 2: Second")]
    assert links(page("curriculum/week-02/"), ".dt-around") == [
        ("../week-01/", "Before Week 1: First"),
        ("../week-07/", "After Week 7: Third"),
    ]
    assert links(page("curriculum/week-07/"), ".dt-around") == [("../week-02/", "Before Week 2: Second")]


def test_a_part_has_its_progress_weeks_milestones_and_map() -> None:
    seen = entry("2026-01-07", f"See {PAPER}.", title="A look")
    part = page("curriculum/one/", seen, entry("2026-01-13", touched=["w02/idea"], title="The idea"))
    assert [text(one) for one in part.find("h1")] == ["One"]
    assert [text(one) for one in part.find(".dt-goal")] == ["To begin with."]
    said = "1 of 4 items done, 2 touched; 2 h estimated Touched 6–13 January"
    assert [text(one) for one in part.find(".dt-summary")] == [f"◑ started {said}"]
    assert [text(one) for one in part.find(".dt-lead")] == ["Part 1 of 2: weeks 1–2, 5–18 January 2026."]
    assert (len(part.find("progress")), part.find(".dt-parts__weeks")) == (1, [])  # one bar: weeks have their states
    assert [text(one) for one in part.find(".dt-part__entries")] == ["13 Jan The idea 7 Jan A look"]
    assert links(part, ".dt-part__entries") == [
        ("../../log/2026/01/13/", "The idea"),
        ("../../log/2026/01/07/", "A look"),
    ]
    assert [text(one) for one in part.find(".dt-part__sources")] == ["A paper want to read 7 January"]
    assert [text(one) for one in part.find(".dt-weeks__title")] == ["First", "Second"]
    assert links(part, ".dt-part__milestones") == [("../../milestones/gap/", "The gap")]
    assert [text(one) for one in part.find(".dt-map__title")] == ["Kernels"]
    assert links(part, ".dt-around") == [("../part-week-07/", "After Two")]


@pytest.mark.parametrize(
    ("id_", "address"),
    [
        ("foundations", "curriculum/foundations/"),
        ("week-01", "curriculum/part-week-01/"),
        ("part-week-01", "curriculum/part-part-week-01/"),
        ("week-1-of-all", "curriculum/week-1-of-all/"),
    ],
)
def test_no_part_takes_the_address_of_a_week(id_: str, address: str) -> None:
    """A part that is called like the page of a week is set apart, and no two parts meet there."""
    written = {"title": "Plan", "parts": [{"id": id_, "title": "A"}]}
    assert USUAL.of(plan(written).parts[0]) == address
