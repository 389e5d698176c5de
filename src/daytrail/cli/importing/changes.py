"""Files that an import creates, changes or copies: planned first, then checked, then written, all or none."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from daytrail.cli.common.files import MAX_FILE_BYTES, FileUpdate, UpdateError, refuse_link
from daytrail.cli.common.project import Project, write_updates
from daytrail.source.files import NotRegularFile, read_bytes
from daytrail.source.yaml.edit import FileText, Splice, line_end, line_start
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import to_yaml


class FileChanges:
    """Planned changes of the files of a project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._changes: dict[Path, FileUpdate] = {}

    def text(self, path: Path) -> str:
        """Return the text of a file as it will be, with LF as line ends; empty if there is no file."""
        text = self._changes[path].after if path in self._changes else read_if_exists(path)
        return str(text or "").replace("\r\n", "\n")

    def put(self, path: Path, text: str | None) -> None:
        """Plan the text of a file, which exists or not; its line ends stay. None deletes it."""
        refuse_link(self._project.root, path)
        before = self._changes[path].before if path in self._changes else read_if_exists(path)
        if text is not None and isinstance(before, str) and "\r\n" in before:
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        self._changes[path] = FileUpdate(path, before, text)

    def copy(self, file: Path, target: Path) -> None:
        """Plan a copy of a file, unless the target exists."""
        refuse_link(self._project.root, target)
        if not target.exists():
            self._changes[target] = FileUpdate(target, None, file)

    def write(self) -> list[str]:
        """Write all changes and return the paths of what was written; if one fails, no file has changed.

        Raises UpdateError if the project would have new errors.
        """
        changes = [one for one in self._changes.values() if one.changed]
        write_updates(self._project, changes)
        return sorted(self._project.relative(one.path) for one in changes if one.after)


def read_if_exists(path: Path) -> str | None:
    """Return the text of a file, None if there is none, and an empty text if it is no file or not UTF-8."""
    try:
        return read_bytes(path, MAX_FILE_BYTES).decode()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (NotRegularFile, UnicodeDecodeError):
        return ""


# -- YAML files --


def new_file(project: Project, path: Path, schema: str, data: Mapping[str, Any]) -> str:
    """Return the text of a new file, with a comment by which editors find its schema, if the project has it."""
    name = f"schemas/{schema}.schema.json"
    has_schema = (project.root / name).is_file() and path.parent == project.root
    return (f"# yaml-language-server: $schema={name}\n\n" if has_schema else "") + to_yaml(data)


def data_of(text: str) -> Mapping[str, Any]:
    """Return the mapping that a text contains; an empty one if it contains something else."""
    data = parse(text, "")[0].data
    return data if isinstance(data, Mapping) else {}


def data_in(path: Path) -> Mapping[str, Any]:
    """Return the mapping that a file contains; an empty one if it does not."""
    return data_of(read_if_exists(path) or "")


def with_keys(text: str, path: Path, data: Mapping[str, Any]) -> str:
    """Return a text with new values of keys at its top; an empty value removes its key.

    Raises UpdateError if it is no mapping, or one in brackets.
    """
    document, problems = parse(text, path.name)
    if problems or not document.root or document.root.kind != "mapping" or document.root.in_brackets:
        raise UpdateError(f"{path} is not a YAML mapping that can be extended; nothing was written", problems)
    splices = []
    for key, value in data.items():
        block = to_yaml({key: value}) if value else ""
        if node := document.root.children.get(key):
            start = line_start(text, node.key.start if node.key else node.start)
            splices.append(Splice(start, line_end(text, max(node.end - 1, start)), block))
        elif block:
            splices.append(Splice(len(text), len(text), block if text.endswith("\n") else f"\n{block}"))
    return FileText(text).spliced(splices).rstrip() + "\n"
