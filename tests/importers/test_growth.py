"""Growth of the work of an import with its document: four times as many lines are about four times as much work."""

import cProfile
import sys
from pathlib import Path

import pytest

from tests.command import run, write
from tests.forked import start_child, status_of

KINDS = ("log", "plan", "reading")
SIZES = (20, 80)
REPEATED = {
    "lines": "a\n",
    "items": "- a\n",
    "checkboxes": "- [ ] a {n}\n",
    "items of items": "- a\n  - b\n    - c\n",
    "numbered items": "1. a\n",
    "links": "- [A {n}](https://example.org/{n}) - b\n",
    "links behind a week": "- [A {n}](https://example.org/{n}) - b\n",
    "lines behind a week": "[A {n}](https://example.org/{n})\n\n",
    "one link": "- [A](https://example.org/)\n",
    "bare links": "https://example.org/{n}\n\n",
    "relative links": "[a](b{n}.md) ![c](d{n}.png)\n",
    "references": "- [a][b{n}]\n\n[b{n}]: https://example.org/{n}\n",
    "quotes": "> a\n",
    "brackets": "[[\n",
    "headings": "# A\n",
    "headings of all levels": "# A\n## B\n### C {n}\n",
    "labels": "**A {n}**\n\nb\n\n",
    "rules": "a\n\n---\n\n",
    "rows": "| {n} | a | b |\n",
    "tables": "| a | b |\n|--|--|\n| {n} | c |\n\n",
    "fences": "```\na\n```\n",
    "fences without end": "```\n",
    "comments": "<!-- a\n",
    "days": "## Day {n}\na\n",
    "one day": "## Day 1\na {n}\n",
    "one date": "## 2026-01-05\na\n",
    "days and months": "## January 5\na\n",
    "years": "# 2026\n## January {n}\n",
    "days as items": "- 2026-01-05: a\n",
    "days that are a line": "Day {n}: a\n",
    "weeks": "## Week {n}\n- a\n",
    "one week": "## Week 1\n- [ ] a\n",
    "weeks of parts": "# Part {n}\n## Week 1\n- a\n",
    "weeks as rows": "| Week {n} | a |\n|--|--|\n",
    "statuses": "## To read\n- A {n}\n",
    "groups": "- A {n}\n  - [B](https://example.org/{n})\n",
    "edges": "a{n} --> b{n}\n",
}
"""Documents that are one text again and again, with a number where it has `{n}`."""
BEFORE = {
    "rows": "| Day | a | b |\n|--|--|--|\n",
    "edges": "## Week 1\n- a\n\n```mermaid\nflowchart TD\n",
    "links behind a week": "## Week 1\n- a\n\n## Resources\n",
    "lines behind a week": "## Week 1\n- a\n\n## Resources\n",
}
"""First lines of such a document."""
LINES = [
    *("a", "1", " ", "*", "_", "`", "~", "-", "|", "<", "(", "[", "!", "&", "/", "\\", ":", "."),
    *("- ", "> ", "# ", "- [ ] ", "[](", "](", "[a](b) ", "[[", "<!--", "<a ", "|a|b", "**", "```"),
    *("Day 1 ", "1/1/", "2026-", "Week 1, ", "https://", "(1h) "),
]
"""Texts of which a line consists as often as it is long."""
_LONGEST_LINE = 3_000


def work(root: Path, kind: str, text: str) -> int:
    """Return how many function calls an import takes."""
    (root / "document.md").write_text(text, encoding="utf-8")
    profile = cProfile.Profile()
    for recipe in root.glob("imports/*"):
        recipe.unlink()
    result = profile.runcall(run, root, "import", kind, str(root / "document.md"))
    assert result.status in (0, 1)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", REPEATED)
def test_work_grows_with_the_number_of_lines_and_not_with_its_square(tmp_path: Path, name: str, kind: str) -> None:
    root = write(tmp_path, {"mkdocs.yml": "site_name: x\n"})
    small, large = (
        BEFORE.get(name, "") + "".join(REPEATED[name].replace("{n}", str(number)) for number in range(1, size + 1))
        for size in SIZES
    )
    # More than four times as much, since caches may be too small for the large one; a square is 16 times as much.
    # The large one is first: what is done once a process only makes it larger, and the pair is tried again without.
    within = any(work(root, kind, large) <= 8 * work(root, kind, small) for _ in range(2))
    assert within


LARGE = {
    "addresses below an item": "## Week 1\n- a\n" + "".join(f"  https://example.org/{n}\n" for n in range(5_000)),
    "lines of open brackets": "## Week 1\n- a\n\n" + "[[\n" * 5_000,
    "signs behind a title": "## Week 1\n- Title " + "\n  ".join(["(" * 9_000] * 40) + " a\n",
}
"""Documents of several 10 kB that are one item, or one text."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork")
@pytest.mark.parametrize("kind", KINDS)
def test_no_long_line_or_item_stops_an_import(tmp_path: Path, kind: str) -> None:
    """What takes years for a line of 10,000 equal characters does for 3,000. The output names what stops it."""
    write(tmp_path, {"mkdocs.yml": "site_name: x\n"})
    documents = dict(LARGE)
    for piece in LINES:
        long = (piece * _LONGEST_LINE)[:_LONGEST_LINE]
        below = f"- {long}\n- [ ] {long[:-4]}\n\n## {long}\n\n- a\n"
        documents[piece] = f"{long}\n\n## Week 1, Day 1, 2026-01-05\n\n{below}"

    def import_all() -> None:
        for number, (name, text) in enumerate(documents.items()):
            sys.stderr.write(f"{name}\n")
            write(tmp_path, {f"{number}.md": text})
            assert run(tmp_path, "import", kind, str(tmp_path / f"{number}.md")).status in (0, 1)

    assert status_of(start_child(import_all)) == 0
