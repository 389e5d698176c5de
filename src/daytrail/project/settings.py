"""What is about the site: the `daytrail` block among the plugins of mkdocs.yml.

MkDocs hands the block to the plugin; the command reads it here without MkDocs. Tags such
as `!ENV` and `!!python/name:…` are passed over: nothing in the file is ever executed.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, ValidationError
from pydantic_core import PydanticCustomError

from daytrail.model.base import Flag, Line, Record, refuse
from daytrail.problems import Location, Problem, Severity, did_you_mean, error, quoted
from daytrail.source.load import ProjectPaths
from daytrail.source.validation_messages import explain
from daytrail.source.yaml.document import Document, Keys, parse
from daytrail.views.publication import Content

FILES = ("mkdocs.yml", "mkdocs.yaml")
"""The names under which MkDocs looks for its configuration, in this order."""


@dataclass(frozen=True)
class Settings:
    """Where a project's files are, and when its days begin."""

    root: Path
    """The folder of mkdocs.yml, absolute."""
    paths: ProjectPaths
    timezone: ZoneInfo
    """The one that says what day it is today."""
    feed: Content = "full"
    """What feeds hold of an entry."""
    feed_authority: str | None = None
    """Who gives the ids of feeds; without it the site's host does."""
    page_cache: bool = True
    """Whether a build leaves the pages alone that would come out the same."""


def find_root(start: Path) -> Path | None:
    """Return the nearest folder, from one upwards, that holds a mkdocs.yml; absolute."""
    start = start.resolve()
    return next((folder for folder in (start, *start.parents) if _file(folder)), None)


def read_settings(root: Path) -> tuple[Settings, list[Problem]]:
    """Read a project's settings; what is missing or wrong has its default. Never raises for a mistake."""
    root = root.resolve()
    document, problems = _plugins(root)
    block = _block(document)
    written: dict[str, Any] = {}
    try:
        _Written.model_validate(block.data)
        written = block.data
    except ValidationError as failure:
        problems += explain(failure, block, _Written)
        refused = {detail["loc"][0] for detail in failure.errors() if detail["loc"]}
        if isinstance(block.data, dict):
            written = {key: value for key, value in block.data.items() if key not in refused}
    known = _Written.model_validate(written)
    paths = ProjectPaths(known.entries, known.curriculum, known.reading, _docs(document))
    return Settings(root, paths, ZoneInfo(known.timezone), known.feed, known.feed_authority, known.page_cache), sorted(
        problems
    )


def _docs(document: Document) -> str:
    """The folder of the owner's pages, as far as it is one that MkDocs takes and that lies in the project."""
    folder = document.data.get("docs_dir") if isinstance(document.data, dict) else None
    try:
        return _inside(folder) if isinstance(folder, str) and folder[:1] not in "$*" else ProjectPaths().docs
    except PydanticCustomError:
        return ProjectPaths().docs


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # OSError: the name of a folder of the database
        near = did_you_mean(name, available_timezones())
        raise refuse(f"unknown time zone {quoted(name)}", near or "write one such as `Europe/Berlin`") from None
    return name


def _inside(path: str) -> str:
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if not parts or ".." in parts or path.startswith("/") or re.search(r"[\\:\0]", path):
        raise refuse(f"{quoted(path)} is not a path inside the project", "write one such as `notes/entries`")
    return "/".join(parts)


def _authority(name: str) -> str:
    """A tagging authority: https://www.rfc-editor.org/rfc/rfc4151#section-2.1."""
    if not re.fullmatch(r"([\w.+-]+@)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?,[0-9]{4}(-[0-9]{2}){0,2}", name, re.ASCII):
        hint = "write a domain or an e-mail address of yours, and a date on which it was, as in `learner.example,2026`"
        raise refuse(f"{quoted(name)} cannot give ids", hint)
    return name


class _Written(Record):
    """The block as written."""

    timezone: Annotated[Line, AfterValidator(_zone)] = "UTC"
    entries: Annotated[Line, AfterValidator(_inside)] = ProjectPaths().entries
    curriculum: Annotated[Line, AfterValidator(_inside)] = ProjectPaths().curriculum
    reading: Annotated[Line, AfterValidator(_inside)] = ProjectPaths().reading
    feed: Content = "full"
    feed_authority: Annotated[Line, AfterValidator(_authority)] | None = None
    page_cache: Flag = True


def _file(folder: Path) -> str | None:
    # os.path says no where Path raises: folders above may not be readable.
    return next((name for name in FILES if os.path.isfile(folder / name)), None)  # noqa: PTH113 - see above


def _plugins(root: Path) -> tuple[Document, list[Problem]]:
    """Read mkdocs.yml, or the file that it inherits from where it has no plugins of its own."""
    path = _file(root) or FILES[0]
    seen: set[str] = set()
    while True:
        seen.add(path)
        document, problems = _parsed(root, path)
        data = document.data
        if not isinstance(data, dict) or "plugins" in data or not isinstance(data.get("INHERIT"), str):
            return document, problems
        parent = os.path.normpath(os.path.join(os.path.dirname(path), data["INHERIT"])).replace("\\", "/")  # noqa: PTH118, PTH120 - `..` is resolved in the text
        if parent in seen:
            return document, problems
        path = parent


def _parsed(root: Path, path: str) -> tuple[Document, list[Problem]]:
    try:
        text = (root / path).read_bytes().decode("utf-8-sig")
    except OSError as stop:
        reason = (stop.strerror or "it does not open").lower()
        return Document(path, None), [error(Location(path), f"the file cannot be read: {reason}")]
    except UnicodeDecodeError:
        return Document(path, None), [error(Location(path), "the file is not UTF-8", "save it as UTF-8")]
    document, problems = parse(text, path, foreign=True)
    if document.complete:
        # MkDocs builds the site in spite of a doubled key, so we do as well.
        problems = [replace(problem, severity=Severity.WARNING) for problem in problems]
    return document, problems


def _block(document: Document) -> Document:
    """Return the part of mkdocs.yml that is ours, with its places; empty where there is none to be had."""
    plugins = document.data.get("plugins") if document.complete and isinstance(document.data, dict) else None
    top: Keys = ("plugins",)
    if isinstance(plugins, list):
        index = next((i for i, plugin in enumerate(plugins) if isinstance(plugin, dict) and "daytrail" in plugin), None)
        if index is not None:
            plugins, top = plugins[index], ("plugins", index)
    if not isinstance(plugins, dict) or "daytrail" not in plugins:
        return Document(document.path, {})
    top = (*top, "daytrail")
    return Document(document.path, plugins["daytrail"], _below(document.values, top), _below(document.keys, top))


def _below(places: Mapping[Keys, Location], top: Keys) -> dict[Keys, Location]:
    return {keys[len(top) :]: place for keys, place in places.items() if keys[: len(top)] == top}
