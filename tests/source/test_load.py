"""Loading a project: it never raises, and every problem has its location."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.model.entry import FrontMatter
from tests.source.texts import BYTES, ENTRY, FRONT, PLAN, TEXT, assert_located, loaded


@given(TEXT.map(str.encode) | FRONT.map(str.encode) | BYTES, TEXT.map(str.encode) | BYTES)
def test_any_bytes_are_accepted_as_entry_and_plan(entry: bytes, plan: bytes) -> None:
    files = {ENTRY: entry, "entries/2025-01-07.md": b"---\ndone: [w01/x]\ntouched: [a]\n---\n", PLAN: plan}
    assert_located(loaded(files).problems, files)


KEYS = sorted(set(FrontMatter.model_fields) - {"date"})


@given(
    st.lists(st.sampled_from(KEYS), unique=True, max_size=8),
    st.data(),
    st.integers(0, 3),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_problems_are_located_in_the_lines_where_they_are_written(
    keys: list[str], data: st.DataObject, above: int, end: str
) -> None:
    """An unknown key is reported in its line of the front matter, and a marker in the line of the body."""
    lines = [
        line
        for key in keys
        for line in data.draw(st.sampled_from([[f"{key}:"], ["# note", f"{key}:"], ["", f"{key}:"]]))
    ]
    at = data.draw(st.integers(0, len(lines)))
    lines.insert(at, "zzz: 1")
    body = ["Text."] * data.draw(st.integers(0, 4))
    whole = [*[""] * above, "---", *lines, "---", *body, "a <!-- private -->"]
    problems = loaded({ENTRY: end.join(whole).encode()}).problems
    assert [(str(problem.location), problem.message) for problem in problems] == [
        (f"{ENTRY}:{above + at + 2}:1", "unknown key `zzz`"),
        (f"{ENTRY}:{len(whole)}:3", "the private passage that opens here has no end"),
    ]


@pytest.mark.parametrize(
    ("text", "title", "body"),
    [
        ("# Ebb *and* `flow` #1\n\nText.", "Ebb and flow #1", "\n\nText."),
        ("---\nday: 1\n---\n\n# Ebb\nText.", "Ebb", "\n\nText."),
        ("---\ntitle: Ebb\n---\n# Ebb\nText.", "Ebb", "\nText."),
        ("---\ntitle: Ebb\n---\n# Flow\nText.", "Ebb", "# Flow\nText."),
        ("<!-- private -->\n# Ebb\n<!-- /private -->\n# Flow\nText.", "Flow", "\nText."),
        ("Text.\n\n# Ebb", None, "Text.\n\n# Ebb"),
        ("# [Ebb](https://example.org/)", None, "# [Ebb](https://example.org/)"),
        ("# ", None, "# "),
        ("#ebb", None, "#ebb"),
        ("## Ebb", None, "## Ebb"),
    ],
)
def test_a_heading_at_the_top_of_an_entry_is_its_title(text: str, title: str | None, body: str) -> None:
    """It is cut out of the text, unless the front matter has another title, or the heading has more than words."""
    (entry,) = loaded({ENTRY: text.encode()}).journal.entries
    assert (entry.title, entry.body) == (title, body)
