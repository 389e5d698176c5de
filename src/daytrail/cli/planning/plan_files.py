"""The files of the plan and of what names things of it, with changes that a command makes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from daytrail.cli.common.files import FileUpdate, UpdateError, accepted, read_file
from daytrail.cli.common.project import Project
from daytrail.model.curriculum import Curriculum, Placed
from daytrail.problems import KeyPath, errors_of
from daytrail.source.checks import run_checks
from daytrail.source.plan import read_plan
from daytrail.source.sources import Sources
from daytrail.source.yaml.edit import Change, Insert, Put, Remove, edit_front_matter, edit_yaml, item_lines
from daytrail.source.yaml.nodes import Document
from daytrail.source.yaml.write import ScalarValue

Values: TypeAlias = Mapping[str, ScalarValue | Sequence[ScalarValue]]

_LISTS_OF_NAMES = ("done", "started", "dropped", "touched")


@dataclass(frozen=True)
class NewNames:
    """The names that things of the plan have after a change, by those before it."""

    addresses: dict[str, str] = field(default_factory=dict)
    """Addresses of items and weeks, and ids of topics."""
    milestones: dict[str, str] = field(default_factory=dict)


class PlanFiles:
    """Texts of the plan's files. Key paths are those of the plan when it was read last."""

    def __init__(self, project: Project) -> None:
        """Read the files."""
        self._project = project
        self._document = project.loaded.sources.plan_document
        paths = sorted(self._document.files) if self._document.root else ()
        self._before = {path: read_file(project.root / path) for path in paths}
        self._after = dict(self._before)

    def edit(self, *changes: Change) -> None:
        """Make changes, no two of them in the same list or mapping, or raise an UpdateError."""
        key_order = ("week", *Curriculum.model_fields, "was")
        by_file: dict[str, list[Change]] = {}
        for change in changes:
            path, key_path = self._document.locate_in_file(change.key_path)
            by_file.setdefault(path, []).append(replace(change, key_path=key_path))
        for path, of_file in by_file.items():
            self._after[path] = accepted(edit_yaml(self._after[path], path, of_file, key_order))

    def put(self, key_path: KeyPath, values: Values) -> None:
        """Put values for keys of a record, such as an item that is a text alone; an empty list removes its key."""
        node = self._document.find(key_path)
        given = {key: value for key, value in values.items() if value != []}
        if node and node.kind == "scalar":
            first = {"id": given.pop("id")} if "id" in given else {}
            self.edit(Put(key_path, {**first, "text": node.text or "", **given}))
        else:
            for key, value in given.items():
                self.edit(Put((*key_path, key), value))
            for key in values.keys() - given.keys():
                self.edit(Remove((*key_path, key)))

    def drop(self, addresses: Collection[str]) -> None:
        """Mark items as dropped."""
        for key_path, placed in items_by_key_path(self._project.plan):
            if placed.address in addresses:
                self.put(key_path, {"dropped": True})

    def move(self, key_path: KeyPath, target: KeyPath) -> None:
        """Move an item, with the comments above it, to the end of a list."""
        path, in_file = self._document.locate_in_file(key_path)
        lines = item_lines(self._after[path], path, in_file)
        items = self._document.find(target)
        self.edit(Remove(key_path))
        self.edit(Insert(target, len(items.children) if items else 0, lines))

    def read(self) -> Curriculum:
        """Return the plan as it is now, or raise an UpdateError if it has errors."""
        path = self._project.settings.paths.curriculum
        read, problems = read_plan(self._project.root, path, self._after)
        problems += run_checks(Sources(plan=read.record, plan_document=read.document))
        if errors := errors_of(problems):
            raise UpdateError("nothing was changed, since the plan would have errors", errors)
        self._document = read.document
        return read.record

    def updates(self) -> list[FileUpdate]:
        """Return the updates of the files, also of those that have not changed."""
        return [FileUpdate(self._project.root / path, self._before[path], text) for path, text in self._after.items()]


def items_by_key_path(plan: Curriculum) -> Iterator[tuple[KeyPath, Placed]]:
    """Yield all items of a plan with their key paths."""
    for week_path, week in plan.weeks_by_key_path:
        for placed in week.items:
            yield (*week_path, *placed.key_path), placed


def updates_of_names(project: Project, plan: Curriculum, new: NewNames) -> Iterator[FileUpdate]:
    """Yield the updates of entries and docs pages in which a name would mean something else in a changed plan."""
    documents: list[Document] = [
        *(located.document() for located in project.loaded.sources.entries),
        *(located.document for located in project.loaded.sources.docs_pages),
    ]
    for document in documents:
        if changes := list(_changed_names(document, project.plan, plan, new)):
            path = project.root / document.path
            before = read_file(path)
            yield FileUpdate(path, before, accepted(edit_front_matter(before, document.path, changes)))


def _changed_names(document: Document, old: Curriculum, plan: Curriculum, new: NewNames) -> Iterator[Put]:
    addresses = old.current_addresses, new.addresses, plan.current_addresses
    nodes: list[tuple[KeyPath, Mapping[str, str], Mapping[str, str], Mapping[str, str]]] = [
        (("milestone",), old.current_milestones, new.milestones, plan.current_milestones)
    ]
    for key in _LISTS_OF_NAMES:
        names = document.find((key,))
        nodes += [((key, index), *addresses) for index in (names.children if names else ())]
    for key_path, before, changed, now in nodes:
        node = document.find(key_path)
        name = (node.text or "").strip() if node else ""
        meant = before.get(name, name)
        wanted = changed.get(meant, meant)
        if name and now.get(name, name) != wanted:
            yield Put(key_path, wanted)
