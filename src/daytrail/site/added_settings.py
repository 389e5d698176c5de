"""Puts the settings that Daytrail adds to mkdocs.yml into those that MkDocs has read."""

import logging
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.theme import Theme
from pathspec.gitignore import GitIgnoreSpec

from daytrail.project.default_settings import AddedSettings
from daytrail.site import mkdocs_private
from daytrail.site.macros import MODULE

_NO_MODULE = str(Path(__file__).with_name("macros"))
"""What the macros plugin is to load if the owner has no macros, instead of the main.py of another program."""

_LEVELS = {"warn": logging.WARNING}
"""Numbers by which MkDocs knows the levels of `validation`."""


def add_settings(config: MkDocsConfig, added: AddedSettings) -> list[str]:
    """Add settings, and return the names of the plugins that were added; they have yet to be started.

    This must be called in the first function for the event `on_config`: the functions of the added plugins follow.
    """
    plugins = []
    if "name" in added.theme:
        config.theme = Theme(added.theme["name"])
        if "search" in config.plugins:
            plugins.append(mkdocs_private.take_plugin_of_theme(config, "search"))
    for name, value in added.theme.items():
        config.theme[name] = value
    for name, level in added.link_levels.items():
        config.validation.links[name] = _LEVELS[level]
    if added.draft_docs is not None:
        config.draft_docs = GitIgnoreSpec.from_lines(added.draft_docs.splitlines())
    # Of these, `tables` and `toc` are on in any case, and may have options all the same.
    extensions = added.markdown_extensions
    config.markdown_extensions += [name for name in extensions if name not in config.markdown_extensions]
    config.mdx_configs |= {name: dict(options) for name, options in extensions.items() if options}
    for name, options in added.plugins.items():
        further = {"module_name": _NO_MODULE} if name == "macros" else {}
        plugins.append(mkdocs_private.add_plugin(config, name, {**further, **options}))
    for name, options in added.plugin_options.items():
        if plugin := config.plugins.get(name) or config.plugins.get(f"{config.theme.name}/{name}"):
            plugin.config.update(options)
    if macros := config.plugins.get("macros"):  # which knows our macros then; those of the owner's module replace them
        macros.config["modules"] = [MODULE, *(name for name in macros.config["modules"] if name != MODULE)]
    return plugins
