"""Benchmark of time and memory of imports for logs of growing sizes: `make bench`.

Logs of 2,500, 5,000 and 10,000 days are generated in a temporary folder, each in one file of up to 20 MB with a
heading for each day, with plans of 250, 500 and 1,000 weeks and reading lists of as many groups. Each run has its own
process. Medians are printed: seconds of the proposal of a recipe with its preview, of a preview alone and of writing,
the time for each day compared with the size before (1.00 is linear), and memory.

    python benchmarks/imports.py                 the three sizes, three rounds
    python benchmarks/imports.py 100 200         other sizes
    python benchmarks/imports.py 1 --rounds 1    one size, measured once
"""

import os
import shutil
import sys
from datetime import date, timedelta
from functools import partial
from pathlib import Path

from growth import Timer, grow

SIZES = (2500, 5000, 10_000)
START = date(1998, 1, 1)
DAYS_PER_WEEK = 10
"""Days of the log for each week of the plan and each group of the reading list."""


def write(root: Path, size: int) -> Path:
    """Write a project with the documents to import, and return its folder."""
    root.mkdir()
    (root / "mkdocs.yml").write_text("site_name: Bench\n", encoding="utf-8")
    words = [f"word{number}" for number in range(997)]
    lines = ["# My log", "", "About it."]
    for number in range(size):
        day = START + timedelta(days=number)
        text = [" ".join(words[(number * 7 + at * 13 + step) % 997] for step in range(12)) for at in range(22)]
        lines += ["", f"## {day:%B} {day.day}, {day.year}", f"Day {number + 1} of Tides: {text[0]}.", ""]
        lines += [*(f"- {line}" for line in text), "", f"https://example.org/{number}"]
    (root / "log.md").write_text("\n".join(lines), encoding="utf-8")
    plan, reading = ["# The plan"], ["# Reading"]
    for number in range(1, max(1, size // DAYS_PER_WEEK) + 1):
        plan += [f"## Week {number}: Topic {number}", "Reading:"]
        plan += [f"- [ ] [Paper {number}.{at}](https://example.org/{number}/{at}) (2 hrs)" for at in range(5)]
        plan += ["", "Concepts:", *(f"- [ ] Idea {number}.{at}: what it is" for at in range(5)), ""]
        reading += [
            f"## Group {number}",
            *(f"- [Page {number}.{at}](https://example.net/{number}/{at})" for at in range(9)),
        ]
    (root / "plan.md").write_text("\n".join(plan), encoding="utf-8")
    (root / "list.md").write_text("\n".join(reading), encoding="utf-8")
    return root


def measure(root: Path) -> dict[str, float]:
    """Return the seconds of each step on a project, and the memory of this process in MB."""
    from click.testing import CliRunner

    from daytrail.cli import daytrail

    os.environ["DAYTRAIL_TODAY"] = "2026-06-01"
    timer = Timer()

    def run(*arguments: str) -> None:
        result = CliRunner().invoke(daytrail, ["-C", str(root), "import", *arguments])
        assert result.exit_code == 0, result.output

    for name in ("entries", "imports"):  # of the previous round
        shutil.rmtree(root / name, ignore_errors=True)
    for name in ("curriculum.yaml", "reading.yaml"):
        (root / name).unlink(missing_ok=True)
    for kind, name in (("log", "log"), ("plan", "plan"), ("reading", "list")):
        document = str(root / f"{name}.md")
        timer.of(f"propose the {name}", partial(run, kind, document))
        timer.of(f"preview the {name}", partial(run, kind, document))
        timer.of(f"write the {name}", partial(run, kind, document, "--write"))
    timer.found["log, MB"] = (root / "log.md").stat().st_size / 1e6
    return timer.finish()


if __name__ == "__main__":
    grow(__file__, sys.argv[1:], SIZES, "days", write, measure)
