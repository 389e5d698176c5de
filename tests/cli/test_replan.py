"""`daytrail replan`: it shows a change, makes it only when asked, and touches nothing else."""

import json
from pathlib import Path

import pytest

from daytrail.source.load import load
from tests.command import Said, run, write

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


def replan(root: Path, *arguments: str, today: str = "2026-01-19", **more: str) -> Said:
    write(root, FILES | more)
    return run(root, "replan", *arguments, DAYTRAIL_TODAY=today)


def held(root: Path) -> dict[str, str]:
    return {name: (root / name).read_bytes().decode() for name in FILES}


@pytest.mark.parametrize("keep", ["date", "load", "drop-optional"])
def test_without_write_nothing_changes(tmp_path: Path, keep: str) -> None:
    """The change is a diff on standard error; standard output names the files."""
    said = replan(tmp_path, "--keep", keep)
    assert said.status == 0
    assert "\n+" in said.err
    assert "nothing was changed; `--write` does it" in said.err
    assert held(tmp_path) == FILES


@pytest.mark.parametrize(
    ("keep", "edits", "words"),
    [
        (
            "date",
            {"curriculum.yaml": ("hours_per_week: 7\n", "hours_per_week: 14\n")},
            "keep the date: the plan ends on 25 January 2026, 14 h a week",
        ),
        (
            "load",
            {
                "curriculum.yaml": (
                    "hours_per_week: 7\n",
                    "hours_per_week: 7\npauses: [{from: 2026-01-12, to: 2026-01-18, why: re-planned}]\n",
                )
            },
            "keep the load: the plan ends on 1 February 2026, 7 h a week",
        ),
        (
            "drop-optional",
            {"curriculum/one.yaml": ("   # perhaps\n", "   # perhaps\n        dropped: true\n")},
            "drop what is optional: the plan ends on 25 January 2026, 7 h a week",
        ),
    ],
)
def test_a_way_is_written_where_it_belongs(
    tmp_path: Path, keep: str, edits: dict[str, tuple[str, str]], words: str
) -> None:
    """Comments, quotes, spaces and all other bytes stay, in the plan and in the files of its parts."""
    said = replan(tmp_path, "--keep", keep, "--write")
    assert (said.status, said.err) == (0, f"{words}\n")
    assert [Path(line).name for line in said.out.splitlines()] == [Path(name).name for name in edits]
    assert held(tmp_path) == FILES | {name: FILES[name].replace(*edit) for name, edit in edits.items()}
    assert load(tmp_path).problems == ()
    if keep != "date":
        again = run(tmp_path, "replan", "--keep", keep, DAYTRAIL_TODAY="2026-01-19")
        assert (again.status, again.out) == (1, "")
        assert "there is nothing to re-plan" in again.err


def test_a_plan_that_nobody_has_begun_starts_anew(tmp_path: Path) -> None:
    """Its start moves, and keeps its comment."""
    said = replan(tmp_path, "--keep", "load", "--write", **{"entries/2026-01-06.md": "Nothing yet.\n"})
    assert said.status == 0
    text = (tmp_path / "curriculum.yaml").read_text(encoding="utf-8")
    assert text == PLAN.replace("2026-01-05", "2026-01-19")


def test_pauses_in_the_writers_own_form_get_another(tmp_path: Path) -> None:
    """A list with dashes goes on with dashes."""
    pauses = "pauses:\n  - from: 2025-12-24\n    to: 2025-12-31   # holidays\n"
    said = replan(
        tmp_path, "--keep", "load", "--write", **{"curriculum.yaml": PLAN.replace("\nparts:", f"{pauses}\nparts:")}
    )
    assert said.status == 0, said.err
    assert f"{pauses}  - from: 2026-01-12\n    to: 2026-01-18\n    why: re-planned\n" in (
        tmp_path / "curriculum.yaml"
    ).read_text(encoding="utf-8")


def test_json_has_the_change(tmp_path: Path) -> None:
    """A program reads what becomes of the plan, and whether it was written."""
    said = replan(tmp_path, "--keep", "drop-optional", "--json", "--write")
    assert json.loads(said.out) == {
        "keep": "drop-optional",
        "finish": "2026-01-25",
        "hours_per_week": 7,
        "changes": {"hours_per_week": None, "start": None, "pauses": [], "dropped": ["w02/b"]},
        "files": ["curriculum/one.yaml"],
        "written": True,
    }


@pytest.mark.parametrize(
    ("keep", "today", "more", "words"),
    [
        ("load", "2026-01-12", {}, "there is nothing to re-plan"),
        ("date", "2026-02-09", {}, "this way leads nowhere: the date is past"),
        (
            "drop-optional",
            "2026-01-19",
            {"curriculum/one.yaml": PART.replace("optional: true", "optional: false")},
            "this way leads nowhere: nothing is optional",
        ),
        ("load", "2026-01-19", {"curriculum.yaml": PLAN.replace("start: 2026-01-05", "strat: 2026-01-05")}, "errors"),
        (
            "load",
            "2026-01-19",
            {"curriculum.yaml": PLAN.replace("hours_per_week", "pauses: &none []\nhours_per_week")},
            "curriculum.yaml:4:",
        ),
    ],
)
def test_what_cannot_be_done_is_said(tmp_path: Path, keep: str, today: str, more: dict[str, str], words: str) -> None:
    """The reason comes in words, and no byte changes."""
    said = replan(tmp_path, "--keep", keep, "--write", today=today, **more)
    assert (said.status, said.out) == (1, "")
    assert words in said.err
    assert held(tmp_path) == FILES | more


def test_a_load_that_is_enough_stays(tmp_path: Path) -> None:
    """There is nothing to write then, and that is said."""
    plan = PLAN.replace("hours_per_week: 7", "hours_per_week: 20")
    said = replan(tmp_path, "--keep", "date", "--write", **{"curriculum.yaml": plan})
    assert (said.status, said.out) == (0, "")
    assert "the hours a week of the plan are enough" in said.err


def test_all_files_change_or_none(tmp_path: Path) -> None:
    """Where one may not be written, the other is as it was."""
    write(tmp_path, FILES)
    (tmp_path / "curriculum.yaml").chmod(0o444)
    said = run(tmp_path, "replan", "--keep", "drop-optional", "--write", DAYTRAIL_TODAY="2026-02-09")
    (tmp_path / "curriculum.yaml").chmod(0o644)
    if said.status == 0:
        pytest.skip("this user may write what is read-only")
    assert "cannot be written" in said.err
    assert held(tmp_path) == FILES


def test_a_way_must_be_named(tmp_path: Path) -> None:
    """Which one is the writer's choice."""
    assert replan(tmp_path).status == 2
    assert replan(tmp_path, "--keep", "calm").status == 2
