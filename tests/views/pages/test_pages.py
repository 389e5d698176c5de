"""Generated pages."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from html.parser import HTMLParser
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts import Facts
from daytrail.model.entry import Entry, Mention, Task
from daytrail.model.journal import Journal
from daytrail.views.links import USUAL
from daytrail.views.macros import MACROS
from daytrail.views.page import Page
from daytrail.views.page_context import page_context
from daytrail.views.pages import pages
from tests.for_each import for_each
from tests.journal import MONDAY, PLANS_AND_LOGS, Log, Written, entries_of, entry, journal, plan
from tests.website import Html, text

PLAN = """
title: Plan
start: 2026-01-05
series:
  - {id: ml, title: ML Systems, was: [GPU]}
  - {id: goal, title: Goal, counts_down_to: 2026-01-12}
  - {id: empty, title: Empty}
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: First, reading: [{id: paper, title: A paper, url: https://example.org/paper}]}
      - {week: 2, title: Second, concepts: [{id: idea, text: An idea}]}
topics: [{id: kernels, title: Kernels, weeks: [2]}]
"""
LOG = (
    entry("2025-12-31", series="ml", day="1", title="Start", tags=["MoE"]),
    entry("2026-01-05", "# Own title\n\nSee <b>it</b>.", series="ml", day="2", links=["https://example.org/paper"]),
    entry("2026-01-05-evening", series="goal", tags=["moe", "C#"], done=["w02/idea"]),
    entry("2026-01-06", touched=["w02", "kernels"], hours="1.5", description="What it is about"),
)


def made(*entries: Entry, text: str | Written = PLAN, flat: bool = False) -> dict[str, Page]:
    whole = journal(text, *entries)
    return {page.address: page for page in pages(Facts(whole, MONDAY), flat=flat)}


def hrefs(html: str) -> list[str]:
    return re.findall(r'href="([^"]*)"', html)


def test_there_is_a_page_for_everything() -> None:
    """Each day, year, tag, series, part and week has a page with its own title and file, and nothing else has."""
    assert sorted((page.address, page.uri, page.title) for page in made(*LOG).values()) == sorted(
        [
            ("log/2025/12/31/", "entries/2025-12-31.md", "Start"),
            ("reading/example-org-paper-51898823/", "reading/example-org-paper-51898823.md", "A paper"),
            ("log/2026/01/05/", "entries/2026-01-05.md", "Day 2 of ML Systems"),
            ("log/2026/01/05-evening/", "entries/2026-01-05-evening.md", "7 days before the end of Goal"),
            ("log/2026/01/06/", "entries/2026-01-06.md", "6 January 2026"),
            ("log/2025/", "log/2025.md", "Log of 2025"),
            ("log/2026/", "log/2026.md", "Log of 2026"),
            ("", "index.md", "Today"),
            ("stats/", "stats.md", "Stats"),
            ("tags/", "tags.md", "Tags"),
            ("tags/c-951a4d36/", "tags/c-951a4d36.md", "Tag: C#"),
            ("tags/moe/", "tags/moe.md", "Tag: MoE"),
            ("series/", "series.md", "Series"),
            ("series/ml/", "series/ml.md", "ML Systems"),
            ("series/goal/", "series/goal.md", "Goal"),
            ("series/empty/", "series/empty.md", "Empty"),
            ("curriculum/one/", "curriculum/one.md", "One"),
            ("curriculum/week-01/", "curriculum/week-01.md", "Week 1: First"),
            ("curriculum/week-02/", "curriculum/week-02.md", "Week 2: Second"),
            ("curriculum/", "curriculum.md", "Plan"),
            ("log/", "log.md", "Log"),
            ("map/", "map.md", "Map"),
            ("reading/", "reading.md", "Reading"),
        ]
    )


@pytest.mark.parametrize(
    ("body", "written", "description"),
    [
        ("First.\n\nSecond.", {}, "First."),
        ("First.", {"description": "Mine"}, "Mine"),
        ("", {}, "5 January 2026"),
        ("", {"title": "Ebb", "tags": ["sea"], "series": "ml", "day": "7"}, "Ebb: 5 January 2026, Day 7, sea"),
        ("", {"title": "Ebb", "links": ["https://example.org/paper"]}, "Ebb: 5 January 2026, A paper"),
    ],
)
def test_what_a_day_is_about(body: str, written: dict[str, str], description: str) -> None:
    """A page's description is the writer's, else the beginning of the text, else what the page shows besides."""
    [page, *_] = made(entry("2026-01-05", body, **written)).values()
    assert page.description == description


def test_a_resource_has_a_page_if_two_entries_name_it_or_one_and_the_plan() -> None:
    """Until then its title leads to the resource itself."""
    paper, other = "https://example.org/paper", "https://example.org/other"

    def shown(*links: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the titles of resources with a page, and the targets of all titles in the reading list."""
        found = made(*(entry(f"2026-01-0{day}", links=urls) for day, urls in enumerate(links, start=5)))
        titles = [page.title for address, page in found.items() if re.match(r"reading/example-org", address)]
        rows = Html(found["reading/"].draw().above).find("a.dt-item__label")
        return titles, [row.get("href", "") for row in rows]

    assert shown() == ([], [paper])
    titles, (of_paper, of_other) = shown([paper, other])
    assert (titles, of_other) == (["A paper"], other)
    assert of_paper.startswith("example-org-paper-")
    titles, (_, of_other) = shown([other], [other])
    assert titles == ["example.org/other"]
    assert of_other.startswith("example-org-other-")


def resolved(page: Page, href: str) -> str:
    parts: list[str] = []
    for part in f"{page.address}{unquote(href.partition('#')[0])}".split("/"):
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "".join(f"{part}/" for part in parts)


@given(PLANS_AND_LOGS)
def test_no_two_pages_share_anything_and_every_link_leads_to_one(drawn: tuple[Written, Log]) -> None:
    """Addresses and source files are unique whatever the case of the file system, and links between pages resolve."""
    written, log = drawn
    found = made(*entries_of(log), text=written)
    assert len({page.uri.casefold() for page in found.values()}) == len(found)
    assert len({address.casefold() for address in found}) == len(found)
    for page in found.values():
        assert not PurePosixPath(page.uri).is_absolute()
        assert ".." not in PurePosixPath(page.uri).parts
        assert page.title.strip()
        for href in hrefs(page.draw().above + page.draw().below):
            if not href.startswith("http") and not href.endswith(".css"):
                assert resolved(page, href) in {
                    *found,
                    "curriculum/",
                    "calendar.ics/",
                    "data/curriculum.yaml/",
                    "assets/daytrail/plan.css/",
                }, href


# -- hostile words --

MARK = '<i data-x="1">&\''


def hostile(words: str) -> Journal:
    """A journal whose every free text is the same words."""
    item = {**dict.fromkeys(("title", "text", "author", "section", "note"), words), "hours": "1"}
    item["url"] = "https://example.org/?a=1&b=2"
    kinds = ("concepts", "reading", "practice", "choose_one", "deliverables")
    items = {kind: [{**item, "id": kind[:2]}] for kind in kinds}
    weeks = [{"week": str(number), "title": words, **items} for number in (1, 2)]
    countdown = {"id": "goal", "title": words, "counts_down_to": "2026-01-12"}
    source = {"title": words, "url": "https://example.org"}
    made = plan(
        {
            "title": words,
            "start": "2026-01-05",
            "habits": [{"id": "h", "title": words, "per_week": "5"}],
            "series": [{"id": "ml", "title": words, "was": [words], "days": "9"}, countdown],
            "parts": [{"id": f"p{week['week']}", "title": words, "goal": words, "weeks": [week]} for week in weeks],
            "milestones": [{"id": "m", "title": words, "text": words, "weeks": ["1"], "part": "p1"}],
            "topics": [
                {"id": "t0", "title": words, "weeks": ["1"]},
                {"id": "t1", "title": words, "weeks": ["2"], "needs": ["t0"]},
                {"id": "t2", "title": words},
            ],
            "references": {"papers": [{**source, "topic": words}], "guides": [{**source, "good_for": words}]},
            "public_tasks": True,
            "pauses": [{"from": "2026-03-01", "to": "2026-03-02", "why": words}],
        }
    )
    told = {"done": ["w01/co"], "started": ["w02/re"], "dropped": ["w01/pr"], "tags": [words, f"b {words}"]}
    link = {"url": "https://example.org/?b=2&a=1", "title": words, "note": words, "status": "reading"}
    days = [
        entry("2026-01-05", series="ml", day="1", title=words, links=[link, "https://example.org/x"], **told),
        entry(
            "2026-01-06-x",
            series="goal",
            touched=["w02", "t2", "w01/de"],
            hours="1",
            description=words,
        ),
        entry("2026-01-07", series="ml", day="2-3", links=[link], did=[{"h": "2"}]),
    ]
    mention = Mention("https://example.org/?a=1&b=2", words, words)
    said: dict[str, Any] = {"excerpt": words, "text_links": (mention,), "tasks": (Task(words, "open"),)}
    return Journal(tuple(replace(day, **said, links=()) for day in days), made)


def shown(words: str) -> dict[str, str]:
    """All HTML of ours about such a journal, by the page or macro."""
    whole = hostile(words)
    facts = Facts(whole, MONDAY)
    at = page_context(facts, "log/")
    html = {page.address: f"{page.draw().above}\n{page.draw().below}" for page in pages(facts)}
    html |= {name: str(macro(at)) for name, macro in MACROS.items() if name != "checklist"}
    html |= {f"checklist {week}": str(MACROS["checklist"](at, week)) for week in (1, 2)}
    return html


class _Tags(HTMLParser):
    """Collects tags and attributes, and all text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@cache
def tags_shown(words: str) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    return {where: [tag for tag in _Tags(html).tags if tag != ("code", ())] for where, html in shown(words).items()}


NO_WORDS = {"pace", "strip", "streaks", "look_back"}
"""Blocks that show no word of the writer's, here."""


def test_no_word_is_markup() -> None:
    """Text of any field of the entry or the plan is escaped on every page and by every macro, and none is lost."""
    for where, html in shown(MARK).items():
        assert "<i" not in re.sub("<input|<img", "", html), where
        assert not re.search(r"&(?!amp;|lt;|gt;|nbsp;|#34;|#39;)", html), where
        assert where in NO_WORDS or MARK in _Tags(html).text, where


def test_code_and_formulas_in_titles_are_shown_in_headings_rows_and_cards() -> None:
    html = shown("`x` of $n$")
    for where in (
        "log/2026/01/05/",
        "curriculum/p1/",
        "curriculum/week-01/",
        "milestones/m/",
        "series/ml/",
        "series",
        "stats",
        "countdown",
        "timeline",
        "now",
        "trail",
    ):
        assert "<code>x</code> of <math" in html[where], where
        assert not re.search(r"<(h1|h2)\b[^>]*>[^<]*`x`", html[where]), where


@given(st.text("<>&\"'/=` abcdix-!{}%#|[]()\\\u00a0é", max_size=12))
def test_no_words_change_the_tags_of_a_page(words: str) -> None:
    """Whatever the words are, a page has the tags and attributes that it has with plain ones, code in a text aside."""
    plain = tags_shown("plain words")
    for where, tags in tags_shown(f"{words}x").items():
        assert tags == plain.get(where, tags), where


TWO_PARTS = """
title: Plan
start: 2026-01-05
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: First, concepts: [a]}, {week: 2, title: Second, concepts: [{id: idea, text: An idea}]}]
  - {id: two, title: Two, weeks: [{week: 3, title: Third}]}
"""


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
    whole = journal(TWO_PARTS, entry("2026-01-06", done=done))
    facts = Facts(whole, date.fromisoformat(today))
    week = Html(next(one.draw().above for one in pages(facts) if one.address == "curriculum/week-02/"))
    assert [text(one) for one in week.find(".dt-week__standing")] == standing


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


MANY = [
    entry(f"2026-0{month}-{day:02d}-{n}", "Text", series="tides", tags=["moon"])
    for month in (1, 2)
    for day in range(1, 29)
    for n in range(3)
]


@cache
def all_pages() -> dict[str, Page]:
    return made(*MANY, text="title: Plan\nseries: [{id: tides, title: Tides}]")


@for_each(
    [
        ("tags/moon/", [("Log", "../../log/"), ("Tags", "../")]),
        ("tags/moon/page-1/", [("Log", "../../../log/"), ("Tags", "../../"), ("Tag: moon", "../")]),
        ("series/tides/", [("Log", "../../log/"), ("Series", "../")]),
        ("log/2026/", [("Log", "../")]),
        ("log/2026/01/02-0/", [("Log", "../../../"), ("2026", "../../"), ("January", "../../page-1/#2026-01")]),
    ]
)
def test_a_page_begins_with_its_crumbs(case: tuple[str, list[tuple[str, str]]]) -> None:
    """The month of a day leads to the page of the list that has it."""
    address, crumbs = case
    assert list(all_pages()[address].crumbs) == crumbs
