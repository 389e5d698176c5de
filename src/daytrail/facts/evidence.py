"""What the entries say of the plan's items, and where each item stands by that.

A mention is not a read: a link only touches an item. Nothing but `done:`, in an entry or
in the plan, makes it done.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from daytrail.model.curriculum import Placed
from daytrail.model.entry import Entry


class State(StrEnum):
    """Where an item stands."""

    PLANNED = "planned"
    TOUCHED = "touched"
    STARTED = "started"
    DONE = "done"
    DROPPED = "dropped"


RANK = (State.PLANNED, State.TOUCHED, State.STARTED, State.DROPPED, State.DONE)
"""From the weakest word that an entry can say of an item to the strongest."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an entry says of an item."""

    entry: Entry
    state: State
    """What it makes of the item: touched, started, done or dropped."""
    sentence: str = ""
    """The words around the link, where a link says it."""


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """Where one item stands, and why."""

    placed: Placed
    state: State = State.PLANNED
    evidence: tuple[Evidence, ...] = ()
    """In the order of the entries; empty for an item that only the plan ticks."""
    done_on: date | None = None
    decided_by: Entry | None = None
    """The entry that earned the state it has; None where the plan says so or nobody touched it."""

    @property
    def since(self) -> date | None:
        """The day on which it was first met."""
        days = (self.evidence[0].entry.date if self.evidence else None, self.done_on)
        return min((day for day in days if day), default=None)


def evidence(entries: Iterable[Entry], by_url: Mapping[str, tuple[Placed, ...]]) -> Mapping[str, list[Evidence]]:
    """Return what entries say of each item, by address, in their order."""
    found: dict[str, list[Evidence]] = defaultdict(list)
    for entry in entries:
        for key, state, sentence in _links(entry):
            for placed in by_url.get(key, ()):
                found[placed.address].append(Evidence(entry, state, sentence))
        for addresses, state in (
            (entry.touched, State.TOUCHED),
            (entry.started, State.STARTED),
            (entry.dropped, State.DROPPED),
            (entry.done, State.DONE),
        ):
            for address in addresses:
                found[address].append(Evidence(entry, state))
    return found


def _links(entry: Entry) -> Iterator[tuple[str, State, str]]:
    listed = len(entry.links)
    for key, mention in zip(entry.keys[listed:], entry.mentions, strict=True):
        yield key, State.TOUCHED, mention.sentence
    for key, link in zip(entry.keys, entry.links, strict=False):
        yield key, _SAID.get(link.status, State.TOUCHED), link.note or ""


# `read` is not among them: only `done:` makes an item done.
_SAID: Mapping[str | None, State] = {"reading": State.STARTED, "dropped": State.DROPPED}


def item_progress(placed: Placed, evidence: Sequence[Evidence]) -> ItemProgress:
    """The state after the last entry: done stays done, and a mere touch takes nothing back."""
    finished = [one.entry for one in evidence if one.state is State.DONE]
    days = [entry.date for entry in finished] + ([placed.item.done] if placed.item.done else [])
    if days:
        return ItemProgress(placed, State.DONE, tuple(evidence), min(days), finished[0] if finished else None)
    state, proof = State.DROPPED if placed.item.dropped else State.PLANNED, None
    for one in evidence:
        if one.state is State.TOUCHED and state is not State.PLANNED:
            continue
        if one.state is not state or proof is None:
            state, proof = one.state, one.entry
    return ItemProgress(placed, state, tuple(evidence), None, proof)
