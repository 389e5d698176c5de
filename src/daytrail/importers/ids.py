"""Readable ids, made from the first words of titles."""

import re

from daytrail.model.base import slug

_MOST_WORDS = 6
_MOST_CHARACTERS = 60


def unique_id(title: str, used: set[str], fallback: str) -> str:
    """Return an id that is not among those in use, and add it to them: `Ridge point: where …` is `ridge-point`."""
    spelled_out = re.sub(r"\+\+", "pp", re.sub(r"(?<=\w)#", "-sharp", title))
    term, colon, _ = spelled_out.partition(": ")
    words = slug(term if colon and len(term.split()) <= _MOST_WORDS else spelled_out).split("-")[:_MOST_WORDS]
    while len("-".join(words)) > _MOST_CHARACTERS and len(words) > 1:
        words.pop()
    base = slug("-".join(words)[:_MOST_CHARACTERS]) or fallback
    number, unused = 1, base
    while unused in used:
        number += 1
        unused = f"{base}-{number}"
    used.add(unused)
    return unused
