"""Versions of a plan in which everything has a name that is the same in all of them, its token.

A week may have another number in each version, and an item another address.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from daytrail.facts.plan_changes import matched_items, matched_weeks
from daytrail.model.base import Record
from daytrail.model.curriculum import LISTS, Curriculum, Item, Placed
from daytrail.problems import KeyPath

Thing: TypeAlias = Literal["plan", "part", "week", "item", "milestone", "topic", "paper", "guide"]
Token: TypeAlias = str
Name: TypeAlias = tuple[Thing, str]
"""Name of something in one version: its address or id; of a paper or guide, its URL."""
ROOT: Name = ("plan", "")
WHOLE_PLAN: Token = "plan "
MISSING = "missing"
"""Prefix of the token of something that a plan refers to and does not have."""
FIELDS: Mapping[Thing, Sequence[str]] = {
    "plan": ("title", "goal", "hours_per_week", "hours"),
    "part": ("id", "title", "goal"),
    "week": ("title", "goal"),
    "item": ("title", "text", "author", "url", "aliases", "section", "hours", "note", "optional", "re_read"),
    "milestone": ("id", "title", "text", "weeks", "part"),
    "topic": ("id", "title", "weeks", "needs"),
    "paper": ("title", "url", "topic", "week"),
    "guide": ("title", "url", "good_for"),
}
"""The keys that are compared. Settings and progress of the writer are not."""
ITEM_NAME = "name"
"""The key of an item's name, which is its id or the words of its label."""
_ROWS: Mapping[Thing, str] = {"milestone": "milestones", "topic": "topics", "paper": "papers", "guide": "guides"}
"""The lists of things that are in no week, by what they consist of."""


@dataclass(frozen=True, slots=True)
class Place:
    """A list that something is in."""

    parent: Token
    key: str


@dataclass(frozen=True, slots=True)
class Versioned:
    """Something in one version."""

    name: Name
    label: str
    record: Record
    key_path: KeyPath
    place: Place
    fields: Mapping[str, Any]
    """The values that are compared, by their keys, with tokens in place of weeks, parts and topics."""


Version: TypeAlias = Mapping[Token, Versioned]


class Versions(NamedTuple):
    """Three versions of a plan."""

    base: Version
    mine: Version
    theirs: Version


def plan_versions(base: Curriculum, mine: Curriculum, theirs: Curriculum) -> Versions:
    """Give everything in three versions its token."""
    of_mine = {name: " ".join(name) for name, *_ in _everything(mine)}
    of_base = {old: of_mine[new] for new, old in _matched(base, mine).items()}
    of_base |= {name: f"base {' '.join(name)}" for name, *_ in _everything(base) if name not in of_base}
    of_theirs = {new: of_base[old] for new, old in _matched(base, theirs).items()}
    known = set(of_base.values())
    both_added = {old: token for old, token in of_mine.items() if token not in known}
    has_base = bool(base.parts)
    for new, old in _matched_additions(mine, theirs, both_added, of_theirs, has_base=has_base).items():
        of_theirs[new] = of_mine[old]
    of_theirs |= {name: f"theirs {' '.join(name)}" for name, *_ in _everything(theirs) if name not in of_theirs}
    return Versions(_version(base, of_base), _version(mine, of_mine), _version(theirs, of_theirs))


def plan_version(plan: Curriculum) -> Version:
    """Return a plan in which the tokens are made of the names."""
    return _version(plan, {name: " ".join(name) for name, *_ in _everything(plan)})


def _everything(plan: Curriculum) -> Iterator[tuple[Name, Record, KeyPath, tuple[Name, str]]]:
    """Yield all that is in a plan, with its name, its key path, and the name and key of what contains it."""
    yield ROOT, plan, (), (ROOT, "")
    for p, part in enumerate(plan.parts):
        yield ("part", part.id), part, ("parts", p), (ROOT, "parts")
        for w, week in enumerate(part.weeks):
            path = ("parts", p, "weeks", w)
            yield ("week", week.id), week, path, (("part", part.id), "weeks")
            for placed in week.items:
                of_week: Name = ("week", week.id)
                yield ("item", placed.address), placed.item, (*path, *placed.key_path), (of_week, LISTS[placed.kind])
    for thing, key in _ROWS.items():
        records = getattr(plan if thing in ("milestone", "topic") else plan.references, key)
        seen = defaultdict[str, int](int)
        for index, record in enumerate(records):
            name = record.id if thing in ("milestone", "topic") else record.url
            seen[name] += 1
            key_path = (key, index) if hasattr(record, "id") else ("references", key, index)
            yield (thing, f"{name} {seen[name]}" if seen[name] > 1 else name), record, key_path, (ROOT, key)


def _version(plan: Curriculum, tokens: Mapping[Name, Token]) -> Version:
    version: dict[Token, Versioned] = {}
    for name, record, key_path, (parent, key) in _everything(plan):
        fields = {one: getattr(record, one) for one in FIELDS[name[0]]}
        if isinstance(record, Item):
            fields[ITEM_NAME] = record.name
        if "weeks" in fields:
            fields["weeks"] = tuple(_token(tokens, "week", f"w{number:02d}") for number in fields["weeks"])
        if fields.get("week") is not None:
            fields["week"] = _token(tokens, "week", f"w{fields['week']:02d}")
        if fields.get("part") is not None:
            fields["part"] = _token(tokens, "part", fields["part"])
        if "needs" in fields:
            fields["needs"] = tuple(_token(tokens, "topic", need) for need in fields["needs"])
        if name == ROOT:
            fields |= {f"hours_default {kind}": value for kind, value in plan.hours_default}
        label = record.label if isinstance(record, Item) else str(getattr(record, "title", None) or name[1])
        version[tokens[name]] = Versioned(name, label, record, key_path, Place(tokens[parent], key), fields)
    return version


def _token(tokens: Mapping[Name, Token], thing: Thing, name: str) -> Token:
    """Return the token of what a plan refers to; what it does not have keeps its name."""
    return tokens.get((thing, name), f"{MISSING} {thing} {name}")


def _matched(old: Curriculum, new: Curriculum) -> dict[Name, Name]:
    """Return what everything in a new version was called in the old one, if it was there."""
    matched: dict[Name, Name] = {ROOT: ROOT}
    matched |= {("week", now): ("week", before) for now, before in matched_weeks(old, new).items()}
    matched |= {("item", now): ("item", before) for now, before in matched_items(old, new).items()}
    names = {name for name, *_ in _everything(old)}
    for name, record, *_ in _everything(new):
        thing, now = name
        if thing in ("part", "milestone", "topic", "paper", "guide"):
            candidates: list[Name] = [(thing, before) for before in (now, *getattr(record, "was", ()))]
            found = next((one for one in candidates if one in names), None)
            if found:
                matched[name] = found
                names.discard(found)
    return matched


def _matched_additions(
    mine: Curriculum, theirs: Curriculum, added: Mapping[Name, Token], known: Mapping[Name, Token], *, has_base: bool
) -> dict[Name, Name]:
    """Return the names in one's own plan of what both have added since the base.

    That are weeks with the same title, items of one week with the same name or URL, and what has the same id. Without
    a base, weeks with the same number are the same.
    """
    matched = {
        name: name
        for name, *_ in _everything(theirs)
        if name[0] not in ("plan", "week", "item") and name in added and name not in known
    }
    titles = {week.id: week.title for week in mine.weeks}
    week_of = {new: token.removeprefix("week ") for (thing, new), token in known.items() if thing == "week"}
    same_weeks = matched_weeks(mine, theirs)
    for week in theirs.weeks:
        old = same_weeks.get(week.id, "")
        if ("week", old) in added and week.id not in week_of and (not has_base or titles[old] == week.title):
            matched["week", week.id] = ("week", old)
            week_of[week.id] = old
    free: dict[str, Placed] = {address: placed for address, placed in mine.items.items() if ("item", address) in added}
    for placed in theirs.items.values():
        if ("item", placed.address) not in known and (same := _same_item(placed, week_of.get(placed.week.id), free)):
            matched["item", placed.address] = ("item", same)
            del free[same]
    return matched


def _same_item(placed: Placed, week: str | None, others: Mapping[str, Placed]) -> str | None:
    """Return the address of the item of a week that has the same name, or the same URL."""
    address = f"{week}/{placed.item.name}"
    if address in others:
        return address
    in_week = (one for one, other in others.items() if other.week.id == week)
    return next((one for one in in_week if placed.item.url and others[one].item.url == placed.item.url), None)
