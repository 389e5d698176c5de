"""Ids that a person would have chosen."""

import re
from typing import TypeAlias

from daytrail.model.base import slug

Taken: TypeAlias = dict[str, int]
"""Ids that are used already, each with how often its words were wanted."""


def readable(label: str, taken: Taken, fallback: str) -> str:
    """Return an id for a label, of its first words, that nothing else has; it is added to those that are taken.

    What stands before a colon names the rest: `Ridge point: where …` is `ridge-point`.
    """
    spelt = re.sub(r"\+\+", "pp", re.sub(r"(?<=\w)#", "-sharp", label))
    term, colon, _ = spelt.partition(": ")
    words = slug(term if colon and len(term.split()) <= _TERM else spelt).split("-")
    kept: list[str] = []
    for word in words:
        if kept and (len(kept) == _LONGEST_ID or len("-".join([*kept, word]).encode()) > _LONGEST_BYTES):
            break
        kept.append(word)
    while len(kept) > 1 and kept[-1] in _LITTLE:
        kept.pop()
    base = _cut("-".join(kept)) or fallback
    number = taken.get(base, 0) + 1
    while number > 1 and f"{base}-{number}" in taken:
        number += 1
    taken[base] = number
    found = base if number == 1 else f"{base}-{number}"
    taken.setdefault(found, 1)
    return found


_LITTLE = {
    *(
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "by",
        "for",
        "from",
        "how",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "of",
        "on",
    ),
    *("or", "s", "t", "that", "the", "their", "this", "to", "vs", "what", "when", "which", "with", "you", "your"),
}
"""Words with which no id ends."""
_LONGEST_ID = 6
_LONGEST_BYTES = 48


def _cut(name: str) -> str:
    """Return a name no longer than an id may be."""
    cut = name[:60].strip("-")
    return cut if slug(cut) == cut else slug(cut)


_TERM = 6
"""Words of a term that names what stands behind its colon."""
