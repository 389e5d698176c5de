"""Names of months and weekdays in six languages, with short forms and common misspellings.

The names are Babel's, from the Unicode CLDR.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

LANGUAGES = ("en", "de", "fr", "es", "pt", "it")


def fold_name(name: str) -> str:
    """Return a name in lower case, without accents and the dot of a short form."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character)).rstrip(".")


def name_pattern(names: Mapping[str, int]) -> str:
    """Return a regular expression for any of some folded names, the longest first, with or without accents."""
    spellings = {spelling for name in names for spelling in (name, *_ACCENTED.get(name, ()))}
    return "|".join(re.escape(name) for name in sorted(spellings, key=lambda name: (-len(name), name)))


_ACCENTED: dict[str, set[str]] = {"janner": {"jänner"}, "terca": {"terça"}}
"""Spellings of folded names with accents; those of the CLDR are added when its names are read."""


@cache
def months() -> Mapping[str, int]:
    """Return the months, from 1, by their folded names."""
    return {**_cldr_names("months"), **_EXTRA_MONTHS}


@cache
def weekdays() -> Mapping[str, int]:
    """Return the weekdays, Monday being 0, by their folded names."""
    return {**_cldr_names("days"), **_EXTRA_WEEKDAYS}


def _cldr_names(kind: str) -> Mapping[str, int]:
    from babel import Locale  # imported late, since only an import needs it and it is slow to load

    numbers: dict[str, int] = {}
    for language in LANGUAGES:
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in getattr(Locale.parse(language), kind)[context][width].items():
                    folded = fold_name(name)
                    if len(folded) > 2:
                        numbers.setdefault(folded, number)
                        _ACCENTED.setdefault(folded, set()).add(name.casefold().rstrip("."))
    return numbers


# Not in the CLDR: other short forms, Austrian names, common misspellings.
_EXTRA_MONTHS = {
    "sept": 9,
    "janner": 1,
    "feber": 2,
    "febuary": 2,
    "feburary": 2,
    "februrary": 2,
    "janurary": 1,
    "januray": 1,
    "apirl": 4,
    "agust": 8,
    "setember": 9,
    "septmber": 9,
    "ocotber": 10,
    "novemeber": 11,
    "decemeber": 12,
}
_EXTRA_WEEKDAYS = {
    "tues": 1,
    "wednes": 2,
    "wendesday": 2,
    "thur": 3,
    "thurs": 3,
    "weekend": 5,
    "wochenende": 5,
    "segunda": 0,
    "terca": 1,
    "quarta": 2,
    "quinta": 3,
    "sexta": 4,
}
