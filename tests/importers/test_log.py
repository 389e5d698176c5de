"""Logs as people keep them become entries: see `cases/imports/logs.yml`."""

import os
import re
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from daytrail.cli.importing.entry_text import entry_files
from daytrail.importers.log.day_lines import LineForm
from daytrail.importers.log.day_mark import read_day_mark
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.reader import ImportedLog, read_log
from daytrail.importers.log.series import NamedSeries, find_series
from daytrail.importers.text.coverage import missing_words
from daytrail.importers.text.dates import match_date
from tests.importers.common import guesses, unparsed_lines

TODAY = date(2026, 6, 1)
CASES = yaml.safe_load((Path(__file__).parents[1] / "cases/imports/logs.yml").read_text(encoding="utf-8"))


def told(draft: DraftEntry) -> str:
    """A draft as the cases write it."""
    number = ""
    if draft.day_numbers:
        first, last = draft.day_numbers
        number = str(first) if first == last else f"{first}-{last}"
    fields = [str(draft.date or ""), number, draft.series, draft.title, draft.body.partition("\n")[0]]
    return " | ".join(fields)


def spaced(line: str) -> str:
    return re.sub(r"\s*\|\s*", "|", line).strip()


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    """A log of a case becomes its entries, with its doubts, and what is left over is as the case says."""
    case = CASES[name]
    assert case.keys() <= {
        *("text", "name", "order", "form"),
        *("entries", "bodies", "left", "doubts", "goal", "days", "links", "page"),
    }
    form = LineForm[case["form"].upper()] if "form" in case else None
    found = read_log(case["text"], TODAY, case.get("order"), name=case.get("name", ""), form=form)
    assert [spaced(told(draft)) for draft in found.drafts] == [spaced(line) for line in case["entries"]]
    assert [line.strip() for _, line in unparsed_lines(found)] == case.get("left", [])
    assert [f"{line}: {message}" for line, message in guesses(found)] == case.get("doubts", [])
    assert (found.goal, found.days) == (case.get("goal"), case.get("days"))
    if "bodies" in case:
        assert [draft.body for draft in found.drafts] == case["bodies"]
    if "page" in case:
        assert found.page == case["page"].rstrip("\n")
    if "links" in case:
        assert [link for draft in found.drafts for link in draft.links] == case["links"]


_LINES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            *(
                "## 2026-01-05",
                "# March 3",
                "### Day 3-4: x",
                "**Day 7**",
                "12/13/2025 (T - 150)",
                "# 2025",
                "---",
                "```",
            ),
            *(
                "<!--",
                "-->",
                "Day 57 of Tides: I read.",
                "83/365 of Tides",
                "- [ ] a task",
                "https://example.org/a",
                "",
                "    ",
            ),
        ]
    ),
)
TEXTS = st.lists(_LINES, max_size=20).map("\n".join)


@given(TEXTS)
def test_no_word_is_lost(text: str) -> None:
    """Every word of any text is in the file of an entry, left over, or in what marks a day."""
    found = read_log(text, TODAY)
    files = entry_files([(None, draft) for draft in found.drafts], lambda draft: draft.series, None)
    assert missing_words(text, [file.text for file in files], found.diagnostics, found.structure) == []


@given(TEXTS)
def test_bodies_are_lines_of_the_source(text: str) -> None:
    """What an entry holds stands in the source, line by line and in its order.

    The number may be gone from its first line, and headings may stand a level lower.
    """
    lines = [line.rstrip().lstrip("#") for line in text.split("\n")]
    for draft in read_log(text, TODAY).drafts:
        body = draft.body.split("\n") if draft.body else []
        at = draft.line - 1  # the line of its mark may hold the first words too
        for index, line in enumerate(one.lstrip("#") for one in body):
            while at < len(lines) and not (lines[at] == line or (index == 0 and lines[at].endswith(line.strip()))):
                at += 1
            assert at < len(lines), line
            at += 1


DAYS = st.lists(st.integers(0, 3000), min_size=2, max_size=30, unique=True).map(sorted)


@given(DAYS, st.booleans(), st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%B %d, %Y", "%d %b %Y"]))
def test_a_written_log_comes_back(offsets: list[int], newest: bool, form: str) -> None:
    """A log that is written with whole dates has the same days and texts when it is read."""
    days = [date(2015, 1, 1) + timedelta(days=offset) for offset in offsets]
    days = days[::-1] if newest else days
    text = "".join(f"## {day.strftime(form)}\n\nText of {day}.\n\n" for day in days)
    found = read_log(text, TODAY)
    assert [(draft.date, draft.body) for draft in found.drafts] == [(day, f"Text of {day}.") for day in days]
    assert found.newest_first is newest


@given(st.lists(st.integers(1, 150), min_size=2, max_size=30), st.booleans())
def test_years_that_nobody_wrote(steps: list[int], newest: bool) -> None:
    """Without a year, dates that are at most five months apart get theirs by the turns of the year."""
    days = [TODAY]
    for step in steps:
        days.append(days[-1] - timedelta(days=step))
    assume(all((day.month, day.day) != (2, 29) for day in days))
    days = days if newest else days[::-1]
    found = read_log("".join(f"## {day:%B} {day.day}\n\nx\n" for day in days), TODAY)
    assert [draft.date for draft in found.drafts] == days


@given(st.text())
def test_any_line_can_be_read(text: str) -> None:
    """No text is too strange for a mark or a date, and a mark's rest is a piece of it."""
    assert read_day_mark(text).rest in text
    found = match_date(text)
    assert found is None or text.startswith(found[0].text)


def test_a_series_that_was_renamed_is_one() -> None:
    """Numbers that go on under another name are one series; names that differ in case are one, spelt as usual."""

    def draft(number: int, series: str) -> DraftEntry:
        return DraftEntry(number, None, (number, number), series)

    drafts = [
        draft(1, "GPU Programming"),
        draft(2, "GPU programming"),
        draft(3, "GPU Programming"),
        draft(4, "ML Systems"),
    ]
    assert find_series(drafts) == (NamedSeries("ML Systems", ("GPU Programming",)),)
    assert find_series([*drafts, draft(2, "Piano")]) == (
        NamedSeries("ML Systems", ("GPU Programming",)),
        NamedSeries("Piano"),
    )
    assert find_series([DraftEntry(1, TODAY)]) == ()


# the five documents


def seed(name: str) -> ImportedLog:
    folder = os.environ.get("DAYTRAIL_SEEDS")
    if not folder:
        pytest.skip("no DAYTRAIL_SEEDS: the documents are not here")
    [path] = Path(folder).glob(f"{name}_*")
    return read_log(path.read_text(encoding="utf-8"), date(2026, 11, 21))


def test_the_progress_log() -> None:
    """59 entries over two years, 52 of them numbered, one number twice, and a series that was renamed."""
    found = seed("000")
    days = [draft.date for draft in found.drafts]
    assert (len(days), min(filter(None, days)), max(filter(None, days))) == (59, date(2025, 10, 6), date(2026, 2, 15))
    numbers = Counter(draft.day_numbers for draft in found.drafts if draft.day_numbers)
    assert numbers.total() == 52
    assert [number for number, count in numbers.items() if count > 1] == [(22, 22)]
    assert find_series(found.drafts) == (NamedSeries("ML Systems", ("GPU Programming",)),)
    assert [line for _, line in unparsed_lines(found)] == ["# Progress"]


def test_the_countdown() -> None:
    """49 days from T-154 to T-106, all pointing at one day, seven of them empty."""
    found = seed("001")
    days = [draft.date for draft in found.drafts if draft.date]
    assert found.goal == date(2026, 5, 12)
    assert (len(days), (found.goal - days[0]).days, (found.goal - days[-1]).days) == (49, 154, 106)
    assert sum(not draft.body for draft in found.drafts) == 7
    assert guesses(found) == []


def test_the_posts() -> None:
    """11 days of 365; seven stood twice, and the copies of one differ."""
    found = seed("002")
    assert [draft.day_numbers for draft in found.drafts][:3] == [(83, 83), (82, 82), (151, 151)]
    assert (len(found.drafts), found.days, len(guesses(found))) == (11, 365, 7)
    assert [message for _, message in guesses(found) if "differs" in message] == [
        "day 148 stands twice and differs; the longer one, of line 32, was kept"
    ]
