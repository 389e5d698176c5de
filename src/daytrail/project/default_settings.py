"""Settings that Daytrail adds to those of mkdocs.yml, so that `plugins: [search, daytrail]` makes a whole site.

What is written in mkdocs.yml stays as it is. As in MkDocs itself, a mapping such as `theme` or the options of a plugin
is completed, and a list such as `markdown_extensions` is the owner's; `default_settings.yml` has the values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from daytrail.project.config_file import Config, text_of
from daytrail.source.yaml.nodes import Node
from daytrail.source.yaml.parser import LOADER

THEMES = ("material", "materialx")
"""Material, and MaterialX, which is a fork of it. The first one that is installed is added."""
OWN_MACROS = "macros"
"""The owner's module of macros, if mkdocs.yml names no other; it may be missing."""

_Options: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Options by the name of a plugin or an extension."""


@dataclass(frozen=True)
class AddedSettings:
    """Settings to add to a mkdocs.yml: only such as are not written there."""

    theme: Mapping[str, Any] = field(default_factory=dict)
    """With the key `name` only if no theme is written."""
    plugins: _Options = field(default_factory=dict)
    """None of these is listed."""
    plugin_options: _Options = field(default_factory=dict)
    """Further options of plugins that are listed."""
    markdown_extensions: _Options = field(default_factory=dict)
    """None of these is listed."""
    link_levels: Mapping[str, str] = field(default_factory=dict)
    """Levels below `validation: links:`."""
    draft_docs: str | None = None
    """None if it is written."""


def added_settings(config: Config) -> AddedSettings:
    """Return what to add to mkdocs.yml as it is written; nothing if it does not list the plugin."""
    listed = dict(config.plugins())
    if not config.document.complete or "daytrail" not in listed:
        return AddedSettings()
    defaults = _defaults()
    options = _by_name(defaults["plugins"])
    if (config.text("theme", "language") or "en") != "en":
        options["git-revision-date-localized"].pop("locale")  # without it, the plugin takes the theme's
    # Another program's main.py, for which the macros plugin looks, is no module of macros.
    names_module = "macros" in listed and any((config.root / name).exists() for name in ("main.py", "main"))
    if (config.root / f"{OWN_MACROS}.py").is_file() and not names_module:
        options["macros"]["module_name"] = OWN_MACROS
    levels = [node for node in (config.node("validation"), config.node("validation", "links")) if node]
    return AddedSettings(
        _theme(config, defaults["theme"]),
        {name: options[name] for name in options if name not in listed},
        {name: left for name in options if name in listed and (left := _unwritten(options[name], listed[name]))},
        {} if config.node("markdown_extensions") else _by_name(defaults["markdown_extensions"]),
        _unwritten(defaults["validation"]["links"], *levels),
        None if config.node("draft_docs") else defaults["draft_docs"],
    )


def _defaults() -> Any:
    text = Path(__file__).with_suffix(".yml").read_text(encoding="utf-8")
    return yaml.load(text, LOADER)  # noqa: S506 - a safe one


def _by_name(listed: list[Any]) -> dict[str, dict[str, Any]]:
    """Return the options of plugins or extensions by name."""
    return {
        name: options for item in listed for name, options in (item if isinstance(item, dict) else {item: {}}).items()
    }


def _unwritten(values: Mapping[str, Any], *written: Node) -> dict[str, Any]:
    """Return the values whose keys none of some nodes has."""
    return {key: value for key, value in values.items() if not any(key in node.children for node in written)}


def _theme(config: Config, defaults: Mapping[str, Any]) -> dict[str, Any]:
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
