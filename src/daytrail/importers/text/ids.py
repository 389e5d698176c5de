"""Readable ids made from titles."""

import re
from typing import TypeAlias

from daytrail.importers.text.vocabulary import any_of
from daytrail.model.base import slug

UsedIds: TypeAlias = dict[str, int]
"""Ids in use, each with how many labels asked for it."""

_MOST_WORDS = 6
_MOST_BYTES = 48
_MOST_CHARACTERS = 60
"""The longest that an id may be."""
_MOST_TERM_WORDS = 6
"""Words before a colon that may name what is behind it."""
_LITTLE_WORD = re.compile(any_of("little_words"))
"""Words with which no id ends."""


def readable_id(label: str, used: UsedIds, fallback: str) -> str:
    """Return an unused id made of the first words of a label, and add it to the used ones."""
    # A few words before a colon are enough: `Ridge point: where …` becomes `ridge-point`.
    visible = re.sub("[\ufe0e\ufe0f\u200d]", "", label)  # they choose how an emoji looks
    spelled_out = re.sub(r"\+\+", "pp", re.sub(r"(?<=\w)#", "-sharp", visible))
    term, colon, _ = spelled_out.partition(": ")
    words = slug(term if colon and len(term.split()) <= _MOST_TERM_WORDS else spelled_out).split("-")
    words = words[:_MOST_WORDS]
    while len(words) > 1 and (len("-".join(words).encode()) > _MOST_BYTES or _LITTLE_WORD.fullmatch(words[-1])):
        words.pop()
    base = slug("-".join(words)[:_MOST_CHARACTERS]) or fallback
    number = used.get(base, 0) + 1
    while number > 1 and f"{base}-{number}" in used:
        number += 1
    used[base] = number
    unique = base if number == 1 else f"{base}-{number}"
    used.setdefault(unique, 1)
    return unique
