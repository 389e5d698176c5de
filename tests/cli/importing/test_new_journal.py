"""Imports into a new journal, whose first entry, plan and series they replace; others are in `cases/commands`."""

from pathlib import Path

import pytest

from daytrail.source.load import load
from tests.command import run, texts, write

TODAY = "2026-06-01"
DATED = "## 2026-01-05\nLow water.\n\n## 2026-01-06\nHigh water.\n"
LOG = "Day 83/365 of Knots\nBowline.\nDay 84/365 of Knots\nHitch.\n"
PLAN = "# Tides\n## Week 1: Ebb\n- [ ] Gravity\n## Week 2: Flood\n- [ ] Wind\n"


@pytest.fixture(params=["en", "de"])
def root(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    (tmp_path / "journal").mkdir()
    assert run(tmp_path / "journal", "init", "--language", request.param, DAYTRAIL_TODAY=TODAY).status == 0
    return tmp_path / "journal"


def imported(root: Path, kind: str, name: str, text: str) -> str:
    """Import a document by the first value of each question of its recipe, and return the messages."""
    write(root.parent, {name: text})
    run(root, "import", kind, str(root.parent / name), DAYTRAIL_TODAY=TODAY)
    for path in (root / "imports").glob("*.yaml"):
        path.write_text(path.read_text(encoding="utf-8").replace('"? ', '"'), encoding="utf-8")
    result = run(root, "import", kind, str(root.parent / name), "--write", DAYTRAIL_TODAY=TODAY)
    assert result.status == 0
    assert not load(root).failed
    return result.err


def test_the_first_entry_of_a_new_journal_is_replaced_while_it_is_unchanged(root: Path) -> None:
    said = imported(root, "log", "dated.md", DATED)
    assert "entries/2026/2026-06-01.md is removed: it was the unchanged first entry" in said


def test_the_series_of_a_new_journal_is_replaced_while_it_has_no_entries(root: Path) -> None:
    """Else new entries would belong to that series, since it is the first."""
    imported(root, "log", "a.md", LOG)
    imported(root, "log", "b.md", LOG.replace("Knots", "Sails"))
    assert """\
series:
  - id: knots
    title: Knots
    days: 365
  - {id: sails, title: Sails, days: 365}
""" in texts(root)["curriculum.yaml"]


def test_a_plan_takes_the_place_of_the_one_of_a_new_journal(root: Path) -> None:
    """Its start and its series stay; the first entry names no item of it any more."""
    start = next(line for line in texts(root)["curriculum.yaml"].splitlines() if line.startswith("start:"))
    imported(root, "plan", "plan.md", PLAN)
    written = texts(root)["curriculum.yaml"]
    assert start in written
    assert "{id: gravity, text: Gravity}" in written
    assert "w01/first-day" not in written
    assert "done:" not in texts(root)["entries/2026/2026-06-01.md"]
