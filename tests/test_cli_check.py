"""`daytrail check`: everything that is wrong, at once, and what that makes of the exit status."""

import json
from pathlib import Path

import pytest

from tests.command import ENTRY, project, run, write

BROKEN = {
    "mkdocs.yml": "plugins:\n  - daytrail: {timezone: Mars}\n",
    "entries/2026/2026-01-13.md": "---\ntagz: [a]\nseries: tidez\n---\n",
    "entries/2026/2026-01-14.md": "---\ndate: 2026-13-40\n---\n",
}
WARNED = {"entries/2026/2026-01-13.md": ENTRY.replace("01-12", "01-13")}


def test_all_problems_of_all_files_are_listed_by_place(tmp_path: Path) -> None:
    said = run(write(project(tmp_path), BROKEN), "check")
    assert [line for line in said.out.splitlines() if not line.startswith("  hint: ")] == [
        "entries/2026/2026-01-13.md:2:1: error: unknown key `tagz`",
        "entries/2026/2026-01-13.md:3:9: error: unknown series `tidez`",
        "entries/2026/2026-01-14.md:2:7: error: `2026-13-40` is not a day of the calendar",
        "mkdocs.yml:2:26: error: unknown time zone `Mars`",
    ]
    assert "unknown key `tagz`\n  hint: did you mean `tags`?\n" in said.out
    assert (said.status, said.err) == (1, "4 errors (3 entries)\n")


def test_a_project_without_problems_is_silent_on_standard_output(tmp_path: Path) -> None:
    said = run(project(tmp_path), "check", "--strict")
    assert (said.status, said.out, said.err) == (0, "", "no problems (1 entry)\n")


@pytest.mark.parametrize(("option", "status"), [("--format=text", 0), ("--strict", 1)])
def test_warnings_count_only_when_strict(tmp_path: Path, option: str, status: int) -> None:
    said = run(write(project(tmp_path), WARNED), "check", option)
    assert "warning: day 8 is doubled" in said.out
    assert (said.status, said.err) == (status, "1 warning (2 entries)\n")


@pytest.mark.parametrize("option", [["--json"], ["--format", "json"]])
def test_json_is_a_list_of_problems(tmp_path: Path, option: list[str]) -> None:
    said = run(write(project(tmp_path), BROKEN), "check", *option)
    found = json.loads(said.out)
    assert said.status == 1
    assert [(one["path"], one["line"]) for one in found][2:] == [
        ("entries/2026/2026-01-14.md", 2),
        ("mkdocs.yml", 2),
    ]
    assert json.loads(run(project(tmp_path / "other"), "check", *option).out) == []


def test_github_gets_annotations_with_paths_from_its_workspace(tmp_path: Path) -> None:
    write(project(tmp_path / "notes"), WARNED)
    said = run(tmp_path / "notes", "check", "--format", "github", GITHUB_WORKSPACE=str(tmp_path))
    assert said.out.startswith("::warning file=notes/entries/2026/2026-01-13.md,line=3,col=6,title=Daytrail::day 8")
    elsewhere = run(tmp_path / "notes", "check", "--format", "github", GITHUB_WORKSPACE=str(tmp_path / "other"))
    assert elsewhere.out.startswith("::warning file=entries/2026/2026-01-13.md,")


def test_inside_github_actions_the_default_stays_text(tmp_path: Path) -> None:
    said = run(write(project(tmp_path), WARNED), "check", GITHUB_ACTIONS="true")
    assert said.out.startswith("entries/2026/2026-01-13.md:3:6: warning: ")


def test_an_unknown_format_is_wrong_usage(tmp_path: Path) -> None:
    assert run(project(tmp_path), "check", "--format", "xml").status == 2


def test_the_settings_say_where_the_files_are(tmp_path: Path) -> None:
    project(tmp_path)
    write(
        tmp_path,
        {"mkdocs.yml": "plugins: [daytrail: {entries: days}]", "days/2026-01-13.md": "---\nday: x\n---\n"},
    )
    said = run(tmp_path, "check")
    assert said.out.startswith("days/2026-01-13.md:2:6: error: ")
    assert said.err == "1 error (1 entry)\n"
