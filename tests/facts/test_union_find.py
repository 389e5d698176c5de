"""Sources that share a key become one row."""

from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.union_find import Join

KEYS = st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=3), max_size=10)


def joined(every: list[list[str]]) -> list[tuple[set[str], list[int]]]:
    join: Join[int] = Join()
    for number, keys in enumerate(every):
        join.add(keys, number)
    return [(set(row.keys), row.sources) for row in join.rows()]


def test_a_late_key_joins_what_stood_apart() -> None:
    """Two rows become one once a source has a key of each, whichever way around."""
    assert joined([["a"], ["b"], ["c"], ["b", "a"]]) == [({"a", "b"}, [0, 1, 3]), ({"c"}, [2])]
    assert joined([["a", "b"], ["c", "d"], ["e"], ["d", "b"]]) == [({"a", "b", "c", "d"}, [0, 1, 3]), ({"e"}, [2])]


def test_a_name_that_nobody_has_is_left_out() -> None:
    """A source that is only added where its key is known makes no row of its own."""
    join: Join[str] = Join()
    join.add(["a"], "one")
    join.add_known("a", "two")
    join.add_known("b", "three")
    assert [row.sources for row in join.rows()] == [["one", "two"]]


@given(KEYS)
def test_rows_are_what_keys_connect(every: list[list[str]]) -> None:
    """Two sources are in one row if, and only if, a chain of shared keys leads from one to the other."""
    groups: list[set[str]] = []
    for keys in every:
        near = [group for group in groups if group & set(keys)]
        groups = [group for group in groups if not group & set(keys)] + [set(keys).union(*near)]
    rows = joined(every)
    assert sorted(map(sorted, groups)) == sorted(sorted(keys) for keys, _ in rows)
    for row, sources in rows:
        assert sources == [number for number, own in enumerate(every) if row & set(own)]


@given(KEYS)
def test_the_order_of_sources_says_nothing(every: list[list[str]]) -> None:
    """The same sources in another order make the same rows."""
    other = [keys[::-1] for keys in every[::-1]]
    assert {frozenset(keys) for keys, _ in joined(every)} == {frozenset(keys) for keys, _ in joined(other)}
