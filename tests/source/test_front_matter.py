"""Front matter: where it ends, and how it is written."""

import re
from datetime import date

from hypothesis import given

from daytrail.model.entry import DayNumber
from daytrail.source.front_matter import split_front_matter, write_front_matter
from tests.source.texts import ENTRY, TEXT, often


@often
@given(TEXT)
def test_splitting_loses_no_line(text: str) -> None:
    """The body starts in the line that is returned, and nothing of it is lost."""
    text = re.sub("\r\n?", "\n", text)
    parts, problems = split_front_matter(text, ENTRY)
    if not problems:
        assert text.endswith(parts.body)
        assert text[: len(text) - len(parts.body)].count("\n") == parts.first_line - 1
        assert parts.front_matter.count("\n") < parts.first_line


def test_front_matter_is_written_with_quotes_only_where_needed() -> None:
    """Lists are in brackets except links, what is None or empty is left out, and an empty text becomes a comment."""
    values = {
        "date": date(2026, 2, 15),
        "series": None,
        "day": DayNumber(3, 4),
        "title": "",
        "description": "a: b",
        "tags": ["moe", "a, b"],
        "links": ["https://a.org"],
        "done": [],
    }
    assert write_front_matter(values, "../entry.schema.json") == (
        "---\n# yaml-language-server: $schema=../entry.schema.json\ndate: 2026-02-15\nday: 3-4\n# title:\n"
        'description: "a: b"\ntags: [moe, "a, b"]\nlinks:\n  - https://a.org\n---\n'
    )
    assert write_front_matter({"day": 3}) == "---\nday: 3\n---\n"
