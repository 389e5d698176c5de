"""What in a plan does not fit together, although each of its words does.

Nothing here looks at the log: a plan can be checked before its first day. What is wrong in a single
value, unknown or doubled, and circles among topics, are found where the plan is read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise
from typing import TypeAlias

from daytrail.facts.totals import ROUNDING, counted_items, exceeds, plan_totals, unestimated, week_hours
from daytrail.facts.union_find import UnionFind
from daytrail.model.curriculum import LISTS, Curriculum, Placed, Week
from daytrail.model.urls import normalise
from daytrail.problems import Severity, quoted

Keys: TypeAlias = tuple[str | int, ...]
"""Where something stands in the plan, as in `("parts", 2, "weeks", 4)`."""
_Places: TypeAlias = Sequence[tuple[Keys, Week]]

_MOST = 6
"""How many names a finding lists before it counts the rest."""


class What(StrEnum):
    """What findings are about, as a heading says it; in the order in which they are shown."""

    SUM = "Sums that disagree"
    BUDGET = "Weeks over budget"
    OVERLAP = "Parts that overlap"
    RANGE = "Parts that hold other weeks than they say"
    GAP = "Weeks left out"
    LATE = "Needs that come too late"
    REPEAT = "Readings in several weeks"
    MILESTONE = "Weeks without a milestone"
    LINK = "Readings without a link"
    ESTIMATE = "Items without an estimate"
    TOPIC = "Topics without a week"
    LOOSE = "Weeks without a topic"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a plan that does not fit."""

    what: What
    severity: Severity
    said: tuple[str, ...]
    """In turns words of ours, which may be empty, and the writer's own."""
    keys: Keys
    """Where it stands in the plan."""
    hint: str = ""
    """A way out; empty where the words say it all."""

    @property
    def words(self) -> str:
        """What is said, with the writer's own words in backticks."""
        return "".join(quoted(piece) if index % 2 else piece for index, piece in enumerate(self.said))


def lint(plan: Curriculum) -> tuple[Finding, ...]:
    """Return what does not fit in a plan, kind by kind, and within a kind in the order of the plan."""
    places: _Places = [
        (("parts", p, "weeks", w), week) for p, part in enumerate(plan.parts) for w, week in enumerate(part.weeks)
    ]
    return (
        *_sums(plan),
        *_budget(plan, places),
        *_overlaps(plan),
        *_ranges(plan),
        *_gaps(places),
        *_late(plan),
        *_repeats(plan, {week.week: keys for keys, week in places}),
        *_unproved(plan, places),
        *(_lack(What.LINK, "link", keys, _unlinked(week)) for keys, week in places if _unlinked(week)),
        *(_lack(What.ESTIMATE, "estimate", keys, unestimated(week)) for keys, week in places if unestimated(week)),
        *_topics(plan, places),
    )


def _warning(what: What, keys: Keys, *said: str, hint: str = "") -> Finding:
    return Finding(what, Severity.WARNING, said, keys, hint)


def _sums(plan: Curriculum) -> Iterator[Finding]:
    found = plan_totals(plan)
    added = f"the items add up to {_hours(found.hours)}"
    weekly = f"{found.weeks} weeks of {_hours(found.budget or 0)} are {_hours(found.allowed or 0)}"
    if plan.hours is not None and abs(found.hours - plan.hours) > ROUNDING:
        yield _warning(What.SUM, ("hours",), f"{added}, where {_hours(plan.hours)} are stated")
    if plan.hours is not None and found.allowed is not None and abs(found.allowed - plan.hours) > ROUNDING:
        yield _warning(What.SUM, ("hours",), f"{_hours(plan.hours)} are stated, where {weekly}")
    if plan.hours is None and exceeds(found.hours, found.allowed):
        hint = "plan more weeks or more hours a week, or less to do"
        yield _warning(What.SUM, ("hours_per_week",), f"{added}, where {weekly}", hint=hint)


def _budget(plan: Curriculum, places: _Places) -> Iterator[Finding]:
    budget = plan.hours_per_week or 0.0
    for keys, week in places:
        if exceeds(hours := week_hours(week), plan.hours_per_week):
            more = f"{_hours(hours - budget)} more than the {_hours(budget)} of a week"
            yield _warning(What.BUDGET, keys, f"week {week.week} takes {_hours(hours)}, {more}")


def _overlaps(plan: Curriculum) -> Iterator[Finding]:
    """Hold each part against the one that reaches furthest among those that begin before it."""
    holders: dict[int, set[int]] = {}
    spans: list[tuple[int, int, int]] = []
    for p, part in enumerate(plan.parts):
        held = [week.week for week in part.weeks]
        for number in held:
            holders.setdefault(number, set()).add(p)
        if numbers := [*held, *(part.range or ())]:
            spans.append((min(numbers), max(numbers), p))
    spans.sort()
    for (_, reach, furthest), (first, last, p) in zip(_furthest(spans), spans[1:], strict=False):
        if first <= reach:
            one, two = sorted((furthest, p))
            both = any({one, two} <= holders[week.week] for week in plan.parts[two].weeks)
            where = f" overlap in {_weeks([(first, min(last, reach))])}"
            said = ("the parts ", plan.parts[one].id, " and ", plan.parts[two].id, where)
            keys: Keys = ("parts", two, "range") if plan.parts[two].range else ("parts", two)
            severity = Severity.ERROR if both else Severity.WARNING
            yield Finding(What.OVERLAP, severity, said, keys, "let each week stand in one part")


def _furthest(spans: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield for each span the one that ends last among it and those before it."""
    found = spans[0] if spans else (0, 0, 0)
    for span in spans:
        found = max(found, span, key=lambda one: one[1])
        yield found


def _ranges(plan: Curriculum) -> Iterator[Finding]:
    for p, part in enumerate(plan.parts):
        held = sorted({week.week for week in part.weeks})
        if part.range and (not held or (held[0], held[-1]) != part.range):
            holds = _weeks(_runs(held)) if held else "none"
            says = f" says that it spans {_weeks([(part.range[0], part.range[1])])}, and holds {holds}"
            yield _warning(What.RANGE, ("parts", p, "range"), "the part ", part.id, says)


def _gaps(places: _Places) -> Iterator[Finding]:
    in_order = sorted(((week.week, keys) for keys, week in places), key=lambda place: place[0])
    for (before, _), (after, keys) in pairwise(in_order):
        if after > before + 1:
            yield _warning(What.GAP, (*keys, "week"), f"no part holds {_weeks([(before + 1, after - 1)])}")


def _late(plan: Curriculum) -> Iterator[Finding]:
    first = {topic.id: min(topic.weeks) for topic in plan.topics if topic.weeks}
    for t, topic in enumerate(plan.topics):
        for n, need in enumerate(topic.needs):
            if topic.id in first and need in first and first[topic.id] < first[need]:
                begins, later = (
                    f" begins in week {first[topic.id]}, but needs ",
                    f", which begins in week {first[need]}",
                )
                yield _warning(What.LATE, ("topics", t, "needs", n), "", topic.id, begins, need, later)


def _repeats(plan: Curriculum, places: Mapping[int, Keys]) -> Iterator[Finding]:
    readings: UnionFind[Placed] = UnionFind()
    for placed in plan.items.values():
        urls = [normalise(url) for url in (placed.item.url, *placed.item.aliases) if url]
        if placed.kind == "reading" and urls and not placed.item.dropped:
            readings.add(urls, placed)
    for group in readings.groups():
        found = group.sources
        again = [one for one in found if one.week is not found[0].week and not one.item.re_read]
        if again:
            weeks = {one.week.week: one.item.section for one in found}
            shown = [f"{number} ({section})" if section else str(number) for number, section in weeks.items()]
            keys = (*places[again[0].week.week], LISTS[again[0].kind], again[0].index)
            where = f" is read in the weeks {_listed(shown)} without "
            hint = "write `re_read: true` where it comes again on purpose"
            yield _warning(What.REPEAT, keys, "", found[0].item.label, where, "re_read", hint=hint)


def _unproved(plan: Curriculum, places: _Places) -> Iterator[Finding]:
    closed = {milestone.part for milestone in plan.milestones}
    proved = {number for milestone in plan.milestones for number in milestone.weeks}
    proved |= {week.week for part in plan.parts if part.id in closed for week in part.weeks}
    for weeks, keys in _outside(places, proved):
        yield _warning(What.MILESTONE, keys, f"no milestone proves {weeks}")


def _topics(plan: Curriculum, places: _Places) -> Iterator[Finding]:
    for t, topic in enumerate(plan.topics):
        if not topic.weeks:
            yield _warning(What.TOPIC, ("topics", t), "no week works on the topic ", topic.id)
    if plan.topics:  # a plan may do without a map
        for weeks, keys in _outside(places, {number for topic in plan.topics for number in topic.weeks}):
            yield _warning(What.LOOSE, keys, f"no topic has {weeks}")


def _unlinked(week: Week) -> Sequence[Placed]:
    return [placed for placed in counted_items(week) if placed.kind == "reading" and not placed.item.url]


def _lack(what: What, thing: str, keys: Keys, items: Sequence[Placed]) -> Finding:
    shown, left = items[:_MOST], len(items) - _MOST
    before = ["", *(", " for _ in shown[1:])]
    if 1 < len(items) <= _MOST:
        before[-1] = " and "
    said = [piece for sign, placed in zip(before, shown, strict=True) for piece in (sign, placed.address)]
    end = f"{f' and {left} more' if left > 0 else ''} {'has' if len(items) == 1 else 'have'} no {thing}"
    return _warning(what, (*keys, LISTS[items[0].kind], items[0].index), *said, end)


def _outside(places: _Places, known: Set[int]) -> Iterator[tuple[str, Keys]]:
    """Yield each stretch of the plan with no week among some, in words, and where it begins."""
    for inside, run in groupby(places, key=lambda place: place[1].week in known):
        if not inside:
            found = list(run)
            yield _weeks(_runs([week.week for _, week in found])), found[0][0]


def _runs(numbers: Iterable[int]) -> Sequence[tuple[int, int]]:
    """Return the stretches of numbers that follow each other, each as its first and last."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        follows = found and number == found[-1][1] + 1
        found[-1:] = [(found[-1][0], number)] if follows else [*found[-1:], (number, number)]
    return found


def _weeks(runs: Sequence[tuple[int, int]]) -> str:
    """As in `week 5` or `the weeks 5–7 and 9`."""
    shown = [str(first) if first == last else f"{first}–{last}" for first, last in runs]
    return f"week {shown[0]}" if len(runs) == 1 and runs[0][0] == runs[0][1] else f"the weeks {_listed(shown)}"


def _listed(names: Sequence[str]) -> str:
    """As in `a, b and c`, cut where there are many."""
    shown = [*names] if len(names) <= _MOST else [*names[: _MOST - 1], f"{len(names) - _MOST + 1} more"]
    return " and ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part)


def _hours(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") + " h"
