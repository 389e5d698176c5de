"""Placement of the items of an imported reading list where the project's list has them."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, TypeAlias, cast

from daytrail.cli.importing.plan_weeks import absorb
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.model.base import slug
from daytrail.model.urls import url_keys
from daytrail.problems import Problem, quoted
from daytrail.source.yaml.merge import free_id

ListData: TypeAlias = Mapping[str, Any]
"""A reading list as nested mappings and lists, as in reading.yaml."""
_SHELVES = ("to_read", "implement")
_KEYS = ("title", "about", "categories", *_SHELVES)
"""In the order of reading.yaml."""
_Group: TypeAlias = tuple[str, ...]
"""The key of a shelf, or the slugs of the titles of a category and perhaps a subcategory."""


def place_list(new: ListData, old: ListData) -> dict[str, Any]:
    """Return a new list in the form in which it is merged into an existing list, whose groups may differ.

    Items are the same if their URLs are, or else their titles.
    """
    groups_by_name: dict[str, list[_Group]] = {}
    for group, items in _groups(old):
        for name in filter(None, map(_name, items)):
            groups_by_name.setdefault(name, []).append(group)
    placed = deepcopy(dict(new))
    moved: list[tuple[_Group, Any]] = []
    for group, items in _groups(placed):
        elsewhere = [item for item in items if group not in groups_by_name.get(_name(item), [group])]
        moved += ((groups_by_name[_name(item)][0], item) for item in elsewhere)
        items[:] = [item for item in items if not any(item is other for other in elsewhere)]
    for group, item in moved:
        _items_of(placed, group, old).append(item)
    return {key: value for key, value in _without_empty(placed).items() if value}


def is_grown(new: ListData, old: ListData) -> bool:
    """Tell whether a new list has all items of an old one, which then is an earlier state of it."""
    names = {name for _, items in _groups(new) for name in map(_name, items)}
    return all(name in names for _, items in _groups(old) for name in map(_name, items))


def combine_lists(lists: Sequence[ListData]) -> tuple[dict[str, Any], list[Problem]]:
    """Return one list with everything of several, and a doubt for each title that is not that of the first one."""
    combined: dict[str, Any] = {"title": lists[0].get("title", ""), "about": ""}
    doubts: list[Problem] = []
    for one in lists:
        title, about = one.get("title", ""), one.get("about", "")
        if slug(title) not in ("", slug(combined["title"])):
            message = f"another document calls the list {quoted(title)}; the first one decides on the title"
            doubts.append(diagnostic(1, "other-title", message))
        if about not in combined["about"]:
            combined["about"] = f"{combined['about']} {about}".strip()
        absorb(combined, place_list(one, combined))
    taken: set[str] = set()
    for category in combined.get("categories", ()):
        for group in (category, *category.get("categories", ())):
            group["id"] = free_id(group["id"], taken)
    return {key: combined[key] for key in _KEYS if combined.get(key)}, doubts


def _groups(data: ListData) -> Iterator[tuple[_Group, list[Any]]]:
    """Yield the groups of a list with their items."""
    for shelf in _SHELVES:
        if isinstance(data.get(shelf), list):
            yield (shelf,), data[shelf]
    yield from _groups_of_categories(data.get("categories"), ())


def _groups_of_categories(categories: Any, parents: _Group) -> Iterator[tuple[_Group, list[Any]]]:
    for category in categories if isinstance(categories, list) else ():
        if isinstance(category, Mapping):
            group = (*parents, slug(str(category.get("title", ""))))
            if isinstance(category.get("items"), list):
                yield group, category["items"]
            yield from _groups_of_categories(category.get("categories"), group)


def _name(item: Any) -> str:
    """Return the key that identifies an item: its first URL, normalised, or else the slug of its title."""
    url = item.get("url") if isinstance(item, Mapping) else item if str(item).startswith(("http:", "https:")) else None
    keys = url_keys(str(url), ()) if url else ()
    return keys[0] if keys else slug(str(item.get("title", "")) if isinstance(item, Mapping) else str(item))


def _items_of(data: dict[str, Any], group: _Group, old: ListData) -> list[Any]:
    """Return the items of a group; a missing group is created from the one in the new list."""
    if group[0] in _SHELVES and len(group) == 1:
        return cast("list[Any]", data.setdefault(group[0], []))
    record, source = data, old
    for title in group:
        source = next(one for one in source["categories"] if slug(str(one.get("title", ""))) == title)
        categories = record.setdefault("categories", [])
        inner = next((one for one in categories if slug(one["title"]) == title), None)
        if inner is None:
            inner = {"id": source.get("id"), "title": source.get("title")}
            categories.append(inner)
        record = inner
    return cast("list[Any]", record.setdefault("items", []))


def _without_empty(data: dict[str, Any]) -> dict[str, Any]:
    """Return a list, or a category of one, without categories that have nothing in them."""
    if "categories" in data:
        inner = map(_without_empty, data["categories"])
        data["categories"] = [one for one in inner if one.get("items") or one.get("categories")]
    return data
