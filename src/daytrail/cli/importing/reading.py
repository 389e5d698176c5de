"""`daytrail import reading`: a reading list, or the export of another program, becomes `reading.yaml`."""

from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, TypeAlias

import click

from daytrail.cli.common.files import accepted
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project, open_project
from daytrail.cli.importing.changes import FileChanges, data_in, data_of, new_file
from daytrail.cli.importing.run import ImportKind, Source, import_options, run_import
from daytrail.importers.bibtex import read_bibtex
from daytrail.importers.bookmarks import read_bookmarks
from daytrail.importers.document import Document
from daytrail.importers.imported import Imported, listed, unique_id
from daytrail.importers.item_text import filled
from daytrail.importers.list_proposal import propose_list
from daytrail.importers.list_reader import SECTIONS, items_in, preview_list, read_list
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.proposal import grouped
from daytrail.importers.recipe import ListRecipe, book_recipe
from daytrail.model.base import slug
from daytrail.model.urls import url_keys
from daytrail.problems import KeyPath
from daytrail.source.yaml.edit import Insert, edit_yaml
from daytrail.source.yaml.write import to_yaml

ListSource: TypeAlias = Source[ListRecipe, Imported]


def _plan_changes(sources: Sequence[ListSource], project: Project, changes: FileChanges) -> Sequence[str]:
    """Plan a new `reading.yaml`, or new items in the one that is there, which stay as they are."""
    path = project.root / project.settings.paths.reading
    for source in sources:
        data, text = source.result.data, changes.text(path)
        if not text.strip():
            changes.put(path, new_file(project, path, "reading", data))
            continue
        old = data_of(text)
        tops = old.get("categories") or ()
        ids = {str(one.get("id")) for top in tops for one in (top, *(top.get("categories") or ()))}
        changes.put(
            path,
            accepted(edit_yaml(text, path.name, list(_additions(old, data, (), set(map(_key, items_in(old))), ids)))),
        )
    return ()


def _additions(
    old: Mapping[str, Any], new: Mapping[str, Any], path: KeyPath, known: Set[str], ids: set[str]
) -> Iterator[Insert]:
    """Yield what adds items and categories that are new to a list, or to the category at a key path of it."""
    for key in ("items", *SECTIONS):
        if items := [item for item in new.get(key) or () if _key(item) not in known]:
            yield Insert((*path, key), len(old.get(key) or ()), to_yaml(items))
    homes = {slug(str(one.get("title"))): (index, one) for index, one in enumerate(old.get("categories") or ())}
    added = []
    for category in new.get("categories") or ():
        if home := homes.get(slug(category["title"])):
            yield from _additions(home[1], category, (*path, "categories", home[0]), known, ids)
        elif left := _without(known, category):
            added.append({**left, "id": unique_id(left["id"], ids, "category")})
    if added:
        yield Insert((*path, "categories"), len(homes), to_yaml(added))


def _without(known: Set[str], category: Mapping[str, Any]) -> dict[str, Any]:
    """Return a category without known items; empty if it has no other ones."""
    items = [item for item in category.get("items") or () if _key(item) not in known]
    inner = [left for one in category.get("categories") or () if (left := _without(known, one))]
    return filled({**category, "items": items, "categories": inner}) if items or inner else {}


def _pairs(source: ListSource, project: Project) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Yield the items that the list of the journal has already, each with what it is there."""
    written = map(_as_mapping, items_in(data_in(project.root / project.settings.paths.reading)))
    old = grouped((_key(item), item) for item in written)
    for item in map(_as_mapping, items_in(source.result.data)):
        if others := old.get(_key(item)):
            yield item, item if item in others else others[0]


def _preview(source: ListSource, project: Project) -> Preview:
    pairs = list(_pairs(source, project))
    remark = f"{listed({'items': len(pairs)})} already in the list of the journal, where nothing of it changes"
    if differing := sum(item != old for item, old in pairs):
        remark += f"; it differs in {differing}, as --verify shows: edit these there, or take them out and import again"
    return preview_list(source.result, [remark] if pairs else [])


def _verify(source: ListSource, project: Project) -> Iterator[Finding]:
    """Yield what the list of the journal lacks, and what its items say that those of the document do not."""
    written = data_in(project.root / project.settings.paths.reading)
    yield from source.result.differences(written, source.recipe_file.text)
    for item, old in _pairs(source, project):
        name = item.get("title") or item["url"]
        more = ((key, old[key]) for key in sorted(old.keys() - item.keys()))
        yield from (Finding(1, f"`{name}` has the {key} `{value}`, unlike the document") for key, value in more)


def _read_closed(document: Document) -> Imported | None:
    return read_bookmarks(document.text) or read_bibtex(document.text)


def _as_mapping(item: Any) -> Mapping[str, Any]:
    return item if isinstance(item, Mapping) else {"url" if str(item).startswith("http") else "title": str(item)}


def _key(item: Any) -> str:
    """Return what identifies an item of reading.yaml: its first URL, normalised, or else the words of its title."""
    data = _as_mapping(item)
    keys = url_keys(str(data["url"]), ()) if data.get("url") else ()
    return keys[0] if keys else slug(str(data.get("title", "")))


LIST = ImportKind(
    name="reading",
    model=ListRecipe,
    hint='items: ["{title}"]  # or as these lines begin: "**{title}**"\nfields: ["{title} by {author}"]\n',
    propose=lambda document, _: propose_list(document),
    read=lambda document, recipe, _: _read_closed(document) or read_list(document, recipe),
    preview=_preview,
    plan_changes=_plan_changes,
    verify=_verify,
    known_recipe=lambda document: book_recipe(document) or (ListRecipe() if _read_closed(document) else None),
)


@click.command(
    epilog=examples("daytrail import reading papers.md", "daytrail import reading goodreads_library_export.csv --write")
)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE…"
)
@import_options
@click.pass_obj
def reading(start: Path, /, files: tuple[Path, ...], **options: Any) -> None:
    """Import a reading list, bookmarks, BibTeX, or a CSV file of Goodreads or StoryGraph.

    The first run writes a recipe, imports/NAME.yaml, which says how FILE is read, and shows what comes out. Edit the
    recipe and run it again until that is right; --write then writes the list. Files of other programs need no recipe.

    Exit status: 0 if the import succeeds, 1 if it fails or --verify finds a difference, 2 for wrong usage.
    """
    run_import(LIST, open_project(start), files, **options)
