"""YAML written from data."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

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
