"""Where an entry stands in its series, and what comes before and after it."""

from datetime import date

import pytest

from daytrail.facts.series import number, places, t_minus
from daytrail.model.entry import Entry
from daytrail.model.series import Series
from tests.journal import entry, journal

PLAN = """
title: Plan
series:
  - {id: ml, title: ML}
  - {id: gpu, title: GPU, days: 365}
  - {id: goal, title: Goal, counts_down_to: 2026-05-12}
"""


@pytest.mark.parametrize(
    ("series", "written", "shown"),
    [
        ("ml", {"day": "57"}, "Day 57"),
        ("ml", {"day": "0"}, "Day 0"),
        ("ml", {"day": "3-4"}, "Days 3-4"),
        ("ml", {"day": "4-4"}, "Day 4"),
        ("ml", {}, ""),
        ("gpu", {"day": "83"}, "Day 83/365"),
        ("gpu", {"day": "3 – 4"}, "Days 3-4/365"),
        ("gpu", {}, ""),
        ("goal", {"date": "2026-01-26"}, "T-106"),
        ("goal", {"date": "2026-05-12"}, "T-0"),
        ("goal", {"date": "2026-05-15"}, "T+3"),
        ("goal", {"date": "2026-05-11", "day": "9"}, "T-1"),
        ("unknown", {"day": "5"}, "Day 5"),
        (None, {"day": "5"}, "Day 5"),
        (None, {}, ""),
    ],
)
def test_how_an_entry_counts(series: str | None, written: dict[str, str], shown: str) -> None:
    """A series counts its numbers, its numbers of so many, or the days to its goal; no number is no number."""
    more = {"series": series} if series else {}
    day = entry("2026-01-26", **more, **written)
    assert places(journal(PLAN, day))[day.path].number == shown


def test_a_countdown_passes_its_day() -> None:
    """T-0 is the day itself, T+1 the day after."""
    end = date(2026, 5, 12)
    assert [t_minus(end, date(2026, 5, day)) for day in (10, 11, 12, 13)] == ["T-2", "T-1", "T-0", "T+1"]
    assert number(entry("2026-05-13"), Series(id="goal", title="Goal", counts_down_to=end)) == "T+1"


def around(found: Entry | None) -> str | None:
    return found.stem if found else None


def test_neighbours_in_the_log_and_in_the_series() -> None:
    """Before and after are of the whole log, and of the entry's own series; entries without one are a series too."""
    days = [
        entry("2026-01-05", series="ml"),
        entry("2026-01-06", series="gpu"),
        entry("2026-01-06-evening", series="ml"),
        entry("2026-01-07"),
        entry("2026-01-08", series="gpu"),
        entry("2026-01-09"),
    ]
    found = places(journal(PLAN, *days))
    assert {
        day.stem: tuple(map(around, (place.before, place.after, place.series_before, place.series_after)))
        for day in days
        for place in [found[day.path]]
    } == {
        "2026-01-05": (None, "2026-01-06", None, "2026-01-06-evening"),
        "2026-01-06": ("2026-01-05", "2026-01-06-evening", None, "2026-01-08"),
        "2026-01-06-evening": ("2026-01-06", "2026-01-07", "2026-01-05", None),
        "2026-01-07": ("2026-01-06-evening", "2026-01-08", None, "2026-01-09"),
        "2026-01-08": ("2026-01-07", "2026-01-09", "2026-01-06", None),
        "2026-01-09": ("2026-01-08", None, "2026-01-07", None),
    }
    known = [found[day.path].series for day in days[:4]]
    assert [one.id if one else None for one in known] == ["ml", "gpu", "ml", None]


def test_an_empty_log_has_no_places() -> None:
    """Without entries there is nothing to place."""
    assert places(journal(PLAN)) == {}
