"""Tags, with the entries that have them."""

import pytest

from daytrail.facts.tags import tags
from tests.journal import entry, facts_of


def tags_of(*written: list[str]) -> list[tuple[str, list[str]]]:
    entries = [entry(f"2026-01-0{i}", tags=names) for i, names in enumerate(written, 1)]
    return [(tag.name, [day.stem[-1] for day in tag.entries]) for tag in tags(entries)]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("MoE", "moe"),
        ("two words", "two-words"),
        ("\uff2d\uff4f\uff25", "moe"),
        ("STRASSE", "straße"),
        ("C#", "c#"),
    ],
)
def test_spellings_that_differ_in_case_spaces_or_dashes_are_one_tag_named_by_the_first(one: str, two: str) -> None:
    assert tags_of([one], [two]) == [(one, ["1", "2"])]
    assert tags_of([two], [one]) == [(two, ["1", "2"])]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("C", "C++"),
        ("C++", "C#"),
        ("🚀", "🔥"),
        ("a/b", "a b"),
        ("v1.0", "v10"),
        ("né", "ne"),
    ],
)
def test_spellings_that_differ_otherwise_are_two_tags_with_two_keys(one: str, two: str) -> None:
    result = tags([entry("2026-01-05", tags=[one, two])])
    assert {tag.name for tag in result} == {one, two}
    assert len({tag.key for tag in result}) == 2


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
def test_the_key_of_a_tag_never_changes(name: str, key: str) -> None:
    [tag] = tags([entry("2026-01-05", tags=[name])])
    assert tag.key == key


@pytest.mark.parametrize(
    ("name", "title", "is_named"),
    [
        ("flash-attention", "FlashAttention-2", True),
        ("flash attention", "On Flash-Attention", True),
        ("FlashAttention", "Flash attention, again", True),
        ("C++", "Linear algebra in C++", True),
        ("C", "Linear algebra in C++", False),
        ("art", "Smart pointers", False),
        ("linear-attention", "Linear algebra, then attention", False),
        ("🚀", "🚀 Rockets", False),
    ],
)
def test_a_title_names_a_tag_by_whole_words(name: str, title: str, is_named: bool) -> None:
    """Hyphens, spaces and capitals make no difference."""
    reading = [{"id": "a", "title": title, "url": "https://a.example/"}]
    weeks = [{"week": 1, "title": "One", "reading": reading}]
    plan = {"title": "Plan", "parts": [{"id": "p", "title": "Part", "weeks": weeks}]}
    facts = facts_of(plan, entry("2026-01-05", tags=[name]))
    assert [tag.name for named in facts.tags_of_resources.values() for tag in named] == [name] * is_named
