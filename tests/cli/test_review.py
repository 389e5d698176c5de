"""`daytrail review` and `daytrail share`: the log as a letter and as posts."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.series import EntryNumber, EntryPosition
from daytrail.model.curriculum import Series
from daytrail.views.files.post import post
from tests.command import CommandResult, run, texts, write
from tests.journal import entry

FILES = {
    "mkdocs.yml": "site_name: x\n",
    "curriculum.yaml": """\
title: Tides
series: [{id: tides, title: Tides}]
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: Ebb
        reading: [{id: moon, title: "The *moon*", url: "https://example.org/moon", hours: 1.5}]
        practice: [{id: gauge, text: Read a gauge, hours: 2}]
""",
    "entries/2026-01-04.md": "---\nday: 1\ntitle: Long ago\n---\n\n- [ ] buy a gauge\n",
    "entries/2026-01-08.md": "---\nday: 2\ntitle: 'Low_water'\nhours: 1.5\ndone: [w01/moon]\n---\n\nSee [it](https://example.org/moon).\n",
    "entries/2026-01-10.md": """\
---
day: 3
hours: 2
links: [{url: "https://example.org/x", title: X, status: read}]
---

Text.
""",
    "entries/2026-01-12.md": "",
    "entries/2026-02-01.md": "---\nday: 9\ntitle: To come\n---\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


def run_on_the_14th(root: Path, *arguments: str) -> CommandResult:
    return run(root, *arguments, DAYTRAIL_TODAY="2026-01-14", SITE_URL=None)


def test_a_letter_covers_the_last_seven_days(root: Path) -> None:
    """It has what was done, the days, the links, what is open and what is next, and names a source once."""
    result = run_on_the_14th(root, "review")
    assert (result.status, result.err) == (0, "")
    assert (
        result.out
        == """\
# 8 January 2026 to 14 January 2026

2 entries on 2 of 7 days. 3.5 h logged.

## Done

- [The \\*moon\\*](<https://example.org/moon>), week 1, on 8 January 2026

## Days

- 8 January 2026: Low\\_water (Day 2), 1.5 h logged
- 10 January 2026: Day 3 of Tides, 2 h logged

## Read and mentioned

- [X](<https://example.org/x>): read

## Open tasks

- buy a gauge, since 4 January 2026

## Next in the plan

- Read a gauge, 2 h
"""
    )


SAVED = """\
---
review: 2026-W02
date: 2026-01-11
---

# Week of 5–11 January 2026

2 entries on 2 of 7 days. 3.5 h logged. Without a start date, the plan has no pace: 1 of 2 items done and 0 touched or \
started.

## What do I understand now that I did not understand a week ago?
"""


def test_a_saved_review_has_four_questions_and_the_facts_of_its_week(root: Path) -> None:
    """On a Wednesday it is about the week before, as of its Sunday. The site adds the days, with links."""
    result = run_on_the_14th(root, "review", "--save")
    assert (result.status, Path(result.out.strip()).name) == (0, "2026-W02.md")
    text = texts(root)["docs/reviews/2026-W02.md"]
    assert text.startswith(SAVED)
    headings = re.findall("^## (.*)", text, re.MULTILINE)
    assert [heading[-1] for heading in headings[:4]] == ["?"] * 4
    assert headings[4:] == ["Done", "Read and mentioned", "Next in the plan"]


def test_a_saved_review_is_never_written_again(root: Path) -> None:
    """Whatever the log says by now, and wherever in `docs/` the review is."""
    before = texts(write(root, {"docs/second.md": SAVED.replace("a week ago?\n", "a week ago?\n\nThe ebb.\n")}))
    result = run_on_the_14th(root, "review", "--save", "2026-01-09")
    assert (result.status, "nothing was changed" in result.err) == (0, True)
    assert Path(result.out.strip()).name == "second.md"
    assert texts(root) == before


@pytest.mark.parametrize(
    ("today", "week", "name"),
    [
        ("2026-01-11", (), "2026-W02"),  # a Sunday, on which the week ends
        ("2026-01-10", (), "2026-W01"),
        ("2026-01-14", ("2026-W03",), "2026-W03"),
        ("2026-01-14", ("2025-12-29",), "2026-W01"),
        ("2026-01-14", ("2021-01-03",), "2020-W53"),
        ("0001-01-07", (), "0001-W01"),
        ("9999-12-31", ("9999-12-31",), "9999-W52"),
    ],
)
def test_a_review_is_about_a_week_by_iso_8601(root: Path, today: str, week: tuple[str, ...], name: str) -> None:
    result = run(root, "review", "--save", *week, DAYTRAIL_TODAY=today)
    assert (result.status, Path(result.out.strip()).name) == (0, f"{name}.md")
    assert f"review: {name}\n" in texts(root)[f"docs/reviews/{name}.md"]


def test_no_review_is_saved_of_a_log_with_errors(root: Path) -> None:
    """It would lack for ever what the errors leave out."""
    write(root, {"entries/2026-01-09.md": "---\nhours: many\n---\n"})
    result = run_on_the_14th(root, "review", "--save")
    assert (result.status, "entries/2026-01-09.md:2:8: error" in result.err) == (1, True)
    assert not (root / "docs").exists()


def test_the_last_entry_is_shared(root: Path) -> None:
    """Without a name it is the last entry up to today that is not empty, with its permalink."""
    result = run_on_the_14th(root, "share", "--url", "https://learner.example/log")
    assert (result.out, result.err) == ("Day 3 of Tides\n\nText.\n\nhttps://learner.example/log/log/2026/01/10/\n", "")
    result = run_on_the_14th(root, "share", "2026-01-08")
    assert result.out == "Day 2 of Tides · Low_water\n\nSee it.\n"
    assert "--url gives one" in result.err
    result = run(root, "share", "2026-01-08.md", SITE_URL="https://learner.example/")
    assert result.out.splitlines()[-1] == "https://learner.example/log/2026/01/08/"


def test_an_unknown_empty_or_ambiguous_entry_is_wrong_usage(root: Path) -> None:
    """A log without any text is an error."""
    more = {"2026-01-10-evening": "More.", "2026-01-09-a": "A", "2026-01-09-b": "B"}
    write(root, {f"entries/{stem}.md": text for stem, text in more.items()})
    for name in ("2026-01-11", "2026-01-12", "x"):
        assert run_on_the_14th(root, "share", name).status == 2
    several = run_on_the_14th(root, "share", "2026-01-09")
    assert (several.status, "2026-01-09 may be " in several.err) == (2, True)
    assert run_on_the_14th(root, "share", "2026-01-10").out.startswith("Day 3")
    assert run_on_the_14th(root, "share", "2026-01-10-evening").out == "More.\n"


SERIES = Series(id="tides", title="Tides")
PLACE = EntryPosition(SERIES, EntryNumber("57", 1, None), None, None, 0)
LINK = "https://learner.example/log/2026/01/05/"


@given(st.text("ab ?!é日", max_size=400), st.text("ab é", max_size=300), st.integers(60, 400))
def test_no_post_is_longer_than_the_limit(excerpt: str, title: str, most: int) -> None:
    shared = post(entry("2026-01-05", excerpt, title=title.strip() or None), PLACE, LINK, most)
    assert len(shared) - len(LINK) + 23 <= most
    assert shared.endswith(LINK)


@pytest.mark.parametrize("command", ["review", "reading --bibtex", "status"])
def test_no_title_controls_the_terminal(tmp_path: Path, command: str) -> None:
    title = r'"a\e[31mb\e]0;t\ac\u202e"'
    reading_list = f"categories: [{{id: a, title: A, items: [{{title: {title}, url: 'https://harbour.org/a'}}]}}]\n"
    entry_text = f"---\ndate: 2026-01-12\ntitle: {title}\n---\n\nhttps://harbour.org/a\n"
    root = write(
        tmp_path, {"mkdocs.yml": "site_name: x\n", "reading.yaml": reading_list, "entries/2026-01-12.md": entry_text}
    )
    result = run(root, *command.split(), DAYTRAIL_TODAY="2026-01-14")
    assert "31mb" in result.out
    assert not {*"\x1b\a\u202e"} & {*result.out}
