"""Placement of the weeks of an imported plan where the project's plan, or another document, has them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from daytrail.importers.text.diagnostics import diagnostic
from daytrail.model.base import slug
from daytrail.model.curriculum import LISTS
from daytrail.problems import Problem, quoted
from daytrail.source.yaml.merge import free_id, pair_items

PlanData: TypeAlias = Mapping[str, Any]
"""A plan as nested mappings and lists, as in curriculum.yaml."""


@dataclass
class PlacedPlan:
    """An imported plan whose weeks and parts have the numbers and ids of the plan into which it is merged."""

    data: dict[str, Any]
    """Without its parts."""
    parts: dict[int, dict[str, Any]] = field(default_factory=dict)
    """New content of existing parts, by the index of the part."""
    new_parts: list[dict[str, Any]] = field(default_factory=list)
    doubts: list[Problem] = field(default_factory=list)
    """Weeks that have another number than in the document, and parts that were not added."""

    @property
    def all_parts(self) -> list[dict[str, Any]]:
        """All parts with something to merge or add."""
        return [*self.parts.values(), *self.new_parts]


def place_plan(new: PlanData, old: PlanData) -> PlacedPlan:
    """Return a new plan in the form in which it is merged into an existing plan, whose parts may differ.

    Weeks are the same if their titles are, else if their numbers are.
    """
    old_parts = _mappings(old.get("parts"))
    home = {number: index for index, part in enumerate(old_parts) for number, _ in _weeks(part)}
    old_titles = {number: str(week.get("title", "")) for part in old_parts for number, week in _weeks(part)}
    placed = PlacedPlan({key: value for key, value in new.items() if key != "parts"})
    numbers = _week_numbers(new, old_titles, placed.doubts)
    part_ids: dict[str, str] = {}
    new_parts = _mappings(new.get("parts"))
    pairs = _part_pairs(old_parts, new_parts, home, numbers)
    for part, index in zip(new_parts, pairs, strict=True):
        remaining = []
        for number, week in _weeks(part):
            week = {**week, "week": numbers[number]}  # noqa: PLW2901 - replaced by a changed copy
            target = home.get(numbers[number], index)
            if target is None:
                remaining.append(week)
            else:
                _part(placed, target, old_parts[target]).setdefault("weeks", []).append(week)
        fields = {key: value for key, value in part.items() if key not in ("id", "weeks")}
        if index is not None:
            _part(placed, index, old_parts[index]).update(fields)
            part_ids[str(part.get("id"))] = str(old_parts[index].get("id"))
        elif remaining:
            placed.new_parts.append({"id": part.get("id"), **fields, "weeks": remaining})
        else:
            homes = [home[numbers[number]] for number, _ in _weeks(part)]
            message = f"the part {quoted(str(part.get('title')))} was not added, since other parts have its weeks"
            placed.doubts.append(diagnostic(1, "moved-week", message))
            part_ids[str(part.get("id"))] = str(old_parts[homes[0]].get("id")) if homes else ""
    _rename(placed.data, numbers, part_ids, _mappings(old.get("topics")))
    return placed


def combine_plans(plans: Sequence[PlanData]) -> tuple[dict[str, Any], list[Problem], list[str]]:
    """Return one plan with everything of several, with its weeks in order; doubts; titles that are only a number."""
    combined: dict[str, Any] = {}
    doubts: list[Problem] = []
    replaced: list[str] = []
    for plan in sorted(
        map(deepcopy, plans), key=lambda plan: min((number for number, _ in _all_weeks(plan)), default=0)
    ):
        placed = place_plan(plan, combined)
        doubts += placed.doubts
        if combined and slug(plan["title"]) != slug(combined["title"]):
            message = f"another document calls the plan {quoted(plan['title'])}; the title of the first one was kept"
            doubts.append(diagnostic(1, "other-title", message))
        if "goal" in combined and plan.get("goal") not in (None, combined["goal"]):
            message = f"another document has the goal {quoted(plan['goal'])}; that of the first one was kept"
            doubts.append(diagnostic(1, "other-goal", message))
        known_weeks = dict(_all_weeks(combined))
        for part in placed.parts.values():
            for week in part.get("weeks", ()):
                if known := known_weeks.get(week["week"]):
                    doubts += _join_titles(week["week"], week, known, replaced)
        absorb(combined, {**placed.data, "parts": placed.all_parts} if placed.all_parts else placed.data)
    for index, part in enumerate(combined.get("parts", ())):
        weeks = sorted(part.get("weeks", ()), key=lambda week: int(week["week"]))
        part["weeks"] = [_with_goal_first(week, "week") for week in weeks]
        combined["parts"][index] = _with_goal_first(part, "id")
    return _with_goal_first(combined), doubts, replaced


def _with_goal_first(data: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return data with its goal, which may be that of a later document, right behind its title."""
    return {key: data[key] for key in (*keys, "title", "goal", *data) if key in data}


def _mappings(values: Any) -> list[Mapping[str, Any]]:
    return [value for value in values if isinstance(value, Mapping)] if isinstance(values, list) else []


def _weeks(part: Mapping[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield number and data of the weeks of a part."""
    for week in _mappings(part.get("weeks")):
        if str(week.get("week", "")).isdecimal():
            yield int(week["week"]), dict(week)


def _all_weeks(plan: PlanData) -> Iterator[tuple[int, dict[str, Any]]]:
    for part in plan.get("parts", ()):
        for week in part.get("weeks", ()):
            yield int(week["week"]), week


def _part(placed: PlacedPlan, index: int, old: Mapping[str, Any]) -> dict[str, Any]:
    """Return the new content of an existing part."""
    return placed.parts.setdefault(index, {key: old[key] for key in ("id", "title") if key in old})


def _week_numbers(new: PlanData, old_titles: Mapping[int, str], doubts: list[Problem]) -> dict[int, int]:
    """Return the number that each week of a new plan has in an existing plan, found by these titles."""
    titles = {
        number: slug(str(week.get("title", "")))
        for part in _mappings(new.get("parts"))
        for number, week in _weeks(part)
    }
    slugs = {number: slug(title) for number, title in old_titles.items()}
    numbers = {number: number for number, title in titles.items() if slugs.get(number) == title}
    elsewhere = defaultdict[str, list[int]](list)
    for number in sorted(slugs.keys() - numbers.keys(), reverse=True):
        elsewhere[slugs[number]].append(number)
    for number in sorted(titles.keys() - numbers.keys()):
        if elsewhere[titles[number]]:
            numbers[number] = elsewhere[titles[number]].pop()
    taken = set(numbers.values())
    for number in sorted(titles.keys() - numbers.keys()):
        numbers[number] = number if number not in taken else max((*taken, *old_titles, *titles)) + 1
        taken.add(numbers[number])
    for number in sorted(number for number, other in numbers.items() if number != other):
        message = (
            f"week {number} of the document is week {numbers[number]} of the plan, which has another week {number}"
        )
        doubts.append(diagnostic(1, "moved-week", message))
    return numbers


def _part_pairs(
    old: Sequence[Mapping[str, Any]],
    new: Sequence[Mapping[str, Any]],
    home: Mapping[int, int],
    numbers: Mapping[int, int],
) -> list[int | None]:
    """Return the index of the old part for each new one; a part that has another title has all weeks of the old one."""
    pairs = pair_items(old, new)
    weeks_of_old = [{number for number in home if home[number] == index} for index in range(len(old))]
    for position, part in enumerate(new):
        weeks = {numbers[number] for number, _ in _weeks(part)}
        whole = [index for index, known in enumerate(weeks_of_old) if known and known <= weeks and index not in pairs]
        if pairs[position] is None and len(whole) == 1:
            pairs[position] = whole[0]
    return pairs


def _rename(
    data: dict[str, Any],
    numbers: Mapping[int, int],
    part_ids: Mapping[str, str],
    old_topics: Sequence[Mapping[str, Any]],
) -> None:
    """Let milestones, topics and papers name weeks, parts and topics as the other plan does."""
    topics = _mappings(data.get("topics"))
    pairs = pair_items(old_topics, topics)
    topic_ids = {
        str(topic.get("id")): str(old_topics[index].get("id"))
        for topic, index in zip(topics, pairs, strict=True)
        if index is not None
    }
    for key in ("milestones", "topics"):
        if key in data:
            data[key] = [_renamed(one, numbers, part_ids, topic_ids, is_topic=key == "topics") for one in data[key]]
    if papers := _mappings(data.get("references", {}).get("papers")):
        renamed = [_renamed(paper, numbers, part_ids, topic_ids) for paper in papers]
        data["references"] = {**data["references"], "papers": renamed}


def _renamed(
    record: Mapping[str, Any],
    numbers: Mapping[int, int],
    part_ids: Mapping[str, str],
    topic_ids: Mapping[str, str],
    *,
    is_topic: bool = False,
) -> dict[str, Any]:
    new = dict(record)
    if "weeks" in new:
        new["weeks"] = [numbers.get(number, number) for number in new["weeks"]]
    if "week" in new:
        new["week"] = numbers.get(new["week"], new["week"])
    if "part" in new:
        new["part"] = part_ids.get(new["part"], new["part"])
    if is_topic:
        new["id"] = topic_ids.get(new["id"], new["id"])
        if "needs" in new:
            new["needs"] = [topic_ids.get(need, need) for need in new["needs"]]
    return new


def _join_titles(number: int, week: dict[str, Any], known: dict[str, Any], replaced: list[str]) -> Iterator[Problem]:
    """Give a week of two documents both titles, if they differ; one that is only a number is replaced."""
    title, known_title = str(week.get("title", "")), str(known.get("title", ""))
    if _is_only_number(title, number) or slug(title) == slug(known_title):
        replaced.append(str(week.pop("title", "")))
    elif _is_only_number(known_title, number):
        replaced.append(known_title)
        known["title"] = title
    elif slug(title) not in slug(known_title):
        yield diagnostic(1, "repeated-week", f"two documents have a week {number}: {known_title}; {title}")
        known["title"] = week["title"] = f"{known_title}; {title}"


def _is_only_number(title: str, number: int) -> bool:
    """Tell whether a title is empty, or only a word and the number of the week, as in `week-01`."""
    return re.fullmatch(rf"(?:[^\W\d]+-?0*{number})?", slug(title)) is not None


def absorb(old: dict[str, Any], new: Mapping[str, Any]) -> None:
    """Add to nested data what it does not have yet."""
    for key, value in new.items():
        is_list = isinstance(value, list) and not all(isinstance(one, int) for one in value)
        if key not in old and not is_list:
            old[key] = value
        elif isinstance(value, Mapping) and isinstance(old[key], dict):
            absorb(old[key], value)
        elif is_list and isinstance(old.setdefault(key, []), list):
            taken = set(_ids(old if key in LISTS.values() else {key: old[key]}))
            for item, index in zip(value, pair_items(old[key], value), strict=True):
                if index is None:
                    has_id = isinstance(item, Mapping) and "id" in item
                    old[key].append({**item, "id": free_id(str(item["id"]), taken)} if has_id else item)
                elif isinstance(item, Mapping) and isinstance(old[key][index], dict):
                    absorb(old[key][index], {name: inner for name, inner in item.items() if name != "id"})


def _ids(record: Mapping[str, Any]) -> Iterable[str]:
    """Return the ids of the items in the lists of a mapping."""
    return (str(item["id"]) for items in record.values() for item in _mappings(items) if "id" in item)
