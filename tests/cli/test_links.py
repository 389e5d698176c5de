"""`daytrail reading --links`: links to other hosts with their locations."""

from pathlib import Path

import pytest

from tests.command import CommandResult, run, write

FILES = {
    "mkdocs.yml": "site_name: x\nplugins: [daytrail]\n",
    "curriculum.yaml": """\
title: Tides
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: Ebb
        reading:
          - {id: moon, title: The moon, url: https://harbour.org/moon, aliases: [https://harbour.org/luna]}
  - file: curriculum/two.yaml
references:
  papers: [{title: P, url: https://harbour.org/p}]
  guides: [{title: G, url: https://harbour.org/g}]
""",
    "curriculum/two.yaml": """\
id: two
title: Two
weeks: [{week: 2, title: Flood, practice: [{text: Go, url: https://harbour.org/go}, "See [it](https://harbour.org/it)"]}]
""",
    "reading.yaml": """\
categories: [{id: a, title: A, items: [{title: x, url: https://harbour.org/x}, Y]}]
to_read: [https://harbour.org/z]
""",
    "entries/2026-01-12.md": """\
---
links:
  - https://harbour.org/moon
  - {url: "https://harbour.org/b", note: x}
---

See [it](https://harbour.org/c) and https://harbour.org/c, or
www.harbour.org/d and ![an image](https://harbour.org/e.png).

`https://harbour.org/code` and [here](other.md) lead nowhere else.

<!-- private -->
https://harbour.org/secret
<!-- /private -->

- [named][n] and [named][n]

[n]: https://harbour.org/n
""",
    "entries/2026-01-13.md": "---\ndraft: true\nlinks: [https://harbour.org/draft]\n---\n\nhttps://harbour.org/draft\n",
    "docs/index.md": "# Home\n\n[Docs](https://harbour.org/docs)\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


def rows(result: CommandResult) -> list[list[str]]:
    return [line.split("\t") for line in result.out.splitlines()]


def test_every_link_has_its_location(root: Path) -> None:
    """The plan, reading list, entries and pages are read; drafts, private text, code and internal links are not."""
    result = run(root, "reading", "--links")
    assert (result.status, result.err) == (0, "")
    assert rows(result) == [
        ["https://harbour.org/moon", "curriculum.yaml:9:46", "want to read"],
        ["https://harbour.org/luna", "curriculum.yaml:9:82", "want to read"],
        ["https://harbour.org/p", "curriculum.yaml:12:28", "suggested"],
        ["https://harbour.org/g", "curriculum.yaml:13:28", "suggested"],
        ["https://harbour.org/go", "curriculum/two.yaml:3:60", "want to read"],
        ["https://harbour.org/it", "curriculum/two.yaml:3:95", "suggested"],
        ["https://harbour.org/docs", "docs/index.md:3:8"],
        ["https://harbour.org/moon", "entries/2026-01-12.md:3:5", "want to read"],
        ["https://harbour.org/b", "entries/2026-01-12.md:4:12", "mentioned"],
        ["https://harbour.org/c", "entries/2026-01-12.md:7:10", "mentioned"],
        ["https://harbour.org/c", "entries/2026-01-12.md:7:37", "mentioned"],
        ["http://www.harbour.org/d", "entries/2026-01-12.md:8:1", "mentioned"],
        ["https://harbour.org/e.png", "entries/2026-01-12.md:8:35"],
        ["https://harbour.org/n", "entries/2026-01-12.md:16:1", "mentioned"],
        ["https://harbour.org/x", "reading.yaml:1:56", "suggested"],
        ["https://harbour.org/z", "reading.yaml:2:11", "want to read"],
    ]
