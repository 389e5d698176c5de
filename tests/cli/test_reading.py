"""`daytrail reading`: the ledger as text, BibTeX, Markdown and JSON."""

import re
from pathlib import Path

import pytest
from bibtexparser.entrypoint import parse_string
from hypothesis import given
from hypothesis import strategies as st

from daytrail.views.files.bibtex import bibtex
from tests.command import CommandResult, run, write
from tests.journal import Written, facts_of

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
          - {id: book, title: "Flut & Ébbe", url: https://www.oreilly.com/library/view/x/1/}
          - {id: twin, title: "A paper!", url: https://example.org/twin}
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


def reading(root: Path, *arguments: str) -> CommandResult:
    result = run(root, "reading", *arguments, DAYTRAIL_TODAY="2026-01-14")
    assert (result.status, result.err) == (0, "")
    return result


def test_bibtex_is_read_by_bibtexparser(root: Path) -> None:
    result = reading(root, "--bibtex")
    library = parse_string(result.out)
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
            "annote": "It pulls.",
        },
        {"title": "{A paper!}", "url": "https://example.org/twin"},
        {
            "title": r"{Flut \& \'Ebbe}",
            "url": "https://www.oreilly.com/library/view/x/1/",
            "urldate": "2026-01-08",
            "note": "Read on 2026-01-08",
        },
    ]
    names = [entry.key for entry in library.entries]
    shown = [re.sub(r"[0-9a-f]{8}$", "#", name) for name in names]
    assert shown == ["a-paper-#", "the-moon-tides-100", "a-paper-#", "flut-bbe"]
    assert len(set(names)) == len(names)
    assert [entry.entry_type for entry in library.entries] == ["misc", "misc", "misc", "book"]


TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cn", "Co"]), min_size=1, max_size=30)


@given(st.lists(TEXT.filter(str.strip), min_size=1, max_size=4))
def test_any_title_gives_one_bibtex_entry(titles: list[str]) -> None:
    """Whatever titles contain, the file has as many entries as there are resources, and none is broken."""
    weeks = [{"week": "1", "title": "W", "reading": [{"id": f"r{i}", "title": text} for i, text in enumerate(titles)]}]
    written: Written = {"title": "P", "parts": [{"id": "a", "title": "A", "weeks": weeks}]}
    text = bibtex(facts_of(written).ledger.resources)
    library = parse_string(text)
    assert library.failed_blocks == []
    assert len(library.entries) == len(titles)
    assert text.count("{") == text.count("}")
