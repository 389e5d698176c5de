"""Reader of the plan: curriculum.yaml, and the parts that it keeps in files of their own, as one document."""

import os
import posixpath
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

from daytrail.model.curriculum import Curriculum
from daytrail.problems import KeyPath, Location, Problem, error, quoted
from daytrail.source.files import NO_TEXTS, Texts, read_yaml
from daytrail.source.validation import Validated, validate
from daytrail.source.yaml.nodes import Document, Node

_DEFAULT_TITLE = "Plan"


def read_plan(root: Path, path: str, texts: Texts = NO_TEXTS) -> tuple[Validated[Curriculum], list[Problem]]:
    """Read the plan; an empty one if there is no file. Never raises for a writer's mistake."""
    empty = Curriculum(title=_DEFAULT_TITLE)
    if path not in texts and not os.path.lexists(root / path):
        return Validated(empty, Document(path)), []
    document, problems = read_yaml(root, path, "write at least `title: …`, or delete the file", texts)
    document, part_problems = _with_part_files(root, document, texts)
    problems += part_problems
    if document.data is None:
        return Validated(empty, Document(path, complete=False)), problems
    plan, invalid = validate(Curriculum, document)
    if plan is None and document.root and document.root.kind == "mapping":  # for want of a title
        plan, _ = validate(Curriculum, replace(document, root=_with_texts(document.root, title=_DEFAULT_TITLE)))
    return plan or Validated(empty, Document(path, complete=False)), problems + invalid


def part_folder(path: str) -> str:
    """Return the folder of the plan's part files: the one with the plan's name, as in `curriculum/`."""
    return path.removesuffix(".yaml").removesuffix(".yml")


def _with_part_files(root: Path, plan: Document, texts: Texts) -> tuple[Document, list[Problem]]:
    """Replace each part that is written as `file: curriculum/part.yaml` by the content of that file."""
    problems: list[Problem] = []
    first_use: dict[str, Location] = {}
    documents: dict[KeyPath, Document] = {}
    parts = plan.find(("parts",))
    for index, part in parts.children.items() if parts and parts.kind == "list" else ():
        file = part.children.get("file")
        if not file or file.text is None:
            continue
        path = posixpath.normpath(posixpath.join(posixpath.dirname(plan.path), file.text))
        document = Document(path)
        if problem := _check_part_file(root, plan.path, path, part, file.text, first_use, texts):
            problems.append(problem)
        else:
            document, part_problems = read_yaml(root, path, "write at least an `id` and a `title`", texts)
            problems += part_problems
        if document.data is None:
            # Stands for the part, so that it gives no further problems.
            stand_in = _with_texts(replace(part, children={}), id=f"part-{index}", title=path)
            document = Document(path, stand_in, complete=False)
        documents["parts", index] = document
        first_use.setdefault(path, file.location)
    return plan.graft(documents), problems


def _with_texts(mapping: Node, **texts: str) -> Node:
    """Return a mapping with other texts for some of its keys; they are located where the mapping is."""
    children = dict(mapping.children)
    for key, text in texts.items():
        children[key] = replace(mapping, kind="scalar", text=text, children={}, key=None)
    return replace(mapping, children=children)


def _check_part_file(
    root: Path, plan_path: str, path: str, part: Node, name: str, first_use: Mapping[str, Location], texts: Texts
) -> Problem | None:
    """Return why the file of a part is not to be read."""
    folder = part_folder(plan_path)
    location = part.children["file"].location
    if sum(not child.is_null for child in part.children.values()) > 1:
        hint = "move its other keys there"
        return error(location, "a part that has a `file` is written there as a whole", hint)
    if not PurePosixPath(path).is_relative_to(folder) or not path.endswith((".yaml", ".yml")):
        hint = f"write one such as `{folder}/first-part.yaml`"
        return error(location, f"{quoted(name)} is no `.yaml` file in the folder {quoted(folder)}", hint)
    if path in first_use:
        return error(location, f"the part {quoted(name)} is doubled", f"it is already at {first_use[path]}")
    if path not in texts and not os.path.lexists(root / path):
        return error(location, f"the file {quoted(path)} is not there", "correct the name, or write the file")
    return None
