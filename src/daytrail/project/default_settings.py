"""Settings that Daytrail adds to those of mkdocs.yml, so that `plugins: [search, daytrail]` makes a whole site.

What is written in mkdocs.yml stays as it is. As in MkDocs itself, a mapping such as `theme` is completed, and a list
such as `markdown_extensions` is the owner's; `default_settings.yml` has the values.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import yaml

from daytrail.project.config_file import Config, merge_nodes, named_options, text_of
from daytrail.source.yaml.nodes import Document, Node
from daytrail.source.yaml.parser import LOADER

MACROS_MODULE = "macros"
"""The owner's module of macros, if mkdocs.yml names no other."""
THEMES = ("material", "materialx")
"""Material, and MaterialX, which is a fork of it. The first one that is installed is added."""
_MODULE_OF_PLUGIN = "main"
"""The module that the macros plugin looks for if mkdocs.yml names no other."""
_ENTRIES = "daytrail.gfm"
"""The Markdown extension that renders entries and takes scripts out of them."""
_GIT = "git-revision-date-localized"


@dataclass(frozen=True)
class AddedSettings:
    """Settings to add to a mkdocs.yml: only such as are not written there."""

    theme: Mapping[str, Any] = field(default_factory=dict)
    """With the key `name` only if no theme is written."""
    plugins: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Options by name. None of these is listed."""
    plugin_options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Further options of plugins that are listed, by name."""
    markdown_extensions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Options by name. None of these is listed."""
    link_levels: Mapping[str, str] = field(default_factory=dict)
    """Levels below `validation: links:`."""
    draft_docs: str | None = None
    """None if it is written."""


def added_settings(config: Config, addresses: Mapping[str, str]) -> AddedSettings:
    """Return what to add to mkdocs.yml as it is written; nothing if it does not list the plugin.

    `addresses` are the names in URL paths of lists that the owner has renamed.
    """
    if not config.document.complete or "daytrail" not in dict(config.plugins()):
        return AddedSettings()
    listed, options = dict(config.plugins()), {**dict(_options_of_others(config, addresses)), **dict(_plugins(config))}
    return AddedSettings(
        _theme(config),
        {name: options[name] for name in options if name not in listed},
        {name: options[name] for name in options if name in listed and options[name]},
        _extensions(config),
        _link_levels(config),
        None if config.node("draft_docs") else _defaults()["draft_docs"],
    )


@cache
def _defaults() -> Any:
    return yaml.load(Path(__file__).with_suffix(".yml").read_text(encoding="utf-8"), LOADER)  # noqa: S506 - a safe one


def _by_name(listed: list[Any]) -> dict[str, dict[str, Any]]:
    """Return the options of plugins or extensions by name."""
    return {
        name: options for item in listed for name, options in (item if isinstance(item, dict) else {item: {}}).items()
    }


def _theme(config: Config) -> dict[str, Any]:
    defaults: dict[str, Any] = _defaults()["theme"]
    theme = config.node("theme")
    if theme is None:
        installed = {point.name for point in entry_points(group="mkdocs.themes")}
        return {**defaults, "name": next((name for name in THEMES if name in installed), THEMES[0])}
    name = theme.children.get("name") if theme.kind == "mapping" else theme
    if name is None or text_of(name) not in THEMES:
        return {}
    # A logo is a picture or an icon.
    written = {"name", *theme.children, *(["icon"] if "logo" in theme.children else [])}
    return {key: value for key, value in defaults.items() if key not in written}


def _extensions(config: Config) -> dict[str, dict[str, Any]]:
    defaults = _by_name(_defaults()["markdown_extensions"])
    written = config.node("markdown_extensions")
    if written is None:
        return defaults
    return {_ENTRIES: defaults[_ENTRIES]} if _ENTRIES not in dict(named_options(written)) else {}


def _link_levels(config: Config) -> dict[str, str]:
    """Return the levels that are written neither for links nor for all."""
    nodes = config.node("validation"), config.node("validation", "links")
    written = {name for node in nodes if node for name in node.children}
    return {name: level for name, level in _defaults()["validation"]["links"].items() if name not in written}


def _plugins(config: Config) -> Iterator[tuple[str, dict[str, Any]]]:
    listed = dict(config.plugins())
    for name, defaults in _by_name(_defaults()["plugins"]).items():
        written = listed[name].children if name in listed else {}
        options = {key: value for key, value in defaults.items() if key not in written}
        if name == _GIT:
            if (config.text("theme", "language") or "en") != "en":
                options.pop("locale", None)  # without it, the plugin takes the theme's
        elif name in listed:  # pages of the owner may need macros to be as the plugin has them
            options = {} if "module_name" in written else _macros_module(config, is_listed=True)
        else:
            options |= _macros_module(config, is_listed=False)
        yield name, options


def _options_of_others(config: Config, addresses: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the options without which other plugins that are listed would stumble over pages that have no file."""
    lists = [
        "curriculum",
        "index",
        "log",
        "milestones",
        "reading",
        "references",
        "series",
        "stats",
        "tags",
        "tasks",
    ]
    folders = [addresses.get(name, name) for name in lists]
    missing = [f"{name}.md" for name in folders if not (config.docs / f"{name}.md").exists()]
    options: dict[str, dict[str, Any]] = {
        "git-authors": {"exclude": [*(f"{name}/*" for name in folders), *missing]},
        "privacy": {"assets_exclude": ["unpkg.com/mermaid*"]},  # Daytrail brings its own
        "rss": {"match_path": rf"(?!(?:{'|'.join(map(re.escape, folders))})(?:/|\.md$))"},
    }
    for name, node in config.plugins():
        of_plugin = options.get(name.removeprefix("material/"), {})
        yield name, {key: value for key, value in of_plugin.items() if key not in node.children}


def _macros_module(config: Config, *, is_listed: bool) -> dict[str, Any]:
    """Return the option for the owner's module, if there is one. Another program's main.py is none."""
    if is_listed and any((config.root / f"{_MODULE_OF_PLUGIN}{end}").exists() for end in (".py", "")):
        return {}
    return {"module_name": MACROS_MODULE} if (config.root / f"{MACROS_MODULE}.py").is_file() else {}


def complete(document: Document, added: AddedSettings) -> Document:
    """Return mkdocs.yml with settings added to it, for those who look at it without MkDocs."""
    root = document.root
    if root is None or added == AddedSettings():
        return document
    theme = root.children.get("theme")
    if theme and theme.kind == "scalar" and theme.text:
        theme = replace(theme, kind="mapping", text=None, children={"name": theme})
        root = replace(root, children={**root.children, "theme": theme})
    settings: dict[str, Any] = {"theme": added.theme, "validation": {"links": added.link_levels}}
    if added.draft_docs is not None:
        settings["draft_docs"] = added.draft_docs
    root = merge_nodes(_node(settings, document.path), root)
    lists = {
        "plugins": {**added.plugins, **added.plugin_options},
        "markdown_extensions": added.markdown_extensions,
    }
    children: dict[str | int, Node] = {
        key: _complete_list(root.children.get(key), _node(options, root.path)) for key, options in lists.items()
    }
    return replace(document, root=replace(root, children={**root.children, **children}))


def _complete_list(listed: Node | None, added: Node) -> Node:
    """Return plugins or extensions with further ones, and with further options of those that are listed."""
    if listed is None or listed.is_null:
        return added
    further = dict(added.children)
    for name, options in named_options(listed):
        if name in further:
            further[name] = _with_options(options, further[name])
    if listed.kind == "mapping":
        return replace(listed, children=listed.children | further)
    items = []
    for item in listed.children.values():
        names = item.children or {item.text or "": item}
        more = {name: further.pop(name) for name in names if name in further}
        items.append(replace(item, kind="mapping", text=None, children=names | more) if more else item)
    items += (Node("mapping", added.path, 1, 1, children={name: node}) for name, node in further.items())
    return replace(listed, children=dict(enumerate(items)))


def _with_options(written: Node, added: Node) -> Node:
    """Return the options of a plugin with further ones, where those are that are written."""
    return replace(written, kind="mapping", text=None, children={**added.children, **written.children})


def _node(value: object, path: str) -> Node:
    """Return a value as the parser would read it from a file."""
    if isinstance(value, Mapping):
        return Node("mapping", path, 1, 1, children={key: _node(child, path) for key, child in value.items()})
    if isinstance(value, list):
        return Node("list", path, 1, 1, children={index: _node(child, path) for index, child in enumerate(value)})
    return Node("scalar", path, 1, 1, text=str(value).lower() if isinstance(value, bool) else str(value))
