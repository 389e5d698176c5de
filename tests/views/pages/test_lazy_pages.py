"""Pages that are made only if their inputs have changed."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest

from daytrail.facts import Facts
from daytrail.site.page_keys import digest
from daytrail.views.page import LazyPage
from daytrail.views.page_context import page_context
from daytrail.views.pages import lazy_pages
from tests.journal import MONDAY, Log, entries_of, journal

PLAN = """
title: Plan
start: 2026-01-05
series: [{id: tides, title: Tides}, {id: moon, title: Moon}]
parts:
  - id: sea
    title: Sea
    weeks:
      - {week: 1, title: Ebb, reading: [{id: gauge, title: Gauges, url: "https://example.org/gauge", hours: 2}]}
      - {week: 2, title: Flood, concepts: [{id: wave, text: Waves}], practice: [{id: walk, text: Walk, hours: 1}]}
      - {week: 3, title: Spring, concepts: [{id: pull, text: Pull}], reading: [{id: again, title: Again, url: "https://example.org/gauge"}]}
topics: [{id: water, title: Water, weeks: [1, 2]}, {id: sky, title: Sky, weeks: [3], needs: [water]}]
milestones: [{id: low, weeks: [1, 2], title: Low water, text: Why is it low?}]
references: {papers: [{title: Gauges, url: "https://example.org/gauge", topic: Water}]}
"""
LOG: Log = {
    "2026-01-05": ({"series": "tides", "day": "1", "links": [{"url": "https://example.org/gauge"}]}, "Text."),
    "2026-01-06": ({"series": "tides", "day": "2", "done": ["w01/gauge"]}, "See https://example.org/a today."),
    "2026-01-07": ({"series": "moon", "links": [{"url": "https://example.org/b", "status": "reading"}]}, "Text."),
    "2026-01-08": ({"series": "tides", "day": "3", "touched": ["w02/wave"], "tags": ["sea"]}, "Text."),
    "2026-01-10": ({"series": "moon", "title": "Night"}, "[Words](https://example.org/a) again."),
}
EDITS: tuple[Mapping[str, Any], ...] = (
    {"title": "Other"},
    {"description": "Other"},
    {"lang": "fr"},
    {"tags": ["land"]},
    {"hours": "3"},
    {"series": "moon"},
    {"day": "7"},
    {"done": ["w02/wave"]},
    {"done": ["w02/wave", "w02/walk"]},
    {"done": ["w01/gauge"]},
    {"done": ["w03/again"]},
    {"started": ["w02/walk"]},
    {"dropped": ["w02/walk"]},
    {"touched": ["w03"]},
    {"touched": ["water"]},
    {"milestone": "low"},
    {"links": [{"url": "https://example.org/gauge", "status": "read", "note": "Again"}]},
    {"links": [{"url": "https://example.org/gauge", "title": "The gauge"}]},
    {"links": [{"url": "https://example.org/a", "status": "reading"}]},
    {"links": [{"url": "https://example.org/a", "status": "read"}]},
    {"links": [{"url": "https://example.org/c", "title": "Words"}]},
)
"""Values that an entry gets in its front matter."""
PLANS = [
    ("title: Ebb", "title: Low"),
    ("title: Water", "title: Salt"),
    ("hours: 2}", "hours: 2, done: 2026-01-06}"),
    ("Why is", "Where is"),
    ("topic: Water", "topic: Sea"),
    ("2026-01-05", "2026-01-12"),
]
"""Replacements in the plan."""


def variants() -> list[tuple[str, Log, date]]:
    """Return plans, logs and days of which each differs from the first one in one thing."""
    today = MONDAY + timedelta(days=6)
    edited = [
        {**LOG, stem: ({**front, **edit}, body)}
        for stem, (front, body) in LOG.items()
        for edit in (*EDITS, *({name: None} for name in front))
    ]
    edited += [{**LOG, stem: (front, f"{body}\n\nMore.")} for stem, (front, body) in LOG.items()]
    edited += [{name: entry for name, entry in LOG.items() if name != stem} for stem in LOG]
    edited += [{**LOG, f"2026-01-{day:02d}": ({"series": "tides"}, "")} for day in (4, 9, 11)]
    return [
        (PLAN, LOG, today),
        *(
            (
                PLAN,
                {
                    stem: ({k: v for k, v in front.items() if v is not None}, body)
                    for stem, (front, body) in log.items()
                },
                today,
            )
            for log in edited
        ),
        *((PLAN.replace(*words), LOG, today) for words in PLANS),
        *((PLAN, LOG, today + timedelta(days)) for days in (-6, -3, 1, 9, 30)),
    ]


def lazy(plan: str, log: Log, today: date) -> dict[str, LazyPage]:
    context = page_context(Facts(journal(plan, *entries_of(log)), today))
    return {page.uri: page for page in lazy_pages(context) if isinstance(page, LazyPage)}


@pytest.fixture(scope="module")
def sites() -> list[dict[str, LazyPage]]:
    return [lazy(*variant) for variant in variants()]


def test_pages_with_the_same_inputs_are_the_same(sites: list[dict[str, LazyPage]]) -> None:
    """What leaves the inputs of a page as they were leaves the page as it was, with all that is told of it."""
    known: dict[tuple[str, str], object] = {}
    pages = [(uri, page) for site in sites for uri, page in site.items()]
    for uri, page in pages:
        made = page.page()
        shown = made.ingredients, made.is_list, made.is_wide
        assert known.setdefault((uri, digest(page.ingredients)), shown) == shown
    assert len(known) < len(pages) / 2
