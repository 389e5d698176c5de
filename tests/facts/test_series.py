"""Series: day numbers, neighbours, and how far each series is."""

from collections.abc import Mapping
from datetime import date

import pytest

from daytrail.facts.series import (
    EntryPosition,
    next_day_number,
    positions,
    series_numbers,
    series_status,
)
from daytrail.model.curriculum import Series
from daytrail.model.entry import Entry
from tests.journal import MONDAY, entry, plan

PLAN = plan("""
title: Plan
series:
  - {id: ml, title: ML}
  - {id: gpu, title: GPU, days: 365}
  - {id: goal, title: Goal, counts_down_to: 2026-05-12}
""")


def positions_of(*entries: Entry) -> Mapping[str, EntryPosition]:
    return positions(entries, PLAN.series)


@pytest.mark.parametrize(
    ("series", "written", "shown"),
    [
        ("ml", {"day": "57"}, "Day 57"),
        ("ml", {"day": "0"}, "Day 0"),
        ("ml", {"day": "3-4"}, "Days 3-4"),
        ("gpu", {"day": "83"}, "Day 83/365"),
        ("gpu", {"day": "3 – 4"}, "Days 3-4/365"),
        ("goal", {"date": "2026-01-26"}, "T-106"),
        ("goal", {"date": "2026-05-15"}, "T+3"),
        ("goal", {"date": "2026-05-11", "day": "9"}, "T-1"),
        ("unknown", {"day": "5"}, "Day 5"),
        (None, {"day": "5"}, "Day 5"),
        (None, {}, ""),
    ],
)
def test_the_number_of_an_entry_depends_on_its_series(series: str | None, written: dict[str, str], shown: str) -> None:
    more = {"series": series} if series else {}
    day = entry("2026-01-26", **more, **written)
    assert positions_of(day)[day.path].number == shown


def stem(entry: Entry | None) -> str | None:
    return entry.stem if entry else None


def test_neighbours_are_those_of_the_whole_log() -> None:
    days = [
        entry("2026-01-05", "Text", series="ml"),
        entry("2026-01-06", "Text"),
        entry("2026-01-06-evening", "Text", series="ml"),
        entry("2026-01-07", "Text"),
    ]
    result = positions_of(*days)
    log = [(stem(result[day.path].previous), stem(result[day.path].following)) for day in days]
    assert log == list(zip([None, *map(stem, days)], [*map(stem, days[1:]), None], strict=False))
    assert [(one := result[day.path].series) and one.id for day in days] == ["ml", None, "ml", None]


def test_an_empty_day_is_no_neighbour() -> None:
    """It has neighbours itself, so a reader who opens it can go on."""
    days = [entry("2026-01-05", "Text"), entry("2026-01-06"), entry("2026-01-07"), entry("2026-01-08", "Text")]
    result = positions_of(*days)
    around = [(stem(result[day.path].previous), stem(result[day.path].following)) for day in days]
    assert around == [
        (None, "2026-01-08"),
        ("2026-01-05", "2026-01-08"),
        ("2026-01-05", "2026-01-08"),
        ("2026-01-05", None),
    ]


ML = Series(id="ml", title="ML")


def day(stem: str, number: str = "") -> Entry:
    return entry(stem, series="ml", **({"day": number} if number else {}))


COUNTDOWN = Series(id="goal", title="Goal", counts_down_to=date(2026, 1, 10))


def test_the_status_of_a_series_is_its_latest_number_and_of_a_countdown_the_number_of_the_day() -> None:
    """Entries after today do not count."""
    log = [day("2026-01-05", "4"), day("2026-01-06", "5"), entry("2026-01-07"), day("2026-01-09", "6")]
    result = series_status([ML, COUNTDOWN], log, date(2026, 1, 8))
    assert [(status.series.id, status.number, status.latest and status.latest.stem) for status in result] == [
        ("ml", "Day 5", "2026-01-06"),
        ("goal", "T-2", None),
    ]
    assert [status.number for status in series_status([ML, COUNTDOWN], [], MONDAY)] == ["", "T-5"]


@pytest.mark.parametrize(
    ("log", "on", "number"),
    [
        ([], "2026-01-09", 1),
        ([day("2026-01-05", "57")], "2026-01-06", 58),
        ([day("2026-01-05", "3-4")], "2026-01-06", 5),
        ([day("2026-01-05", "9"), day("2026-01-06", "7")], "2026-01-07", 10),
        ([day("2026-01-05", "57"), day("2026-01-06")], "2026-01-07", 58),
        ([day("2026-01-05")], "2026-01-06", None),
        ([day("2026-01-05", "57")], "2026-01-05", None),
        ([day("2026-01-05", "57"), day("2026-01-07", "59")], "2026-01-06", 58),
        ([day("2026-01-05", "57"), day("2026-01-07", "58")], "2026-01-06", None),
        ([entry("2026-01-05", series="other", day="9")], "2026-01-06", 1),
    ],
)
def test_the_next_number_follows_the_highest_one_before_unless_that_is_not_sure(
    log: list[Entry], on: str, number: int | None
) -> None:
    assert next_day_number(log, ML, date.fromisoformat(on)) == number


@pytest.mark.parametrize(
    ("numbers", "written", "last", "missing"),
    [
        ([], 0, None, ()),
        (["0", "1"], 2, 1, ()),
        (["82", "83", "143"], 3, 143, ((1, 81), (84, 142))),
        (["3-5", "5", "9-10"], 5, 10, ((1, 2), (6, 8))),
        (["22", "22", None, "24"], 2, 24, ((1, 21), (23, 23))),
    ],
)
def test_each_number_counts_once_and_those_without_an_entry_below_the_highest_are_missing(
    numbers: list[str | None], written: int, last: int | None, missing: tuple[tuple[int, int], ...]
) -> None:
    series = Series(id="goal", title="Goal", days=365)
    entries = [
        entry(f"2026-01-05-{n}", series="goal", **({"day": number} if number else {}))
        for n, number in enumerate(numbers)
    ]
    result = series_numbers(series, [*entries, entry("2026-01-05-x", series="other", day="300")])
    assert (result.written, result.last, result.missing) == (written, last, missing)
    assert len(result.entries) == len(numbers)
