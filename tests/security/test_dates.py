"""Every date of the calendar can be written anywhere, and commits may have any date."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.command import run
from tests.website import build, make

DAYS = ("0001-01-01", "1969-12-31", "2106-02-07", "2106-02-08", "9999-12-31")
PLAN = """\
title: P
start: {start}
hours_per_week: 10
series:
  - {{id: a, title: A, counts_down_to: 9999-12-31}}
  - {{id: b, title: B, days: 999999999}}
pauses: [{{from: 0001-01-01, to: 9999-12-31}}]
parts:
  - {{id: x, title: X, weeks: [{{week: 1, title: W, concepts: [c]}}, {{week: 999999999, title: V, concepts: [d]}}]}}
milestones: [{{id: m, weeks: [1], text: t}}]
"""


def project(root: Path, start: str) -> Path:
    """Write a project with an entry for each of the days, by its date and by its name."""
    entries = {f"entries/{day}.md": f"---\nseries: b\nday: {999_995 + i}\n---\nx\n" for i, day in enumerate(DAYS)}
    dated = {f"entries/e{i}.md": f"---\ndate: {day}\ndone: [w01/c]\n---\n- [ ] x\n" for i, day in enumerate(DAYS)}
    answer = {"docs/answer.md": "---\nmilestone: m\ndate: 9999-12-31\n---\n\nHeron.\n"}
    return make(root, {**entries, **dated, **answer, "curriculum.yaml": PLAN.format(start=start)})


@pytest.mark.site
@pytest.mark.parametrize("start", ["0001-01-01", "9999-12-27"])
def test_a_site_with_the_ends_of_the_calendar_is_built(tmp_path: Path, start: str) -> None:
    """Each day has its page, whenever the plan starts and whenever today is."""
    root = project(tmp_path, start)
    for today in ("0001-01-01", "2026-02-16", "9999-12-31"):
        for command in (
            ["check"],
            ["check", "--plan"],
            ["status"],
            ["review"],
            ["plan", "fit", "--keep", "date"],
        ):
            assert run(root, *command, DAYTRAIL_TODAY=today).status in (0, 1), (command, today)
    built = build(root, strict=False, DAYTRAIL_TODAY="0001-01-01" if start.startswith("9") else "9999-12-31")
    assert built.status == 0, built.output
    for day in DAYS:
        year, month, day_of_month = day.split("-")
        addresses = {f"log/{name}/{month}/{day_of_month}/" for name in (year, str(int(year)))}
        assert addresses & built.site.pages.keys()
    assert (root / "site/sitemap.xml.gz").is_file()


@pytest.mark.parametrize("today", ["0001-01-01", "9999-12-31"])
def test_new_writes_an_entry_on_the_first_and_the_last_day(tmp_path: Path, today: str) -> None:
    """`daytrail new` writes an entry on the first and on the last day of the calendar."""
    root = make(tmp_path, {})
    assert run(root, "new", DAYTRAIL_TODAY=today).status == 0
    assert list(root.rglob(f"{today}.md"))


@pytest.mark.site
@pytest.mark.parametrize("time", ["99999999999999999999 +0000", ""])
def test_a_commit_with_an_impossible_date_is_left_out(tmp_path: Path, time: str) -> None:
    """A page whose last commit has no date, or one that cannot be shown, says nothing of it."""
    root = make(tmp_path, {"entries/2026-01-12.md": "Heron.\n"})

    def git(*arguments: str, data: bytes | None = None) -> str:
        identity = {f"GIT_{who}_{what}": "a@b.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        done = subprocess.run(
            ["git", *arguments], cwd=root, input=data, capture_output=True, check=True, env=os.environ | identity
        )
        return done.stdout.decode().strip()

    git("init", "-q", "-b", "main")
    git("add", "-A")
    tree = git("write-tree")
    person = f"A <a@b.example> {time}".rstrip()
    commit = f"tree {tree}\nauthor {person}\ncommitter {person}\n\nx\n".encode()
    name = git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", data=commit)
    git("update-ref", "refs/heads/main", name)
    built = build(root)
    assert built.status == 0, built.output
    assert "Heron." in built.site.pages["log/2026/01/12/"].source
