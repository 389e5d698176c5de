"""Activity: the entries and hours of each day, today and in the past, and runs of days with an entry."""

from datetime import date, timedelta

import pytest

from daytrail.facts.activity import (
    WORDS_PER_LINK,
    Measure,
    Streaks,
    activity,
    best_measure,
    levels,
    past_days,
    streaks,
)
from daytrail.facts.calendar import DateRange
from tests.journal import entry


def test_entries_of_one_date_are_one_day_with_their_hours_together() -> None:
    days = activity([entry("2026-01-05", "A"), entry("2026-01-07", "B", hours="1"), entry("2026-01-07-b", hours="2.5")])
    assert [active.day for active in days.values()] == [*days]
    assert [(day, [written.stem for written in active.entries], active.hours) for day, active in days.items()] == [
        (date(2026, 1, 5), ["2026-01-05"], 0),
        (date(2026, 1, 7), ["2026-01-07", "2026-01-07-b"], 3.5),
    ]


def test_levels_are_the_quarters_of_the_writers_own_days() -> None:
    """Of eight days with different hours each level has two, whatever the hours are."""
    for scale in (0.1, 1, 3):
        days = activity(entry(f"2026-01-{n:02d}", hours=f"{n * scale:g}") for n in range(1, 9)).values()
        assert [*levels(days, "hours").values()] == [1, 1, 2, 2, 3, 3, 4, 4]


def test_words_links_and_items_of_the_plan_are_work() -> None:
    """A link in the front matter or the text, and an item that is named, count for as many words each."""
    [active] = activity(
        [entry("2026-01-05", "Two words [and](https://a.example).", links=["https://b.example"], done=["w01/a"])]
    ).values()
    assert active.amount("work") == 3 + 3 * WORDS_PER_LINK


@pytest.mark.parametrize(("hours", "measure"), [(2, "work"), (3, "hours")])
def test_hours_are_the_measure_if_most_days_name_them(hours: int, measure: Measure) -> None:
    """Empty days do not count."""
    written = [entry(f"2026-01-{n:02d}", "Text", **({"hours": "1"} if n <= hours else {})) for n in range(1, 5)]
    days = activity([*written, entry("2026-01-09"), entry("2026-01-10"), entry("2026-01-11")]).values()
    assert best_measure(days) == measure


@pytest.mark.parametrize("measure", ["hours", "work"])
def test_entries_without_content_do_not_raise_the_level(measure: Measure) -> None:
    days = activity([entry("2026-01-05", " \n"), entry("2026-01-06"), entry("2026-01-06-b", "Text")]).values()
    assert [active.empty for active in days] == [True, False]
    assert [*levels(days, measure).values()] == [0, 1]


def test_an_entry_with_any_content_is_not_empty() -> None:
    assert entry("2026-01-05", tags=["a"], day="3", series="b").empty
    for key in ("done", "started", "dropped", "touched"):
        assert not entry("2026-01-05", **{key: ["w01/a"]}).empty
    for key, value in (("title", "x"), ("hours", "1"), ("milestone", "m"), ("links", ["https://example.org"])):
        assert not entry("2026-01-05", **{key: value}).empty


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


def test_each_day_of_an_entry_about_several_is_active() -> None:
    """Its hours are divided among them."""
    written = [entry("2026-01-05", "Text", until="2026-01-07", hours="3"), entry("2026-01-06", hours="1")]
    days = activity(written)
    assert {day.isoformat(): (active.hours, active.count) for day, active in days.items()} == {
        "2026-01-05": (1, 1),
        "2026-01-06": (2, 2),
        "2026-01-07": (1, 1),
    }
    assert [past.days for past in past_days(written, date(2026, 1, 14))] == [7]
    assert streaks(days, date(2026, 1, 8)).current == 3


# -- streaks --

FRIDAY = date(2026, 1, 9)
WEEKEND = frozenset({5, 6})


def january(*numbers: int) -> list[date]:
    """Return days of January 2026. The 5th is a Monday."""
    return [date(2026, 1, number) for number in numbers]


@pytest.mark.parametrize(
    ("written", "today", "current", "longest"),
    [
        ([], 9, 0, 0),
        ([9], 9, 1, 1),
        ([8], 9, 1, 1),
        ([7], 9, 0, 1),
        ([7, 8, 9], 9, 3, 3),
        ([5, 6, 8, 9], 9, 2, 2),
        ([1, 2, 3, 8], 9, 1, 3),
        ([9, 10, 11], 9, 1, 1),
        ([8, 8, 8], 9, 1, 1),
    ],
)
def test_a_run_may_end_yesterday_and_days_after_today_do_not_count(
    written: list[int], today: int, current: int, longest: int
) -> None:
    result = streaks(january(*written), date(2026, 1, today))
    assert (result.current, result.longest) == (current, longest)


@pytest.mark.parametrize(
    ("written", "today", "current"),
    [
        ([8, 9], 12, 2),
        ([8, 9, 12], 12, 3),
        ([8, 9, 10, 12], 12, 4),
        ([8, 12], 12, 1),
        ([9], 13, 0),
    ],
)
def test_a_day_of_rest_without_an_entry_breaks_no_run_and_counts_with_one(
    written: list[int], today: int, current: int
) -> None:
    assert streaks(january(*written), date(2026, 1, today), WEEKEND).current == current


def test_a_pause_breaks_no_run_even_between_days_of_rest() -> None:
    pause = DateRange(date(2026, 1, 12), date(2026, 1, 16))
    result = streaks(january(8, 9, 19), date(2026, 1, 19), WEEKEND, [pause])
    assert (result.current, result.longest_dates) == (3, DateRange(date(2026, 1, 8), date(2026, 1, 19)))
    assert streaks(january(8, 9, 19), date(2026, 1, 19), frozenset(), [pause]).current == 1
    assert streaks(january(9), date(2026, 1, 14), WEEKEND, [pause]).current == 1


def test_of_equally_long_runs_the_latest_is_the_longest() -> None:
    assert streaks(january(1, 2, 5, 6), FRIDAY).longest_dates == DateRange(date(2026, 1, 5), date(2026, 1, 6))


@pytest.mark.parametrize("written_today", [True, False])
def test_28_days_with_an_entry_are_28_of_28_with_or_without_an_entry_today(*, written_today: bool) -> None:
    written = [FRIDAY - timedelta(days=n) for n in range(0 if written_today else 1, 60)]
    assert streaks(written, FRIDAY).recent == 28


def test_without_entries_up_to_today_there_are_no_streaks() -> None:
    assert streaks([], FRIDAY) == streaks([date(2030, 1, 1)], FRIDAY) == Streaks()
