"""Tags that mean the same: entries may write any of them, and one is shown."""

from collections.abc import Iterable, Iterator, Mapping

from daytrail.model.base import segment
from daytrail.model.curriculum import TagAlias
from daytrail.problems import KeyPath, Location, Problem, error, quoted
from daytrail.source.yaml.nodes import Document


def shown_tags(aliases: Iterable[TagAlias]) -> Mapping[str, str]:
    """Return the tag that is shown for each that an alias names, by the key of the latter."""
    return {segment(name): alias.tag for alias in aliases for name in (*alias.also, alias.tag)}


def shown(tags: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the tags of an entry as they are shown: in their order, each once."""
    found = {names.get(segment(tag), tag): None for tag in tags}
    return tuple(found)


def check_aliases(aliases: Iterable[TagAlias], document: Document) -> Iterator[Problem]:
    """Yield a problem for each tag that two aliases claim, in any spelling."""
    first: dict[str, tuple[int, Location]] = {}
    for i, alias in enumerate(aliases):
        places: list[tuple[str, KeyPath]] = [(alias.tag, ("tag_aliases", i, "tag"))]
        places += [(name, ("tag_aliases", i, "also", j)) for j, name in enumerate(alias.also)]
        for name, keys in places:
            where = document.locate(keys)
            owner, other = first.setdefault(segment(name), (i, where))
            if owner != i:
                yield error(where, f"the tag {quoted(name)} has two meanings", f"the other stands at {other}")
