"""Days that stand in a log more than once, and templates that nobody has filled in."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from daytrail.importers.text.coverage import words
from daytrail.importers.text.draft import Doubt, Draft, Left


@dataclass(frozen=True, slots=True)
class Double:
    """A copy of a day that was not kept."""

    doubt: Doubt
    left: list[Left]
    """What it alone says."""
    draft: Draft


def merged(drafts: Sequence[Draft]) -> tuple[list[Draft], list[Double]]:
    """Keep one of several copies of a day, the longest; what the others say beyond it is left over.

    Copies have one number and the same date, or none; without a number, one date and nothing that the other lacks.
    """
    places: dict[object, int] = {}
    order: list[Draft] = []
    doubled: list[Double] = []
    for draft in drafts:
        key = (draft.date, draft.number, draft.series.casefold(), draft.title.casefold() if draft.date else "")
        place = places.get(key) if draft.date or draft.number else None
        known = order[place] if place is not None else None
        if place is None or known is None or not _is_copy(known, draft):
            places[key] = len(order)
            order.append(draft)
            continue
        longer, shorter = (draft, known) if len(draft.body) > len(known.body) else (known, draft)
        links = tuple(dict.fromkeys((*longer.links, *shorter.links)))
        order[place] = replace(longer, links=links, title=longer.title or shorter.title)
        held = {line.strip() for line in longer.body.split("\n")}
        extra = [line for line in shorter.body.split("\n") if line.strip() and line.strip() not in held]
        if shorter.title and longer.title and shorter.title.casefold() != longer.title.casefold():
            extra.insert(0, shorter.title)
        name = f"day {draft.number[0]}" if draft.number else str(draft.date)
        if extra or longer.body != shorter.body:
            message = f"{name} stands twice and differs; the longer one, of line {longer.line}, was kept"
        else:
            message = f"{name} stands twice, word for word"
        left = [Left(shorter.line, line) for line in extra]
        doubled.append(Double(Doubt(shorter.line, message), left, shorter))
    return order, doubled


def _is_copy(one: Draft, other: Draft) -> bool:
    """Tell whether two entries of one day are copies.

    Undated ones of one number are; others share the words of the shorter.
    """
    if not one.date:
        return True
    own, others = words(one.body), words(other.body)
    return (own & others).total() * 2 >= min(own.total(), others.total())


def is_stub(draft: Draft, known: int, drafts: int) -> bool:
    """Tell whether a day is a template that nobody has filled in yet.

    It has no date where most have one, and nothing but labels.
    """
    if draft.date or draft.title or draft.links or known * 2 < drafts:
        return False
    return all(_LABEL.fullmatch(line) for line in draft.body.split("\n") if line.strip())


_LABEL = re.compile(r"\s*(?:[-*+]\s+)?(?:#+\s+[^.!?]{1,40}|(?:\*\*|__)[^*_]{1,40}(?:\*\*|__)|[^\W\d][\w' ]{0,40}:)\W*")
