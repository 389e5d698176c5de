"""Links of imported documents: what they become, and that check and a strict build accept every one of them."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.command import CommandResult, run, write
from tests.website import build, make

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases/imports/links.yml").read_text(encoding="utf-8"))


def import_log(folder: Path, text: str, *options: str) -> CommandResult:
    """Import a log into a new project and return the result, with the report as JSON."""
    write(folder, {"source/log.md": text, "project/mkdocs.yml": "site_name: x\n"})
    return run(
        folder / "project",
        *("import", "log", str(folder / "source/log.md"), "--json", *options),
        DAYTRAIL_TODAY="2026-06-01",
    )


def link_problems(root: Path) -> list[str]:
    """Return the messages of `daytrail check` about links."""
    problems: list[dict[str, Any]] = json.loads(run(root, "check", "--json").out)
    return [problem["message"] for problem in problems if "link" in problem["message"]]


@pytest.mark.parametrize("name", CASES)
def test_links_of_a_log_become_those_of_its_case(tmp_path: Path, name: str) -> None:
    """All words, links and boxes of the source are still there, and a second import changes nothing."""
    case = CASES[name]
    assert case.keys() <= {"text", "files", "url", "bodies", "page", "doubts"}
    options = ["--source-url", case["url"]] if "url" in case else []
    write(tmp_path, {f"source/{file}": "content" for file in case.get("files", ())})
    result = import_log(tmp_path, case["text"], *options)
    assert result.status == 0, result.err
    root = tmp_path / "project"
    texts = {path.stem: path.read_text(encoding="utf-8") for path in root.rglob("entries/**/*.md")}
    bodies = {stem: text.split("\n---\n", 1)[1].strip("\n") for stem, text in texts.items()}
    expected = {str(stem): body for stem, body in case["bodies"].items()}
    assert {stem: bodies[stem] for stem in expected} == expected
    if "page" in case:
        page = (root / "docs/proposed/log.md").read_text(encoding="utf-8")
        assert page.split("---\n\n", 1)[1] == case["page"]
    doubts = json.loads(result.out)[0]["doubts"]
    links = [doubt for doubt in doubts if "does not work" in doubt["message"]]
    assert [f"{link['line']}: {link['message']}" for link in links] == case.get("doubts", [])
    assert link_problems(root) == []
    assert run(root, "import", "log", str(tmp_path / "source/log.md"), *options, "--verify").status == 0
    again = run(root, "import", "log", str(tmp_path / "source/log.md"), *options, DAYTRAIL_TODAY="2026-06-01")
    assert again.out == ""


LOG = """\
# My log of [tides](tides.md)

![Logo](logo.png) [Day 1](#day-1-2026-01-05), [Day 3](#day-3) and [the plan](../plan.md#week-1) {{ day }}

## Day 1: 2026-01-05

See [tomorrow](#day-2-2026-01-06), [notes](#notes), [home](/README.md), [tides] and [[2026-01-06]].[^1]
![A gauge](img/gauge.png) ![Gone](img/gone.png) <img src="gone.png" alt="Pier"> {{ x }} {% if %} <script>x()</script>

<details>
<summary>More</summary>

### Notes

- [x] [done](done.md)

## Day 2: 2026-01-06

# Big

After [yesterday](#day-1-2026-01-05) and [its notes](#notes).

</details>

## Day 3: 2026-01-07

| a | [b](c.md) |
|---|-----------|
| [x\\|y](z.md) | [on](#nothing) |

[tides]: https://example.org/tides
[^1]: At [six](six.md).
"""
PLAN = """\
# Tides

See [the sea](sea.md).

Goal: [know](know.md) {{ x }}

## Week 1: Ebb

- [ ] [Gravity](gravity.md) ![a](a.png)
- [x] [The moon](https://example.org/moon), see [notes](../notes.md#a)

Milestone: Draw [a map](map.md) <script>x()</script>
"""
READING = """\
# [Papers](papers.md)

## Moon

- [Moon](https://example.org/moon) - why [the sea](sea.md) matters {{ x }}
  - a note with [a link](/note.md) and ![a](a.png)
- [Wave](./wave.pdf)
- [Anchor](#moon)
"""


@pytest.mark.site
@pytest.mark.parametrize("url", [None, "https://github.com/x/y/blob/main/source/log.md"], ids=["", "with a URL"])
def test_imported_documents_pass_a_strict_build(tmp_path: Path, url: str | None) -> None:
    """So does the page of what belongs to no day when it is published."""
    root = make(tmp_path / "project", {})
    write(tmp_path / "source", {"log.md": LOG, "plan.md": PLAN, "list.md": READING})
    write(tmp_path / "source", {"img/gauge.png": "A picture.", "logo.png": "A picture."})
    options = ["--source-url", url] if url else []
    for kind, name in (("log", "log.md"), ("plan", "plan.md"), ("reading", "list.md")):
        assert run(root, "import", kind, str(tmp_path / "source" / name), *options).status == 0
    (root / "docs/proposed/log.md").rename(root / "docs/about.md")
    (root / "docs/proposed/logo.png").rename(root / "docs/logo.png")
    assert json.loads(run(root, "check", "--strict", "--json").out) == []
    built = build(root)
    assert built.status == 0, built.output
    assert {"entries/2026/img/gauge.png", "logo.png"} <= built.site.files


_DAYS = 4
_LINKS = st.sampled_from(
    [
        *("[a](b.md)", "[a](/b.md)", "[a](../b/)", "[a](#day-2)", "[a](#2026-01-03)", "[a](#gone)", "[a](#notes)"),
        *(
            "![a](b.png)",
            "![](b.png)",
            "![a](have.png)",
            '<img src="b.png" alt="c">',
            '<a href="#day-1">c</a>',
            "[a]()",
        ),
        *(
            "[![a](b.png)](c.md)",
            "[a][tides]",
            "[tides]",
            "[a][gone]",
            "[a][day]",
            "Ebb.[^1]",
            "`[a](b.md)`",
            "[[2026-01-02]]",
        ),
        *("[[Moon]]", "![[have.png]]", "![[b.png]]", "[a](<b c.md>)", "[a](b%20c.md#d)", "[a](file:///b)", "[a](x:b)"),
        *("[a\nb](c.md)", "[a](b(c).md)", "[a|b](c.md)", "\\[a](b.md)", "[a](\\b)", "[a](b\\)"),
        *("[a](?b)", "[a](//e.org)", "[a](%00)", "[a](%)", "<b.md>", "[`a`](b.md)", "[*a](b.md)*", "[a](www.e.org)"),
    ]
)
_BEFORE = st.sampled_from(["", "- ", "> ", "- [x] ", "1. ", "### ", "    ", "| ", "<p>", "text ", "**", "\n- a\n\n  "])
_BEHIND = st.sampled_from(["", " text", " |", "</p>", "**", "\n---", "\n| a | b |\n|--|--|\n", "  ", "\n```", "\n"])
_BODIES = st.lists(st.tuples(_BEFORE, _LINKS, _BEHIND).map("".join), min_size=1, max_size=4).map("\n".join)
_DEFINITIONS = "[tides]: gone.md\n[day]: #day-2\n\n[^1]: See [a](b.md).\n"


@settings(max_examples=60)
@given(bodies=st.lists(_BODIES, min_size=_DAYS, max_size=_DAYS))
def test_check_accepts_all_links_of_any_log(tmp_path_factory: pytest.TempPathFactory, bodies: list[str]) -> None:
    """It has neither an error nor a warning about a link, as a strict build would; a second import changes nothing."""
    folder = write(tmp_path_factory.mktemp("links"), {"source/have.png": "A picture."})
    days = [f"## Day {number}: 2026-01-0{number}\n{body}\n" for number, body in enumerate(bodies, start=1)]
    text = "\n".join(["# Tides\n", *days, _DEFINITIONS])
    result = import_log(folder, text)
    assert result.status == 0, result.err
    assert link_problems(folder / "project") == []
    again = import_log(folder, text)
    assert again.status == 0
    assert json.loads(again.out)[0]["written"] == []


def test_a_later_import_with_the_url_of_the_source_gives_entries_their_links(tmp_path: Path) -> None:
    """The report advises it. What somebody has changed in an entry stays; a third import adds nothing."""
    text = "# Log\n\n[All](all.md)\n\n## Day 1: 2026-01-05\n\n[Link](a/)\n\n## Day 2: 2026-01-06\n\n[Two](b/)\n"
    first = json.loads(import_log(tmp_path, text).out)[0]
    (advised,) = (step["command"] for step in first["next"] if "give its URL" in step["why"])
    root = tmp_path / "project"
    assert advised == f"daytrail -C {root} import log {tmp_path / 'source/log.md'} --source-url URL"
    one, two = (root / f"entries/2026/2026-01-0{day}.md" for day in (5, 6))
    one.write_text(one.read_text(encoding="utf-8").replace("day: 1\n", "day: 1\ntags: [sea]\n"), encoding="utf-8")
    two.write_text(two.read_text(encoding="utf-8").replace("Two", "Two boats"), encoding="utf-8")
    url = ("--source-url", "https://x.example/y/log.md")
    second = json.loads(import_log(tmp_path, text, *url).out)[0]
    assert second["written"] == ["entries/2026/2026-01-05.md", "docs/proposed/log.md"]
    assert second["added"] == [
        "entries/2026/2026-01-05.md: links to the source on the web (line 5 of the source)",
        "docs/proposed/log.md: text that the source has now",
    ]
    assert second["kept"] == ["entries/2026/2026-01-06.md (line 9 of the source)"]
    assert [step for step in second["next"] if "give its URL" in step["why"]] == []
    assert one.read_text(encoding="utf-8").endswith("tags: [sea]\n---\n\n[Link](https://x.example/y/a/)\n")
    assert "[All](https://x.example/y/all.md)" in (root / "docs/proposed/log.md").read_text(encoding="utf-8")
    assert json.loads(import_log(tmp_path, text, *url).out)[0]["written"] == []


def test_a_day_of_little_more_than_a_link_is_found_again(tmp_path: Path) -> None:
    """The words of its URL are more than those of its text."""
    text = "| Day | Date | Code | Done |\n|---|---|---|---|\n| 1 | 2026-01-05 | [Link](./d1/) | yes |\n"
    text += "| 2 | 2026-01-06 | [Link](./d2/) | yes |\n"
    url = ("--source-url", "https://github.com/tides-and-piers/harbour-log/blob/main/log.md")
    import_log(tmp_path, text, *url)
    assert json.loads(import_log(tmp_path, text, *url).out)[0]["written"] == []
