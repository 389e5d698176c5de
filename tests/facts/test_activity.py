"""Activity: the entries and hours of each day, today and in the past."""

from datetime import date, timedelta

import pytest

from daytrail.facts.activity import Measure, activity, past_days
from tests.journal import entry


def test_entries_of_one_date_are_one_day_with_their_hours_together() -> None:
    days = activity([entry("2026-01-05", "A"), entry("2026-01-07", "B", hours="1"), entry("2026-01-07-b", hours="2.5")])
    assert [active.day for active in days.values()] == [*days]
    assert [(day, [written.stem for written in active.entries], active.hours) for day, active in days.items()] == [
        (date(2026, 1, 5), ["2026-01-05"], 0),
        (date(2026, 1, 7), ["2026-01-07", "2026-01-07-b"], 3.5),
    ]


@pytest.mark.parametrize(
    ("hours", "level"),
    [(None, 1), ("0.5", 1), ("1", 1), ("1.5", 2), ("2", 2), ("3", 3), ("4", 3), ("4.5", 4), ("12", 4)],
)
def test_the_level_of_a_day_by_its_hours(hours: str | None, level: int) -> None:
    written = {"hours": hours} if hours else {}
    [active] = activity([entry("2026-01-05", "Text", **written)]).values()
    assert active.level("hours") == level


@pytest.mark.parametrize(("entries", "level"), [(1, 1), (2, 2), (4, 4), (7, 4)])
def test_the_level_of_a_day_by_its_number_of_entries(entries: int, level: int) -> None:
    [active] = activity([entry(f"2026-01-05-{n}", "Text") for n in range(entries)]).values()
    assert active.level("count") == level


@pytest.mark.parametrize("measure", ["hours", "count"])
def test_entries_without_content_do_not_raise_the_level(measure: Measure) -> None:
    [active] = activity([entry("2026-01-05", " \n")]).values()
    assert (active.empty, active.level(measure)) == (True, 0)
    [active] = activity([entry("2026-01-05"), entry("2026-01-05-b", "Text")]).values()
    assert (active.empty, active.level(measure)) == (False, 1)


@pytest.mark.parametrize(
    "written",
    [
        {"title": "x"},
        {"hours": "1"},
        {"links": ["https://example.org"]},
        {"done": ["w01/a"]},
        {"started": ["w01/a"]},
        {"dropped": ["w01/a"]},
        {"touched": ["w01"]},
        {"milestone": "m"},
    ],
)
def test_an_entry_with_any_content_is_not_empty(written: dict[str, object]) -> None:
    assert not entry("2026-01-05", **written).empty
    assert entry("2026-01-05", tags=["a"], day="3", series="b").empty


def test_past_days_are_those_exactly_7_30_90_and_365_days_ago_that_have_content() -> None:
    stems = ["2025-01-14", "2025-12-15", "2026-01-07", "2026-01-07-b", "2026-01-08", "2026-01-14"]
    entries = [*(entry(stem, "Text") for stem in stems), entry("2025-10-16")]
    past = past_days(entries, date(2026, 1, 14))
    assert [(day.days, [written.stem for written in day.entries]) for day in past] == [
        (7, ["2026-01-07", "2026-01-07-b"]),
        (30, ["2025-12-15"]),
        (365, ["2025-01-14"]),
    ]
    assert past_days(entries, date.min) == ()
    assert past_days(entries, date.min + timedelta(days=6)) == ()  # a week before it there was no day
