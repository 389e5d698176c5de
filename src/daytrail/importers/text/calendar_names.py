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
    return _cldr_names("months") | _by_name(_EXTRA_MONTHS)


@cache
def weekdays() -> Mapping[str, int]:
    """Return the weekdays, Monday being 0, by their folded names."""
    return _cldr_names("days") | _by_name(_EXTRA_WEEKDAYS)


def _cldr_names(kind: str) -> dict[str, int]:
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


def _by_name(names: Mapping[int, str]) -> dict[str, int]:
    return {name: number for number, line in names.items() for name in line.split(", ")}


# Not in the CLDR: other short forms, Austrian names, common misspellings.
_EXTRA_MONTHS = {
    1: "janner, janurary, januray",
    2: "feber, febuary, feburary, februrary",
    4: "apirl",
    8: "agust",
    9: "sept, setember, septmber",
    10: "ocotber",
    11: "novemeber",
    12: "decemeber",
}
_EXTRA_WEEKDAYS = {
    0: "segunda",
    1: "tues, terca",
    2: "wednes, wendesday, quarta",
    3: "thur, thurs, quinta",
    4: "sexta",
    5: "weekend, wochenende",
}
