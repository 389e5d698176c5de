"""Edits of YAML: what is asked for is there afterwards, and no other byte changes."""

import re
from datetime import date
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.model.entry import FrontMatter
from daytrail.source.front_matter import split_front_matter
from daytrail.source.private_text import blank_private
from daytrail.source.yaml.edit import Append, Change, Put, Remove, edit_front_matter, edit_yaml
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import ScalarValue, quoted_scalar
from tests.command import ROOT

CASES: Any = yaml.safe_load((ROOT / "tests/cases/yaml_edits.yml").read_text(encoding="utf-8"))

ORDER = tuple(FrontMatter.model_fields)
NEW = Append(("done",), ("w09/new",))
PAUSE: dict[str, ScalarValue] = {"from": date(2026, 1, 1), "to": date(2026, 1, 9), "why": "re-planned"}

# -- by example --


APPENDED = CASES["appended"]


@pytest.mark.parametrize(("before", "after"), APPENDED)
def test_a_value_is_appended_in_the_style_of_its_list(before: str, after: str) -> None:
    """Brackets, dashes, spaces, comments, commas and line ends stay as the writer has them."""
    assert edit_yaml(before, "x.yaml", [NEW], ORDER) == (after, [])


@pytest.mark.parametrize(
    ("before", "after"),
    CASES["a_new_key_of_front_matter_is_in_the_order_of_the_manual"],
)
def test_a_new_key_of_front_matter_is_in_the_order_of_the_manual(before: str, after: str) -> None:
    """A key goes behind those that come before it in the manual, above the closing line, or begins a front matter."""
    assert edit_front_matter(before, "x.md", [NEW], ORDER) == (after, [])


@pytest.mark.parametrize(
    ("before", "after"),
    CASES["a_single_value_is_replaced_or_added"],
)
def test_a_single_value_is_replaced_or_added(before: str, after: str) -> None:
    assert edit_yaml(before, "x.yaml", [Put(("k",), 12.5)], ("j", "k", "z")) == (after, [])


@pytest.mark.parametrize(
    ("before", "after"),
    CASES["a_key_is_added_to_a_mapping_in_a_list"],
)
def test_a_key_is_added_to_a_mapping_in_a_list(before: str, after: str | None) -> None:
    """In braces or on a line of its own, as the mapping is written; in any other value it is refused."""
    text, problems = edit_yaml(before, "x.yaml", [Put((0, "dropped"), value=True)])
    assert (text, bool(problems)) == (after or before, after is None)


@pytest.mark.parametrize(
    ("before", "after"),
    CASES["a_mapping_is_appended_to_a_list_of_mappings"],
)
def test_a_mapping_is_appended_to_a_list_of_mappings(before: str, after: str) -> None:
    """It is written in braces, below an empty line if such lines are between the others."""
    assert edit_yaml(before, "x.yaml", [Append(("pauses",), (PAUSE,))], ("start", "pauses")) == (after, [])


@pytest.mark.parametrize(
    ("before", "index", "after"),
    CASES["a_value_is_removed_with_its_comments"],
)
def test_a_value_is_removed_with_its_comments(before: str, index: int, after: str) -> None:
    """The value goes with its lines, and with its key if it was the only one; all else stays."""
    assert edit_yaml(before, "x.yaml", [Remove(("a", index))]) == (after, [])
    front_matter, _ = edit_front_matter(f"---\n{before.rstrip()}\n---\nBody\n", "x.md", [Remove(("a", index))])
    assert front_matter == f"---\n{after.rstrip()}\n---\nBody\n".replace("---\n\n", "---\n")


@pytest.mark.parametrize(
    "text",
    CASES["what_cannot_be_edited_is_a_problem_with_a_location"],
)
def test_what_cannot_be_edited_is_a_problem_with_a_location(text: str) -> None:
    """A value of another kind, a broken text, or one where nothing can be added without changing something."""
    edited, problems = edit_yaml(text, "x.yaml", [NEW])
    assert edited == text
    assert [problem.location.path for problem in problems] == ["x.yaml"]


@pytest.mark.parametrize(
    "text",
    ["w01/a", "a b", "é 日本", "yes", "12", "a: b", "a #b", "- x", "[x]", "'", '"', "a, b", "2026-01-01", " ", "\n"],
)
@pytest.mark.parametrize("before", ["done: [a]\n", "done:\n- a\n"])
def test_any_text_is_read_back_as_it_was_written(before: str, text: str) -> None:
    """Quotes appear where a reader would take the text for something else."""
    edited, problems = edit_yaml(before, "x.yaml", [Append(("done",), (text,))])
    assert problems == []
    assert parse(edited, "x.yaml")[0].data == {"done": ["a", text]}
    assert quoted_scalar("w01/a") == "w01/a"


def test_several_changes_are_one_edit() -> None:
    before = "start: 2026-01-05 # c\ndone: [a]\nitems:\n- {id: b}\n- id: c\n"
    changes: list[Change] = [
        Put(("start",), date(2026, 2, 2)),
        Append(("done",), ("a", "d", "e", "d")),
        Put(("items", 0, "dropped"), value=True),
        Put(("items", 1, "dropped"), value=True),
    ]
    assert edit_yaml(before, "x.yaml", changes) == (
        "start: 2026-02-02 # c\ndone: [a, d, e]\nitems:\n- {id: b, dropped: true}\n- id: c\n  dropped: true\n",
        [],
    )


def test_a_key_path_through_a_part_file_leads_into_that_file() -> None:
    plan, _ = parse("title: P\nparts:\n- {id: a, title: A, weeks: [{week: 1}]}\n- {file: p/b.yaml}\n", "p.yaml")
    part, _ = parse("id: b\ntitle: B\nweeks: [{week: 2}]\n", "p/b.yaml")
    whole = plan.graft({("parts", 1): part})
    assert whole.locate_in_file(("parts", 0, "weeks", 0)) == ("p.yaml", ("parts", 0, "weeks", 0))
    assert whole.locate_in_file(("parts", 1, "weeks", 0)) == ("p/b.yaml", ("weeks", 0))
    assert whole.locate_in_file(("start",)) == ("p.yaml", ("start",))


# -- for any text --

BREAK = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"])
DONE = st.sampled_from([f"{text}\n" for text, _ in APPENDED if text.startswith("done:")])
OTHERS = st.sampled_from(
    [
        "date: 2026-01-05",
        "title: 'x: y'",
        "# a comment",
        "",
        "   ",
        "day: 5   # five",
        "tags: [a,\n  b]",
        'links:\n  - {url: https://e.org, title: "T"}\n  - https://f.org',
        "description: >-\n  folded\n  text\n",
        "note: |\n    a\n      b\n",
        "hours:",
        "draft: ~",
        "# <!-- private -->\nmilestone: secret\n# <!-- /private -->",
    ]
)  # fmt: skip - a row for each case


@st.composite
def front_matters(draw: st.DrawFn) -> str:
    """The text of a front matter as somebody may have written it with `done`."""
    rows = draw(st.lists(OTHERS, max_size=6, unique_by=lambda row: row.split(":")[0]))
    if done := draw(st.none() | DONE):
        rows.insert(draw(st.integers(0, len(rows))), done)
    return "".join(f"{row}\n" for row in rows)


FILES = st.builds(
    lambda mark, front, body, line_end: (mark + front + body).replace("\n", line_end),
    st.sampled_from(["", "", "\ufeff"]),
    st.one_of(st.just(""), front_matters().map(lambda front: f"---\n{front}---\n")),
    st.sampled_from(["", "\nText.\n", "Text\n---\nmore", "\n\n- [ ] a\n"]),
    BREAK,
)


def data_of(text: str) -> dict[str, object]:
    front, problems = split_front_matter(re.sub(r"\r\n?", "\n", text.lstrip("\ufeff")), "x.md")
    document, mistakes = parse(re.sub("(?s)<!-- private.*?/private -->", "", front.front_matter), "x.md")
    assert problems + mistakes == []
    return document.data or {}


def line_ends(text: str) -> set[str]:
    return set(re.findall(r"\r\n?|\n", text))


def holds(text: str, other: str) -> bool:
    """Whether a text is another one with characters between its own."""
    rest = iter(text)
    return all(sign in rest for sign in other)


@given(FILES, st.lists(st.sampled_from(["w09/new", "w01/a", "yes", "a, b"]), min_size=1, max_size=3, unique=True))
def test_an_appended_value_changes_nothing_else(text: str, values: list[str]) -> None:
    """The rest of the file stays, the data has the new values as well, and a second edit changes nothing."""
    before = data_of(text)
    known = before.get("done") or []
    assert isinstance(known, list)
    wanted = {**before, "done": [*known, *(value for value in values if value not in known)]}
    change = Append(("done",), tuple(values))
    edited, problems = edit_front_matter(text, "x.md", [change], ORDER)
    assert problems == []
    assert data_of(edited) == wanted
    assert holds(edited, re.sub(r"(?<=done: )(~|null)(?=[\r\n])", "", text))
    assert line_ends(edited) <= (line_ends(text) or {"\n"})
    assert edit_front_matter(edited, "x.md", [change], ORDER) == (edited, [])


@given(front_matters(), st.sampled_from(["day", "title", "hours", "draft", "milestone"]), BREAK)
def test_a_value_that_is_set_is_the_only_one_that_changes(front: str, key: str, line_end: str) -> None:
    """The data has the new value, and every other line is as it was. What is private is no data."""

    def public(yaml_text: str) -> str:
        return blank_private(yaml_text, "x.yaml")[0]

    text = front.replace("\n", line_end)
    document, problems = parse(public(text), "x.yaml")
    assert problems == []
    before = document.data or {}
    edited, problems = edit_yaml(text, "x.yaml", [Put((key,), 3)], ORDER)
    assert problems == []
    assert parse(public(edited), "x.yaml")[0].data == {**before, key: "3"}
    others = [line for line in text.splitlines(keepends=True) if not line.startswith(f"{key}:")]
    assert [line for line in edited.splitlines(keepends=True) if not line.startswith(f"{key}:")] == others
    assert edit_yaml(edited, "x.yaml", [Put((key,), 3)], ORDER) == (edited, [])
