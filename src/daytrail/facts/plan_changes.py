"""Differences between two versions of a plan."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from daytrail.gfm import plain_text
from daytrail.model.curriculum import Curriculum, Milestone, Placed, Topic, Week

Thing = Literal["week", "item", "topic", "milestone"]
ChangeKind = Literal["added", "removed", "moved", "renamed", "reworded", "hours", "dropped", "resumed"]
_MIN_LIKENESS = 0.6
"""Ratio of `difflib` from which on an item is taken for one of the same week that is worded differently."""


@dataclass(frozen=True, slots=True)
class PlanChange:
    """One difference between two versions of a plan."""

    kind: ChangeKind
    thing: Thing
    address: str
    """In the new version; of what was removed, in the old one."""
    label: str
    before: str = ""
    """Of what was moved, renamed or reworded, its address or label before; of hours, those before."""
    after: str = ""
    """The same now; of an item that was removed, the address that it would have."""


def plan_changes(old: Curriculum, new: Curriculum) -> Iterator[PlanChange]:
    """Yield the changes of weeks, then of items, topics and milestones, each in the order of the plan."""
    weeks, items = matched_weeks(old, new), matched_items(old, new)
    yield from _of_weeks(old, new, weeks)
    yield from _of_items(old, new, items, weeks)
    yield from _of_records("topic", _labels(old.topics), _labels(new.topics), _former_ids(new.topics))
    yield from _of_records("milestone", _labels(old.milestones), _labels(new.milestones), _former_ids(new.milestones))


def matched_weeks(old: Curriculum, new: Curriculum) -> Mapping[str, str]:
    """Return the address in the old version of each week of the new one that was in it, by the address now.

    A week has its address, or one that its `was` says, or its title if no other week has it; of several weeks, it is
    the one with the same title or most names.
    """
    matched: dict[str, str] = {}
    free = {week.id: week for week in old.weeks}
    titles = {week.title: week.id for week in old.weeks}
    unique = set(titles) - _repeated(week.title for week in old.weeks) - _repeated(week.title for week in new.weeks)
    names = {
        week.id: (week.id, *week.was, *([titles[week.title]] if week.title in unique else ())) for week in new.weeks
    }
    for week in new.weeks:
        candidates = [free[name] for name in names[week.id] if name in free]
        if candidates:
            best = max(candidates, key=lambda one: _common(week, one))
            rivals = (one for one in new.weeks if best.id in names[one.id])
            if all(_common(rival, best) <= _common(week, best) for rival in rivals):
                matched[week.id] = best.id
                del free[best.id]
    return matched


def _repeated(texts: Iterable[str]) -> set[str]:
    return {text for text, number in Counter(texts).items() if number > 1}


def _common(one: Week, other: Week) -> tuple[bool, int]:
    names = {placed.item.name for placed in one.items}
    return one.title == other.title, len(names.intersection(placed.item.name for placed in other.items))


def matched_items(old: Curriculum, new: Curriculum) -> Mapping[str, str]:
    """Return the address in the old version of each item of the new one that was in it, by the address now.

    An item has its name in its week, or an address that its own `was` says, or an id or words that nothing else has,
    or it is worded like one of its week.
    """
    weeks = matched_weeks(old, new)
    matched: dict[str, str] = {}
    free = dict(old.items)

    def match(candidates: Callable[[Placed], Iterable[str]]) -> None:
        for address, placed in new.items.items():
            if address not in matched and (found := next((one for one in candidates(placed) if one in free), None)):
                matched[address] = found
                del free[found]

    def in_week(placed: Placed) -> Iterable[str]:
        return (f"{weeks.get(placed.week.id, '')}/{placed.item.name}",)

    def former(placed: Placed) -> Iterable[str]:
        return reversed([*placed.own_former_addresses])

    # After several changes, a former address may have been that of two items: the one with the same words goes first.
    match(lambda placed: _with_same_words(placed, in_week(placed), free))
    match(lambda placed: _with_same_words(placed, former(placed), free))
    match(in_week)
    match(former)
    match(lambda placed: _same_id(placed, free.values(), new))
    match(lambda placed: _alike(placed, [one for one in free.values() if one.week.id == weeks.get(placed.week.id)]))
    return matched


def _with_same_words(placed: Placed, addresses: Iterable[str], others: Mapping[str, Placed]) -> Iterator[str]:
    return (one for one in addresses if one in others and others[one].item.label == placed.item.label)


def _same_id(placed: Placed, others: Iterable[Placed], new: Curriculum) -> list[str]:
    """Return the address of the item with the same id, URL or words, if only one has it in either version."""
    for key in ("id", "url", "label"):
        value = getattr(placed.item, key)
        found = [one.address for one in others if value and getattr(one.item, key) == value]
        if len(found) == 1 and sum(getattr(one.item, key) == value for one in new.items.values()) == 1:
            return found
    return []


def _alike(placed: Placed, others: Iterable[Placed]) -> list[str]:
    """Return the address of the item of the same kind that is worded most alike, if it is alike enough.

    Another number in its words, or another id, makes it another item.
    """
    ratios = [
        (SequenceMatcher(None, placed.item.label, other.item.label).ratio(), other.address)
        for other in others
        if other.kind == placed.kind
        and not (other.item.id and placed.item.id)
        and _numbers_in(other.item.label) == _numbers_in(placed.item.label)
    ]
    ratio, address = max(ratios, default=(0.0, ""))
    return [address] if ratio >= _MIN_LIKENESS else []


def _numbers_in(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def _of_weeks(old: Curriculum, new: Curriculum, matched: Mapping[str, str]) -> Iterator[PlanChange]:
    before = {week.id: week for week in old.weeks}
    for week in new.weeks:
        former = before.get(matched.get(week.id, ""))
        if former is None:
            yield PlanChange("added", "week", week.id, week.title)
            continue
        if former.id != week.id:
            yield PlanChange("moved", "week", week.id, week.title, former.id, week.id)
        if former.title != week.title:
            yield PlanChange("reworded", "week", week.id, week.title, former.title, week.title)
    kept = set(matched.values())
    yield from (PlanChange("removed", "week", week.id, week.title) for week in old.weeks if week.id not in kept)


def _of_items(
    old: Curriculum, new: Curriculum, matched: Mapping[str, str], weeks: Mapping[str, str]
) -> Iterator[PlanChange]:
    for address, placed in new.items.items():
        former = old.items.get(matched.get(address, ""))
        if former is None:
            yield PlanChange("added", "item", address, placed.item.label)
        else:
            yield from _of_item(former, placed, weeks)
    kept, weeks_now = set(matched.values()), {before: now for now, before in weeks.items()}
    for address, placed in old.items.items():
        if address not in kept:
            week = weeks_now.get(placed.week.id, placed.week.id)
            yield PlanChange("removed", "item", address, placed.item.label, after=f"{week}/{placed.item.name}")


def _of_item(former: Placed, placed: Placed, weeks: Mapping[str, str]) -> Iterator[PlanChange]:
    address, label = placed.address, placed.item.label
    if weeks.get(placed.week.id) != former.week.id:
        yield PlanChange("moved", "item", address, label, former.address, address)
    elif placed.item.name != former.item.name:
        yield PlanChange("renamed", "item", address, label, former.address, address)
    if label != former.item.label:
        yield PlanChange("reworded", "item", address, label, former.item.label, label)
    if placed.item.hours != former.item.hours:
        yield PlanChange("hours", "item", address, label, _hours(former.item.hours), _hours(placed.item.hours))
    if placed.item.dropped != former.item.dropped:
        yield PlanChange("dropped" if placed.item.dropped else "resumed", "item", address, label)


def _hours(hours: float | None) -> str:
    return "no estimate" if hours is None else f"{hours:g} h"


def _labels(records: Iterable[Topic | Milestone]) -> dict[str, str]:
    return {one.id: one.title or plain_text(getattr(one, "text", "")) for one in records}


def _former_ids(records: Iterable[Topic | Milestone]) -> dict[str, str]:
    return {former: one.id for one in records for former in one.was}


def _of_records(
    thing: Thing, old: Mapping[str, str], new: Mapping[str, str], former: Mapping[str, str]
) -> Iterator[PlanChange]:
    before = {now: name for name, now in former.items() if name in old}
    for id_, label in new.items():
        name = id_ if id_ in old else before.get(id_)
        if name is None:
            yield PlanChange("added", thing, id_, label)
            continue
        if name != id_:
            yield PlanChange("renamed", thing, id_, label, name, id_)
        if old[name] != label:
            yield PlanChange("reworded", thing, id_, label, old[name], label)
    kept = {*new, *(before[id_] for id_ in new if id_ in before)}
    yield from (PlanChange("removed", thing, id_, label) for id_, label in old.items() if id_ not in kept)
