"""The plan's files as one document: curriculum.yaml, and the parts that it keeps in files of their own."""

import os
import posixpath
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

from daytrail.model.curriculum import Curriculum
from daytrail.problems import Location, Problem, error, quoted
from daytrail.source.files import LARGEST_PLAN, read_text
from daytrail.source.validation import Validated, validated
from daytrail.source.yaml.document import Document, Keys, parse


def read_plan(root: Path, path: str) -> tuple[Validated[Curriculum], list[Problem]]:
    """Read the plan; an empty one where there is no file."""
    none = Curriculum(title="Plan")
    if not os.path.lexists(root / path):
        return Validated(none, Document(path, {}), set()), []
    text, problems = read_text(root, path, LARGEST_PLAN)
    document, found = parse(text, path)
    problems += found
    document = _with_parts(root, document, problems)
    if not problems and document.data is None:
        hint = "write at least `title: …`, or delete the file"
        problems.append(error(Location(path), "nothing is written in this file", hint))
    if document.data is None:
        return Validated(none, Document(path, {}, complete=False), set()), problems
    plan, invalid = validated(Curriculum, document)
    if plan is None and isinstance(document.data, dict):  # for want of a title
        plan, _ = validated(Curriculum, replace(document, data={**document.data, "title": none.title}))
    incomplete = Document(path, {}, complete=False)
    return plan or Validated(none, incomplete, set()), problems + invalid


def part_folder(path: str) -> str:
    """Return the folder of the plan's part files: the one with the plan's name, as in `curriculum/`."""
    return path.removesuffix(".yaml").removesuffix(".yml")


def _with_parts(root: Path, plan: Document, problems: list[Problem]) -> Document:
    """Put each part that is written as `file: curriculum/part.yaml` in its place."""
    read: dict[str, Location] = {}
    grafts: dict[Keys, Document] = {}
    parts = plan.data.get("parts") if isinstance(plan.data, dict) else None
    for index, part in enumerate(parts if isinstance(parts, list) else ()):
        if not isinstance(part, dict) or not isinstance(name := part.get("file"), str):
            continue
        keys = ("parts", index)
        where = plan.locate((*keys, "file"))
        path = posixpath.normpath(posixpath.join(posixpath.dirname(plan.path), name))
        own = None
        if not (found := _no_part(root, plan, path, name, where, len(part), read)):
            text, found = read_text(root, path, LARGEST_PLAN)
            own, mistakes = parse(text, path)
            found += mistakes
            if not found and own.data is None:
                hint = "write at least an `id` and a `title`"
                found.append(error(Location(path), "nothing is written in this file", hint))
        if own is None or own.data is None:
            # Stands in for the part, so that nothing more is said of it than is known.
            own = Document(path, {"id": f"part-{index}", "title": path}, complete=False)
        grafts[keys] = own
        read.setdefault(path, where)
        problems += found
    return plan.graft(grafts) if grafts else plan


def _no_part(
    root: Path, plan: Document, path: str, name: str, where: Location, keys: int, read: Mapping[str, Location]
) -> list[Problem]:
    """Say why a part's file is not to be read."""
    folder = part_folder(plan.path)
    if keys > 1:
        return [error(where, "a part that has a `file` is written there as a whole", "move its other keys there")]
    if not PurePosixPath(path).is_relative_to(folder) or not path.endswith((".yaml", ".yml")):
        hint = f"write one such as `{folder}/first-part.yaml`"
        return [error(where, f"{quoted(name)} is no `.yaml` file in the folder {quoted(folder)}", hint)]
    if path in read:
        return [error(where, f"the part {quoted(name)} is doubled", f"it stands at {read[path]} already")]
    if not os.path.lexists(root / path):
        return [error(where, f"the file {quoted(path)} is not there", "correct the name, or write the file")]
    return []
