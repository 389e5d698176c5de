"""`daytrail status`: the state of the log and the plan as text and as JSON."""

import json
from pathlib import Path
from typing import Any

from tests.command import project, run, write


def status(root: Path, today: str = "2026-01-13") -> Any:
    return json.loads(run(root, "status", "--json", DAYTRAIL_TODAY=today).out)


def test_json_has_the_whole_status(tmp_path: Path) -> None:
    latest = {
        "date": "2026-01-12",
        "series": "tides",
        "number": "Day 8",
        "title": "Spring tide",
        "path": "entries/2026/2026-01-12.md",
        "address": "log/2026/01/12/",
    }
    week = {
        "week": 2,
        "title": "Flood",
        "first": "2026-01-12",
        "last": "2026-01-18",
        "state": "planned",
        "items": 1,
        "done": 0,
        "begun": 0,
        "hours": 2.0,
        "hours_done": 0.0,
    }
    found = status(project(tmp_path))
    assert found.pop("pace")  # below
    assert found == {
        "today": "2026-01-13",
        "title": "Tides",
        "series": [
            {"id": "tides", "title": "Tides", "number": "Day 8", "latest": latest},
            {"id": "exam", "title": "The exam", "number": "T-47", "latest": None},
            {"id": "loose", "title": "Loose", "number": "", "latest": None},
        ],
        "week": week,
        "plan": {"items": 3, "done": 1, "begun": 0, "hours": 3.5, "hours_done": 0.0},
        "next": [
            {
                "address": "w01/moon",
                "kind": "reading",
                "label": "The moon",
                "hours": 1.5,
                "state": "planned",
                "url": "https://example.org/moon",
            }
        ],
        "habits": [],
        "streaks": {"days": 1, "recent": 1, "current": 1, "longest": 1},
        "open_tasks": [{"text": "buy a gauge", "since": "2026-01-12", "days": 1, "path": "entries/2026/2026-01-12.md"}],
        "latest": [latest],
    }


def test_text_has_a_section_for_each_question_and_is_plain_in_a_pipe(tmp_path: Path) -> None:
    result = run(project(tmp_path), "status", DAYTRAIL_TODAY="2026-01-13", COLUMNS="")
    assert (result.status, result.err, "\x1b" in result.out) == (0, "", False)
    headings = "Series, Plan, Pace, Next, week 1: Ebb, Open tasks, Steadiness, Last entries"
    lines = [line for line in result.out.splitlines() if line and not line.startswith(" ")]
    assert ", ".join(lines) == f"Tides, Tuesday, 13 January 2026, {headings}"
    assert "\n  Loose     no number  no entry yet\n" in result.out
    assert (
        "\n  week 2     0 of 1 item done   0 h of 2 h estimated are done    12–18 January 2026: Flood\n" in result.out
    )


def test_a_project_without_a_plan_or_an_entry_has_a_status(tmp_path: Path) -> None:
    """Its title is that of the site, and no pace is stated."""
    write(tmp_path, {"mkdocs.yml": "site_name: Tides\n"})
    heading = "Tides, Tuesday, 13 January 2026\n"
    assert run(tmp_path, "status", DAYTRAIL_TODAY="2026-01-13").out == heading
    pace = run(tmp_path, "status", "--plan", DAYTRAIL_TODAY="2026-01-13")
    assert pace.out == f"{heading}\nThere is no plan yet: `daytrail import plan` takes one over.\n"
    assert (status(tmp_path)["title"], status(tmp_path)["latest"]) == ("Tides", [])
