"""Names of languages in cells and in bibliographies, and their tags."""

from collections.abc import Mapping
from functools import cache

from babel import Locale

from daytrail.importers.text.vocabulary import LANGUAGES

_LANGUAGE_TAG = 2


def language_of(text: str) -> str | None:
    """Return the tag of a language that is named, or written as its tag; None for other words."""
    return _tags_by_name().get(text.strip().casefold())


@cache
def _tags_by_name() -> Mapping[str, str]:
    """Return the tags of languages by their names in the languages of the vocabulary, and by themselves."""
    tags: dict[str, str] = {}
    for language in LANGUAGES:
        names = {tag: str(name) for tag, name in Locale(language).languages.items() if len(tag) == _LANGUAGE_TAG}
        for tag, name in names.items():
            tags.setdefault(name.casefold(), tag)
            tags.setdefault(tag, tag)
    return tags
