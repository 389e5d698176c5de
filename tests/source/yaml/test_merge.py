"""YAML written from data, and data merged into an existing file."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from daytrail.source.yaml.merge import merge
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import to_yaml

UNREADABLE = "\ufeff\ufffe\uffff"
WORD = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
CHARACTERS = st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n", exclude_characters=UNREADABLE)
VALUES = st.recursive(
    st.one_of(st.text(CHARACTERS, max_size=200).map(str.strip).filter(bool), st.integers(0, 99), st.dates()),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3), st.dictionaries(WORD, inner, min_size=1, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(WORD, VALUES, min_size=1, max_size=4))
def test_written_yaml_is_read_as_the_data_that_it_was_made_of(data: dict[str, Any]) -> None:
    """Whatever characters it contains that YAML may have."""
    document, problems = parse(to_yaml(data), "x.yaml")
    assert problems == []
    assert document.data == with_text_values(data)


def with_text_values(data: Any) -> Any:
    """Return data as Daytrail's YAML parser does, with a text for each value."""
    if isinstance(data, dict):
        return {key: with_text_values(value) for key, value in data.items()}
    return [with_text_values(value) for value in data] if isinstance(data, list) else str(data)


OLD = """\
# mine
title: Tides  # kept
parts:
  - id: water
    title: Water
    weeks:
      - week: 1
        title: Ebb
        concepts:
          # the first
          - {id: moon, text: The moon}

      - {week: 2, title: Flood}

topics: []
"""


def test_merge_adds_what_is_new_and_changes_no_line() -> None:
    """Items, weeks and keys are added behind others of their kind; a second merge adds nothing."""
    new = {
        "title": "The tides",
        "parts": [
            {
                "id": "water",
                "title": "Water",
                "weeks": [
                    {"week": 1, "title": "Ebb", "concepts": [{"text": "the Moon"}, {"id": "sun", "text": "The sun"}]},
                    {"week": 3, "title": "Slack", "reading": ["A: b"]},
                ],
            },
            {"id": "wind", "title": "Wind"},
        ],
        "milestones": [{"id": "go", "text": "Go"}],
    }
    result = merge(OLD, new)
    assert (
        result.text
        == """\
# mine
title: Tides  # kept
parts:
  - id: water
    title: Water
    weeks:
      - week: 1
        title: Ebb
        concepts:
          # the first
          - {id: moon, text: The moon}
          - {id: sun, text: The sun}

      - {week: 2, title: Flood}
      - week: 3
        title: Slack
        reading:
          - "A: b"
  - {id: wind, title: Wind}

topics: []
milestones:
  - {id: go, text: Go}
"""
    )
    assert result.added == ["The sun", "Slack", "Wind", "milestones"]
    assert result.different == [
        "`title` is `Tides`, and `The tides` in the source",
        "`text` of `the Moon` is `The moon`, and `the Moon` in the source",
    ]
    again = merge(result.text, new)
    assert (again.text, again.added) == (result.text, [])


def test_merge_reports_what_would_go_between_brackets() -> None:
    """Nothing is added there; it is returned as YAML."""
    result = merge("categories: [{id: a, title: A}]\n", {"categories": [{"id": "b", "title": "B"}]})
    assert result.text == "categories: [{id: a, title: A}]\n"
    assert result.unplaced == ["- {id: b, title: B}\n"]


def test_merge_adds_a_key_behind_what_it_adds_to_the_list_at_the_end() -> None:
    """The last list of a mapping ends where the mapping does."""
    text = "parts:\n  - id: a\n    weeks:\n      - {week: 1}\n"
    new = {"parts": [{"id": "a", "goal": "x", "weeks": [{"week": 2}]}]}
    expected = "parts:\n  - id: a\n    weeks:\n      - {week: 1}\n      - week: 2\n    goal: x\n"
    assert merge(text, new).text == expected


def test_merge_inserts_a_week_below_the_one_before_it() -> None:
    """Wherever it is in the new data; the first week goes to the end."""
    old = "weeks:\n  - {week: 2, title: B}\n  - week: 4\n    title: D # mine\n\n  - {week: 6, title: F}\n"
    new = {"weeks": [{"week": number, "title": "x"} for number in (5, 3, 1, 7)]}
    assert merge(old, new).text == (
        "weeks:\n  - {week: 2, title: B}\n  - {week: 3, title: x}\n  - week: 4\n    title: D # mine\n"
        "  - {week: 5, title: x}\n\n  - {week: 6, title: F}\n  - {week: 1, title: x}\n  - {week: 7, title: x}\n"
    )


def test_merge_gives_a_new_item_an_id_that_no_other_has() -> None:
    """Within a week, over all its lists and also where an item has no id; within all categories of a list."""
    old = "week: 1\nconcepts: [moon]\nreading:\n  - {id: tables, title: The tables}\n"
    new = {"week": 1, "reading": [{"id": "moon", "title": "Moon!"}], "practice": [{"id": "tables", "text": "Use them"}]}
    assert merge(old, new).text == (
        "week: 1\nconcepts: [moon]\nreading:\n  - {id: tables, title: The tables}\n  - {id: moon-2, title: Moon!}\n"
        "practice:\n  - {id: tables-2, text: Use them}\n"
    )
    old = "categories:\n  - id: sea\n    title: Sea\n    categories:\n      - {id: sky, title: The sky}\n"
    new = {"categories": [{"id": "sky", "title": "Sky"}]}
    assert merge(old, new).text == f"{old}  - {{id: sky-2, title: Sky}}\n"


def test_merge_pairs_items_by_title_before_id() -> None:
    """An id is made of the first words of a title, so two items may have had it in turn."""
    old = "milestones:\n  - {id: week-1, text: Sail}\n  - {id: week-1-2, text: Row}\n"
    new = {"milestones": [{"id": "week-1", "text": "Row"}, {"id": "week-1-2", "text": "Swim"}]}
    assert merge(old, new).text == f"{old}  - {{id: week-1-2-2, text: Swim}}\n"


IMPORTED = """\
concepts:
  - {id: ebb, text: The ebb, hours: 1}  # short
  - id: flood
    text: >-
      Read the chart
      and the table
  - {id: slack, text: Draw the chart}
"""


def test_links_of_a_source_are_added_to_what_was_imported_without_them() -> None:
    """A URL goes between the braces of its item, and a link into the words that are its own."""
    chart = "[chart](https://tides.example/chart)"
    new = {
        "concepts": [
            {"id": "ebb", "text": "The ebb", "url": "https://tides.example/ebb", "note": "a, b"},
            {"id": "flood", "text": f"Read the {chart} and the table"},
            {"id": "slack", "text": f"Draw the {chart}"},
        ]
    }
    result = merge(IMPORTED, new)
    assert (
        result.text
        == """\
concepts:
  - {id: ebb, text: The ebb, hours: 1, url: https://tides.example/ebb, note: "a, b"}  # short
  - id: flood
    text: Read the [chart](https://tides.example/chart) and the table
  - {id: slack, text: "Draw the [chart](https://tides.example/chart)"}
"""
    )
    assert result.different == []
    assert merge(result.text, new).text == result.text


def test_difference_between_long_texts_is_shown_where_they_differ() -> None:
    start = "Walk along the beach from the pier to the light"
    result = merge(f"goal: {start}house at noon\n", {"goal": f"{start} tower at noon"})
    assert result.different == [
        "`goal` is `…he pier to the lighthouse at noon`, and `…he pier to the light tower at noon` in the source"
    ]
