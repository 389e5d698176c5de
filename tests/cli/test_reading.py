"""`daytrail reading`: the ledger for people, for LaTeX, for a post and for programs."""

import json
import re
from pathlib import Path

import pytest
from bibtexparser.entrypoint import parse_string
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from daytrail.views.files.bibtex import bibtex
from daytrail.views.files.reading_markdown import markdown
from tests.command import Said, run, write
from tests.journal import Written, facts_of, plan

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
          - id: moon
            title: "The moon & {tides}, 100 %"
            author: Ebb et al. 2019
            url: https://example.org/moon_1?a=1&b=2%20
            hours: 2
          - {id: paper, title: A paper, author: "A. N. Other", url: https://arxiv.org/abs/2101.03961v2}
          - {id: old, title: An old paper, url: https://arxiv.org/abs/math/0309136}
          - {id: book, title: "Flut & Ébbe", url: https://www.oreilly.com/library/view/x/1/}
          - {id: twin, title: "A paper!", url: https://example.org/twin}
          - {id: none, title: "日本"}
""",
    "reading.yaml": """\
categories:
  - id: sky
    title: Sky & sea
    items:
      - title: On the moon
        url: https://example.org/moon_1?a=1&b=2%20
        why: "It *pulls*."
        favourite: true
        notes: [One, {text: Two, notes: [Three]}]
""",
    "entries/2026-01-05.md": "---\nlinks: [{url: https://arxiv.org/pdf/2101.03961, status: reading}]\n---\n",
    "entries/2026-01-08.md": "---\ndone: [w01/book]\n---\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


def reading(root: Path, *arguments: str) -> Said:
    said = run(root, "reading", *arguments, DAYTRAIL_TODAY="2026-01-14")
    assert (said.status, said.err) == (0, "")
    return said


def test_shelves_for_people(root: Path) -> None:
    """Each shelf that holds anything is a heading with its count, each resource a line."""
    assert (
        reading(root).out
        == """\
◑ reading, 1
  A paper  arxiv.org  in progress for 9 days

○ to read, 4
  The moon & {tides}, 100 %  example.org
  An old paper               arxiv.org
  A paper!                   example.org
  日本

● read, 1
  Flut & Ébbe  oreilly.com  read on 8 January 2026
"""
    )


def test_a_shelf_alone(root: Path) -> None:
    """`--shelf` narrows every form; a shelf that is empty says so, and one that does not exist is wrong usage."""
    assert reading(root, "--shelf", "read").out.splitlines()[0] == "● read, 1"
    assert [one["title"] for one in json.loads(reading(root, "--shelf", "read", "--json").out)] == ["Flut & Ébbe"]
    assert reading(root, "--shelf", "dropped").out == "Nothing is there.\n"
    assert reading(root, "--shelf", "dropped", "--bibtex").out == ""
    assert reading(root, "--shelf", "dropped", "--json").out == "[]\n"
    assert run(root, "reading", "--shelf", "done").status == 2


def test_bibtex_is_read_by_others(root: Path) -> None:
    """A reader of BibTeX finds an entry a resource, under a name of its own, with the fields that are known."""
    said = reading(root, "--bibtex")
    library = parse_string(said.out)
    assert library.failed_blocks == []
    assert [{field.key: field.value for field in entry.fields} for entry in library.entries] == [
        {
            "author": "{A. N. Other}",
            "title": "{A paper}",
            "year": "2021",
            "month": "jan",
            "eprint": "2101.03961",
            "archiveprefix": "arXiv",
            "url": "https://arxiv.org/abs/2101.03961v2",
            "urldate": "2026-01-05",
        },
        {
            "author": "{Ebb} and others",
            "title": r"{The moon \& (tides), 100 \%}",
            "year": "2019",
            "url": "https://example.org/moon_1?a=1&b=2%20",
            "keywords": r"Sky \& sea",
            "annote": "It *pulls*.",
        },
        {
            "title": "{An old paper}",
            "year": "2003",
            "month": "sep",
            "eprint": "math/0309136",
            "archiveprefix": "arXiv",
            "url": "https://arxiv.org/abs/math/0309136",
        },
        {"title": "{A paper!}", "url": "https://example.org/twin"},
        {"title": "{日本}"},
        {
            "title": r"{Flut \& \'Ebbe}",
            "url": "https://www.oreilly.com/library/view/x/1/",
            "urldate": "2026-01-08",
            "note": "Read on 2026-01-08",
        },
    ]
    names = [entry.key for entry in library.entries]
    assert [re.sub(r"[0-9a-f]{8}$", "#", name) for name in names] == [
        "a-paper-#",
        "the-moon-tides-100",
        "an-old-paper",
        "a-paper-#",
        "page-#",
        "flut-bbe",
    ]
    assert len(set(names)) == len(names)
    assert [entry.entry_type for entry in library.entries] == ["misc"] * 5 + ["book"]


def test_markdown_is_a_list(root: Path) -> None:
    assert (
        reading(root, "--markdown").out
        == """\
## Reading

- [A paper](<https://arxiv.org/abs/2101.03961v2>) by A. N. Other, in progress for 9 days

## To read

- [The moon \\& \\{tides\\}, 100 %](<https://example.org/moon_1?a=1&b=2%20>) by Ebb et al. 2019 ★
  - It \\*pulls\\*.
  - One
  - Two
    - Three
- [An old paper](<https://arxiv.org/abs/math/0309136>)
- [A paper!](<https://example.org/twin>)
- 日本

## Read

- [Flut \\& Ébbe](<https://www.oreilly.com/library/view/x/1/>), read on 8 January 2026
"""
    )


def test_data_has_the_whole_of_it(root: Path) -> None:
    """`--json` has every field of every resource, in the order of the shelves."""
    found = json.loads(reading(root, "--json").out)
    assert [one["title"] for one in found][:2] == ["A paper", "The moon & {tides}, 100 %"]
    assert found[0]["history"] == [
        {"date": "2026-01-05", "event": "started", "entry": "log/2026/01/05/", "sentence": ""}
    ]
    assert (found[0]["begun"], found[0]["first"], found[0]["last"]) == ("2026-01-05",) * 3
    page = found[1].pop("page")
    assert re.fullmatch(r"reading/example-org-moon-1-a-1-b-2-[0-9a-f]{8}/", page)
    assert found[1] == {
        "title": "The moon & {tides}, 100 %",
        "url": "https://example.org/moon_1?a=1&b=2%20",
        "author": "Ebb et al. 2019",
        "kind": "article",
        "shelf": "to read",
        "favourite": True,
        "hours": 2.0,
        "items": ["w01/moon"],
        "weeks": [1],
        "categories": ["Sky & sea"],
        "why": ["It *pulls*."],
        "notes": [{"text": "One", "notes": []}, {"text": "Two", "notes": [{"text": "Three", "notes": []}]}],
        "first": None,
        "last": None,
        "begun": None,
        "history": [],
    }


TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cn", "Co"]), min_size=1, max_size=30)


def _plan(reading: list[dict[str, str]]) -> Written:
    weeks = [{"week": "1", "title": "W", "reading": reading}]
    return {"title": "P", "parts": [{"id": "a", "title": "A", "weeks": weeks}]}


@given(st.lists(TEXT.filter(str.strip), min_size=1, max_size=4))
def test_any_title_is_one_entry_of_bibtex(titles: list[str]) -> None:
    """Whatever a title holds, the file has as many entries as there are resources, and none is broken."""
    written = _plan([{"id": f"r{i}", "title": title} for i, title in enumerate(titles)])
    text = bibtex(facts_of(written).ledger.resources)
    library = parse_string(text)
    assert library.failed_blocks == []
    assert len(library.entries) == len(titles)
    assert text.count("{") == text.count("}")


@given(TEXT.filter(str.strip))
def test_any_title_is_itself_in_markdown(title: str) -> None:
    """Whatever a title holds, Markdown shows just that."""
    written = _plan([{"id": "r", "title": title}])
    placed = plan(written).items["w01/r"]
    facts = facts_of(written)
    html = MarkdownIt("commonmark").render(markdown(facts.ledger.shelves.items(), facts.today))
    shown = re.fullmatch(r"<h2>To read</h2>\n<ul>\n<li>(.*)</li>\n</ul>\n", html, re.DOTALL)
    assert shown
    unescaped = shown[1].replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
    assert unescaped == " ".join((placed.item.title or "").split())
