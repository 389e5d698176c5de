"""Pages that are made only if their inputs have changed."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

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


SUNDAY = MONDAY + timedelta(days=6)


def variants() -> Iterator[tuple[str, Log, date]]:
    """Yield plans, logs and days of which each differs from the first one in one thing."""
    yield PLAN, LOG, SUNDAY
    for stem, (front, body) in LOG.items():
        for edit in EDITS:
            yield PLAN, {**LOG, stem: ({**front, **edit}, body)}, SUNDAY
        for key in front:
            yield PLAN, {**LOG, stem: ({name: value for name, value in front.items() if name != key}, body)}, SUNDAY
        yield PLAN, {**LOG, stem: (front, f"{body}\n\nMore.")}, SUNDAY
        yield PLAN, {name: entry for name, entry in LOG.items() if name != stem}, SUNDAY
    for day in (4, 9, 11):
        yield PLAN, {**LOG, f"2026-01-{day:02d}": ({"series": "tides"}, "")}, SUNDAY
    for words in PLANS:
        yield PLAN.replace(*words), LOG, SUNDAY
    for days in (-6, -3, 1, 9, 30):
        yield PLAN, LOG, SUNDAY + timedelta(days)


def test_pages_with_the_same_inputs_are_the_same() -> None:
    """What leaves the inputs of a page as they were leaves the page as it was, with all that is told of it."""
    known: dict[tuple[str, str], object] = {}
    count = 0
    for plan, log, today in variants():
        for page in lazy_pages(page_context(Facts(journal(plan, *entries_of(log)), today))):
            if isinstance(page, LazyPage):
                made = page.page()
                shown = made.ingredients, made.is_list, made.is_wide
                assert known.setdefault((page.uri, digest(page.ingredients)), shown) == shown
                count += 1
    assert len(known) < count / 2
