"""`daytrail plan fit`: the change that it shows, or writes with `--write`, and that nothing else changes."""

from pathlib import Path

import pytest

from daytrail.source.load import load
from tests.command import CommandResult, run, texts, write

PLAN = """\
# The plan.
title:  Tides   # two spaces
start: 2026-01-05    # the Monday of week 1
hours_per_week: 7

parts:
  - file: curriculum/one.yaml
  - id: two
    title: Two
    weeks:
      - {week: 3, title: Slack, practice: [{id: c, text: C, hours: 7}]}
"""
PART = """\
id: one
title: 'One'
weeks:
  - week: 1
    title: Ebb
    practice:
      - {id: a, text: A, hours: 7}   # first
  - week: 2
    title: Flood
    practice:
      - id: b
        text: B
        hours: 7
        optional: true   # perhaps
"""
FILES = {
    "mkdocs.yml": "site_name: x\n",
    "curriculum.yaml": PLAN,
    "curriculum/one.yaml": PART,
    "entries/2026-01-06.md": "---\ndone: [w01/a]\n---\n",
}


def fit(root: Path, *arguments: str, today: str = "2026-01-19", **more: str) -> CommandResult:
    write(root, FILES | more)
    return run(root, "plan", "fit", "--yes", *arguments, DAYTRAIL_TODAY=today)


@pytest.mark.parametrize(
    ("keep", "edit", "words"),
    [
        ("date", ("hours_per_week: 7", "hours_per_week: 14"), "keep the date: the plan ends on 25 January 2026, 14 h"),
        (
            "load",
            ("week: 7\n", "week: 7\npauses:\n  - {from: 2026-01-12, to: 2026-01-18, why: re-planned}\n"),
            "keep the load: the plan ends on 1 February 2026, 7 h",
        ),
        (
            "drop-optional",
            ("   # perhaps\n", "   # perhaps\n        dropped: true\n"),
            "drop what is optional: the plan ends on 25 January 2026, 7 h",
        ),
    ],
)
def test_a_change_is_written_to_the_right_files(tmp_path: Path, keep: str, edit: tuple[str, str], words: str) -> None:
    """Comments, quotes, spaces and all other bytes stay, in the plan and in the files of its parts."""
    result = fit(tmp_path, "--keep", keep, "--write")
    assert (result.status, result.err) == (0, f"{words} a week\n")
    [changed] = [name for name, text in FILES.items() if edit[0] in text]
    assert Path(result.out.strip()).name == Path(changed).name
    assert texts(tmp_path) == FILES | {changed: FILES[changed].replace(*edit)}
    assert load(tmp_path).problems == ()
    if keep != "date":
        again = run(tmp_path, "plan", "fit", "--yes", "--keep", keep, DAYTRAIL_TODAY="2026-01-19")
        assert (again.status, again.out) == (1, "")
        assert "there is nothing to re-plan" in again.err


def test_a_plan_without_finished_items_gets_a_new_start(tmp_path: Path) -> None:
    """The comment behind the start stays."""
    assert fit(tmp_path, "--keep", "load", "--write", **{"entries/2026-01-06.md": "Nothing yet.\n"}).status == 0
    assert texts(tmp_path)["curriculum.yaml"] == PLAN.replace("2026-01-05", "2026-01-19")


@pytest.mark.parametrize(
    ("keep", "today", "more", "words"),
    [
        ("load", "2026-01-12", {}, "there is nothing to re-plan"),
        ("date", "2026-02-09", {}, "this way leads nowhere: the date is past"),
        ("load", "2026-01-19", {"curriculum.yaml": PLAN.replace("start: 2026-01-05", "strat: 2026-01-05")}, "errors"),
        (
            "load",
            "2026-01-19",
            {"curriculum.yaml": PLAN.replace("hours_per_week", "pauses: &none []\nhours_per_week")},
            "curriculum.yaml:4:",
        ),
    ],
)
def test_a_replan_that_is_not_possible_is_an_error_message(
    tmp_path: Path, keep: str, today: str, more: dict[str, str], words: str
) -> None:
    result = fit(tmp_path, "--keep", keep, "--write", today=today, **more)
    assert (result.status, result.out) == (1, "")
    assert words in result.err
    assert texts(tmp_path) == FILES | more
