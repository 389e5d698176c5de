"""`daytrail plan`: changes of the plan that keep ticks, addresses, comments and layout."""

import random
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest

from daytrail.facts import Facts
from daytrail.source.load import load
from tests.command import CommandResult, run, texts, write

PLAN = """\
title: Tides
start: 2026-01-05   # a Monday
parts:
  - id: one
    title: One
    range: [1, 2]
    weeks:

      - week: 1   # the first
        title: Ebb
        concepts: [Gravity, "The sun: far"]
        reading:
          # about the moon
          - {id: moon, title: The moon, hours: 1.5}

      - week: 2
        title: Flood
        concepts:
          - gravity  # again
  - file: curriculum/two.yaml
topics:
  - {id: pull, title: Pull, weeks: [1]}
  - {id: surge, title: Surge, weeks: [3], needs: [pull]}
milestones:
  - {id: drawn, text: Draw a tide, weeks: [1, 3]}
references:
  papers: [{title: Tides, url: https://example.org/t, week: 3}]
"""
PART = """\
id: two
title: Two
weeks:
  - week: 3
    title: Slack
    practice:
      - id: gauge
        text: Read a gauge
"""
FILES = {
    "mkdocs.yml": "site_name: x\n",
    "curriculum.yaml": PLAN,
    "curriculum/two.yaml": PART,
    "entries/2026-01-06.md": "---\ndone: [w01/gravity, w01/moon]\ntouched: [w02, pull]\nmilestone: drawn\n---\n",
    "entries/2026-01-13.md": "---\ndone: [w02/gravity]  # c\nstarted: [w03/gauge]\n---\n",
}


def plan(root: Path, *arguments: str) -> CommandResult:
    return run(root, "plan", *arguments, "--yes", DAYTRAIL_TODAY="2026-01-19")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "root", FILES)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
def test_a_plan_that_git_does_not_track_is_changed_only_with_yes(root: Path) -> None:
    result = run(root, "plan", "drop", "moon", "--write")
    assert (result.status, "git does not track curriculum.yaml" in result.err, texts(root)) == (1, True, FILES)
    for command in (["init", "-q"], ["add", "curriculum.yaml"]):
        subprocess.run(["git", "-C", str(root), *command], check=True)
    assert run(root, "plan", "drop", "gauge", "--write").status == 0


# -- any sequence --


def _random_change(source: random.Random, addresses: list[str], weeks: int) -> tuple[str, ...]:
    address = source.choice(addresses)
    return source.choice(
        [
            ("move", address, str(source.randint(1, weeks))),
            ("rename", address, source.choice(("moon", "sun", "tide"))),
            ("insert-week", str(source.randint(1, weeks + 1)), "New"),
            ("drop", address),
        ]
    )


def _named(facts: Facts) -> tuple[dict[str, list[str]], dict[str, set[str]]]:
    """Return the entries that name each item, by its words, and the titles of the weeks that each entry names."""
    ticks = {
        item.placed.item.label: [statement.entry.path for statement in item.evidence]
        for item in facts.progress.items.values()
    }
    titles = {week.id: week.title for week in facts.journal.curriculum.weeks}
    return ticks, {entry.path: {titles.get(name, name) for name in entry.touched} for entry in facts.journal.entries}


@pytest.mark.parametrize("seed", range(4))
def test_any_sequence_of_changes_keeps_what_entries_name(root: Path, seed: int) -> None:
    source = random.Random(seed)
    facts = Facts(load(root).journal, date(2026, 2, 1))
    named = _named(facts)
    for _ in range(8):
        addresses = list(facts.journal.curriculum.items)
        before = texts(root)
        change = _random_change(source, addresses, len(list(facts.journal.curriculum.weeks)))
        if plan(root, *change, "--write").status:
            assert texts(root) == before
        loaded = load(root)
        assert not loaded.problems
        facts = Facts(loaded.journal, date(2026, 2, 1))
        assert _named(facts) == named, change
