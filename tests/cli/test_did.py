"""`daytrail did`: habits that were kept, in an entry."""

import json
from pathlib import Path

import pytest

from tests.command import CommandResult, run, write

PLAN = """\
title: Tides
habits: [{id: article, title: Read an article}, {id: problems, title: Problem solving, per_week: 5}]
"""
PATH = "entries/2026/2026-01-13.md"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    entry = "---\ntitle:  Ebb   # mine\ndid: [article]\n---\n\nText.\n"
    return write(tmp_path, {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": PLAN, PATH: entry})


def did(root: Path, *arguments: str) -> CommandResult:
    return run(root, "did", *arguments, DAYTRAIL_TODAY="2026-01-13")


def test_what_was_done_is_added_to_what_the_entry_says(root: Path) -> None:
    """Nothing else in it changes; the counts of the week are said."""
    result = did(root, "problems", "2", "article")
    assert (result.status, result.out.strip().endswith(PATH)) == (0, True)
    assert result.err == "Read an article: 2 this week\nProblem solving: 2 of 5 this week\n"
    text = (root / PATH).read_text(encoding="utf-8")
    assert text == "---\ntitle:  Ebb   # mine\ndid: [{article: 2}, {problems: 2}]\n---\n\nText.\n"
    assert did(root, "article", "--undo").status == 0
    assert "\ndid: [{problems: 2}]\n" in (root / PATH).read_text(encoding="utf-8")
    assert did(root, "problems", "--undo").status == 0
    assert (root / PATH).read_text(encoding="utf-8") == "---\ntitle:  Ebb   # mine\n---\n\nText.\n"


def test_a_day_without_an_entry_gets_one(root: Path) -> None:
    """As by `daytrail new`."""
    path = root / "entries/2026/2026-01-12.md"
    assert did(root, "problems", "--date", "2026-01-12").status == 0
    assert "did: [problems]\n" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["problms"], "unknown habit `problms`; did you mean `problems`?"),
        (["2", "article"], "`2` is no habit"),
        ([], "Missing argument"),
    ],
)
def test_an_unknown_habit_is_wrong_usage(root: Path, words: list[str], message: str) -> None:
    """Nothing is written."""
    result = did(root, *words)
    assert (result.status, message in result.err) == (2, True)


def test_status_review_and_data_have_the_counts(root: Path) -> None:
    """In the words of the site, and as data."""
    did(root, "problems", "3")
    assert (
        "Problem solving  3 of 5 this week  3 in the last 28 days"
        in run(root, "status", DAYTRAIL_TODAY="2026-01-13").out
    )
    [article, problems] = json.loads(run(root, "status", "--json", DAYTRAIL_TODAY="2026-01-13").out)["habits"]
    assert article["this_week"] == 1
    names = ("id", "title", "per_week", "this_week", "recent", "total")
    assert problems == dict(zip(names, ("problems", "Problem solving", 5, 3, 3, 3), strict=True))
    letter = run(root, "review", DAYTRAIL_TODAY="2026-01-13").out
    assert "## Habits\n\n- Read an article: 1\n- Problem solving: 3\n" in letter
