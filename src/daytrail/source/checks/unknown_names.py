"""Checks for references to names that the plan does not define."""

from collections.abc import Callable, Iterable, Iterator, Set
from typing import TypeAlias

from daytrail.problems import KeyPath, Location, Problem, did_you_mean, error, quoted
from daytrail.source.sources import Sources

_Locate: TypeAlias = Callable[[KeyPath], Location]

_PLURALS = {
    "series": "series",
    "part": "parts",
    "week": "weeks",
    "item": "items",
    "topic": "topics",
    "milestone": "milestones",
    "item, week or topic": "items, weeks and topics",
}


def check_names_in_plan(sources: Sources) -> Iterator[Problem]:
    """Report weeks, parts and topics that the plan refers to and does not define."""
    plan, locate = sources.plan, sources.plan_document.locate
    weeks = {str(week.week) for week in plan.weeks} | {name.lstrip("w0") for name in sources.lost_names}
    parts = {part.id for part in plan.parts} | sources.lost_names
    topics = {topic.id for topic in plan.topics} | sources.lost_names
    for i, milestone in enumerate(plan.milestones):
        yield from _unknown_in_list(sources, "week", milestone.weeks, weeks, ("milestones", i, "weeks"), locate)
        yield from _unknown(sources, "part", milestone.part, parts, ("milestones", i, "part"), locate)
    for i, topic in enumerate(plan.topics):
        yield from _unknown_in_list(sources, "week", topic.weeks, weeks, ("topics", i, "weeks"), locate)
        yield from _unknown_in_list(sources, "topic", topic.needs, topics, ("topics", i, "needs"), locate)
    for i, paper in enumerate(plan.references.papers):
        yield from _unknown(sources, "week", paper.week, weeks, ("references", "papers", i, "week"), locate)


def check_names_in_entries(sources: Sources) -> Iterator[Problem]:
    """Report series, milestones, items, weeks and topics that entries name and the plan does not define."""
    plan = sources.plan
    series = {series.id for series in plan.series} | sources.lost_names
    milestones = {milestone.id for milestone in plan.milestones} | sources.lost_names
    items = set(plan.items)
    touchable = items | {week.id for week in plan.weeks} | {topic.id for topic in plan.topics}
    for located in sources.entries:
        entry, locate = located.entry, located.locate
        yield from _unknown(sources, "series", entry.series, series, ("series",), locate)
        yield from _unknown(sources, "milestone", entry.milestone, milestones, ("milestone",), locate)
        for key, names in (("done", entry.done), ("started", entry.started), ("dropped", entry.dropped)):
            yield from _unknown_in_list(sources, "item", names, items, (key,), locate)
        yield from _unknown_in_list(sources, "item, week or topic", entry.touched, touchable, ("touched",), locate)


def check_names_in_pages(sources: Sources) -> Iterator[Problem]:
    """Report milestones that docs pages answer and the plan does not define."""
    milestones = {milestone.id for milestone in sources.plan.milestones} | sources.lost_names
    for answer in sources.answers:
        name = answer.page.milestone
        yield from _unknown(sources, "milestone", name, milestones, ("milestone",), answer.document.locate)


def _unknown_in_list(
    sources: Sources, kind: str, names: Iterable[object], known: Set[str], key_path: KeyPath, locate: _Locate
) -> Iterator[Problem]:
    for i, name in enumerate(names):
        yield from _unknown(sources, kind, name, known, (*key_path, i), locate)


def _unknown(
    sources: Sources, kind: str, name: object, known: Set[str], key_path: KeyPath, locate: _Locate
) -> Iterator[Problem]:
    """Report a name that is not known, unless it, or the week or item in its address, is one of the lost names."""
    written = str(name)
    if name is None or written in known or not sources.lost_names.isdisjoint(written.split("/")):
        return
    guess = "" if written.isdigit() else did_you_mean(written, known)  # no number is similar to another
    hint = f"{guess} {_PLURALS[kind]} are defined in {sources.plan_document.path}".strip()
    if kind == "item" and not guess and "/" not in written:
        hint += ", and written as in `w01/ridge-point`"
    yield error(locate(key_path), f"unknown {kind} {quoted(written)}", hint)
