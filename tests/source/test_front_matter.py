"""Front matter: where it ends, and how it is written."""

from datetime import date

from daytrail.model.entry import DayNumber
from daytrail.source.front_matter import split_entry, with_plain_fences, write_front_matter
from daytrail.source.yaml.edit import Put, edit_front_matter
from tests.source.texts import ENTRY


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


def test_long_dashes_count_as_front_matter_only_around_keys_of_entries() -> None:
    """`—-` is `---` above a key and at the end of front matter; other lines of dashes stay as they are."""
    for text in ("—-\ntitle: x\n—-\nText\n—\n", "\ufeff---\r\n# y\r\nday: 1\r\n–-\r\nText\r\n"):
        parts, problems = split_entry(text.removeprefix("\ufeff").replace("\r", ""), ENTRY)
        assert problems == []
        assert (parts.front_matter.count(":"), parts.body) == (1, "Text\n—\n" if "—" in text else "Text\n")
        edited, problems = edit_front_matter(text, ENTRY, [Put(("hours",), 2)])
        assert (edited.count("---"), edited.count("hours: 2"), edited.count("\r")) == (2, 1, text.count("\r") * 6 // 5)
    for text in ("—\nHe said: no.\n—\n", "Text\n—-\ntitle: x\n—-\n", "—-\n\n"):
        assert with_plain_fences(text) == text
