"""`daytrail import reading`: a reading list, or the export of another program, becomes `reading.yaml`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import click

from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project, open_project
from daytrail.cli.importing.changes import FileChanges, below, data_in, new_file, root_of, with_keys
from daytrail.cli.importing.run import ImportKind, ImportOptions, Source, import_options, run_import
from daytrail.importers.bibtex import read_bibtex
from daytrail.importers.bookmarks import read_bookmarks
from daytrail.importers.document import Document
from daytrail.importers.imported import Imported, listed, unique_id
from daytrail.importers.item_text import filled
from daytrail.importers.list_proposal import propose_list
from daytrail.importers.list_reader import SECTIONS, items_in, preview_list, read_list
from daytrail.importers.preview import Preview
from daytrail.importers.recipe import ListRecipe, book_recipe
from daytrail.model.base import slug
from daytrail.model.urls import url_keys
from daytrail.source.yaml.edit import FileText, Splice
from daytrail.source.yaml.nodes import Node

ListSource: TypeAlias = Source[ListRecipe, Imported]


def _plan_changes(sources: Sequence[ListSource], project: Project, changes: FileChanges) -> Sequence[str]:
    """Plan a new `reading.yaml`, or new items in the one that is there, which stay as they are."""
    path = project.root / project.settings.paths.reading
    for source in sources:
        data, text = source.result.data, changes.text(path)
        changes.put(path, _Addition(text, path).to(data) if text.strip() else new_file(project, path, "reading", data))
    return ()


def _preview(source: ListSource, project: Project) -> Preview:
    old = {_key(item): item for item in items_in(data_in(project.root / project.settings.paths.reading))}
    known = [item for item in items_in(source.result.data) if _key(item) in old]
    others = sum(item != old[_key(item)] for item in known)
    remark = f"{listed({'items': len(known)})} already in the list of the journal, where nothing of it changes"
    return preview_list(source.result, [f"{remark}; it differs in {others}"] if known else [])


def _read_closed(document: Document) -> Imported | None:
    return read_bookmarks(document.text) or read_bibtex(document.text)


class _Addition:
    """Adds to the text of a reading list what it does not have."""

    def __init__(self, text: str, path: Path) -> None:
        self._text, self._path, self._splices = text, path, list[Splice]()
        self._root = root_of(text, path)
        old = self._root.to_data()
        self._keys = set(map(_key, items_in(old)))
        tops = old.get("categories") or ()
        self._ids = {str(one.get("id")) for top in tops for one in (top, *(top.get("categories") or ()))}

    def to(self, data: Mapping[str, Any]) -> str:
        """Return the text with the items and categories of a list that are new."""
        new = self._new_in(self._root, data, (*SECTIONS, "categories"))
        return with_keys(FileText(self._text).spliced(self._splices), self._path, new)

    def _new_in(self, home: Node | None, data: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
        """Return what is new below keys of a list or a category, without what was added to lists that are there."""
        new = {key: [item for item in data.get(key) or () if _key(item) not in self._keys] for key in keys}
        new["categories"] = list(filter(None, (self._category(home, one) for one in data.get("categories") or ())))
        for key, items in filled(new).items():
            node = home.children.get(key) if home else None
            if node and node.children:
                self._splices.append(below(self._text, self._path, node, items))
                del new[key]
        return filled(new)

    def _category(self, parent: Node | None, category: Mapping[str, Any]) -> dict[str, Any]:
        """Return a category that is new, with its new items; empty if there is one of this title, which gets them."""
        node = parent.children.get("categories") if parent else None
        homes = node.children.values() if node else ()
        title = slug(category["title"])
        home = next(
            (one for one in homes if "title" in one.children and slug(one.children["title"].text or "") == title), None
        )
        new = self._new_in(home, category, ("items",))
        if home:
            self._splices += [below(self._text, self._path, home, new)] if new else []
        elif new:
            name = unique_id(category["id"], self._ids, "category")
            return {**filled({**category, "items": (), "categories": ()}), "id": name, **new}
        return {}


def _key(item: Any) -> str:
    """Return what identifies an item of reading.yaml: its first URL, normalised, or else the words of its title."""
    data = item if isinstance(item, Mapping) else {"url" if str(item).startswith("http") else "title": str(item)}
    keys = url_keys(str(data["url"]), ()) if data.get("url") else ()
    return keys[0] if keys else slug(str(data.get("title", "")))


LIST = ImportKind(
    name="reading",
    model=ListRecipe,
    hint=lambda _: 'items: ["{title}"]  # or as these lines begin: "**{title}**"\nfields: ["{title} by {author}"]\n',
    propose=lambda document, _: propose_list(document),
    read=lambda document, recipe, _: _read_closed(document) or read_list(document, recipe),
    preview=_preview,
    plan_changes=_plan_changes,
    verify=lambda source, project: source.result.differences(
        data_in(project.root / project.settings.paths.reading), source.recipe_file.text
    ),
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
    run_import(LIST, open_project(start), files, ImportOptions(**options))
