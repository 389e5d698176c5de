"""What entries say of the items of a week, entry by entry."""

from collections.abc import Mapping
from dataclasses import dataclass

from daytrail.facts.evidence import RANK, ItemProgress, State
from daytrail.facts.progress import WeekProgress


@dataclass(frozen=True, slots=True)
class Quote:
    """What an entry says of an item."""

    item: ItemProgress
    state: State
    """The strongest of what it says."""
    sentence: str
    """The words around its first link to the item; empty where it has none."""


def quotes(week: WeekProgress) -> Mapping[str, tuple[Quote, ...]]:
    """Return what each entry, by its path, says of the items of a week, in their order."""
    found: dict[str, list[Quote]] = {}
    for item in week.items:
        own: dict[str, Quote] = {}
        for one in item.evidence:
            known = own.get(one.entry.path, Quote(item, one.state, ""))
            state = max(known.state, one.state, key=RANK.index)
            own[one.entry.path] = Quote(item, state, known.sentence or one.sentence)
        for path, saying in own.items():
            found.setdefault(path, []).append(saying)
    return {path: tuple(said) for path, said in found.items()}
