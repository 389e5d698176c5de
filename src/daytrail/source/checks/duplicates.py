"""Checks for names that two things have."""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from daytrail.model.base import segment
from daytrail.problems import KeyPath, Location, Problem, error, quoted
from daytrail.source.sources import Sources


def check_duplicate_plan_ids(sources: Sources) -> Iterator[Problem]:
    """Report two series, parts, topics or milestones with one id, and two weeks with one number."""
    plan, locate = sources.plan, sources.plan_document.locate
    for kind, key, ids in (
        ("series", "series", [series.id for series in plan.series]),
        ("part", "parts", [part.id for part in plan.parts]),
        ("topic", "topics", [topic.id for topic in plan.topics]),
        ("milestone", "milestones", [milestone.id for milestone in plan.milestones]),
    ):
        yield from _doubled(kind, ((id_, locate((key, i, "id"))) for i, id_ in enumerate(ids)))
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
            hint = f"the other stands at {first}; give one of them an `id`"
            yield error(location, f"two items have the address {quoted(address)}", hint)


def check_duplicate_entry_addresses(sources: Sources) -> Iterator[Problem]:
    """Report two entries whose pages would have one address."""
    addresses = ((located.entry.address, Location(located.entry.path)) for located in sources.published)
    for address, location, first in _repeated(addresses):
        hint = f"the other is {first.path}; rename one, as in `{PurePosixPath(location.path).stem}-2.md`"
        yield error(location, f"two entries have the address {quoted(address)}", hint)


def check_tag_aliases(sources: Sources) -> Iterator[Problem]:
    """Report a tag that two aliases name, in any spelling."""
    first: dict[str, tuple[int, Location]] = {}
    for i, alias in enumerate(sources.plan.tag_aliases):
        names: list[tuple[str, KeyPath]] = [
            (alias.tag, ("tag",)),
            *((n, ("also", j)) for j, n in enumerate(alias.also)),
        ]
        for name, key_path in names:
            location = sources.plan_document.locate(("tag_aliases", i, *key_path))
            other, first_location = first.setdefault(segment(name), (i, location))
            if other != i:
                yield error(
                    location, f"the tag {quoted(name)} has two meanings", f"the other stands at {first_location}"
                )


def _doubled(kind: str, names: Iterable[tuple[str, Location]]) -> Iterator[Problem]:
    for name, location, first in _repeated(names):
        yield error(location, f"the {kind} {quoted(name)} is doubled", f"it stands at {first} already")


def _repeated(names: Iterable[tuple[str, Location]]) -> Iterator[tuple[str, Location, Location]]:
    """Yield each name that comes again, with its location and that of the first one."""
    first: dict[str, Location] = {}
    for name, location in names:
        if name in first:
            yield name, location, first[name]
        else:
            first[name] = location
