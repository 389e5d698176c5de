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
