"""Three-way merge of a plan (mine) with later changes of the plan that it was taken over from (theirs).

`base` is the version of theirs that was taken over last.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from daytrail.facts.plan_versions import (
    ITEM_NAME,
    MISSING,
    WHOLE_PLAN,
    Name,
    Place,
    Thing,
    Token,
    Version,
    Versioned,
    Versions,
    plan_version,
    plan_versions,
)
from daytrail.model.base import Record
from daytrail.model.curriculum import Curriculum, Item, Part, Week
from daytrail.problems import KeyPath

_NEW_WEEK: Token = "new week"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that was changed on both sides, and stays as it is in one's own plan."""

    thing: Thing
    name: str
    """In one's own plan; of something that is not in it, in theirs."""
    label: str
    key: str
    """Empty for the whole thing."""
    mine: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Merged:
    """Something in the merged plan."""

    thing: Thing
    record: Record
    """As it is in one's own plan; as in theirs, if it is new."""
    key_path: KeyPath | None
    """Its place in one's own plan; None if it is new."""
    changes: Mapping[str, Any]
    """The values of keys that are written; None for a key that is removed."""


@dataclass(frozen=True, slots=True)
class MergedPlan:
    """One's own plan with the changes of theirs."""

    things: Mapping[Token, Merged]
    lists: Mapping[Place, Sequence[Token]]
    """The contents of each list, in order."""
    names: Mapping[str, str]
    """The address that each item, week and topic of one's own plan has in the merged one."""
    milestones: Mapping[str, str]
    """The same of milestones."""
    differences: Sequence[Difference]
    has_common_items: bool = True
    """True if an item is in both plans."""


def merge_plans(base: Curriculum, mine: Curriculum, theirs: Curriculum, in_use: Set[Name]) -> MergedPlan:
    """Merge the changes between two versions of their plan into one's own.

    What is in use, by its names in one's own plan, is never removed.
    """
    state = _State(plan_versions(base, mine, theirs))
    _place(state)
    _remove(state, in_use)
    _merge_fields(state)
    _name_items(state)
    common = any(token in state.versions.theirs and one.name[0] == "item" for token, one in state.versions.mine.items())
    return replace(_merged(state, _week_numbers(state), mine), has_common_items=common)


@dataclass(frozen=True, slots=True)
class _State:
    """State of the merge, which its steps fill in."""

    versions: Versions
    places: dict[Token, Place] = field(default_factory=dict)
    """Positions of everything in the merged plan."""
    fields: dict[Token, dict[str, Any]] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)

    def differ(self, token: Token, key: str, mine: str, theirs: str) -> None:
        """Add a difference."""
        one = self.versions.mine.get(token) or self.versions.theirs[token]
        self.differences.append(Difference(one.name[0], one.name[1], one.label, key, mine, theirs))


# -- values and orders --


def same(one: Any, other: Any) -> bool:
    """Return whether two values say the same; line breaks in a text make no difference."""
    if isinstance(one, str) and isinstance(other, str):
        return one.split() == other.split()
    return bool(one == other)


def merged_value(base: Any, mine: Any, theirs: Any) -> tuple[Any, bool]:
    """Return a value that up to two sides have changed, and whether both did so differently; one's own stays then."""
    if same(base, theirs) or same(mine, theirs):
        return mine, False
    if same(base, mine):
        return theirs, False
    if isinstance(mine, tuple) and isinstance(theirs, tuple):
        before = base or ()
        removed = [one for one in before if one not in theirs]
        added = [one for one in theirs if one not in before and one not in mine]
        return (*(one for one in mine if one not in removed), *added), False
    return mine, True


def merged_order(base: Sequence[Token], mine: Sequence[Token], theirs: Sequence[Token]) -> list[Token]:
    """Return tokens of two sequences in one order: theirs only if they have changed it, and I have not."""
    of_base, of_mine, of_theirs = set(base), set(mine), set(theirs)
    common = [token for token in mine if token in of_theirs]
    in_theirs = [token for token in theirs if token in of_mine]
    merged = list(mine)
    in_base = [token for token in base if token in of_mine and token in of_theirs]
    if common != in_theirs and in_base == [token for token in common if token in of_base]:
        merged = _inserted(in_theirs, mine, of_mine - of_theirs)
    return _inserted(merged, theirs, of_theirs - of_mine)


def _inserted(tokens: Sequence[Token], model: Sequence[Token], new: Set[Token]) -> list[Token]:
    """Insert new tokens, each behind the one that it follows in a model, or before the one that follows it."""
    result = list(tokens)
    present = set(result)
    for index, token in enumerate(model):
        if token not in new:
            continue
        before = next((one for one in reversed(model[:index]) if one in present), None)
        after = next((one for one in model[index + 1 :] if one in present), None)
        if before is not None:
            result.insert(result.index(before) + 1, token)
        elif after is not None:
            result.insert(result.index(after), token)
        else:
            result.append(token)
        present.add(token)
    return result


# -- steps --


def _place(state: _State) -> None:
    """Place everything that one's own plan has, and what they have added."""
    base, mine, theirs = state.versions
    for token, one in mine.items():
        before, other = base.get(token), theirs.get(token)
        state.places[token] = one.place
        if other:
            place, both = merged_value(before and before.place, one.place, other.place)
            state.places[token] = place
            if both and before:
                state.differ(
                    token, "place", _shown_place(state.versions, one.place), _shown_place(state.versions, other.place)
                )
    state.places.update({token: one.place for token, one in theirs.items() if token not in base and token not in mine})
    for token in list(state.places):
        if state.places[token].parent not in state.places:
            _place_elsewhere(state, token)
    for token, one in theirs.items():
        if token in base and token not in mine and not _is_unchanged(one, base[token]):
            state.differ(token, "", "removed", "changed")


def _place_elsewhere(state: _State, token: Token) -> None:
    """Place something that they have put into a week or part that one's own plan does not have any more."""
    _, mine, theirs = state.versions
    parts = [one for one, place in state.places.items() if place.key == "parts"]
    if token in mine:
        state.places[token] = mine[token].place
    elif isinstance(theirs[token].record, Week) and parts:
        weeks = _weeks_in_order(theirs)
        before = weeks[: weeks.index(token)]
        known = [state.places[one].parent for one in before if one in state.places]
        state.places[token] = Place(next((one for one in reversed(known) if one in parts), parts[0]), "weeks")
    else:
        del state.places[token]
        state.differ(token, "", "removed with what it was in", "added")


def _remove(state: _State, in_use: Set[Name]) -> None:
    """Remove what they have removed, unless one has changed or used it, or something else is in it."""
    base, mine, theirs = state.versions
    for things in (("item", "milestone", "topic", "paper", "guide"), ("week",), ("part",)):
        parents = {place.parent for place in state.places.values()}
        removed = (token for token in mine if token in base and token not in theirs and token not in parents)
        for token in [token for token in removed if mine[token].name[0] in things]:
            if mine[token].name in in_use:
                state.differ(token, "", "in use", "removed")
            elif not _is_unchanged(mine[token], base[token]):
                state.differ(token, "", "changed", "removed")
            else:
                del state.places[token]


def _merge_fields(state: _State) -> None:
    base, mine, theirs = state.versions
    for token in state.places:
        one, other = mine.get(token), theirs.get(token)
        if not one or not other:
            state.fields[token] = dict((one or theirs[token]).fields)
            continue
        merged = {}
        for key, value in one.fields.items():
            before = base[token].fields[key] if token in base else None
            merged[key], both = merged_value(before, value, other.fields[key])
            if both and (key != ITEM_NAME or getattr(other.record, "id", None)):
                state.differ(token, key, _shown(value), _shown(other.fields[key]))
        state.fields[token] = merged


def _name_items(state: _State) -> None:
    """Give an item another name if something else in its week has the one that it would have.

    What stays where it is goes first, then the others of one's own plan, then what is new.
    """
    mine = state.versions.mine
    taken: set[tuple[Token, str]] = set()

    def rank(token: Token) -> int:
        if token not in mine:
            return 2
        name, place = mine[token].fields[ITEM_NAME], mine[token].place
        return int((name, place.parent) != (state.fields[token][ITEM_NAME], state.places[token].parent))

    for token in sorted((token for token in state.places if ITEM_NAME in state.fields[token]), key=rank):
        week, name = state.places[token].parent, state.fields[token][ITEM_NAME]
        own = [mine[token].fields[ITEM_NAME]] if token in mine else []
        numbered = (f"{name}-{number}" for number in itertools.count(2))
        unused = next(one for one in itertools.chain([name], own, numbered) if (week, one) not in taken)
        taken.add((week, unused))
        state.fields[token][ITEM_NAME] = unused


def _week_numbers(state: _State) -> dict[Token, int]:
    """Number the weeks in their merged order, with the steps between them that either side has."""
    orders = [_weeks_in_order(version) for version in state.versions]
    known = [_numbers(version) for version in state.versions]
    nexts = [dict(zip(order[1:], order, strict=False)) for order in orders]
    numbers: dict[Token, int] = {}
    previous: Token | None = None
    for token in merged_order(*([one for one in order if one in state.places] for order in orders)):
        if previous is None:
            numbers[token] = _known_value(*(one.get(token) for one in known))
        else:
            steps = [
                one[token] - one[previous] if before.get(token) == previous else None
                for one, before in zip(known, nexts, strict=True)
            ]
            numbers[token] = numbers[previous] + _known_value(*steps)
        previous = token
    return numbers


def _known_value(base: int | None, mine: int | None, theirs: int | None) -> int:
    if mine is None or theirs is None:
        return next((one for one in (mine, theirs) if one is not None), 1)
    return int(merged_value(base, mine, theirs)[0])


def _lists(state: _State) -> dict[Place, list[Token]]:
    """Return what is in each list of the merged plan, in its order."""
    members: dict[Place, dict[Token, None]] = defaultdict(dict)
    for token, place in state.places.items():
        if token != WHOLE_PLAN:
            members[place][token] = None
    before: list[dict[Place, list[Token]]] = [defaultdict(list) for _ in state.versions]
    for version, order in zip(state.versions, before, strict=True):
        for token, one in version.items():
            if state.places.get(token) == one.place:
                order[one.place].append(token)
    lists: dict[Place, list[Token]] = {}
    for place, tokens in members.items():
        merged = merged_order(*(order[place] for order in before))
        known = set(merged)
        lists[place] = [*merged, *(one for one in tokens if one not in known)]
    return lists


# -- result --


def _merged(state: _State, numbers: Mapping[Token, int], plan: Curriculum) -> MergedPlan:
    """Return what the steps have found, with the numbers of the weeks, as it is written into one's own plan."""
    result = _Result(state, numbers, plan)
    things = {token: result.thing(token) for token in state.places}
    return MergedPlan(things, _lists(state), *result.names(), tuple(state.differences))


@dataclass(frozen=True, slots=True)
class _Result:
    """The merged plan with its names."""

    state: _State
    numbers: Mapping[Token, int]
    plan: Curriculum

    def thing(self, token: Token) -> Merged:
        """Return what is written of something."""
        mine, theirs = self.state.versions.mine, self.state.versions.theirs
        one = mine.get(token) or theirs[token]
        values = {key: self._written(key, value) for key, value in self.state.fields[token].items() if key != ITEM_NAME}
        changes = {key: value for key, value in values.items() if not same(value, self._before(one.record, key))}
        if isinstance(one.record, Item):
            changes |= _id(one.record, changes, self.state.fields[token][ITEM_NAME])
        if isinstance(one.record, Week) and self.numbers[token] != one.record.week:
            changes["week"] = self.numbers[token]
        if (
            isinstance(one.record, Part)
            and one.record.range
            and one.record.range == _span(week.week for week in one.record.weeks)
        ):
            changes["range"] = _span(
                self.numbers[week] for week in self.numbers if self.state.places[week].parent == token
            )
        was = self._was(token, one) if token in mine else ()
        if was != getattr(one.record, "was", ()):
            changes["was"] = was
        return Merged(one.name[0], one.record, one.key_path if token in mine else None, changes)

    def names(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the names in the merged plan of what has them in one's own."""
        names: dict[str, str] = {}
        milestones: dict[str, str] = {}
        for token, one in self.state.versions.mine.items():
            thing, name = one.name
            known = milestones if thing == "milestone" else names
            if thing in ("item", "week", "topic", "milestone"):
                known[name] = self._name(token) if token in self.state.places else name
        return names, milestones

    @staticmethod
    def _before(record: Record, key: str) -> Any:
        if key.startswith("hours_default ") and isinstance(record, Curriculum):
            return getattr(record.hours_default, key.removeprefix("hours_default "))
        return getattr(record, key)

    def _written(self, key: str, value: Any) -> Any:
        """Return the value of a key with names of the merged plan in place of tokens."""
        places, fields = self.state.places, self.state.fields
        if key == "weeks":
            return tuple(number for number in map(self._number, value) if number is not None)
        if key == "week":
            return self._number(value)
        if key == "part":
            return fields[value]["id"] if value in places else None
        if key == "needs":
            return tuple(fields[one]["id"] for one in value if one in places)
        return value

    def _number(self, token: Token | None) -> int | None:
        if token and token.startswith(f"{MISSING} week w"):
            return int(token.removeprefix(f"{MISSING} week w"))
        return self.numbers.get(token or "")

    def _was(self, token: Token, one: Versioned) -> tuple[str, ...]:
        """Return the former names of something that one's own plan has."""
        thing, name = one.name
        was: tuple[str, ...] = getattr(one.record, "was", ())
        if thing == "item":
            is_in_its_week = self.state.places[token].parent == one.place.parent
            if is_in_its_week and self.state.fields[token][ITEM_NAME] == one.fields[ITEM_NAME]:
                return was  # its former addresses follow from those of its week
            placed = self.plan.items[name]
            implied = (f"{week}/{placed.item.name}" for week in placed.week.was)
            now = self._name(token)
            return tuple(one for one in dict.fromkeys([*placed.own_former_addresses, *implied, name]) if one != now)
        if thing in ("week", "topic", "milestone") and self._name(token) != name:
            return tuple(one for one in dict.fromkeys([*was, name]) if one != self._name(token))
        return was

    def _name(self, token: Token) -> str:
        """Return the address or id of something in the merged plan."""
        fields = self.state.fields[token]
        if token in self.numbers:
            return f"w{self.numbers[token]:02d}"
        if ITEM_NAME in fields:
            return f"{self._name(self.state.places[token].parent)}/{fields[ITEM_NAME]}"
        return str(fields.get("id", ""))


def _id(item: Item, changes: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the id that an item needs to have a name."""
    by_words = item.model_copy(update={**changes, "id": None}).name
    return {} if item.id == name or (item.id is None and by_words == name) else {"id": name}


def _span(numbers: Iterable[int]) -> tuple[int, ...] | None:
    """Return the first and the last number of a part's weeks; None if it has none."""
    in_order = sorted(numbers)
    return (in_order[0], in_order[-1]) if in_order else None


# -- edits --


class PlanEdit:
    """Changes of a plan, made in a version of it that is then merged into it."""

    def __init__(self, plan: Curriculum) -> None:
        self._plan = plan
        self._before = plan_version(plan)
        self._after = dict(self._before)
        self._numbers = _numbers(self._before)
        """The number of each week after the changes."""
        self._values: dict[Token, dict[str, Any]] = defaultdict(dict)
        """Values of keys that merges do not compare."""

    def move(self, address: str, week: str) -> None:
        """Move an item to the end of its kind in a week."""
        moved = self._after.pop(f"item {address}")
        self._after[f"item {address}"] = replace(moved, place=Place(f"week {week}", moved.place.key))

    def rename(self, thing: Thing, name: str, id_: str) -> None:
        """Give an item, a topic or a milestone another id, also where topics need it."""
        one = self._after[f"{thing} {name}"]
        key = ITEM_NAME if thing == "item" else "id"
        self._after[f"{thing} {name}"] = replace(one, fields={**one.fields, key: id_})

    def put(self, address: str, key: str, value: str | bool) -> None:
        """Write the id of an item, which has it as its name already, or a flag that a merge does not compare."""
        self._values[f"item {address}"][key] = value

    def insert_week(self, number: int, title: str, part: str | None = None) -> None:
        """Insert a week before the one that has its number, in the same part unless another is named.

        The weeks from there on get the next number, wherever the plan names them.
        """
        earlier = (token for token, week in self._numbers.items() if week <= number)
        parent = f"part {part}" if part else self._before[[*earlier][-1]].place.parent
        in_part = [token for token, one in self._before.items() if one.place == Place(parent, "weeks")]
        later = in_part[sum(self._numbers[token] < number for token in in_part) :]
        tokens = [*self._after]
        tokens.insert(tokens.index(later[0]) if later else len(tokens), _NEW_WEEK)
        new = Week(week=number, title=title)
        week = Versioned(("week", ""), title, new, (), Place(parent, "weeks"), {"title": title})
        self._after = {token: self._after.get(token, week) for token in tokens}
        self._numbers = {token: one + (one >= number) for token, one in self._numbers.items()} | {_NEW_WEEK: number}
        for one in self._plan.parts:
            if one.range:
                (first, last), is_its = one.range, parent == f"part {one.id}"
                begin = first + (first > number or (first == number and not is_its))
                end = last + (last >= number or (is_its and last == number - 1))
                self._values[f"part {one.id}"]["range"] = (begin, end)

    def swap_parts(self, one: str, other: str) -> None:
        """Let two parts change places; the numbers of all weeks follow the order of the parts."""
        swapped = {f"part {one}": f"part {other}", f"part {other}": f"part {one}"}
        tokens = [swapped.get(token, token) for token in self._after]
        self._after = {token: self._after[token] for token in tokens}
        self._numbers = _renumbered(self._before, swapped)

    def merged(self, *, keep_former: bool = True) -> MergedPlan:
        """Return the plan with the changes, and with former names of what has others now if they are kept."""
        state = _State(Versions(self._before, self._before, self._after))
        _place(state)
        _merge_fields(state)
        merged = _merged(state, self._numbers, self._plan)
        taken = {name for name in merged.names.values() if "/" in name}
        things = {}
        for token, thing in merged.things.items():
            changes = {key: value for key, value in thing.changes.items() if keep_former or key != "was"}
            changes |= self._values[token]
            if isinstance(thing.record, Item):
                # A former address that something else has now would lead there.
                week = merged.names[token.removeprefix("item ")].partition("/")[0]
                was = changes.get("was", thing.record.was)
                addresses = (name if "/" in name else f"{week}/{name}" for name in was)
                free = tuple(name for name, address in zip(was, addresses, strict=True) if address not in taken)
                changes |= {"was": free} if free != was else {}
            things[token] = replace(thing, changes=changes)
        return replace(merged, things=things)


def _renumbered(version: Version, swapped: Mapping[Token, Token]) -> dict[Token, int]:
    """Return the numbers of all weeks once each of two parts has the place of the other; there are no new numbers."""
    numbers, in_order = _numbers(version), _weeks_in_order(version)
    of_part = {part: [week for week in in_order if version[week].place.parent == part] for part in swapped}
    if not all(of_part.values()):
        return numbers
    weeks: list[Token] = []
    for week in in_order:
        part = version[week].place.parent
        if part not in swapped:
            weeks.append(week)
        elif week == of_part[part][0]:
            weeks += of_part[swapped[part]]
    return dict(zip(weeks, sorted(numbers.values()), strict=True))


# -- helpers --


def _numbers(version: Version) -> dict[Token, int]:
    return {token: one.record.week for token, one in version.items() if isinstance(one.record, Week)}


def _weeks_in_order(version: Version) -> list[Token]:
    numbers = _numbers(version)
    return sorted(numbers, key=lambda token: numbers[token])


def _is_unchanged(one: Versioned, other: Versioned) -> bool:
    return one.place == other.place and all(same(value, other.fields[key]) for key, value in one.fields.items())


def _shown_place(versions: Versions, place: Place) -> str:
    parent = versions.mine.get(place.parent) or versions.theirs[place.parent]
    return f"{parent.name[1]} {place.key}".strip()


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
