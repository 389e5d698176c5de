"""Edits of a YAML file by an import: whole keys are written anew, and items are added to lists; the rest stays."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from daytrail.cli.common.files import UpdateError
from daytrail.cli.common.project import ProjectSettings
from daytrail.source.yaml.edit import FileText, Splice, insert_below, line_end, line_start
from daytrail.source.yaml.nodes import Node
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import to_yaml


def new_file(project: ProjectSettings, path: Path, schema: str, data: Mapping[str, Any]) -> str:
    """Return the text of a new file, with a comment by which editors find its schema, if the project has it."""
    name = f"schemas/{schema}.schema.json"
    has_schema = (project.root / name).is_file() and path.parent == project.root
    return (f"# yaml-language-server: $schema={name}\n\n" if has_schema else "") + to_yaml(data)


def data_of(text: str | None) -> Mapping[str, Any]:
    """Return the mapping that a text contains; an empty one if it contains something else."""
    data = parse(text or "", "")[0].data
    return data if isinstance(data, Mapping) else {}


def root_of(text: str, path: Path) -> Node:
    """Return the mapping that a file contains. Raises UpdateError if it is none, or one in brackets."""
    document, problems = parse(text, path.name)
    if problems or not document.root or document.root.kind != "mapping" or document.root.in_brackets:
        raise UpdateError(f"{path} is not a YAML mapping that can be extended; nothing was written", problems)
    return document.root


def with_keys(text: str, path: Path, data: Mapping[str, Any]) -> str:
    """Return a text with new values of keys at its top; an empty value removes its key."""
    root, splices = root_of(text, path), []
    for key, value in data.items():
        block = to_yaml({key: value}) if value else ""
        if node := root.children.get(key):
            start = line_start(text, node.key.start if node.key else node.start)
            splices.append(Splice(start, line_end(text, max(node.end - 1, start)), block))
        elif block:
            splices.append(Splice(len(text), len(text), block if text.endswith("\n") else f"\n{block}"))
    return FileText(text).spliced(splices)


def below(text: str, path: Path, node: Node, data: Any) -> Splice:
    """Return what adds items or keys below those of a list or mapping. Raises UpdateError if it is in brackets."""
    if node.in_brackets:
        raise UpdateError(f"{path}:{node.line}: this is in brackets; write it on lines of its own", ())
    return insert_below(text, node.end - 1, node.column, to_yaml(data).rstrip("\n"))
