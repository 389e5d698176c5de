"""Parsing YAML: what is written is read as text, with its location, by either of PyYAML's parsers."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.source.yaml.parser import parse
from tests.source.texts import PLAN

WORDS = st.text(st.sampled_from("abc: #-'\"[]{},&*!|>%@`\\?\té🦀"), max_size=12)
Written: TypeAlias = Any


@given(
    st.dictionaries(
        WORDS,
        st.recursive(
            WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=12
        ),
        max_size=4,
    ),
    st.sampled_from([True, False, None]),
    st.booleans(),
)
def test_yaml_in_any_style_is_read_as_it_was_written(data: Written, flow: bool | None, wide: bool) -> None:
    """Maps, lists and texts come back equal from YAML in any style, each value and key with its node."""
    text = yaml.safe_dump(data, default_flow_style=flow, allow_unicode=wide, width=40)
    document, problems = parse(text, PLAN)
    assert problems == []
    assert document.data == data
    assert document.complete
    for key_path in _paths(data):
        node = document.find(key_path)
        assert node
        assert bool(node.key) == isinstance(key_path[-1], str)


def _paths(data: Written, above: tuple[str | int, ...] = ()) -> Iterable[tuple[str | int, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*above, key)
        yield from _paths(value, (*above, key))


@given(
    st.sampled_from(
        ["", "yes", "1", "0x1f", "1_000", "12:30", "2025-13-40", "2025-01-06", ".inf", "=", "1e3", "on", "017"]
    )
)
def test_types_are_never_guessed(value: str) -> None:
    assert parse(f"key: {value}", PLAN)[0].data == ({"key": value} if value else {})
