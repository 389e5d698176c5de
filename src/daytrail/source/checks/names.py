"""Checks of names: those that nothing has, two things have or one entry misspells, and topics that need each other."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath
from typing import TypeAlias

from daytrail.model.base import segment
from daytrail.problems import KeyPath, Location, Problem, did_you_mean, error, is_near, quoted, warning
from daytrail.source.sources import LocatedEntry, Sources

_PLURALS = {
    "series": "series",
    "part": "parts",
    "week": "weeks",
    "item": "items",
    "topic": "topics",
    "milestone": "milestones",
    "habit": "habits",
    "item, week or topic": "items, weeks and topics",
}
_WITH_ID = ("series", "part", "topic", "milestone", "habit")
"""Records with an id in the plan, in a list that is named by the plural."""
_WITH_ADDRESS = ("item", "item, week or topic")

_Reference: TypeAlias = tuple[Callable[[KeyPath], Location], KeyPath, str, object]
"""Function that locates a value, its key path, the kind of the name in it, and this name or a tuple of names."""


def check_names_in_plan(sources: Sources) -> Iterator[Problem]:
    """Report weeks, parts and topics that the plan refers to and does not define."""
    plan, locate = sources.plan, sources.plan_document.locate
    references: list[_Reference] = []
    for i, milestone in enumerate(plan.milestones):
        references.append((locate, ("milestones", i, "weeks"), "week", milestone.weeks))
        references.append((locate, ("milestones", i, "part"), "part", milestone.part))
    for i, topic in enumerate(plan.topics):
        references.append((locate, ("topics", i, "weeks"), "week", topic.weeks))
        references.append((locate, ("topics", i, "needs"), "topic", topic.needs))
    for i, paper in enumerate(plan.references.papers):
        references.append((locate, ("references", "papers", i, "week"), "week", paper.week))
    return _unknown(sources, references)


def check_names_in_entries(sources: Sources) -> Iterator[Problem]:
    """Report series, milestones, items, weeks, topics and habits that entries name and the plan does not define."""
    kinds = {"series": "series", "milestone": "milestone", "done": "item", "started": "item", "dropped": "item"}
    kinds["touched"] = "item, week or topic"
    references = (
        (located.locate, (key,), kind, getattr(located.entry, key))
        for located in sources.entries
        for key, kind in kinds.items()
    )
    yield from _unknown(sources, references)
    did = ((one.locate, ("did",), "habit", tuple(did.habit for did in one.entry.did)) for one in sources.entries)
    yield from _unknown(sources, did)


def check_names_in_pages(sources: Sources) -> Iterator[Problem]:
    """Report milestones that docs pages answer and the plan does not define."""
    references = (
        (located.document.locate, ("milestone",), "milestone", located.page.milestone or None)
        for located in sources.docs_pages
    )
    return _unknown(sources, references)


def _unknown(sources: Sources, references: Iterable[_Reference]) -> Iterator[Problem]:
    """Report names that are not defined, unless one or a part of its address is a lost name."""
    defined = _defined_names(sources)
    for locate, key_path, kind, reference in references:
        for i, name in enumerate(reference if isinstance(reference, tuple) else [reference]):
            written = str(name)
            if name is None or written in defined[kind] or not sources.lost_names.isdisjoint(written.split("/")):
                continue
            location = locate((*key_path, i) if isinstance(reference, tuple) else key_path)
            if kind in _WITH_ADDRESS and (now := sources.plan.addresses_by_former.get(written)):
                hint = "write the one that you mean"
                yield error(location, f"{quoted(written)} was the address of {' and '.join(map(quoted, now))}", hint)
                continue
            hint = _hint(sources, str(key_path[0]), kind, written, defined[kind])
            yield error(location, f"unknown {kind} {quoted(written)}", hint)


def _hint(sources: Sources, key: str, kind: str, written: str, defined: Set[str]) -> str:
    """Return how to correct a name that is not defined."""
    file, plural = sources.plan_document.path, _PLURALS[kind]
    if sources.plan_document.root is None:
        return f"there is no {file}, which defines {plural}; write it, or remove the name from `{key}:`"
    guess = "" if written.isdigit() else did_you_mean(written, defined)  # no number is similar to another
    hint = f"{guess} {plural} are defined in {file}".strip()
    if kind == "item" and not guess and "/" not in written:
        hint += ", and written as in `w01/ridge-point`"
    if kind in _WITH_ADDRESS and not guess:
        hint += f"; write the name of one, or remove it from `{key}:`"
    return hint


def _defined_names(sources: Sources) -> dict[str, Set[str]]:
    """Return all names that a reference of each kind may use."""
    plan, lost_names = sources.plan, sources.lost_names
    return {
        **{kind: {record.id for record in getattr(plan, _PLURALS[kind])} | lost_names for kind in _WITH_ID},
        "week": {str(week.week) for week in plan.weeks} | {name.lstrip("w0") for name in lost_names},
        "item": plan.items.keys(),
        "item, week or topic": {*plan.items, *(week.id for week in plan.weeks), *(topic.id for topic in plan.topics)},
    }


def check_duplicate_plan_ids(sources: Sources) -> Iterator[Problem]:
    """Report two series, parts, topics, milestones or habits with one id, and two weeks with one number."""
    plan, locate = sources.plan, sources.plan_document.locate
    for kind in _WITH_ID:
        key = _PLURALS[kind]
        yield from _doubled(kind, ((record.id, locate((key, i, "id"))) for i, record in enumerate(getattr(plan, key))))
    yield from _doubled("week", ((str(week.week), locate((*path, "week"))) for path, week in plan.weeks_by_key_path))


def check_duplicate_categories(sources: Sources) -> Iterator[Problem]:
    """Report two categories of the reading list with one id: filters link to ids."""
    ids: list[tuple[str, KeyPath]] = []
    for c, category in enumerate(sources.reading.categories):
        ids.append((category.id, ("categories", c)))
        ids += [(inner.id, ("categories", c, "categories", i)) for i, inner in enumerate(category.categories)]
    yield from _doubled("category", ((id_, sources.reading_document.locate((*path, "id"))) for id_, path in ids))


def check_item_addresses(sources: Sources) -> Iterator[Problem]:
    """Report two items of a week with one address, and items that have none."""
    locate = sources.plan_document.locate
    for week_path, week in sources.plan.weeks_by_key_path:
        addresses = []
        for placed in week.items:
            key_path = (*week_path, *placed.key_path)
            location = locate((*key_path, "id") if placed.item.id else key_path)
            if placed.item.name:
                addresses.append((placed.address, location))
            else:
                yield error(location, "this item has no word to make an address of", "give it an `id`")
        for address, location, first in _repeated(addresses):
            hint = f"the other one is at {first}; give one of them an `id`"
            yield error(location, f"two items have the address {quoted(address)}", hint)


def check_duplicate_entry_addresses(sources: Sources) -> Iterator[Problem]:
    """Report two entries whose pages would have one address."""
    addresses = ((located.entry.address, Location(located.entry.path)) for located in sources.published)
    for address, location, first in _repeated(addresses):
        hint = f"the other is {first.path}; rename one, as in `{PurePosixPath(location.path).stem}-2.md`"
        yield error(location, f"two entries have the address {quoted(address)}", hint)


_FEWEST_LETTERS = 5
"""Of a word that may be misspelt; shorter ones are often a letter apart, as `cpu` and `gpu` are."""


def check_misspelt_tags(sources: Sources) -> Iterator[Problem]:
    """Report a tag of one entry that is nearly one of several entries."""
    uses: dict[str, list[tuple[LocatedEntry, int, str]]] = defaultdict(list)
    for located in sources.entries:
        for key, (index, tag) in {segment(tag): (index, tag) for index, tag in enumerate(located.entry.tags)}.items():
            uses[key].append((located, index, tag))
    usual = [key for key in uses if len(uses[key]) > 1]
    rare = [key for key in uses if len(uses[key]) == 1]
    for key, other in _nearly_the_same(rare, usual):
        (located, index, tag), written = uses[key][0], quoted(uses[other][0][2])
        message = f"no other entry has the tag {quoted(tag)}, and {len(uses[other])} have {written}, nearly the same"
        yield warning(located.locate(("tags", index)), message, f"write {written}, unless both are meant")


def _nearly_the_same(tags: Iterable[str], others: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each of some tags that is nearly one of the others, with the first such.

    Two that are a letter apart are the same without one letter each; to look for that is faster than to compare all.
    """
    by_part: dict[str, list[str]] = defaultdict(list)
    for other in others:
        for part in _with_one_letter_less(other):
            by_part[part].append(other)
    for tag in tags:
        candidates = (other for part in _with_one_letter_less(tag) for other in by_part.get(part, ()))
        if near := next((other for other in candidates if _is_misspelling(tag, other)), None):
            yield tag, near


def _with_one_letter_less(tag: str) -> list[str]:
    return [tag, *(tag[:i] + tag[i + 1 :] for i in range(len(tag)))]


def _is_misspelling(tag: str, other: str) -> bool:
    """Return whether hyphens tell two tags apart, or a letter of a long word without digits, which may be a number."""
    words, others = tag.split("-"), other.split("-")
    if len(words) != len(others):
        return "".join(words) == "".join(others)
    (one, two), *more = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    is_long = min(len(one), len(two)) >= _FEWEST_LETTERS
    return not more and is_long and not any(map(str.isnumeric, one + two)) and is_near(one, two, 1)


def _doubled(kind: str, names: Iterable[tuple[str, Location]]) -> Iterator[Problem]:
    for name, location, first in _repeated(names):
        yield error(location, f"the {kind} {quoted(name)} is doubled", f"it is already at {first}")


def _repeated(names: Iterable[tuple[str, Location]]) -> Iterator[tuple[str, Location, Location]]:
    """Yield each name that comes again, with its location and that of the first one."""
    first: dict[str, Location] = {}
    for name, location in names:
        if name in first:
            yield name, location, first[name]
        else:
            first[name] = location


def check_topic_cycles(sources: Sources) -> Iterator[Problem]:
    """Report each circle of topics once, at the need that closes it."""
    topics = sources.plan.topics
    index = {topic.id: i for i, topic in reversed([*enumerate(topics)])}  # of a doubled one, the first
    for cycle in _cycles({topic.id: topics[index[topic.id]].needs for topic in topics}):
        *_, topic, need = cycle
        key_path = ("topics", index[topic], "needs", topics[index[topic]].needs.index(need))
        shown = " → ".join(cycle if len(cycle) < 12 else [*cycle[:5], "…", *cycle[-5:]])
        yield error(
            sources.plan_document.locate(key_path),
            f"topics need each other in a circle: {shown}",
            "remove one of these needs",
        )


def _cycles(needs: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Yield paths from a topic back to itself. The need that closes one is in no other."""
    open_needs = {topic: [need for need in of_topic if need in needs] for topic, of_topic in needs.items()}
    while True:
        try:
            TopologicalSorter(open_needs).prepare()
        except CycleError as failure:
            path = failure.args[1][::-1]
            open_needs[path[-2]].remove(path[-1])
            yield path
        else:
            return
