"""Settings of the site: the options below `plugins: daytrail:` in mkdocs.yml.

MkDocs passes the options to the plugin; the command reads them here, without MkDocs.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator

from daytrail.model.base import Flag, Line, Record, refuse, segment
from daytrail.problems import Problem, did_you_mean, quoted
from daytrail.project.config_checks import check_config
from daytrail.project.config_file import Config, named_options, read_config
from daytrail.project.default_settings import AddedSettings, added_settings
from daytrail.source.notations import ALL, Programs
from daytrail.source.notations.blogs import wrong_hole
from daytrail.source.project_paths import ProjectPaths
from daytrail.source.validation import validate
from daytrail.source.yaml.nodes import Document, Node
from daytrail.views.links import Addresses
from daytrail.views.publication import Content


@dataclass(frozen=True)
class Settings:
    """Settings of a project."""

    root: Path
    """Folder of mkdocs.yml, absolute."""
    paths: ProjectPaths
    options: "Options"
    config: Config
    added: AddedSettings
    """What Daytrail adds to mkdocs.yml."""

    @property
    def timezone(self) -> ZoneInfo:
        """Time zone that decides what day it is today."""
        return ZoneInfo(self.options.timezone)

    @property
    def addresses(self) -> Addresses:
        """The URL paths of lists, some of which the owner may have renamed."""
        return Addresses(self.options.addresses.model_dump(exclude_none=True))

    @property
    def macros_options(self) -> Mapping[str, str] | None:
        """The options of the macros plugin, with those that Daytrail adds; None if mkdocs.yml cannot be read."""
        written, added = dict(self.config.plugins()).get("macros"), self.added
        options = added.plugins.get("macros") or added.plugin_options.get("macros", {})
        return {**_texts(options), **_written(written)} if written or options else None

    @property
    def markdown_extensions(self) -> Mapping[str, Mapping[str, str]]:
        """The options of all Markdown extensions by name, with those that Daytrail adds."""
        listed = self.config.node("markdown_extensions")
        added = {name: _texts(options) for name, options in self.added.markdown_extensions.items()}
        return added | {name: _written(options) for name, options in (named_options(listed) if listed else ())}


def _texts(options: Mapping[str, object]) -> dict[str, str]:
    """Return options as YAML has them; the truth values in small letters."""
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in options.items()}


def _written(options: Node | None) -> dict[str, str]:
    return {str(name): node.text or "" for name, node in (options.children if options else {}).items()}


def read_settings(root: Path) -> tuple[Settings, list[Problem]]:
    """Read a project's settings; what is missing or wrong has its default. Never raises for a mistake in the file."""
    root = root.resolve()
    document, problems, files = read_config(root)
    validated, invalid = validate(Options, _plugin_options(document))
    options = validated.record if validated else Options()
    config = Config(root, document, ProjectPaths(), files)
    added = added_settings(config)
    paths = ProjectPaths(
        options.entries,
        options.curriculum,
        options.reading,
        _docs_folder(config),
        exclude_docs=config.text("exclude_docs") or "",
        draft_docs=added.draft_docs or config.text("draft_docs") or "",
        exclude=options.exclude,
        hashtags=options.hashtags,
        notations=options.notations,
        ignore_keys=options.ignore_keys,
        old_addresses=options.old_addresses or "",
        hide_future=options.future == "hide",
    )
    config = replace(config, paths=paths)
    problems += [*invalid, *check_config(config)]
    return Settings(root, paths, options, config, added), sorted(problems)


def _docs_folder(config: Config) -> str:
    """Return `docs_dir` if it is written as a path inside the project, else the default."""
    inside = config.docs != config.root and config.docs.is_relative_to(config.root)
    return config.docs.relative_to(config.root).as_posix() if inside else ProjectPaths().docs


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


def _address_pattern(pattern: str) -> str:
    if hint := wrong_hole(pattern):
        raise refuse(f"{quoted(pattern)} is not a pattern of addresses", hint)
    return pattern


_TAKEN = {"assets", "data", "log", "search"}
"""Names in URL paths that lists cannot have."""


def _list_name(name: str) -> str:
    if name != segment(name):
        raise refuse(f"{quoted(name)} is not a name for URLs", f"write {quoted(segment(name))}")
    return name


class _Addresses(Record):
    """Names of lists in URL paths. The pages of what they list are below them."""

    curriculum: Annotated[Line, AfterValidator(_list_name)] | None = None
    map: Annotated[Line, AfterValidator(_list_name)] | None = None
    milestones: Annotated[Line, AfterValidator(_list_name)] | None = None
    reading: Annotated[Line, AfterValidator(_list_name)] | None = None
    references: Annotated[Line, AfterValidator(_list_name)] | None = None
    series: Annotated[Line, AfterValidator(_list_name)] | None = None
    stats: Annotated[Line, AfterValidator(_list_name)] | None = None
    tags: Annotated[Line, AfterValidator(_list_name)] | None = None
    tasks: Annotated[Line, AfterValidator(_list_name)] | None = None


def _distinct(addresses: _Addresses) -> _Addresses:
    names = [value or name for name, value in addresses]
    if taken := [name for name in names if names.count(name) > 1 or name in _TAKEN]:
        raise refuse(f"{quoted(taken[0])} is the name of another part of the site", "choose another name")
    return addresses


class Options(Record):
    """The options below `plugins: daytrail:`."""

    timezone: Annotated[Line, AfterValidator(_time_zone_name)] = "UTC"
    entries: Annotated[Line, AfterValidator(_relative_path)] = ProjectPaths().entries
    curriculum: Annotated[Line, AfterValidator(_relative_path)] = ProjectPaths().curriculum
    reading: Annotated[Line, AfterValidator(_relative_path)] = ProjectPaths().reading
    exclude: tuple[Line, ...] = ()
    """Files below `entries` that are none, as in `.gitignore`."""
    ignore_keys: tuple[Line, ...] = ()
    """Keys of entries for other programs, or names of programs with ready lists."""
    future: Literal["show", "hide"] = "show"
    """Whether entries are shown before their day."""
    old_addresses: Annotated[Line, AfterValidator(_address_pattern)] | None = None
    """Pattern of the addresses that posts of a blog had, as in `blog/{date}/{slug}/`: they lead to the entries."""
    keep_photo_data: Flag = False
    """Whether photos are published as they are, with the place and the camera that they name."""
    feed: Content = "full"
    """How much of an entry feeds contain."""
    feed_authority: Annotated[Line, AfterValidator(_tagging_authority)] | None = None
    """Tagging authority for the ids of feeds. None means the site's host."""
    page_cache: Flag | None = None
    """Whether pages that would come out the same are kept; None if that depends on the plugins of the site."""
    og_cards: Flag = True
    """Whether days, weeks and other pages have a picture for previews of links to them."""
    addresses: Annotated[_Addresses, AfterValidator(_distinct)] = _Addresses()
    search: Literal["pagefind", "material"] = "pagefind"
    """Search engine of the site, if it is installed."""
    hashtags: Flag = False
    """Whether `#word` in an entry's text is a tag of it."""
    notations: Programs = ALL
    """Programs whose notations are read in entries, besides GitHub's Markdown."""
    accent: Line | None = None
    """Colour of links, buttons and days; None means that of the theme's palette."""
    paper: Line | None = None
    font: Line | None = None


def _plugin_options(document: Document) -> Document:
    """Return the value of `daytrail` below `plugins`; a document without a root if there is none."""
    plugins = document.find(("plugins",)) if document.complete else None
    for entry in (plugins, *plugins.children.values()) if plugins else ():
        options = entry.children.get("daytrail")
        if options and not options.is_null:
            return Document(document.path, options)
    return Document(document.path)
