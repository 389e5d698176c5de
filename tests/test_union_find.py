"""Union-find: sources that share a key are one group."""

from hypothesis import given
from hypothesis import strategies as st

from daytrail.union_find import UnionFind

KEYS = st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=3), max_size=10)


def groups_of(keys_of_sources: list[list[str]]) -> list[tuple[set[str], list[int]]]:
    """Return the keys and the sources of each group; a source is its place in the list."""
    union: UnionFind[int] = UnionFind()
    for number, keys in enumerate(keys_of_sources):
        union.add(keys, number)
    return [(set(group.keys), group.sources) for group in union.groups()]


def test_a_key_is_known_once_a_source_has_it() -> None:
    union: UnionFind[str] = UnionFind()
    union.add(["a", "b"], "one")
    assert ("a" in union, "b" in union, "c" in union) == (True, True, False)


@given(KEYS)
def test_sources_are_in_one_group_exactly_if_a_chain_of_shared_keys_connects_them(
    keys_of_sources: list[list[str]],
) -> None:
    connected: list[set[str]] = []
    for keys in keys_of_sources:
        near = [group for group in connected if group & set(keys)]
        connected = [group for group in connected if not group & set(keys)] + [set(keys).union(*near)]
    groups = groups_of(keys_of_sources)
    assert sorted(map(sorted, connected)) == sorted(sorted(keys) for keys, _ in groups)
    for group_keys, sources in groups:
        assert sources == [number for number, keys in enumerate(keys_of_sources) if group_keys & set(keys)]
