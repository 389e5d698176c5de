"""A misspelt marker of a private passage, or an unpaired `%%`, is an error in its line and publishes nothing."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.problems import Severity
from daytrail.project.report import as_text
from daytrail.source.load import load
from daytrail.source.private_text import cut_private
from tests.command import run, write
from tests.for_each import for_each
from tests.source.texts import ENTRY, loaded
from tests.website import ROOT, build, make

SECRET = "heronmorse"
PROJECT = {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": "title: Tides\n"}

_CASES: Any = yaml.safe_load((ROOT / "tests/cases/markers.yml").read_text(encoding="utf-8"))
PAIRS: Mapping[str, tuple[str, str]] = _CASES["misspelt"]

COMMENTS: Mapping[str, tuple[str, str]] = _CASES["unpaired"]
"""The same for comments of Obsidian, which are in entries and docs pages only."""


def marked(start: str, end: str) -> str:
    return f"---\ntitle: Open\n---\n\nBefore.\n\n{start} {SECRET} {end}\n\nAfter.\n"


@for_each({**PAIRS, **COMMENTS})
def test_a_misspelt_marker_is_an_error_in_its_line(name: str, tmp_path: Path) -> None:
    """`check` names the line of what is near to a marker; in an entry, a docs page and a text in the plan."""
    start, end = PAIRS.get(name) or COMMENTS[name]
    inside = "".join(f"  {line}\n" for line in f"{start} {SECRET} {end}".split("\n"))
    files = {
        "entries/2026-01-12.md": marked(start, end),
        "docs/about.md": marked(start, end),
    }
    if name in PAIRS:
        files["curriculum.yaml"] = f"title: Tides\nparts:\n- id: a\n  title: A\n  goal: |\n{'    '.join(['', inside])}"
    checked = run(write(tmp_path, PROJECT | files), "check")
    assert checked.status == 1
    lines = {tuple(line.split(":")[:2]) for line in checked.out.splitlines() if ": error: " in line}
    passage = range(7, 11)
    for path in ("entries/2026-01-12.md", "docs/about.md"):
        assert {int(number) for name, number in lines if name == path} & {*passage}, path
    assert SECRET not in checked.out
    assert SECRET not in repr(load(tmp_path).journal)


INNOCENT: Mapping[str, str] = _CASES["innocent"]


@for_each(INNOCENT)
def test_other_words_and_comments_are_no_markers(name: str, tmp_path: Path) -> None:
    """What only has the word, in code, links and sentences, is no problem."""
    body = f"---\ntitle: Open\n---\n\n{INNOCENT[name]}\n"
    root = write(tmp_path, {**PROJECT, "entries/2026-01-12.md": body, "docs/about.md": body})
    assert "marker" not in run(root, "check").out


CUTS: Mapping[str, tuple[str, str, str]] = _CASES["cut"]


@for_each(CUTS)
def test_what_is_hidden_is_cut_out(name: str) -> None:
    text, stays, report = CUTS[name]
    cut, problems = cut_private(text, "a.md", 7, kind="entry")
    assert (cut, as_text(problems)) == (stays, report)


def test_less_is_a_marker_in_other_files_and_without_notations() -> None:
    """A file of another kind may have tags and brackets of its own; without Obsidian, `%%` is text.

    In a page of `docs/`, an extension may make something else of an indented text than code.
    """
    assert len(cut_private("a\n\n    b %% c\n", "a.md", 1)[1]) == 1
    assert cut_private("[private] <p class='private'>", "a.csv", 1, kind="file") == (
        "[private] <p class='private'>",
        [],
    )
    assert cut_private("a %% b %% c", "a.md", 1, programs=()) == ("a %% b %% c", [])


LETTERS = st.sampled_from([*"abcdefghijklmnopqrstuvwxyz !-<>/\\:%#", "\u200b", "\u0430"])


@st.composite
def misspelt(draw: st.DrawFn, marker: str) -> str:
    """Return a marker with a character inserted, deleted, replaced or swapped with the next."""
    at = draw(st.integers(0, len(marker) - 2))
    edited = {
        "insert": f"{marker[:at]}{draw(LETTERS)}{marker[at:]}",
        "delete": marker[:at] + marker[at + 1 :],
        "replace": f"{marker[:at]}{draw(LETTERS)}{marker[at + 1 :]}",
        "swap": f"{marker[:at]}{marker[at + 1]}{marker[at]}{marker[at + 2 :]}",
    }
    return edited[draw(st.sampled_from(sorted(edited)))]


PLACES = st.sampled_from(
    ["Before {} {} {} after.", "Text.\n\n{}\n{}\n{}\n\nMore.", "a{}{}{}b", "- {}{}{}", "{}{}{}", "```\n{}\n{}\n{}\n```"]
)


@given(
    st.one_of(st.just("<!-- private -->"), misspelt("<!-- private -->")),
    st.one_of(st.just("<!-- /private -->"), misspelt("<!-- /private -->")),
    PLACES,
)
def test_no_slip_of_the_pen_publishes_a_passage(start: str, end: str, place: str) -> None:
    """With a wrong character in one marker or in both, the passage is hidden, or there is an error and it is hidden."""
    read = loaded({ENTRY: f"---\ntags: [a]\n---\n\n{place.format(start, SECRET, end)}\n".encode()})
    assert SECRET not in repr(read.journal)
    assert SECRET not in "".join(map(str, read.problems))


FILES = {
    "misspelt": b"a,b\n<!-- pivate -->\nheronmorse,1\n<!-- /pivate -->\n",
    "without an end": b"a,b\n<!-- private -->\nheronmorse,1\n",
    "UTF-16": "a,b\n<!-- private -->\nheronmorse,1\n<!-- /private -->\n".encode("utf-16"),
    "UTF-16 without a mark": "a,b\n<!-- private -->\nheronmorse,1\n<!-- /private -->\n".encode("utf-16-be"),
    "UTF-32": "a,b\n<!-- privat -->\nheronmorse,1\n<!-- /privat -->\n".encode("utf-32"),
    "Latin-1": b"a,\xe9\n<!-- privat -->\nheronmorse,1\n<!-- /privat -->\n",
}


@pytest.mark.site
def test_a_wrong_marker_in_a_file_of_another_kind_is_an_error(tmp_path: Path) -> None:
    """`check` and a build report it in a file beside an entry and in one in `docs/`; nothing is published."""
    stems = {name: f"{name.replace(' ', '-').lower()}.csv" for name in FILES}
    links = "\n".join(f"[table]({stem})" for stem in stems.values())
    files: dict[str, str | bytes] = {"entries/2026-01-12.md": f"---\ntitle: Open\n---\n\n{links}\n"}
    for name, stem in stems.items():
        files |= {f"entries/{stem}": FILES[name], f"docs/{stem}": FILES[name]}
    root = make(tmp_path, files)
    checked, built = run(root, "check"), build(root, strict=False)
    for output in (checked.out, built.output):
        for path in (f"{folder}/{stem}" for folder in ("entries", "docs") for stem in stems.values()):
            assert re.search(rf"{path}:2:[1-8]: error: ", output), path
        assert SECRET not in output
    assert (checked.status, built.status) == (1, 1)
    assert not (built.site.folder / "entries").exists()


def test_the_markers_of_a_text_that_is_too_wrong_are_not_all_reported() -> None:
    """A thousand wrong markers give a hundred errors."""
    for marker in ("<!-- privat -->", "<!-- /private -->"):
        problems = loaded({ENTRY: f"{marker}\n".encode() * 1000}).problems
        assert len([problem for problem in problems if problem.severity is Severity.ERROR]) == 100
