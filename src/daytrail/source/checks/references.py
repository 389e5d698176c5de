"""Rules that need more than one record: references, doubles, cycles, numbers that disagree."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import pairwise

from daytrail.model.curriculum import LISTS, Curriculum, Placed
from daytrail.model.entry import dated
from daytrail.model.series import Series
from daytrail.problems import KeyPath, Location, Problem, did_you_mean, error, quoted, warning
from daytrail.source.checks.day_numbers import check_numbers
from daytrail.source.located_entry import LocatedEntry
from daytrail.source.milestone_answers import LocatedPage
from daytrail.source.yaml.nodes import Document


def check_curriculum(plan: Curriculum, document: Document, lost: Set[str]) -> Iterator[Problem]:
    """Yield what does not hold together within the plan; names in what could not be read count as known."""
    yield from _doubled("series", ((s.id, ("series", i, "id")) for i, s in enumerate(plan.series)), document)
    yield from _doubled("part", ((p.id, ("parts", i, "id")) for i, p in enumerate(plan.parts)), document)
    yield from _doubled("topic", ((t.id, ("topics", i, "id")) for i, t in enumerate(plan.topics)), document)
    yield from _doubled("milestone", ((m.id, ("milestones", i, "id")) for i, m in enumerate(plan.milestones)), document)
    weeks = [(week, ("parts", p, "weeks", w)) for p, part in enumerate(plan.parts) for w, week in enumerate(part.weeks)]
    yield from _doubled("week", ((str(week.week), (*keys, "week")) for week, keys in weeks), document)
    for week, keys in weeks:
        yield from _items(week.items, keys, document)
    numbers = {str(week.week) for week in plan.weeks} | {name.lstrip("w0") for name in lost}
    parts = {part.id for part in plan.parts} | lost
    for i, milestone in enumerate(plan.milestones):
        yield from _known("week", milestone.weeks, numbers, ("milestones", i, "weeks"), document.locate, document.path)
        if milestone.part and milestone.part not in parts:
            yield _unknown("part", milestone.part, parts, document.locate(("milestones", i, "part")), document.path)
    topics = {topic.id for topic in plan.topics} | lost
    for i, topic in enumerate(plan.topics):
        yield from _known("week", topic.weeks, numbers, ("topics", i, "weeks"), document.locate, document.path)
        yield from _known("topic", topic.needs, topics, ("topics", i, "needs"), document.locate, document.path)
    yield from _cycles(plan, document)
    for i, paper in enumerate(plan.references.papers):
        if paper.week is not None and str(paper.week) not in numbers:
            where = document.locate(("references", "papers", i, "week"))
            yield _unknown("week", str(paper.week), numbers, where, document.path)
    if plan.start and plan.start.weekday() != 0:
        yield warning(
            document.locate(("start",)),
            f"{plan.start} is a {plan.start:%A}; weeks of the plan begin on a Monday",
            "write the Monday of the first week",
        )


def check_entries(reads: Sequence[LocatedEntry], plan: Curriculum) -> Iterator[Problem]:
    """Yield what does not hold together between entries, which come in the order of their dates."""
    by_id: dict[str | None, Series] = {series.id: series for series in plan.series}
    for read in reads:
        yield from _dates(read)
    published = [read for read in reads if not read.draft]
    yield from _addresses(published)
    by_series: dict[str | None, list[LocatedEntry]] = {}
    for read in published:
        by_series.setdefault(read.entry.series, []).append(read)
    for series, run in by_series.items():
        yield from _same_date(run)
        yield from check_numbers(run, by_id.get(series))


def check_references(
    reads: Iterable[LocatedEntry], plan: Curriculum, plan_path: str, lost: Set[str]
) -> Iterator[Problem]:
    """Yield the names in entries that the plan does not have; names in what could not be read count as known."""
    items = set(plan.items)
    workable = items | {week.id for week in plan.weeks} | {topic.id for topic in plan.topics}
    series = {series.id for series in plan.series} | lost
    milestones = {milestone.id for milestone in plan.milestones} | lost
    for read in reads:
        entry = read.entry

        def locate(keys: KeyPath, of: LocatedEntry = read) -> Location:
            return of.document.locate(keys)

        if entry.series is not None and entry.series not in series:
            yield _unknown("series", entry.series, series, locate(("series",)), plan_path)
        if entry.milestone is not None and entry.milestone not in milestones:
            yield _unknown("milestone", entry.milestone, milestones, locate(("milestone",)), plan_path)
        for key, names in (("done", entry.done), ("started", entry.started), ("dropped", entry.dropped)):
            yield from _known("item", names, items, (key,), locate, plan_path, lost)
        yield from _known("item, week or topic", entry.touched, workable, ("touched",), locate, plan_path, lost)
        for name in sorted(set(entry.done) & set(entry.dropped)):
            where = locate(("dropped", entry.dropped.index(name)))
            yield warning(where, f"{quoted(name)} is done and dropped in one entry; it counts as done")


_PLURALS = {
    "series": "series",
    "part": "parts",
    "week": "weeks",
    "item": "items",
    "topic": "topics",
    "milestone": "milestones",
    "item, week or topic": "items, weeks and topics",
}


def check_answers(
    answers: Iterable[LocatedPage], plan: Curriculum, plan_path: str, lost: Set[str]
) -> Iterator[Problem]:
    """Yield the milestones that pages of `docs/` say they answer and that the plan does not have."""
    known = {milestone.id for milestone in plan.milestones} | lost
    for page, document in ((answer.page, answer.document) for answer in answers):
        if page.milestone not in known:
            yield _unknown("milestone", page.milestone, known, document.locate(("milestone",)), plan_path)


def _unknown(what: str, name: str, known: Set[str], where: Location, path: str) -> Problem:
    guess = "" if name.isdigit() else did_you_mean(name, known)  # no number is near another
    hint = f"{guess} {_PLURALS[what]} are defined in {path}".strip()
    if what == "item" and not guess and "/" not in name:
        hint += ", and written as in `w01/ridge-point`"
    return error(where, f"unknown {what} {quoted(name)}", hint)


def _known(
    what: str,
    names: Iterable[object],
    known: Set[str],
    keys: KeyPath,
    locate: Callable[[KeyPath], Location],
    path: str,
    lost: Set[str] = frozenset(),
) -> Iterator[Problem]:
    for i, name in enumerate(names):
        if str(name) not in known and lost.isdisjoint(str(name).split("/")):
            yield _unknown(what, str(name), known, locate((*keys, i)), path)


def _doubled(what: str, named: Iterable[tuple[str, KeyPath]], document: Document) -> Iterator[Problem]:
    first: dict[str, Location] = {}
    for name, keys in named:
        where = document.locate(keys)
        if name in first:
            yield error(where, f"the {what} {quoted(name)} is doubled", f"it stands at {first[name]} already")
        else:
            first[name] = where


def _items(placed: Iterable[Placed], keys: KeyPath, document: Document) -> Iterator[Problem]:
    first: dict[str, Location] = {}
    for item in placed:
        at = (*keys, LISTS[item.kind], item.index)
        where = document.locate((*at, "id")) if item.item.id else document.locate(at)
        if not item.item.name:
            yield error(where, "this item has no word to make an address of", "give it an `id`")
        elif item.address in first:
            yield error(
                where,
                f"two items have the address {quoted(item.address)}",
                f"the other stands at {first[item.address]}; give one of them an `id`",
            )
        else:
            first[item.address] = where


def _cycles(plan: Curriculum, document: Document) -> Iterator[Problem]:
    """Report each knot of topics that need each other once, with a path around it."""
    needs = {topic.id: topic.needs for topic in plan.topics}
    place = {topic.id: i for i, topic in enumerate(plan.topics)}
    settled: set[str] = set()
    for root in needs:
        trail: list[str] = []
        on_trail: dict[str, int] = {}
        todo: list[tuple[str, int]] = [(root, 0)]
        # By hand rather than by recursion: a plan may chain thousands of topics.
        while todo:
            topic, index = todo.pop()
            if index == 0:
                if topic in settled:
                    continue
                on_trail[topic] = len(trail)
                trail.append(topic)
            following = [need for need in needs[topic] if need in needs]
            if index == len(following):
                settled.add(topic)
                trail.pop()
                del on_trail[topic]
                continue
            todo.append((topic, index + 1))
            need = following[index]
            if need in on_trail:
                loop = [*trail[on_trail[need] :], need]
                where = document.locate(("topics", place[topic], "needs", needs[topic].index(need)))
                shown = " → ".join(loop if len(loop) < 12 else [*loop[:5], "…", *loop[-5:]])
                yield error(where, f"topics need each other in a circle: {shown}", "remove one of these needs")
            else:
                todo.append((need, 0))


def _dates(read: LocatedEntry) -> Iterator[Problem]:
    named, _ = dated(read.entry.stem)
    if named and named != read.entry.date:
        yield warning(
            read.document.locate(("date",)),
            f"the date {read.entry.date} is not the one in the file's name, {named}",
            "the page keeps the address of its name; rename the file, or correct the date",
        )


def _addresses(reads: Iterable[LocatedEntry]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for read in reads:
        path, address = read.entry.path, read.entry.address
        if address in first:
            yield error(
                Location(path),
                f"two entries have the address {quoted(address)}",
                f"the other is {first[address]}; rename one, as in `{read.entry.stem}-2.md`",
            )
        else:
            first[address] = path


def _same_date(reads: Iterable[LocatedEntry]) -> Iterator[Problem]:
    for one, two in pairwise(reads):
        if one.entry.date == two.entry.date:
            where = two.document.locate(("date",))
            yield warning(where, f"{two.entry.date} has another entry in its series: {one.entry.path}")
