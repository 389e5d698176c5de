"""Tags, and which entries carry them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.tags import tags
from tests.journal import entry


def found(*written: list[str]) -> list[tuple[str, list[str]]]:
    entries = [entry(f"2026-01-0{i}", tags=names) for i, names in enumerate(written, 1)]
    return [(tag.name, [day.stem[-1] for day in tag.entries]) for tag in tags(entries)]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("MoE", "moe"),
        ("two words", "two-words"),
        ("two_words", "Two Words"),
        ("\uff2d\uff4f\uff25", "moe"),
        ("STRASSE", "straße"),
        ("C#", "c#"),
    ],
)
def test_spellings_of_one_tag(one: str, two: str) -> None:
    """Spellings that differ in case, or in spaces and dashes, are one tag, called as it was first written."""
    assert found([one], [two]) == [(one, ["1", "2"])]
    assert found([two], [one]) == [(two, ["1", "2"])]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("C", "C++"),
        ("C", "C#"),
        ("C++", "C#"),
        ("🚀", "🔥"),
        ("a/b", "a b"),
        ("v1.0", "v10"),
        ("né", "ne"),
        ("..", "."),
    ],
)
def test_two_tags(one: str, two: str) -> None:
    """Tags that differ in more than that stay two, with two addresses."""
    made = tags([entry("2026-01-05", tags=[one, two])])
    assert {tag.name for tag in made} == {one, two}
    assert len({tag.key for tag in made}) == 2


def test_an_entry_carries_a_tag_once() -> None:
    """A tag that an entry writes in two spellings names the entry once, by the first of them."""
    assert found(["MoE", "moe", "MOE"]) == [("MoE", ["1"])]


def test_tags_stand_in_the_order_of_their_keys() -> None:
    """The order of the log changes no tag's place."""
    assert found(["b", "C++"], ["a"]) == [("a", ["2"]), ("b", ["1"]), ("C++", ["1"])]


def test_no_tags() -> None:
    """A log without tags has none."""
    assert tags([entry("2026-01-05")]) == ()


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("MoE", "moe"),
        ("two words", "two-words"),
        ("C++", "c++"),
        ("C#", "c-951a4d36"),
        ("🚀", "ebbc0b28"),
        ("日本語", "日本語"),
    ],
)
def test_keys_stay(name: str, key: str) -> None:
    """The address of a tag's page is this one for ever."""
    [tag] = tags([entry("2026-01-05", tags=[name])])
    assert tag.key == key


_NAMES = st.text(st.characters(exclude_categories=["Cs", "Zs", "Cc"]), min_size=1, max_size=8).filter(str.strip)


@given(st.lists(st.lists(_NAMES, max_size=3), max_size=5))
def test_no_entry_is_lost_or_doubled(written: list[list[str]]) -> None:
    """Every tag of every entry is found under some tag, and no tag has an entry twice or a key with a slash."""
    entries = [entry(f"2026-01-0{i}", tags=names) for i, names in enumerate(written, 1)]
    made = tags(entries)
    assert [tag.key for tag in made] == sorted({tag.key for tag in made})
    for day in entries:
        assert sum(day in tag.entries for tag in made) <= len(day.tags)
        assert bool(day.tags) == any(day in tag.entries for tag in made)
    for tag in made:
        assert len({day.path for day in tag.entries}) == len(tag.entries)
        assert "/" not in tag.key
        assert tag.key.strip(".")
