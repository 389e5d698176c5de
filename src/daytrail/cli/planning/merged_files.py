"""The plan's files with a merge written into them; what did not change keeps its comments and layout."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from daytrail.cli.common.files import FileUpdate, UpdateError, accepted, read_file
from daytrail.cli.common.project import Project
from daytrail.cli.planning.references import updates_of_names
from daytrail.facts.plan_merge import MergedPlan, PlanEdit
from daytrail.facts.plan_versions import WHOLE_PLAN, Place, Token
from daytrail.model.base import Record
from daytrail.model.curriculum import LISTS, Curriculum, Part, PlanSource, Week
from daytrail.problems import errors_of
from daytrail.source.checks import run_checks
from daytrail.source.plan import part_folder, read_plan
from daytrail.source.sources import Sources
from daytrail.source.yaml.nodes import Document, Node
from daytrail.source.yaml.rewrite import Content, Kept, Lines, YamlFiles

_LISTS_OF: Mapping[type[Record], frozenset[str]] = {
    Curriculum: frozenset({"parts", "milestones", "topics", "papers", "guides"}),
    Part: frozenset({"weeks"}),
    Week: frozenset(LISTS.values()),
}
"""The keys of lists whose content is merged by itself."""
_OUTER = {"papers": "references papers", "guides": "references guides"}
"""Keys that are not written in the plan itself, with the key that they are below."""
_OF_THEIRS = frozenset({"done", "dropped", "was", "range"})
"""Keys that are not copied: the other author's progress and former addresses, and what follows from other keys."""


def updates_of_merge(
    project: Project, merged: MergedPlan, source: PlanSource | None = None, *, rewrite: bool = False
) -> tuple[list[FileUpdate], Curriculum]:
    """Return the updates of all files for a merge of the plan, with where it comes from, and the plan as it is then.

    See `updates_of_names` for `rewrite`. Raises an UpdateError if a file cannot be written, or the plan would have
    errors.
    """
    of_plan, plan = _updates_of_plan(project, merged, source)
    updates = [*of_plan, *updates_of_names(project, merged, plan, rewrite=rewrite)]
    return [update for update in updates if update.changed], plan


def names_in_plan(project: Project, addresses: Iterable[str]) -> list[FileUpdate]:
    """Return updates of the plan that write the ids of items which are called by their words, not written yet.

    There are none if the plan cannot be changed.
    """
    items = [placed for address in addresses if (placed := project.plan.items.get(address)) and not placed.item.id]
    edit = PlanEdit(project.plan)
    for placed in items:
        edit.put(placed.address, "id", placed.item.name)
    with suppress(UpdateError):
        updates, _ = _updates_of_plan(project, edit.merged(), None) if items else ([], None)
        return [update for update in updates if update.changed]
    return []


def _updates_of_plan(
    project: Project, merged: MergedPlan, source: PlanSource | None
) -> tuple[list[FileUpdate], Curriculum]:
    """Return the updates of the plan's files, and the plan as it is then."""
    root, document = project.root, project.loaded.sources.plan_document
    exists = (root / document.path).exists()
    before = {path: read_file(root / path) for path in sorted(document.files)} if exists else {}
    after = MergedFiles(root, document, before, merged).texts(source)
    read, problems = read_plan(root, document.path, {path: text for path, text in after.items() if text is not None})
    problems += run_checks(Sources(plan=read.record, plan_document=read.document))
    if errors := errors_of(problems):
        raise UpdateError("nothing was changed, since the plan would have errors", errors)
    return [FileUpdate(root / path, before.get(path), text) for path, text in after.items()], read.record


class MergedFiles:
    """The files of a plan, into which a merge is written."""

    def __init__(self, root: Path, document: Document, texts: Mapping[str, str], merged: MergedPlan) -> None:
        """Take the document of the plan, and the texts of its files by their paths; none if there is no plan yet."""
        self._root = root
        self._document = document
        self._before = texts
        self._files = YamlFiles(texts)
        self._merged = merged
        self._lists: dict[Token, list[tuple[Place, Sequence[Token]]]] = defaultdict(list)
        """The contents of each list, by its container."""
        for place, members in merged.lists.items():
            self._lists[place.parent].append((place, members))
        self._parts: dict[str, dict[str, Content]] = {}
        """The new content of the files of parts."""

    def texts(self, source: PlanSource | None) -> dict[str, str | None]:
        """Return the new texts of all files by their paths, with where the plan comes from.

        The file of a part that is no more has None. Raises an UpdateError if a file cannot be written.
        """
        whole = self._content(WHOLE_PLAN)
        if source:
            whole = _in_order({**whole, "from": source.model_dump()}, Curriculum)
        contents = {self._document.path: whole, **self._parts}
        texts: dict[str, str | None] = dict.fromkeys(self._before)
        for path, content in contents.items():
            if path in self._before:
                texts[path] = accepted(self._files.rewritten(path, content))
            else:
                texts[path] = self._files.new_text(content)
        return texts

    def _content(self, token: Token) -> dict[str, Content]:
        thing = self._merged.things[token]
        node = self._node(token)
        model = type(thing.record)
        data = _written(node) if node else _new(thing.record)
        for key in _LISTS_OF.get(model, ()):
            if _get(data, key):
                _put(data, key, None)
        for key, value in thing.changes.items():
            _put(data, key, value)
        for place, members in self._lists.get(token, ()):
            _put(data, place.key, [self._member(one) for one in members])
        if node and node.kind == "scalar":
            return data
        in_order = _in_order(data, model)
        return in_order if node or model is not Week else Lines(in_order)

    def _member(self, token: Token) -> Content:
        node, thing = self._node(token), self._merged.things[token]
        data = self._content(token)
        if isinstance(thing.record, Part) and (file := self._file_of_part(node, thing.record)):
            self._parts[file] = data
            written = self._files.documents[self._document.path].find(thing.key_path) if thing.key_path else None
            return Kept(written, _written(written)) if written else {"file": file}
        if data.keys() == {"text"} and (node is None or node.kind == "scalar"):
            return Kept(node, data["text"]) if node else data["text"]
        return Kept(node, data) if node else data

    def _file_of_part(self, node: Node | None, part: Part) -> str | None:
        """Return the file in which a part is; for a new one, a new file if all parts of the plan have one."""
        if node:
            return node.path if node.path != self._document.path else None
        file = f"{part_folder(self._document.path)}/{part.id}.yaml"
        parts = self._document.find(("parts",))
        are_in_files = [child.path != self._document.path for child in parts.children.values()] if parts else []
        is_free = file not in self._parts and not (self._root / file).exists()
        return file if are_in_files and all(are_in_files) and is_free else None

    def _node(self, token: Token) -> Node | None:
        key_path = self._merged.things[token].key_path
        if key_path is None or not self._before:
            return None
        path, in_file = self._document.locate_in_file(key_path)
        return self._files.documents[path].find(in_file)


def _written(node: Node) -> dict[str, Content]:
    """Return what is written of something; an item may be a text alone."""
    return dict(node.to_data()) if node.kind == "mapping" else {"text": node.text}


def _new(record: Record) -> dict[str, Content]:
    """Return what is written of something new, without what it contains."""
    excluded = _OF_THEIRS | _LISTS_OF.get(type(record), frozenset())
    return record.model_dump(exclude_defaults=True, exclude=set(excluded))


def _get(data: Mapping[str, Content], key: str) -> Content:
    outer, _, inner = _OUTER.get(key, key).rpartition(" ")
    return data.get(outer, {}).get(inner) if outer else data.get(key)


def _put(data: dict[str, Content], key: str, value: Any) -> None:
    """Put a value into content; one that says nothing removes its key."""
    outer, _, inner = _OUTER.get(key, key).rpartition(" ")
    if outer:
        nested = dict(data.get(outer, {}))
        _put_value(nested, inner, value)
        _put_value(data, outer, nested)
    else:
        _put_value(data, key, value)


def _put_value(data: dict[str, Content], key: str, value: Any) -> None:
    if value is None or value is False or value in ((), [], {}):
        data.pop(key, None)
    else:
        data[key] = list(value) if isinstance(value, tuple) else value


def _in_order(data: Mapping[str, Content], model: type[Record]) -> dict[str, Content]:
    """Return content in the order of the model's keys."""
    order = [field.alias or name for name, field in model.model_fields.items()]
    return {key: data[key] for key in sorted(data, key=lambda key: order.index(key) if key in order else len(order))}
