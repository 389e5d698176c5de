"""Words of six languages that mark something in a source document, from `importers/languages/*.yaml`."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

LANGUAGES = ("en", "de", "fr", "es", "pt", "it")
"""In this order their words are joined; some patterns use the first word that matches."""


@cache
def load_language(language: str) -> Mapping[str, Any]:
    """Return the words of a language as they are in its file; only English has each key."""
    text = files("daytrail.importers").joinpath("languages", f"{language}.yaml").read_text(encoding="utf-8")
    words: Mapping[str, Any] = yaml.safe_load(text)
    return words


@cache
def any_of(*keys: str) -> str:
    """Return a regular expression for any word of the lists with these keys, such as `days` or `kinds.reading`.

    The key of several lists, such as `kinds`, is that of all of them.
    """
    words: list[str] = []
    for key in keys:
        group, _, name = key.partition(".")
        for language in LANGUAGES:
            value: Any = load_language(language)
            for part in filter(None, (group, name)):
                value = value[part] if language == LANGUAGES[0] else value.get(part, {})
            words += [word for part in value.values() for word in part] if isinstance(value, dict) else value
    return "|".join(dict.fromkeys(words))


def numbers_by_word(key: str, languages: Sequence[str] = LANGUAGES) -> dict[str, int]:
    """Return the numbers that words stand for; the key is that of a mapping, such as `months`."""
    return {
        word: number
        for language in languages
        for number, words in load_language(language).get(key, {}).items()
        for word in words
    }


@cache
def is_known_word(word: str) -> bool:
    """Return whether a word in lower case is one of those of any language, alone or in a phrase."""
    return word in _all_words() or _any_pattern().fullmatch(word) is not None


@cache
def _all_words() -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", _any_pattern().pattern.casefold()))


@cache
def _any_pattern() -> re.Pattern[str]:
    return re.compile("|".join(any_of(key) for key in load_language(LANGUAGES[0])), re.IGNORECASE)
