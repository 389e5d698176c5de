"""Reader of the plan: curriculum.yaml, and the parts that it keeps in files of their own, as one document."""

import os
import posixpath
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

from daytrail.model.curriculum import Curriculum
from daytrail.problems import KeyPath, Location, Problem, error, quoted
from daytrail.source.files import MAX_PLAN_BYTES, read_text
from daytrail.source.validation import Validated, validate
from daytrail.source.yaml.nodes import Document, Node
from daytrail.source.yaml.parser import parse

_DEFAULT_TITLE = "Plan"


def read_plan(root: Path, path: str) -> tuple[Validated[Curriculum], list[Problem]]:
    """Read the plan; an empty one if there is no file. Never raises for a writer's mistake."""
    empty = Curriculum(title=_DEFAULT_TITLE)
    if not os.path.lexists(root / path):
        return Validated(empty, Document(path)), []
    unreadable = Validated(empty, Document(path, complete=False))
    text, problems = read_text(root, path, MAX_PLAN_BYTES)
    document, syntax_problems = parse(text, path)
    problems += syntax_problems
    document = _with_part_files(root, document, problems)
    data = document.data
    if data is None:
        if not problems:
            hint = "write at least `title: …`, or delete the file"
            problems.append(error(Location(path), "nothing is written in this file", hint))
        return unreadable, problems
    plan, invalid = validate(Curriculum, document)
    if plan is None and document.root and document.root.kind == "mapping":  # for want of a title
        plan, _ = validate(Curriculum, replace(document, root=_with_values(document.root, {"title": _DEFAULT_TITLE})))
    return plan or unreadable, problems + invalid


def part_folder(path: str) -> str:
    """Return the folder of the plan's part files: the one with the plan's name, as in `curriculum/`."""
    return path.removesuffix(".yaml").removesuffix(".yml")


def _with_part_files(root: Path, plan: Document, problems: list[Problem]) -> Document:
    """Replace each part that is written as `file: curriculum/part.yaml` by the content of that file."""
    first_use: dict[str, Location] = {}
    documents: dict[KeyPath, Document] = {}
    parts = plan.find(("parts",))
    for index, part in parts.children.items() if parts and parts.kind == "list" else ():
        name_node = part.children.get("file")
        if part.kind != "mapping" or not name_node or name_node.text is None:
            continue
        name, location = name_node.text, name_node.location
        path = posixpath.normpath(posixpath.join(posixpath.dirname(plan.path), name))
        document = None
        if problem := _check_part_file(root, plan, path, name, location, part, first_use):
            problems.append(problem)
        else:
            document = _read_part(root, path, problems)
        if document is None:
            # Stands for the part, so that it gives no further problems.
            stand_in = replace(part, children={})
            values = {"id": f"part-{index}", "title": path}
            document = Document(path, _with_values(stand_in, values), complete=False)
        documents["parts", index] = document
        first_use.setdefault(path, location)
    return plan.graft(documents)


def _read_part(root: Path, path: str, problems: list[Problem]) -> Document | None:
    text, new_problems = read_text(root, path, MAX_PLAN_BYTES)
    document, syntax_problems = parse(text, path)
    new_problems += syntax_problems
    if not new_problems and document.data is None:
        hint = "write at least an `id` and a `title`"
        new_problems.append(error(Location(path), "nothing is written in this file", hint))
    problems += new_problems
    return None if document.data is None else document


def _with_values(mapping: Node, values: Mapping[str, str]) -> Node:
    """Return a mapping with other texts for some of its keys; they are located where the mapping is."""
    children = dict(mapping.children)
    for key, text in values.items():
        children[key] = replace(mapping, kind="scalar", text=text, children={}, key=None)
    return replace(mapping, children=children)


def _check_part_file(
    root: Path,
    plan: Document,
    path: str,
    name: str,
    location: Location,
    part: Node,
    first_use: Mapping[str, Location],
) -> Problem | None:
    """Return why the file of a part is not to be read."""
    folder = part_folder(plan.path)
    if sum(not child.is_null for child in part.children.values()) > 1:
        hint = "move its other keys there"
        return error(location, "a part that has a `file` is written there as a whole", hint)
    if not PurePosixPath(path).is_relative_to(folder) or not path.endswith((".yaml", ".yml")):
        hint = f"write one such as `{folder}/first-part.yaml`"
        return error(location, f"{quoted(name)} is no `.yaml` file in the folder {quoted(folder)}", hint)
    if path in first_use:
        return error(location, f"the part {quoted(name)} is doubled", f"it stands at {first_use[path]} already")
    if not os.path.lexists(root / path):
        return error(location, f"the file {quoted(path)} is not there", "correct the name, or write the file")
    return None
