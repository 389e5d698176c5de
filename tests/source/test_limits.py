"""Entries beyond a limit are refused with the line; the manual lists all limits."""

import re
from pathlib import Path

from daytrail import gfm
from daytrail.cli.importing import sources as importing
from daytrail.model.entry import MAX_LIST
from daytrail.source import files, photos
from daytrail.source.load import load
from daytrail.source.yaml import parser
from daytrail.views import body, sanitise
from tests.for_each import for_each
from tests.website import ROOT

LIMITS = {
    "bytes of an entry": files.MAX_ENTRY_BYTES,
    "lines of an entry": files.MAX_ENTRY_LINES,
    "characters of a line": files.MAX_LINE,
    "values of each list in the front matter": MAX_LIST,
    "levels of quotes, lists (two each) and emphasis": gfm.MAX_LEVELS,
    "cells of all tables": gfm.MAX_CELLS,
    "opening brackets of links": gfm.MAX_BRACKETS,
    "links and images in the text": gfm.MAX_LINKS,
    "characters of all URLs of links": gfm.MAX_REPEATED,
    "characters of a formula": body.MAX_FORMULA,
    "groups of a formula within each other": body.MAX_FORMULA_DEPTH,
    "brackets of a formula that have no end": body.MAX_OPEN_BRACKETS,
    "HTML tags within each other": sanitise.MAX_DEPTH,
    "characters of a code block": body.MAX_HIGHLIGHTED,
    "pixels of a photo": photos.MOST_PIXELS,
    "bytes of a file": files.MAX_TEXT_BYTES,
    "values of a file": parser.MAX_VALUES,
    "levels of lists and maps": parser.MAX_DEPTH,
    "bytes of a source document": importing.MAX_BYTES,
    "lines of a source document": importing.MAX_LINES,
    "characters of a line of a source document": importing.MAX_LINE,
}

NAMES = "[" + ", ".join(f"n{i}" for i in range(201)) + "]"
LINKS = "[" + ", ".join(f"https://example.org/{i}" for i in range(201)) + "]"
NESTED_LIST = "".join("  " * level + "- a\n" for level in range(18))

BEYOND = {
    "lines": ("a\n" * 10_001, "10001:1: error: the entry has more than 10,000 lines"),
    "a line": ("a\n" + "b" * 50_001, "2:50001: error: the line is longer than 50,000 characters"),
    "quotes": ("a\n\n" + ">" * 34 + " b\n", "3:1: error: lists, quotes or emphasis nest deeper than 30 levels"),
    "lists": (f"a\n\n{NESTED_LIST}", "18:1: error: lists, quotes or emphasis nest deeper than 30 levels"),
    "emphasis": (
        "*a **b " * 20 + "c" + "***" * 20,
        "1:1: error: lists, quotes or emphasis nest deeper than 30 levels",
    ),
    "cells": (
        "|" + "a|" * 200 + "\n|" + "-|" * 200 + "\n" + "|b\n" * 200,
        "1:1: error: tables have more than 20,000 cells in all",
    ),
    "brackets": (
        "a\n\n" + "[b\n" * 8_000 + "[" * 20_000 + "]",
        "1:1: error: the text has more than 20,000 opening brackets",
    ),
    "bare links": (
        "a\n\nhttps://a.example/\n" + "https://a.example/\n" * 2_000,
        "3:1: error: the text has more than 2,000 links and images",
    ),
    "repeated definitions": (
        f"[a]: https://a.example/{'b' * 40_000}\n\n" + "[a]\n\n" * 20,
        "27:1: error: the URLs of links have more than 500,000 characters in all",
    ),
    "tags": (f"---\ntags: {NAMES}\n---\n", "2:7: error: `tags` has more than 200 values"),
    "touched": (f"---\ntouched: {NAMES}\n---\n", "2:10: error: `touched` has more than 200 values"),
    "links": (f"---\nlinks: {LINKS}\n---\n", "2:8: error: `links` has more than 200 values"),
    "behind a private passage": (
        "---\ntitle: A\n---\n\n<!-- private -->\nb\n<!-- /private -->\n\n" + ">" * 34 + " c\n",
        "9:1: error: lists, quotes or emphasis nest deeper than 30 levels",
    ),
}

WITHIN = {
    "quotes": ">" * 30 + " b\n",
    "lists": "".join("  " * level + "- a\n" for level in range(15)),
    "cells": "|" + "a|" * 99 + "\n|" + "-|" * 99 + "\n" + "|b\n" * 190,
    "brackets": "[a]\n" * 9_000 + "[a] " * 10_999,
    "tags": f"---\ntags: {NAMES.replace(', n200', '')}\n---\n",
}


def problems(tmp_path: Path, text: str) -> str:
    """Return all problems of a project with one entry, one below the other."""
    (tmp_path / "entries").mkdir()
    (tmp_path / "entries/2026-01-12.md").write_text(text, encoding="utf-8")
    return "\n".join(map(str, load(tmp_path).problems))


@for_each(BEYOND)
def test_what_is_beyond_a_limit_is_an_error_with_its_line(name: str, tmp_path: Path) -> None:
    text, message = BEYOND[name]
    assert f"entries/2026-01-12.md:{message}" in problems(tmp_path, text)


@for_each(WITHIN)
def test_what_is_within_a_limit_is_no_problem(name: str, tmp_path: Path) -> None:
    text = WITHIN[name]
    assert problems(tmp_path, text) == ""


def test_the_page_on_security_lists_all_limits() -> None:
    """Each limit is in a table of docs/security.md with its value, and the tables have no other."""
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    section = text.partition("\n## Limits\n")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| (.+?) \| ([\d,]+) \|$", section, re.MULTILINE))
    assert rows == {name: f"{value:,}" for name, value in LIMITS.items()}
