"""Imports of logs; what each document becomes is in `tests/cases/imports/logs*.yml`."""

import re
from datetime import date, timedelta

import pytest
import yaml
from hypothesis import assume, example, given
from hypothesis import strategies as st

from daytrail.importers.log.day_mark import read_day_mark
from daytrail.importers.log.draft_entry import DraftEntry, NamedSeries, find_series
from daytrail.importers.log.forms import FORMS
from daytrail.importers.log.reader import read_log
from daytrail.importers.text.dates import match_date
from tests.importers.common import CASES, guesses, losses, unparsed_lines

TODAY = date(2026, 6, 1)
LOGS = {
    name: case
    for path in sorted(CASES.glob("logs*.yml"))
    for name, case in yaml.safe_load(path.read_text(encoding="utf-8")).items()
}


def summary(draft: DraftEntry) -> str:
    """Return a draft entry as the cases show it."""
    number = ""
    if draft.day_numbers:
        first, last = draft.day_numbers
        number = str(first) if first == last else f"{first}-{last}"
    fields = [str(draft.date or ""), number, draft.series, draft.title, draft.body.partition("\n")[0]]
    return " | ".join(fields)


def without_padding(line: str) -> str:
    return re.sub(r"\s*\|\s*", "|", line).strip()


@pytest.mark.parametrize("name", LOGS)
def test_log_becomes_the_entries_of_its_case(name: str) -> None:
    """So do its diagnostics, the keys `left` (unparsed lines) and `doubts` (guesses and contradictions)."""
    case = LOGS[name]
    assert case.keys() <= {
        *("text", "name", "order", "form"),
        *("entries", "bodies", "left", "doubts", "goal", "days", "links", "page", "hours", "tags"),
    }
    form = next((form for form in FORMS if form.name == case.get("form")), None)
    log = read_log(case["text"], TODAY, case.get("order"), name=case.get("name", ""), form=form)
    assert [without_padding(summary(draft)) for draft in log.drafts] == [
        without_padding(line) for line in case["entries"]
    ]
    assert [line.strip() for _, line in unparsed_lines(log)] == case.get("left", [])
    assert [f"{line}: {message}" for line, message in guesses(log)] == case.get("doubts", [])
    assert (log.goal, log.days) == (case.get("goal"), case.get("days"))
    if "bodies" in case:
        assert [draft.body for draft in log.drafts] == case["bodies"]
    if "hours" in case:
        assert [draft.hours for draft in log.drafts] == case["hours"]
    if "tags" in case:
        assert [list(draft.tags) for draft in log.drafts] == case["tags"]
    if "page" in case:
        assert log.page == case["page"].rstrip("\n")
    if "links" in case:
        assert [link for draft in log.drafts for link in draft.links] == case["links"]


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
                "  - [x] b",
                "1. [-] a task",
                "https://example.org/a",
                "%%",
                "%%x%%",
                "<b>",
                "1. [] s",
                "",
                "    ",
            ),
        ]
    ),
)
TEXTS = st.lists(_LINES, max_size=20).map("\n".join)


@given(TEXTS)
@example("---\n1:\n---")
@example("-[ ]0\n\nµ")
@example("DAY0\nDAY0\nDAY0\n### DAY1;\nDAY0")
@example(":\n\t<!x - [x] b")
@example("-[x]#\nb")
@example("<b>\n```\n\n-[ ]a")
@example("\n---\n-[x]b\n---")
@example("D7\n<b>\n1. [] s")
@example("# 20000101\n<A>\n# MARCH1")
def test_nothing_of_any_text_is_lost(text: str) -> None:
    """Each word, link and checkbox is in an entry, in a line that is reported as unparsed, or in what marks a day."""
    log = read_log(text, TODAY)
    assert losses(text, log) == []


@given(TEXTS)
def test_lines_of_a_body_are_lines_of_the_source_in_its_order(text: str) -> None:
    """The first line may lack the day number, headings may be a level lower, and lines may be less indented.

    Comments of Obsidian, between `%%`, become those of HTML.
    """
    lines = [re.sub("<!--|-->", "%%", line).strip().lstrip("#") for line in text.split("\n")]
    for draft in read_log(text, TODAY).drafts:
        body = [re.sub("<!--|-->", "%%", line).strip() for line in draft.body.split("\n")] if draft.body else []
        at = draft.line - 1  # the line of its mark may hold the first words too
        for index, line in enumerate(one.lstrip("#") for one in body):
            while at < len(lines) and not (lines[at] == line or (index == 0 and lines[at].endswith(line.strip()))):
                at += 1
            assert at < len(lines), line
            at += 1


DAYS = st.lists(st.integers(0, 3000), min_size=2, max_size=30, unique=True).map(sorted)


@given(DAYS, st.booleans(), st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%B %d, %Y", "%d %b %Y"]))
def test_log_with_full_dates_is_read_as_it_was_written(offsets: list[int], newest_first: bool, form: str) -> None:
    days = [date(2015, 1, 1) + timedelta(days=offset) for offset in offsets]
    days = days[::-1] if newest_first else days
    text = "".join(f"## {day.strftime(form)}\n\nText of {day}.\n\n" for day in days)
    log = read_log(text, TODAY)
    assert [(draft.date, draft.body) for draft in log.drafts] == [(day, f"Text of {day}.") for day in days]


@given(st.lists(st.integers(1, 150), min_size=2, max_size=30), st.booleans())
def test_dates_without_a_year_get_it_from_the_turns_of_the_year(steps: list[int], newest_first: bool) -> None:
    """If they are at most five months apart."""
    days = [TODAY]
    for step in steps:
        days.append(days[-1] - timedelta(days=step))
    assume(all((day.month, day.day) != (2, 29) for day in days))
    days = days if newest_first else days[::-1]
    log = read_log("".join(f"## {day:%B} {day.day}\n\nx\n" for day in days), TODAY)
    assert [draft.date for draft in log.drafts] == days


@given(st.text())
def test_any_line_can_be_read_as_a_day_mark_and_a_date(text: str) -> None:
    """What is behind the mark is a part of the line, and so is the date."""
    assert read_day_mark(text).rest in text
    date_match = match_date(text)
    assert date_match is None or text.startswith(date_match[0].text)


def test_series_with_continued_numbers_is_one_that_was_renamed() -> None:
    """Names that differ only in case are one, in the most frequent spelling."""

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
