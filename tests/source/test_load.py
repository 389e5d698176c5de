"""Loading a project: it never raises, and every problem has its location."""

import pytest
from hypothesis import given

from tests.source.texts import BYTES, ENTRY, FRONT, PLAN, TEXT, assert_located, loaded


@given(TEXT.map(str.encode) | FRONT.map(str.encode) | BYTES, TEXT.map(str.encode) | BYTES)
def test_any_bytes_are_accepted_as_entry_and_plan(entry: bytes, plan: bytes) -> None:
    files = {ENTRY: entry, "entries/2025-01-07.md": b"---\ndone: [w01/x]\ntouched: [a]\n---\n", PLAN: plan}
    assert_located(loaded(files).problems, files)


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
