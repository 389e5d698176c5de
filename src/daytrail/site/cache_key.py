"""Ingredients of cache keys that all pages share, and reasons why pages cannot be cached.

The key of a page is made of these, of what the page shows and of its git date; see `page_builder`.
"""

import json
import os
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any

from jinja2 import Environment, TemplateSyntaxError, meta
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Section

from daytrail.project.code_version import file_hash, files_below, fingerprint
from daytrail.site import mkdocs_private

SAFE_PLUGINS = frozenset(("daytrail", "material/search", "macros", "git-revision-date-localized"))
"""Plugins that change no page, except in ways that its key contains."""
_INCLUDING_EXTENSIONS = frozenset(("pymdownx.snippets", "pymdownx.b64", "markdown_include.include", "mdx_include"))
"""Markdown extensions that put other files into a page, which its key does not contain."""
_OTHER_SETTINGS = frozenset(("config_file_path", "docs_dir", "plugins", "site_dir", "theme", "watch"))
"""Settings that say where files are, and those that are described by themselves."""
SHOWN = ("icon", "status", "subtitle")
"""Keys of a page's metadata that Material shows in the navigation."""
_CHANGING_VARIABLES = frozenset(("pages", "build_date_utc"))
"""Variables of templates that show other pages or the time."""


def digest(ingredients: Mapping[str, object]) -> str:
    """Return a hash of named values; code, such as a function in the settings, is described by name and text."""
    return blake2b(_JSON.encode(ingredients).encode(), digest_size=16).hexdigest()


def obstacle(config: MkDocsConfig) -> str | None:
    """Return what keeps pages from being cached, in words; None if nothing does."""
    if config.hooks:  # each of which MkDocs counts among the plugins
        return "`hooks` may change any page"
    for name in config.plugins:
        if name not in SAFE_PLUGINS:
            return f"the plugin `{name}` may change any page"
    for name in config.markdown_extensions:
        if name in _INCLUDING_EXTENSIONS:
            return f"the extension `{name}` reads other files"
    macros = config.plugins.get("macros")
    if macros and mkdocs_private.changes_pages_around_macros(macros):
        return "macros.py changes pages before or after their macros"
    if macros and macros.config.get("render_by_default"):
        return "`render_by_default` lets macros into any page"
    for name in _own_templates(config):
        text = Path(config.theme.custom_dir or "", name).read_text(encoding="utf-8", errors="replace")
        if variable := _changing_variable(text):
            return f"the template {name} uses `{variable}`, which is another one with every page or build"
    return None


def surroundings(config: MkDocsConfig) -> dict[str, object]:
    """Return what pages have in common besides the navigation: settings, theme, code and versions."""
    theme = config.theme
    return {
        "settings": _without_root(
            {name: value for name, value in config.items() if name not in _OTHER_SETTINGS}, config
        ),
        "plugins": _without_root([(name, dict(plugin.config)) for name, plugin in config.plugins.items()], config),
        "theme": [theme.name, {name: theme[name] for name in theme}],
        "templates": _own_templates(config),
        "code": fingerprint(),
        "engine": mkdocs_private.engine(),
    }


def navigation(items: Iterable[Any]) -> list[object]:
    """Return what pages show of the navigation, once all titles in it are known."""
    return [
        [item.title, navigation(item.children)]
        if isinstance(item, Section)
        else [item.title, item.url, *(getattr(item, "meta", {}).get(name) for name in SHOWN)]
        for item in items
    ]


def _own_templates(config: MkDocsConfig) -> dict[str, str]:
    """Return the hashes of the files in `custom_dir`, by their paths in it."""
    if not config.theme.custom_dir:
        return {}
    folder = Path(config.theme.custom_dir)
    return {str(path.relative_to(folder)): file_hash(path) for path in files_below(folder)}


def _changing_variable(template: str) -> str | None:
    """Return a variable of a template that keys do not contain."""
    try:
        names = meta.find_undeclared_variables(Environment().parse(template))  # noqa: S701 - nothing is rendered
    except TemplateSyntaxError:
        names = set()
    # `git_site_revision…` is the date of the site's last commit.
    return min(names & _CHANGING_VARIABLES, default="git_site_revision" if "git_site_revision" in template else None)


def _without_root(settings: object, config: MkDocsConfig) -> str:
    """Describe settings without the project's path on this machine."""
    text = json.dumps(settings, default=_describe, sort_keys=True)
    root = os.path.dirname(os.path.abspath(config.config_file_path or "."))  # noqa: PTH100, PTH120 - MkDocs has strings
    return text.replace(json.dumps(root)[1:-1], "")


def _describe(value: object) -> object:
    """Describe a value that JSON cannot write."""
    if isinstance(value, Mapping):
        return {str(key): item for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, date):  # front matter of a docs page may have one
        return value.isoformat()
    name = getattr(value, "__qualname__", None) or type(value).__qualname__
    module = sys.modules.get(getattr(value, "__module__", None) or "")
    return [name, *(_describe_module(module) if module else ())]


def _describe_module(module: ModuleType) -> list[str]:
    """Return a module's name and, if it belongs to the owner, the hash of its file."""
    file = getattr(module, "__file__", None)
    libraries = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    if not file or any(Path(file).is_relative_to(library) for library in libraries):
        return [module.__name__]  # installed: its version is in the fingerprint
    return [module.__name__, file_hash(Path(file))]


_JSON = json.JSONEncoder(default=_describe, separators=(",", ":"))
