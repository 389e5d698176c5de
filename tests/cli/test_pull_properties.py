"""Merges of a plan with any changes on both sides, written into its files."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from daytrail.cli.planning.merged_files import MergedFiles
from daytrail.facts.plan_merge import merge_plans
from daytrail.facts.plan_versions import Name
from daytrail.model.curriculum import LISTS, Curriculum, Item, PlanSource
from daytrail.problems import Severity
from daytrail.source.checks import run_checks
from daytrail.source.plan import read_plan
from daytrail.source.sources import Sources
from daytrail.source.yaml.nodes import Document
from daytrail.source.yaml.write import to_yaml
from tests.journal import Written

SOURCE = PlanSource(source="x", version="0" * 40)
NAME = "curriculum.yaml"
KINDS = tuple(LISTS.values())


class Plan:
    """A plan that somebody changes by hand; each item has an author of its own, by which it is known."""

    def __init__(self, written: Written, mark: str, source: random.Random) -> None:
        self.data = copied(written)
        self._mark, self._source, self._count = mark, source, 0

    @property
    def weeks(self) -> list[Written]:
        return [week for part in self.data["parts"] for week in part["weeks"]]

    def items(self) -> Iterator[tuple[list[Written], Written]]:
        for week in self.weeks:
            for kind in KINDS:
                yield from ((week[kind], item) for item in week.get(kind, ()))

    def new_item(self) -> Written:
        self._count += 1
        name = f"{self._mark}{self._count}"
        item = {"text": f"Text {name}", "author": name}
        return {"id": f"i{name}", **item} if self._source.random() < 0.7 else item

    def change(self) -> None:
        """Change something at random."""
        self._source.choice([self.reword, self.reword, self.move, self.rename, self.add, self.remove, self.insert])()

    def reword(self) -> None:
        for _, item in self._one(self.items()):
            key, value = self._source.choice(
                [("text", f"{item['text']} anew"), ("hours", "7"), ("note", "New: a note")]
            )
            item[key] = value

    def move(self) -> None:
        for values, item in self._one(self.items()):
            for week in self._one(iter(self.weeks)):
                values.remove(item)
                week.setdefault(self._source.choice(KINDS), []).append(item)

    def rename(self) -> None:
        for _, item in self._one(self.items()):
            if "id" in item:
                week = next(one for one in self.weeks if any(item in one.get(kind, ()) for kind in KINDS))
                item["was"] = [*item.get("was", ()), f"w{int(week['week']):02d}/{item['id']}"]
                item["id"] += "x"

    def add(self) -> None:
        for week in self._one(iter(self.weeks)):
            values = week.setdefault(self._source.choice(KINDS), [])
            values.insert(self._source.randint(0, len(values)), self.new_item())

    def remove(self) -> None:
        for values, item in self._one(self.items()):
            values.remove(item)

    def insert(self) -> None:
        for part in self._one(iter(self.data["parts"])):
            self._count += 1
            index = self._source.randint(0, len(part["weeks"]))
            before = [int(week["week"]) for one in self.data["parts"] for week in one["weeks"] if one is not part]
            number = int(part["weeks"][index - 1]["week"]) + 1 if index else 0
            if not index:
                number = min([int(week["week"]) for week in part["weeks"]] or [max(before, default=0) + 1])
            for week in self.weeks:
                if int(week["week"]) >= number:
                    week["was"] = [*week.get("was", ()), f"w{int(week['week']):02d}"]
                    week["week"] = str(int(week["week"]) + 1)
            for record in (*self.data["topics"], *self.data["milestones"]):
                if "weeks" in record:
                    record["weeks"] = [str(int(one) + (int(one) >= number)) for one in record["weeks"]]
            new = {"week": str(number), "title": f"Week {self._mark}{self._count}", "reading": [self.new_item()]}
            part["weeks"].insert(index, new)

    def _one(self, values: Iterator[Any]) -> list[Any]:
        known = list(values)
        return [self._source.choice(known)] if known else []


def copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    return [copied(inner) for inner in value] if isinstance(value, list) else value


def first_plan(source: random.Random) -> Plan:
    """Return a plan of a few weeks in two parts, with topics and milestones of them."""
    plan = Plan({"title": "Plan", "parts": [], "topics": [], "milestones": []}, "a", source)
    number = 0
    for part in ("one", "two"):
        weeks = []
        for _ in range(source.randint(0 if part == "two" else 1, 3)):
            number += 1
            kinds = {kind: [plan.new_item() for _ in range(source.randint(1, 3))] for kind in source.sample(KINDS, 2)}
            weeks.append({"week": str(number), "title": f"Week a{number}", **kinds})
        plan.data["parts"].append({"id": part, "title": part, "weeks": weeks})
    for n in range(1, number + 1):
        plan.data["topics"].append({"id": f"t{n}", "title": f"Topic {n}", "weeks": [str(n)]})
        plan.data["milestones"].append({"id": f"m{n}", "text": "Why?", "weeks": [str(n)]})
    return plan


def changed(plan: Plan, mark: str, source: random.Random, changes: int) -> Plan:
    other = Plan(plan.data, mark, source)
    for _ in range(changes):
        other.change()
    return other


def text_of(data: Any, source: random.Random) -> str:
    """Write a plan with a comment above each item in braces, and behind some of them."""
    text = to_yaml(data)
    lines = []
    for line in text.split("\n"):
        margin = re.match(r" *", line)
        if line.lstrip().startswith("- {") and (author := re.search(r"author: (\w+)", line)) and margin:
            lines.append(f"{margin[0]}# about {author[1]}")
            lines[-1:] = ["", lines[-1]] if source.random() < 0.2 else lines[-1:]
        lines.append(f"{line}  # c" if line.endswith("}") and source.random() < 0.3 else line)
    return "\n".join(lines)


def read(text: str) -> tuple[Curriculum, Document]:
    with TemporaryDirectory() as folder:
        plan, problems = read_plan(Path(folder), NAME, {NAME: text})
        problems += run_checks(Sources(plan=plan.record, plan_document=plan.document))
    assert [problem for problem in problems if problem.severity is Severity.ERROR] == [], text
    return plan.record, plan.document


def pulled(base: Curriculum, mine: str, theirs: Curriculum, in_use: frozenset[Name] = frozenset()) -> str:
    plan, document = read(mine)
    merged = merge_plans(base, plan, theirs, in_use)
    text = MergedFiles(Path("none"), document, {NAME: mine}, merged).texts(SOURCE)[NAME]
    assert text is not None
    return text


def by_author(plan: Curriculum) -> dict[str, Item]:
    return {placed.item.author or "": placed.item for placed in plan.items.values()}


def titles(plan: Curriculum) -> set[str]:
    return {week.title for week in plan.weeks}


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 4), st.integers(0, 4))
def test_whatever_both_have_changed_no_tick_is_lost(seed: int, my_changes: int, their_changes: int) -> None:
    """Ticks by address lead to their items; what they added is there, what I added and changed too; again, nothing."""
    source = random.Random(seed)
    first = first_plan(source)
    base, _ = read(to_yaml(first.data))
    mine_text = text_of(changed(first, "m", source, my_changes).data, source)
    mine, _ = read(mine_text)
    theirs, _ = read(to_yaml(changed(first, "t", source, their_changes).data))
    ticked = {address: placed.item.author for address, placed in mine.items.items() if source.random() < 0.4}
    text = pulled(base, mine_text, theirs, frozenset(("item", address) for address in ticked))
    merged, _ = read(text)
    plan = merge_plans(base, mine, theirs, frozenset(("item", address) for address in ticked))
    for address, author in ticked.items():
        assert merged.items[plan.names[address]].item.author == author
    before, now = by_author(base), by_author(merged)
    for author, item in by_author(mine).items():
        if author not in before:
            assert now[author] == item
    assert {author for author in by_author(theirs) if author.startswith("t")} <= now.keys()
    assert titles(merged) >= {title for title in titles(theirs) | titles(mine) if title not in titles(base)}
    assert pulled(theirs, text, theirs) == text


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 4))
def test_comments_stay_with_their_items(seed: int, changes: int) -> None:
    """Also where an item moves; what nothing changes is not a byte different."""
    source = random.Random(seed)
    first = first_plan(source)
    base, _ = read(to_yaml(first.data))
    text = text_of(first.data, source)
    theirs, _ = read(to_yaml(changed(first, "t", source, changes).data))
    lines = pulled(base, text, theirs).split("\n")
    for line, following in pairwise(lines):
        if about := re.fullmatch(r" *# about (\w+)", line):
            assert f"author: {about[1]}" in following or "- id:" in following
    unchanged = pulled(base, text, base)
    assert unchanged.replace(f'from: {{source: x, version: "{"0" * 40}"}}\n', "") == text


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(1, 3))
def test_changes_that_do_not_meet_are_merged_in_any_order(seed: int, my_changes: int, their_changes: int) -> None:
    """Mine into theirs gives the same plan as theirs into mine, and two pulls the same as one."""
    source = random.Random(seed)
    first = first_plan(source)
    one, other = changed(first, "m", source, my_changes), changed(first, "t", source, their_changes)
    base, a, b = (read(to_yaml(plan.data))[0] for plan in (first, one, other))
    if authors_of_changes(base, a) & authors_of_changes(base, b) or titles(a) != titles(base) != titles(b):
        return
    ab, _ = read(pulled(base, to_yaml(one.data), b))
    ba, _ = read(pulled(base, to_yaml(other.data), a))
    assert without_order(ab) == without_order(ba)
    both = changed(other, "u", source, 2)
    c, _ = read(to_yaml(both.data))
    at_once, _ = read(pulled(base, to_yaml(first.data), c))
    one_by_one, _ = read(pulled(b, pulled(base, to_yaml(first.data), b), c))
    assert without_order(at_once) == without_order(one_by_one)


def authors_of_changes(base: Curriculum, plan: Curriculum) -> set[str]:
    before, now = by_author(base), by_author(plan)
    places = [
        {placed.item.author: (placed.week.title, placed.kind) for placed in one.items.values()} for one in (base, plan)
    ]
    return {
        author
        for author in before.keys() | now.keys()
        if before.get(author) != now.get(author) or places[0].get(author) != places[1].get(author)
    }


def without_order(plan: Curriculum) -> Any:
    weeks = {week.id: week.title for week in plan.weeks}
    items = {
        placed.item.author: (placed.week.title, placed.kind, placed.item.model_copy(update={"was": ()}))
        for placed in plan.items.values()
    }
    topics = {topic.id: {*topic.weeks} for topic in plan.topics}
    return weeks, items, topics, {milestone.id: {*milestone.weeks} for milestone in plan.milestones}
