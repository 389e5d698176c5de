"""Settings of the site: the options below `plugins: daytrail:` in mkdocs.yml.

MkDocs passes the options to the plugin; the command reads them here, without MkDocs. Tags such
as `!ENV` and `!!python/name:…` are ignored: nothing in the file is ever executed.
"""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from daytrail.model.base import Flag, Line, Record, refuse
from daytrail.problems import Location, Problem, Severity, did_you_mean, error, quoted
from daytrail.source.files import find_conflict, read_bytes
from daytrail.source.load import ProjectPaths
from daytrail.source.validation import validate
from daytrail.source.yaml.nodes import Document
from daytrail.source.yaml.parser import parse
from daytrail.views.publication import Content

MAX_CONFIG_BYTES = 1_000_000
"""The largest mkdocs.yml that is read."""
CONFIG_FILES = ("mkdocs.yml", "mkdocs.yaml")
"""Names under which MkDocs looks for its configuration, in this order."""


@dataclass(frozen=True)
class Settings:
    """Settings of a project."""

    root: Path
    """Folder of mkdocs.yml, absolute."""
    paths: ProjectPaths
    timezone: ZoneInfo
    """Time zone that decides what day it is today."""
    feed: Content = "full"
    """How much of an entry feeds contain."""
    feed_authority: str | None = None
    """Tagging authority for the ids of feeds. None means the site's host."""
    page_cache: bool = True
    """Whether a build reuses pages that would come out the same."""


def find_root(start: Path) -> Path | None:
    """Return the nearest folder that contains a mkdocs.yml, from `start` upwards, absolute; None if there is none."""
    start = start.resolve()
    return next((folder for folder in (start, *start.parents) if _config_file(folder)), None)


def read_settings(root: Path) -> tuple[Settings, list[Problem]]:
    """Read a project's settings; what is missing or wrong has its default. Never raises for a mistake in the file."""
    root = root.resolve()
    document, problems = _read_config(root)
    validated, invalid = validate(_Options, _plugin_options(document))
    options = validated.record if validated else _Options()
    paths = ProjectPaths(
        options.entries,
        options.curriculum,
        options.reading,
        _docs_folder(document),
        exclude_docs=_text(document, "exclude_docs"),
        draft_docs=_text(document, "draft_docs"),
    )
    timezone = ZoneInfo(options.timezone)
    settings = Settings(root, paths, timezone, options.feed, options.feed_authority, options.page_cache)
    return settings, sorted([*problems, *invalid])


def _docs_folder(document: Document) -> str:
    """Return `docs_dir` if it is written as a path inside the project, else the default."""
    folder = document.data.get("docs_dir") if isinstance(document.data, dict) else None
    try:
        return _relative_path(folder) if isinstance(folder, str) and folder[:1] not in "$*" else ProjectPaths().docs
    except PydanticCustomError:
        return ProjectPaths().docs


def _text(document: Document, name: str) -> str:
    """Return a setting of MkDocs that is a text; an empty text if it is anything else."""
    value = document.data.get(name) if isinstance(document.data, dict) else None
    return value if isinstance(value, str) else ""


def _time_zone_name(name: str) -> str:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # OSError: a folder of the time zone database
        near = did_you_mean(name, available_timezones())
        raise refuse(f"unknown time zone {quoted(name)}", near or "write one such as `Europe/Berlin`") from None
    return name


def _relative_path(path: str) -> str:
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if not parts or ".." in parts or path.startswith("/") or re.search(r"[\\:\0]", path):
        raise refuse(f"{quoted(path)} is not a path inside the project", "write one such as `notes/entries`")
    return "/".join(parts)


def _tagging_authority(name: str) -> str:
    """Check a tagging authority as of https://www.rfc-editor.org/rfc/rfc4151#section-2.1."""
    if not re.fullmatch(r"([\w.+-]+@)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?,[0-9]{4}(-[0-9]{2}){0,2}", name, re.ASCII):
        hint = "write a domain or an e-mail address of yours, and a date on which it was, as in `learner.example,2026`"
        raise refuse(f"{quoted(name)} cannot give ids", hint)
    return name


class _Options(Record):
    """Schema of the options below `plugins: daytrail:`."""

    timezone: Annotated[Line, AfterValidator(_time_zone_name)] = "UTC"
    entries: Annotated[Line, AfterValidator(_relative_path)] = ProjectPaths().entries
    curriculum: Annotated[Line, AfterValidator(_relative_path)] = ProjectPaths().curriculum
    reading: Annotated[Line, AfterValidator(_relative_path)] = ProjectPaths().reading
    feed: Content = "full"
    feed_authority: Annotated[Line, AfterValidator(_tagging_authority)] | None = None
    page_cache: Flag = True


def _config_file(folder: Path) -> str | None:
    """Return the name of MkDocs' configuration in a folder; None if there is none or the folder is not readable."""
    # Path.is_file raises for folders that are not readable, os.path.isfile does not.
    return next((name for name in CONFIG_FILES if os.path.isfile(folder / name)), None)  # noqa: PTH113 - see above


def _read_config(root: Path) -> tuple[Document, list[Problem]]:
    """Read mkdocs.yml, or the file that it inherits from if it has no plugins itself."""
    path = _config_file(root) or CONFIG_FILES[0]
    seen: set[str] = set()
    while True:
        seen.add(path)
        document, problems = _read_yaml(root, path)
        data = document.data
        if not isinstance(data, dict) or "plugins" in data or not isinstance(data.get("INHERIT"), str):
            return document, problems
        # os.path rather than pathlib, which has no function that resolves `..` without reading the disk.
        inherited = os.path.join(os.path.dirname(path), data["INHERIT"])  # noqa: PTH118, PTH120 - see above
        parent = os.path.normpath(inherited).replace("\\", "/")
        if parent in seen:
            return document, problems
        path = parent


def _read_yaml(root: Path, path: str) -> tuple[Document, list[Problem]]:
    try:
        raw = read_bytes(root / path, MAX_CONFIG_BYTES)
        if len(raw) > MAX_CONFIG_BYTES:
            return Document(path), [error(Location(path), f"the file is larger than {MAX_CONFIG_BYTES // 1000:,} kB")]
        text = raw.decode("utf-8-sig")
    except OSError as failure:
        reason = (failure.strerror or "it does not open").lower()
        return Document(path), [error(Location(path), f"the file cannot be read: {reason}")]
    except UnicodeDecodeError:
        return Document(path), [error(Location(path), "the file is not UTF-8", "save it as UTF-8")]
    if conflict := find_conflict(text, path):
        return Document(path), [conflict]
    document, problems = parse(text, path, allow_tags=True)
    if document.complete:
        # MkDocs accepts a duplicate key, so it is no error here either.
        problems = [replace(problem, severity=Severity.WARNING) for problem in problems]
    return document, problems


def _plugin_options(document: Document) -> Document:
    """Return the value of `daytrail` below `plugins`; a document without a root if there is none."""
    plugins = document.find(("plugins",)) if document.complete else None
    for entry in (plugins, *plugins.children.values()) if plugins else ():
        options = entry.children.get("daytrail")
        if options and not options.is_null:
            return Document(document.path, options)
    return Document(document.path)
