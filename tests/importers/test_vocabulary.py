"""The words of six languages in `importers/languages/`."""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
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
def test_each_language_has_each_key_of_english_or_says_that_it_has_no_words(language: str) -> None:
    vocabulary = dict(load_language(language))
    without_words = vocabulary.pop("without_words", [])
    expected = _keys(load_language("en"))
    assert without_words == [key for key in expected if key in without_words]
    assert _keys(vocabulary) == [key for key in expected if key not in without_words]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_key_is_once_in_its_file(language: str) -> None:
    text = files("daytrail.importers").joinpath("languages", f"{language}.yaml").read_text(encoding="utf-8")
    keys = re.findall(r"^'?\w+(?='?:)", text, re.MULTILINE)
    assert len(keys) == len(set(keys))


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
