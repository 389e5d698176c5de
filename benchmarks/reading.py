"""Benchmark of time and memory of ledgers of growing sizes: `make bench`.

Projects with 1,250, 2,500 and 5,000 links are generated in a temporary folder: a plan and a reading list with so many
links each, and a log with so many entries, each with a link in its front matter and one in its text. Each project is
read and its ledger computed and shown, in its own process. Medians are printed: seconds, the time for each link
compared with the project half as large (1.00 is linear), and peak memory.

    python benchmarks/reading.py                 the three sizes, three rounds
    python benchmarks/reading.py 100 200         other sizes
    python benchmarks/reading.py 1 --rounds 1    one size, measured once
"""

import json
import sys
from datetime import date, timedelta
from pathlib import Path

from growth import Timer, grow

SIZES = (1250, 2500, 5000)
START = date(2012, 1, 2)
A_WEEK = 25
"""Readings of the plan."""


def url(number: int) -> str:
    """The address of a resource; every fifth is a paper that has several."""
    forms = ("abs/{}", "pdf/{}v2", "html/{}", "abs/{}v1")
    if number % 5:
        return f"https://www.example.org/read/{number}/"
    return f"https://arxiv.org/{forms[number % 4].format(f'{1000 + number // 1000}.{10000 + number}')}"


def write(root: Path, size: int) -> Path:
    """Write a project and return its folder."""
    (root / "entries").mkdir(parents=True)
    lines = ["title: Bench", "parts:", "  - id: all", "    title: All", "    weeks:"]
    for number in range(size):
        if number % A_WEEK == 0:
            week = number // A_WEEK + 1
            lines += [f"      - week: {week}", f"        title: Week {week}", "        reading:"]
        lines.append(f"          - {{id: r{number}, title: Paper {number}, url: '{url(number)}', hours: 1.5}}")
    (root / "curriculum.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    lines = ["categories:"]
    for number in range(size):
        if number % 50 == 0:
            lines += [f"  - id: c{number}", f"    title: Category {number}", "    items:"]
        # A half of the list is in the plan too; some of it is known by a second address.
        other = number + size // 2
        alias = f"https://example.net/{other}"
        lines.append(f"      - {{title: Listed {number}, url: '{url(other)}', aliases: ['{alias}'], why: Good}}")
    (root / "reading.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for number in range(size):
        status = ("reading", "read", "to-read", "dropped")[number % 4]
        front = f"---\nlinks: [{{url: '{url(number)}', status: {status}}}]\n---\n"
        body = f"A sentence before. See [that](https://example.net/{number * 7 % size}) for more.\n"
        (root / f"entries/{START + timedelta(days=number)}.md").write_text(front + "\n" + body, encoding="utf-8")
    return root


def measure(root: Path) -> dict[str, float]:
    """Return the seconds that each step takes on a project, and the memory of this process in MB."""
    from daytrail.facts import Facts
    from daytrail.source.load import load
    from daytrail.views.files.bibtex import bibtex
    from daytrail.views.files.data import resource_data
    from daytrail.views.links import USUAL
    from daytrail.views.page_context import page_context
    from daytrail.views.pages import reading
    from daytrail.views.resource_list import resource_pages

    timer = Timer()
    loaded = timer.of("load and check", lambda: load(root))
    facts = Facts(loaded.journal, START + timedelta(days=len(loaded.journal.entries)))
    assert facts.progress.items  # computed before the ledger is timed
    made = timer.of("ledger", lambda: facts.ledger)
    context = page_context(facts, "reading/")
    first = timer.of("list, all pages", lambda: [page.draw() for page in resource_pages(context)])
    timer.of("pages", lambda: list(reading.pages(context)))
    timer.of("bibtex", lambda: bibtex(made.resources))
    timer.of("json", lambda: json.dumps([resource_data(resource, USUAL) for resource in made.resources]))
    timer.found["resources"] = len(made.resources)
    timer.found["largest page, kB"] = max(len(page) for page in first) / 1000
    return timer.finish()


if __name__ == "__main__":
    grow(__file__, sys.argv[1:], SIZES, "links", write, measure)
