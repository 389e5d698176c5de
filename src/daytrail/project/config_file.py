"""Configuration of MkDocs as one YAML document: mkdocs.yml, merged into the files that it inherits from.

The command reads it without MkDocs. Nothing in it is executed: a tag such as `!!python/name:…` is only noted, and
of `!ENV` the value is taken from the environment, as MkDocs does.
"""

import os
import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from daytrail.problems import Location, Problem, Severity, error, quoted
from daytrail.project.root_folder import CONFIG_FILES, config_file
from daytrail.source.files import decode_text, read_bytes
from daytrail.source.project_paths import ProjectPaths
from daytrail.source.yaml.nodes import Document, Node
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.syntax_messages import UNPRINTABLE

_MAX_BYTES = 1_000_000
_MAX_FILES = 20
"""How many files may inherit from each other."""


@dataclass(frozen=True)
class Config:
    """Configuration of a project, with what checks of it need."""

    root: Path
    """Folder of mkdocs.yml, absolute."""
    document: Document
    paths: ProjectPaths
    files: tuple[str, ...] = ()
    """mkdocs.yml and the files that it inherits from, relative to the root."""

    def node(self, *key_path: str | int) -> Node | None:
        """Return the node at a key path; None if nothing is written there."""
        node = self.document.find(key_path)
        return None if node is None or node.is_null else node

    def text(self, *key_path: str | int) -> str | None:
        """Return the text at a key path; None if there is none, or only MkDocs can tell it."""
        node = self.node(*key_path)
        return text_of(node) if node else None

    def flag(self, name: str, *, default: bool) -> bool:
        """Return whether a setting is one of the words that YAML reads as true; the default if it is not written."""
        text = self.text(name)
        return default if text is None else text.lower() in ("true", "yes", "on")

    def path(self, *key_path: str | int) -> Path | None:
        """Return the absolute path that is written at a key path; None if there is none."""
        text = self.text(*key_path)
        # os.path rather than pathlib, which has no function that resolves `..` without reading the disk.
        return Path(os.path.normpath(self.root / text)) if text is not None else None

    @property
    def site(self) -> Path:
        """The folder of the site, absolute."""
        return self.path("site_dir") or self.root / "site"

    @property
    def docs(self) -> Path:
        """The docs folder, absolute."""
        return self.path("docs_dir") or self.root / "docs"

    def plugins(self) -> list[tuple[str, Node]]:
        """Return the names of all plugins that are listed, each with the node of its options, or else its name."""
        plugins = self.node("plugins")
        return named_options(plugins) if plugins else []

    def locate(self, *key_path: str | int) -> Location:
        """Return where the value at a key path is, or else mkdocs.yml."""
        node = self.node(*key_path)
        return node.location if node else Location(self.document.path)


def named_options(listed: Node) -> list[tuple[str, Node]]:
    """Return the names in a list of plugins or extensions, each with the node of its options, or else its name."""
    if listed.kind == "mapping":
        return [(str(name), options) for name, options in listed.children.items()]
    return [
        (str(name), options)
        for item in listed.children.values()
        for name, options in (item.children or {item.text or "": item}).items()
    ]


def locate_message(config: Config, setting: str, message: str) -> Location:
    """Return where the mistake is that MkDocs describes in a message about a setting.

    The message names what it is about, such as a plugin, an option of it or a value, from the outside in.
    """
    node, at_key = config.node(setting), False
    for match in re.finditer(r"""(["'])(.+?)\1|\w+""", message) if node else ():
        word, in_quotes = match[2] or match[0], bool(match[1])
        for inner in (node, *(inner for _, inner in node.descendants())) if node else ():
            if inner is not node and inner.key and inner.key.text == word:
                node, at_key = inner, inner.kind != "scalar" or "Unrecognised" in message
                break
            if in_quotes and inner.text == word:
                node, at_key = inner, False
                break
    if node is None:
        return config.locate(setting)
    return node.key.location if at_key and node.key else node.location


def text_of(node: Node) -> str | None:
    """Return the text of a scalar; None for other values, and for one with a tag that only MkDocs understands."""
    is_plain = node.kind == "scalar" and (not node.tag or node.tag.startswith("tag:yaml.org,2002:str"))
    return node.text if is_plain and not UNPRINTABLE.search(node.text or "") else None


def read_config(root: Path) -> tuple[Document, list[Problem], tuple[str, ...]]:
    """Return a project's configuration, its problems, and the files that it is in. Never raises for a mistake in it."""
    paths = [config_file(root) or CONFIG_FILES[0]]
    document, problems = _read_yaml(root, paths[0], Location(paths[0]))
    inherit = document.find(("INHERIT",))
    while inherit and document.root:
        parent, parent_problems = _read_parent(root, paths, inherit)
        paths.append(parent.path)
        problems += parent_problems
        merged = _merge_nodes(parent.root, document.root) if parent.root else document.root
        document = Document(document.path, merged, document.complete and parent.complete)
        inherit = parent.find(("INHERIT",))
    return document, problems, tuple(paths)


def _read_parent(root: Path, paths: Sequence[str], inherit: Node) -> tuple[Document, list[Problem]]:
    """Read the file from which the last one of some files inherits."""
    written = text_of(inherit) or ""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(paths[-1]), written))
    if written and path not in paths and len(paths) < _MAX_FILES:
        return _read_yaml(root, path, inherit.location)
    message = "`INHERIT` must be the path of one other file, which does not inherit from this one"
    return Document(path, complete=False), [error(inherit.location, message, "write one such as `../base.yml`")]


def _read_yaml(root: Path, path: str, named_at: Location) -> tuple[Document, list[Problem]]:
    """Read a file of settings, which is named at a location."""
    try:
        raw = read_bytes(root / path, _MAX_BYTES)
    except OSError as failure:
        reason = (failure.strerror or "it does not open").lower()
        message = f"the file {quoted(path)} cannot be read: {reason}"
        return Document(path, complete=False), [
            error(named_at, message, "correct its name, or see that you may read it")
        ]
    text, problems = decode_text(raw, path, _MAX_BYTES)
    if problems:
        return Document(path, complete=False), problems
    document, problems = parse(text, path, allow_tags=True)
    if document.complete:
        # MkDocs accepts a duplicate key, so it is no error here either.
        problems = [replace(problem, severity=Severity.WARNING) for problem in problems]
    if document.root is None or document.root.is_null:
        return Document(path, complete=document.complete), problems
    if document.root.kind != "mapping":
        message = "the settings must be pairs of a key and a value"
        problem = error(document.root.location, message, "write `site_name: …` and the other settings")
        return Document(path, complete=False), [*problems, problem]
    return replace(document, root=_resolve(document.root)), problems


def _resolve(node: Node) -> Node:
    """Return a node in which `!ENV` is replaced by the value of an environment variable, and `<<` by what it names."""
    if node.tag == "!ENV":
        names = [child.text for child in node.children.values()] if node.kind == "list" else [node.text]
        default = names.pop() if len(names) > 1 else None
        values = [os.environ[name] for name in names if name and name in os.environ]
        return replace(node, kind="scalar", tag="", children={}, text=values[0] if values else default)
    if not node.children:
        return node
    children = {key: _resolve(child) for key, child in node.children.items()}
    if node.kind == "mapping" and (merged := children.pop("<<", None)):
        for parent in [*merged.children.values()] if merged.kind == "list" else [merged]:
            children = {**parent.children, **children}
    return replace(node, children=children)


def _merge_nodes(parent: Node, child: Node) -> Node:
    """Return a node with the keys of another one that it inherits, as MkDocs merges them: lists are replaced."""
    if parent.kind != "mapping" or child.kind != "mapping":
        return child
    children = dict(parent.children)
    for key, node in child.children.items():
        children[key] = _merge_nodes(children[key], node) if key in children else node
    return replace(child, children=children)
