"""What the bytes of every page depend on, and whether anything else on the site may change them.

The key of a page is made of this, of what the page shows and of its own git date; see `press`.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any

from jinja2 import Environment, TemplateSyntaxError, meta
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Section

from daytrail.project.code_version import content, files, fingerprint

SAFE = frozenset(("daytrail", "material/search", "macros", "git-revision-date-localized"))
"""Plugins that change no page but in ways that its key knows."""
_READING = frozenset(("pymdownx.snippets", "pymdownx.b64", "markdown_include.include", "mdx_include"))
"""Extensions of Markdown that put other files into a page, of which its key knows nothing."""
_APART = frozenset(("config_file_path", "docs_dir", "plugins", "site_dir", "theme", "watch"))
"""Settings that say where files are, and those that are described apart."""
SHOWN = ("icon", "status", "subtitle")
"""What Material shows of a page's metadata where the page is in the navigation."""
_RESTLESS = frozenset(("pages", "build_date_utc"))
"""What a template may show of other pages or of the clock."""


def digest(ingredients: Mapping[str, object]) -> str:
    """Return a hash of named things that JSON can write."""
    return blake2b(_JSON.encode(ingredients).encode(), digest_size=16).hexdigest()


def obstacle(config: MkDocsConfig) -> str | None:
    """Return what keeps pages from being reused, in words; None where nothing does."""
    if config.hooks:  # each of which MkDocs counts among the plugins
        return "`hooks` may change any page"
    for name in config.plugins:
        if name not in SAFE:
            return f"the plugin `{name}` may change any page"
    if reads := next((name for name in config.markdown_extensions if name in _READING), None):
        return f"the extension `{reads}` reads other files"
    macros = config.plugins.get("macros")
    if macros and any(getattr(macros, name, None) for name in ("pre_macro_functions", "post_macro_functions")):
        return "macros.py changes pages before or after their macros"
    if macros and macros.config.get("render_by_default"):
        return "`render_by_default` lets macros into any page"
    for name in _own_templates(config):
        text = Path(config.theme.custom_dir or "", name).read_text(encoding="utf-8", errors="replace")
        if found := _restless(text):
            return f"the template {name} uses `{found}`, which is another one with every page or build"
    return None


def surroundings(config: MkDocsConfig) -> dict[str, object]:
    """Return what pages have in common besides the navigation: settings, theme, code and versions.

    Args:
        config: The site's configuration, once all plugins have had their hands on it.
    """
    theme = config.theme
    return {
        "settings": _without_root({name: value for name, value in config.items() if name not in _APART}, config),
        "plugins": _without_root([(name, dict(plugin.config)) for name, plugin in config.plugins.items()], config),
        "theme": [theme.name, {name: theme[name] for name in theme}],
        "templates": _own_templates(config),
        "code": fingerprint(),
    }


def navigation(items: Iterable[Any]) -> list[object]:
    """Return what pages show of the navigation, once all titles in it are known."""
    return [
        [one.title, navigation(one.children)]
        if isinstance(one, Section)
        else [one.title, one.url, *(getattr(one, "meta", {}).get(name) for name in SHOWN)]
        for one in items
    ]


def _own_templates(config: MkDocsConfig) -> dict[str, str]:
    """The hashes of the files of `custom_dir`, by their paths in it."""
    folder = Path(config.theme.custom_dir or "")
    return {str(path.relative_to(folder)): content(path) for path in files(folder)} if config.theme.custom_dir else {}


def _restless(text: str) -> str | None:
    """Return what a template uses that the key of a page does not hold."""
    try:
        names = meta.find_undeclared_variables(Environment().parse(text))  # noqa: S701 - nothing is rendered
    except TemplateSyntaxError:
        names = set()
    # The date of the whole site is the one of its last commit.
    return next(iter(sorted(names & _RESTLESS)), "git_site_revision" if "git_site_revision" in text else None)


def _without_root(value: Any, config: MkDocsConfig) -> str:
    """Describe settings without the project's own place on this machine."""
    text = json.dumps(value, default=_described, sort_keys=True)
    root = os.path.dirname(os.path.abspath(config.config_file_path or "."))  # noqa: PTH100, PTH120 - MkDocs has strings
    return text.replace(json.dumps(root)[1:-1], "")


def _described(value: object) -> object:
    """Describe what JSON has no form for: code by its name and, where it is the owner's, by its text."""
    if isinstance(value, Mapping):
        return {str(key): one for key, one in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    name = getattr(value, "__qualname__", None) or type(value).__qualname__
    module = sys.modules.get(getattr(value, "__module__", None) or "")
    return [name, *(_source(module) if module else ())]


def _source(module: ModuleType) -> Iterator[str]:
    yield module.__name__
    file = getattr(module, "__file__", None)
    if file and "site-packages" not in file and not file.startswith(sys.base_prefix):
        yield content(Path(file))


_JSON = json.JSONEncoder(default=_described, separators=(",", ":"))
