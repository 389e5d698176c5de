"""The words of six languages in `importers/languages/`."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from daytrail.importers.text.vocabulary import LANGUAGES, any_of, load_language, numbers_by_word

_BY_NUMBER = ("months", "weekdays", "short_weekdays", "numbers")
"""Mappings of numbers to words, which have only the numbers that have a word."""


def _keys(vocabulary: Mapping[str, Any]) -> list[str]:
    """Return the keys of a language in their order, with those of groups as in `kinds.reading`."""
    keys = []
    for key, value in vocabulary.items():
        is_group = isinstance(value, dict) and key not in _BY_NUMBER
        keys += [f"{key}.{name}" for name in value] if is_group else [key]
    return keys


def _word_lists(vocabulary: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Yield each list of words with its key."""
    for key, value in vocabulary.items():
        if key in _BY_NUMBER:
            yield key, [word for words in value.values() for word in words]
        elif isinstance(value, dict):
            yield from ((f"{key}.{name}", words) for name, words in value.items())
        else:
            yield key, value


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_keys_of_english_in_the_same_order(language: str) -> None:
    keys = _keys(load_language(language))
    assert keys == [key for key in _keys(load_language("en")) if key in keys]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_list_without_words_is_only_in_english(language: str) -> None:
    for key, words in _word_lists(load_language(language)):
        assert words, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_is_once_in_its_list_and_a_regular_expression(language: str) -> None:
    for key, words in _word_lists(load_language(language)):
        assert all(isinstance(word, str) and word for word in words), f"{key}: YAML reads a word as something else"
        assert len(words) == len(set(words)), f"{key}: a word is there twice"
        for word in words:
            # A group would shift those of the patterns that contain the word.
            assert re.compile(word).groups == 0, f"{key}: {word}"


def test_each_list_has_a_word_in_some_language() -> None:
    # An empty alternative would match anything.
    for key in _keys(load_language("en")):
        assert numbers_by_word(key) if key in _BY_NUMBER else any_of(key), key


def test_words_are_joined_in_the_order_of_the_languages_without_repetition() -> None:
    assert any_of("and") == "and|und|et|y|e"
    assert any_of("of_series") == "of|von|de|di"
    assert any_of("week", "calendar_week") == r"week|wk|woche|semaine|sem\.?|semana|settimana|kw"
