"""Crumbs: the links above a page to the pages that it belongs to."""

from functools import cache

from daytrail.facts import Facts
from daytrail.views.page import Page, drawn
from daytrail.views.pages import pages
from tests.for_each import for_each
from tests.journal import MONDAY, entry, journal
from tests.website import Html, text

PLAN = """
title: Plan
series: [{id: tides, title: Tides}]
parts: [{id: one, title: "One & <only>", weeks: [{week: 1, title: First, reading: [{title: R, url: "https://r.example"}]}]}]
milestones: [{id: gap, weeks: [1], title: The gap, text: What is between?}]
"""
MANY = [
    entry(f"2026-0{month}-{day:02d}-{n}", "Text", series="tides", tags=["moon"])
    for month in (1, 2)
    for day in range(1, 29)
    for n in range(3)
]
YEAR = [("Log", "../../../"), ("2026", "../../")]


@cache
def all_pages() -> dict[str, Page]:
    return {page.address: page for page in pages(Facts(journal(PLAN, *MANY), MONDAY))}


@for_each(
    [
        ("curriculum/one/", [("Plan", "../")]),
        ("curriculum/week-01/", [("Plan", "../"), ("One & <only>", "../one/")]),
        (
            "milestones/gap/",
            [("Plan", "../../curriculum/"), ("Milestones", "../"), ("One & <only>", "../../curriculum/one/")],
        ),
        ("tags/moon/", [("Log", "../../log/"), ("Tags", "../")]),
        ("tags/moon/page-1/", [("Log", "../../../log/"), ("Tags", "../../"), ("Tag: moon", "../")]),
        ("series/tides/", [("Log", "../../log/"), ("Series", "../")]),
        ("log/2026/", [("Log", "../")]),
        ("log/2026/02/28-0/", [*YEAR, ("February", "../../#2026-02")]),
        ("log/2026/01/02-0/", [*YEAR, ("January", "../../page-1/#2026-01")]),
    ]
)
def test_a_page_begins_with_its_crumbs(case: tuple[str, list[tuple[str, str]]]) -> None:
    """They are above its heading, and titles are text. The month of a day leads to the page of the list that has it."""
    address, crumbs = case
    page = all_pages()[address]
    assert list(page.crumbs) == crumbs
    above = drawn(page).above
    assert above.index("dt-crumbs") < above.index("<h1")
    html = Html(above)
    (nav,) = html.find(".dt-crumbs")
    assert [text(one) for one in html.find("a", nav)] == [title for title, _ in crumbs]
