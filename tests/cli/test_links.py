"""`daytrail links`: every link to another host, where it is written, and what became of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import Said, run, write

FILES = {
    "mkdocs.yml": "site_name: x\n",
    "curriculum.yaml": """\
title: Tides
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: Ebb
        reading:
          - {id: moon, title: The moon, url: https://example.org/moon, aliases: [https://example.org/luna]}
  - file: curriculum/two.yaml
references:
  papers: [{title: P, url: https://example.org/p}]
  guides: [{title: G, url: https://example.org/g}]
""",
    "curriculum/two.yaml": """\
id: two
title: Two
weeks: [{week: 2, title: Flood, practice: [{text: Go, url: https://example.org/go}]}]
""",
    "reading.yaml": """\
categories: [{id: a, title: A, items: [{title: x, url: https://example.org/x}, Y]}]
to_read: [https://example.org/z]
""",
    "entries/2026-01-12.md": """\
---
links:
  - https://example.org/moon
  - {url: "https://example.org/b", note: x}
---

See [it](https://example.org/c) and https://example.org/c, or
www.example.org/d and ![an image](https://example.org/e.png).

`https://example.org/code` and [here](other.md) lead nowhere else.

<!-- private -->
https://example.org/secret
<!-- /private -->

- [named][n] and [named][n]

[n]: https://example.org/n
""",
    "entries/2026-01-13.md": "---\ndraft: true\nlinks: [https://example.org/draft]\n---\n\nhttps://example.org/draft\n",
    "docs/index.md": "# Home\n\n[Docs](https://example.org/docs)\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


def rows(said: Said) -> list[list[str]]:
    return [line.split("\t") for line in said.out.splitlines()]


def test_every_link_has_its_place(root: Path) -> None:
    """Plan, list, entries and pages are read; drafts, private passages, code and links within the site are not."""
    said = run(root, "links")
    assert (said.status, said.err) == (0, "")
    assert rows(said) == [
        ["https://example.org/moon", "curriculum.yaml:9:46", "to read"],
        ["https://example.org/luna", "curriculum.yaml:9:82", "to read"],
        ["https://example.org/p", "curriculum.yaml:12:28", "worth reading"],
        ["https://example.org/g", "curriculum.yaml:13:28", "worth reading"],
        ["https://example.org/go", "curriculum/two.yaml:3:60", "to read"],
        ["https://example.org/docs", "docs/index.md:3:8"],
        ["https://example.org/moon", "entries/2026-01-12.md:3:5", "to read"],
        ["https://example.org/b", "entries/2026-01-12.md:4:11", "met in passing"],
        ["https://example.org/c", "entries/2026-01-12.md:7:10", "met in passing"],
        ["https://example.org/c", "entries/2026-01-12.md:7:37", "met in passing"],
        ["http://www.example.org/d", "entries/2026-01-12.md:8:1", "met in passing"],
        ["https://example.org/e.png", "entries/2026-01-12.md:8:35"],
        ["https://example.org/n", "entries/2026-01-12.md:16:1", "met in passing"],
        ["https://example.org/x", "reading.yaml:1:56", "worth reading"],
        ["https://example.org/z", "reading.yaml:2:11", "to read"],
    ]


def test_a_place_is_where_it_is_written(root: Path) -> None:
    """At each place stands what was printed, or the block whose link is defined elsewhere."""
    for url, where, *_ in rows(run(root, "links")):
        path, line, column = where.rsplit(":", 2)
        text = FILES[path].splitlines()[int(line) - 1][int(column) - 1 :].removeprefix("{").lstrip()
        assert text.startswith((url, url.removeprefix("http://"), f'"{url}', f"url: {url}", "- [named]")), where


def test_links_for_programs(root: Path) -> None:
    """`--json` has the same as a list of objects."""
    found = json.loads(run(root, "links", "--json").out)
    assert [one["url"] for one in found] == [row[0] for row in rows(run(root, "links"))]
    assert found[0] == {
        "url": "https://example.org/moon",
        "path": "curriculum.yaml",
        "line": 9,
        "column": 46,
        "shelf": "to read",
        "title": "The moon",
    }
    docs = next(one for one in found if one["path"] == "docs/index.md")
    assert (docs["shelf"], docs["title"]) == (None, None)


def test_an_empty_project_has_no_links(tmp_path: Path) -> None:
    said = run(write(tmp_path, {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": "title: x"}), "links")
    assert (said.status, said.out) == (0, "")


def checked(root: Path, data: Any) -> Said:
    (root / "links.json").write_text(json.dumps(data), encoding="utf-8")
    return run(root, "links", "--report", str(root / "links.json"))


def one(url: str, **status: Any) -> dict[str, Any]:
    return {"url": url, "status": status}


def test_a_report_says_where_a_broken_link_is(root: Path) -> None:
    """What lychee found is listed with the places where it is written; 403, 429 and silence are no proof."""
    found = {
        "total": 15,
        "successful": 10,
        "error_map": {
            "build/links.txt": [
                one("https://example.org/moon/", text="Rejected status code: 404 Not Found", code=404),
                one("https://example.org/b", text="403 Forbidden", code=403),
                one("https://example.org/x", text="429 Too Many Requests", code=429),
                one("https://example.org/go", text="Network error: *dns* error"),
            ]
        },
        "timeout_map": {"build/links.txt": [one("https://example.org/c", text="Timeout")]},
    }
    said = checked(root, found)
    assert said.status == 1
    assert (
        said.out
        == """\
15 links checked: 2 broken, 3 that may be there and did not say so.

## Broken

- <https://example.org/go>: Network error: \\*dns\\* error
  - `curriculum/two.yaml:3:60`
- <https://example.org/moon/>: answers 404
  - `curriculum.yaml:9:46`
  - `entries/2026-01-12.md:3:5`

## Unknown

- <https://example.org/b>: answers 403
  - `entries/2026-01-12.md:4:11`
- <https://example.org/c>: no answer in time
  - `entries/2026-01-12.md:7:10`
  - `entries/2026-01-12.md:7:37`
- <https://example.org/x>: answers 429
  - `reading.yaml:1:56`
"""
    )


@pytest.mark.parametrize("found", [{"total": 15}, {"total": 15, "fail_map": {}, "error_map": {"x": []}}])
def test_a_report_of_nothing_broken(root: Path, found: dict[str, Any]) -> None:
    """Where all is well, or only unknown, the status is 0."""
    said = checked(root, found)
    assert (said.status, said.out) == (0, "15 links checked: 0 broken, 0 that may be there and did not say so.\n")
    unknown = {**found, "fail_map": {"x": [one("https://example.org/b", code=403)]}}
    assert checked(root, unknown).status == 0


@pytest.mark.parametrize(
    "found", [[], {}, {"total": "1"}, {"total": 1, "error_map": []}, {"total": 1, "fail_map": {"x": [3]}}]
)
def test_what_is_no_report_is_wrong_usage(root: Path, found: Any) -> None:
    said = checked(root, found)
    assert (said.status, said.out) == (2, "")
    assert "is not what lychee writes with --format json" in said.err


def test_a_report_excludes_json(root: Path) -> None:
    assert run(root, "links", "--json", "--report", str(root / "mkdocs.yml")).status == 2
    assert run(root, "links", "--report", str(root / "mkdocs.yml")).status == 2
