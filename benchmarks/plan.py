"""Benchmark of time and memory of plans of growing sizes: `make bench`.

Plans of 125, 250 and 500 weeks with 20 items a week, and a log that works on them, are generated in a temporary folder.
Each is read, checked and shown, and its facts are computed, in its own process. Medians are printed: seconds, the time
for each week compared with the plan half as large (1.00 is linear), and peak memory.

    python benchmarks/plan.py                 the three sizes, three rounds
    python benchmarks/plan.py 50 100          other sizes, in weeks
    python benchmarks/plan.py 1 --rounds 1    one size, measured once
"""

import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from growth import Timer, grow

SIZES = (125, 250, 500)
"""Weeks."""
START = date(2020, 1, 6)


def plan(weeks: int) -> str:
    """Write a plan in the form in which people do: four kinds of items, ten weeks a part, topics and milestones."""
    lines = ["title: Bench", f"start: {START}", "hours_per_week: 10", "series: [{id: log, title: Log}]", "parts:"]
    for week in range(1, weeks + 1):
        if week % 10 == 1:
            lines += [f"  - id: part-{week}", f"    title: Part from week {week}", "    weeks:"]
        lines += [f"      - week: {week}", f"        title: Week {week}", "        concepts:"]
        lines += [f"          - {{id: concept-{n}, text: Concept {n} of week {week}}}" for n in range(8)]
        lines += ["        reading:"]
        lines += [
            f"          - {{id: paper-{n}, title: Paper {n} of week {week}, url: {url(week, n)}, hours: 1.5}}"
            for n in range(7)
        ]
        lines += ["        practice:"]
        lines += [f"          - {{id: work-{n}, text: Piece of work {n}, hours: 2}}" for n in range(3)]
        lines += ["        deliverables: [A profile, A page of notes]"]
    lines.append("milestones:")
    lines += [f"  - {{id: m{n}, weeks: [{n}, {n + 1}], text: What of week {n}?}}" for n in range(1, weeks, 3)]
    lines.append("topics:")
    for n in range(1, weeks + 1, 2):
        needs = ", ".join(f"t{need}" for need in (n - 2, n // 4 * 2 - 1) if need > 0)
        lines.append(f"  - {{id: t{n}, title: Topic {n}, weeks: [{n}, {min(n + 1, weeks)}], needs: [{needs}]}}")
    return "\n".join(lines) + "\n"


def url(week: int, paper: int) -> str:
    """The address of a reading; every seventh week reads a paper of the week before."""
    return f"https://arxiv.org/abs/{2000 + week - (week % 7 == 0 and paper == 0):04d}.{10000 + paper}"


def entries(weeks: int) -> Iterator[tuple[str, str]]:
    """Write two entries a week: one links to readings, the other says what is done."""
    for week in range(1, weeks + 1):
        monday = START + timedelta(weeks=week - 1)
        links = "".join(f"  - {url(week, paper)}\n" for paper in range(3))
        yield f"{monday}", f"---\nlinks:\n{links}tags: [week-{week % 20}]\n---\n\nRead.\n\n- [ ] task of {week}\n"
        names = ", ".join(f"w{week:02d}/{name}" for name in ("paper-0", "paper-1", "concept-0", "work-0", "a-profile"))
        front = f"done: [{names}]\ntouched: [w{week:02d}, t{week - (week + 1) % 2}]"
        yield f"{monday + timedelta(days=3)}", f"---\n{front}\n---\n\nSee {url(week, 4)} on that.\n"


def write(root: Path, weeks: int) -> Path:
    """Write a project and return its folder."""
    (root / "entries").mkdir(parents=True)
    (root / "curriculum.yaml").write_text(plan(weeks), encoding="utf-8")
    for stem, text in entries(weeks):
        (root / f"entries/{stem}.md").write_text(text, encoding="utf-8")
    return root


def measure(root: Path) -> dict[str, float]:
    """Return the seconds that each step takes on a project, and the memory of this process in MB."""
    from daytrail.facts import Facts  # here, so that the parent stays small
    from daytrail.source.checks import check_plan
    from daytrail.source.load import load
    from daytrail.views.macros import MACROS
    from daytrail.views.page_context import page_context
    from daytrail.views.pages import pages

    timer = Timer()
    loaded = timer.of("load and check", lambda: load(root))
    assert not loaded.problems, loaded.problems[:3]
    journal = loaded.journal
    facts = Facts(journal, START + timedelta(weeks=len(journal.entries) // 4))
    # A fact is computed when it is first asked for.
    timer.of("facts", lambda: [getattr(facts, name) for name in vars(Facts) if not name.startswith("_")])
    timer.of("lint", lambda: list(check_plan(journal.curriculum)))
    context = page_context(facts)
    names = ("curriculum", "progress", "reading_list", "timeline", "dependency_map", "plan_check")
    timer.of("macros", lambda: [MACROS[name](context) for name in names])
    timer.of("pages", lambda: sum(len(part) for page in pages(facts) for part in page.draw()))
    return timer.finish()


if __name__ == "__main__":
    grow(__file__, sys.argv[1:], SIZES, "weeks", write, measure)
