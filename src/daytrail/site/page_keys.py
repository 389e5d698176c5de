"""Keys of pages: hashes of all that a page is made from, and the reasons for which no hash can be known.

The key of a generated page is made of what it shows (`ingredients`, `inputs` in `views/page.py`), its history, and what
all pages share: settings, theme, plugins, extensions, code (by its version, or in the project by its content).
"""

import json
import os
import posixpath
import re
import sys
from collections.abc import Mapping
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import FunctionType
from typing import Any

import mkdocs
from mkdocs.config.defaults import MkDocsConfig

from daytrail.project.code_version import PACKAGE, file_hash, files_below, fingerprint
from daytrail.project.default_settings import THEMES
from daytrail.site import mkdocs_private
from daytrail.site.build import Build, navigation_uris
from daytrail.views.macros import MACROS

_PAGE_PLUGINS = ("daytrail", "glightbox", "git-revision-date-localized", "macros", "minify", "redirects")
"""Plugins that make a page from nothing but that page, its git dates and settings."""
_UNSHARED = (
    *("draft_docs", "exclude_docs", "not_in_nav"),  # links say which files there must be
    *("config_file_path", "docs_dir", "hooks", "plugins", "site_dir", "strict", "theme", "watch"),
    *("markdown_extensions", "mdx_configs"),  # generated pages are not read by Python-Markdown
)
"""Settings that say which files there are or what fails a build, and those that are described by themselves."""
_FIRST_LEVEL = re.compile(r"^#(?!#).*|^.+\n=+[ \t]*$", re.MULTILINE)
"""A heading of the first level in Markdown."""
_INCLUDED, _MADE = re.compile("--8<--"), re.compile(r"--8<--|\{[{%]")
"""What another file takes the place of, and that or what a macro does."""
_MACROS_OF_PLUGIN = frozenset(("context", "fix_url", "macros_info", "now"))
"""Names that mkdocs-macros-plugin registers itself."""


class Unhashable(ValueError):
    """A value of which nobody can tell whether it is the same in another build."""


def digest(value: object) -> str:
    """Return a hash of a value for JSON, or such as a configuration of MkDocs contains.

    Raises:
        Unhashable: A part of the value is an object or a function of which only the running program knows the state.
    """
    try:
        text = _JSON.encode(value)
    except TypeError as error:  # a key that is no text
        raise Unhashable(f"a setting cannot be written as JSON: {error}") from None
    return blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def shared_key(config: MkDocsConfig, *more: object) -> str:
    """Return the hash of what all pages have in common.

    Raises:
        Unhashable: As `digest`.
    """
    theme = config.theme
    return digest(
        [
            {name: value for name, value in config.items() if name not in _UNSHARED},
            (config.mdx_configs.get("toc") or {}).get("title"),  # which the theme shows
            [(name, dict(getattr(plugin, "config", {}))) for name, plugin in config.plugins.items()],  # hooks have none
            [theme.name, {name: theme[name] for name in theme}],
            {name: file_hash(path) for name, path in _own_modules(config).items()},
            {str(path): file_hash(path) for path in files_below(Path(theme.custom_dir))} if theme.custom_dir else {},
            # ProperDocs puts itself into `sys.modules` under both names, and its own name into every page.
            [fingerprint(), mkdocs.__name__, mkdocs.__version__],
            more,
        ]
    )


def navigation_inputs(build: Build, config: MkDocsConfig) -> object:
    """Return what the navigation is made from; MkDocs knows its titles only when it has read all pages.

    Of docs pages, that is metadata and the first heading. A theme that is not Material, and a template of the owner,
    may show more of them.

    Raises:
        Unhashable: A title may be made by a macro of the owner, or come from another file.
    """
    named = None if config.nav is None else {*navigation_uris(config.nav)}
    has_titles_only = config.theme.name in THEMES and not config.theme.custom_dir
    may_be_made = _MADE if has_own_macros(config) else _INCLUDED
    described: dict[str, object] = {}
    for path, text in build.project.loaded.docs_texts.items():
        if named is None or posixpath.relpath(path, build.settings.paths.docs) in named:
            front, body = text.parts.front_matter, text.parts.body.lstrip()
            beginning = [body.partition("\n\n")[0], *_FIRST_LEVEL.findall(body)]
            if "title:" not in front and any(map(may_be_made.search, beginning)):
                raise Unhashable(f"a macro or another file may give `{path}` its title, unless it has a `title:`")
            described[path] = [front, beginning] if has_titles_only else text.public
    return [[(uri, page.title) for uri in build.main if (page := build.page(uri))], described]


def reason_to_build_all(config: MkDocsConfig) -> str:
    """Return why all pages are built each time, in words; empty if they may be kept."""
    if config.hooks:  # each of which MkDocs counts among the plugins
        return "`hooks` may change any page"
    if unknown := [name for name in config.plugins if name not in (*_PAGE_PLUGINS, *mkdocs_private.SEARCH_PLUGINS)]:
        return f"the plugin `{unknown[0]}` may change any page"
    if mkdocs_private.changes_pages_around_macros(config):
        return "macros.py changes pages before or after their macros"
    return ""


def has_own_macros(config: MkDocsConfig) -> bool:
    """Return whether pages may call macros of the owner, which may read the clock or the network."""
    return bool(mkdocs_private.names_of_macros(config) - MACROS.keys() - _MACROS_OF_PLUGIN)


def _own_modules(config: MkDocsConfig) -> dict[str, Path]:
    """Return the files of the imported modules that are in the project and not installed, by name, and macros.py."""
    root = f"{Path(config.config_file_path or 'mkdocs.yml').resolve().parent}{os.sep}"
    files = {name: getattr(module, "__file__", None) or "" for name, module in list(sys.modules.items())}
    if macros := config.plugins.get("macros"):  # which is not among them
        files["macros"] = str(Path(macros.project_dir, f"{macros.config['module_name']}.py"))
    installed = tuple(f"{folder}{os.sep}" for folder in (sys.prefix, PACKAGE))
    own = {name: Path(file) for name, file in files.items() if file.startswith(root) and not file.startswith(installed)}
    return {name: path for name, path in sorted(own.items()) if path.is_file()}


def _describe(value: Any) -> object:
    """Describe a value that JSON cannot write."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(map(_JSON.encode, value))
    if isinstance(value, partial):
        return [value.func, value.args, value.keywords]
    # A function that another one made has values that cannot be seen.
    if isinstance(value, FunctionType) and "<locals>" not in value.__qualname__:
        return [value.__module__, value.__qualname__]
    text = repr(value)
    if " at 0x" in text:
        raise Unhashable(
            f"`{text.partition(' at 0x')[0].lstrip('<')}` in the settings may make something else of a text"
        )
    return text


_JSON = json.JSONEncoder(default=_describe, separators=(",", ":"), ensure_ascii=False)
