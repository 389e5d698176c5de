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
from mkdocs.structure.nav import Navigation, Section

from daytrail.adapters.code import content, files, fingerprint

SAFE = frozenset(("daytrail", "search", "material/search", "macros", "git-revision-date-localized"))
"""Plugins that change no page but in ways that its key knows."""
_APART = frozenset(("config_file_path", "docs_dir", "plugins", "site_dir", "theme", "watch"))
"""Settings that say where files are, and those that are described apart."""
_RESTLESS = frozenset(("pages", "build_date_utc"))
"""What a template may show of other pages or of the clock."""


def digest(*parts: object) -> bytes:
    """Return a hash of things that JSON can write."""
    text = json.dumps(parts, ensure_ascii=True, default=_described, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).digest()


def obstacle(config: MkDocsConfig) -> str | None:
    """Return what keeps pages from being reused, in words; None where nothing does."""
    for name in config.plugins:
        if name not in SAFE:
            return f"the plugin `{name}` may change any page"
    if config.hooks:
        return "`hooks` may change any page"
    macros = config.plugins.get("macros")
    if macros and any(getattr(macros, name, None) for name in ("pre_macro_functions", "post_macro_functions")):
        return "macros.py changes pages before or after their macros"
    if macros and macros.config.get("render_by_default"):
        return "`render_by_default` lets macros into any page"
    for path in _own_templates(config):
        text = path.read_text(encoding="utf-8", errors="replace")
        if found := _restless(text):
            return f"the template {path.name} uses `{found}`, which is another one with every page or build"
    return None


def surroundings(config: MkDocsConfig, nav: Navigation) -> bytes:
    """Return a hash of all that pages have in common: settings, theme, navigation, code, versions.

    Args:
        config: The site's configuration, once all plugins have had their hands on it.
        nav: The navigation, once all titles in it are known.
    """
    settings = {name: value for name, value in config.items() if name not in _APART}
    plugins = [(name, dict(plugin.config)) for name, plugin in config.plugins.items()]
    theme = config.theme
    return digest(
        _without_root(settings, config),
        _without_root(plugins, config),
        [
            theme.name,
            theme.custom_dir is not None,
            {name: theme[name] for name in theme},
            sorted(theme.static_templates),
        ],
        [(path.name, content(path)) for path in _own_templates(config)],
        _shown(nav.items),
        fingerprint(),
    )


def _shown(items: Iterable[Any]) -> list[object]:
    """Return what pages show of the navigation: titles and addresses."""
    return [[one.title, _shown(one.children)] if isinstance(one, Section) else [one.title, one.url] for one in items]


def _own_templates(config: MkDocsConfig) -> list[Path]:
    """The files of `custom_dir`."""
    folder = config.theme.custom_dir
    return files(Path(folder)) if folder else []


def _restless(text: str) -> str | None:
    """Return what a template uses that the key of a page does not hold."""
    try:
        names = meta.find_undeclared_variables(Environment().parse(text))  # noqa: S701 — nothing is rendered
    except TemplateSyntaxError:
        names = set()
    # The date of the whole site is the one of its last commit.
    return next(iter(sorted(names & _RESTLESS)), "git_site_revision" if "git_site_revision" in text else None)


def _without_root(value: Any, config: MkDocsConfig) -> str:
    """Describe settings without the project's own place on this machine."""
    text = json.dumps(value, default=_described, sort_keys=True)
    root = os.path.dirname(os.path.abspath(config.config_file_path or "."))  # noqa: PTH100, PTH120
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
