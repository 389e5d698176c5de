"""Names of months and weekdays in six languages, and how people shorten and misspell them.

They are Babel's, from the Unicode CLDR.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

LANGUAGES = ("en", "de", "fr", "es", "pt", "it")


def folded(name: str) -> str:
    """Return a name in small letters, without accents and the dot of a short form."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).rstrip(".")


def alternatives(names: Mapping[str, int]) -> str:
    """A pattern for any of some names, the longest first, with or without their accents."""
    spelt = {spelling for name in names for spelling in _spellings(name)}
    return "|".join(re.escape(name) for name in sorted(spelt, key=lambda name: (-len(name), name)))


_ACCENTED: dict[str, set[str]] = {"janner": {"jänner"}, "terca": {"terça"}}


def _spellings(name: str) -> Iterator[str]:
    yield name
    yield from _ACCENTED.get(name, ())


@cache
def months() -> Mapping[str, int]:
    """Return the months, from 1, by their folded names."""
    return _names("months", 0)


@cache
def weekdays() -> Mapping[str, int]:
    """Return the weekdays, Monday being 0, by their folded names."""
    return _names("days", 0)


def _names(kind: str, first: int) -> Mapping[str, int]:
    from babel import Locale  # only an import needs it, and every command would wait for it

    found: dict[str, int] = {}
    for language in LANGUAGES:
        for form in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in getattr(Locale.parse(language), kind)[form][width].items():
                    plain = folded(name)
                    if len(plain) > 2:
                        found.setdefault(plain, number + first)
                        _ACCENTED.setdefault(plain, set()).add(name.casefold().rstrip("."))
    return {**found, **(_MORE_MONTHS if kind == "months" else _MORE_DAYS)}


# What people write beside the CLDR's names: other short forms, Austrian ones, common slips.
_MORE_MONTHS = {
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
_MORE_DAYS = {
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
