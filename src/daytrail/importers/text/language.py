"""Names of languages in cells and in bibliographies, their tags, and flags."""

import re
from collections.abc import Mapping
from functools import cache

from babel import Locale, UnknownLocaleError

from daytrail.importers.text.vocabulary import LANGUAGES

_LANGUAGE_TAG = 2


def language_of(text: str) -> str | None:
    """Return the tag of a language that is named, written as its tag, or most spoken where a flag is flown."""
    if not re.fullmatch("[\U0001f1e6-\U0001f1ff]{2}", text.strip()):
        return _tags_by_name().get(text.strip().casefold())
    region = "".join(chr(ord(sign) - 0x1F1E6 + ord("A")) for sign in text.strip())
    try:
        return str(Locale.parse(f"und_{region}").language).replace("und", "") or None
    except (UnknownLocaleError, ValueError):
        return None


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
