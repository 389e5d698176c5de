"""Keys of pages: hashes of all that a page is made from, and the reasons for which no hash can be known.

The key of a generated page is made of what it shows (`ingredients`, `inputs` in `views/page.py`), its history, and what
all pages share: settings, theme, plugins, extensions, code (by its version, or in the project by its content).
"""

import os
import posixpath
import re
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import mkdocs
from mkdocs.config.defaults import MkDocsConfig

from daytrail.project.code_version import PACKAGE, file_hash, files_below, fingerprint
from daytrail.project.default_settings import THEMES
from daytrail.site import mkdocs_private
from daytrail.site.build import Build, navigation_uris
from daytrail.source.docs_pages import DocsText
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


def digest(value: object) -> str:
    """Return a hash of a value, of which all parts say in their `repr` what they are."""
    return blake2b(repr(value).encode(errors="surrogatepass"), digest_size=16).hexdigest()


def shared_key(config: MkDocsConfig, build: Build, *more: object) -> str:
    """Return the hash of what all pages have in common."""
    theme = config.theme
    return digest(
        [
            {name: value for name, value in config.items() if name not in _UNSHARED},
            [(name, dict(getattr(plugin, "config", {}))) for name, plugin in config.plugins.items()],  # hooks have none
            [theme.name, {name: theme[name] for name in theme}],
            (config.mdx_configs.get("toc") or {}).get("title"),  # which the theme shows
            [(uri, page.title) for uri in build.main if (page := build.page(uri))],
            [*_navigation_texts(build, config)],
            {name: file_hash(path) for name, path in _own_modules(config).items()},
            {str(path): file_hash(path) for path in files_below(Path(theme.custom_dir))} if theme.custom_dir else {},
            # ProperDocs puts itself into `sys.modules` under both names, and its own name into every page.
            [fingerprint(), mkdocs.__name__, mkdocs.__version__],
            more,
        ]
    )


def _pages_of_navigation(build: Build, config: MkDocsConfig) -> Iterator[tuple[str, DocsText, list[str]]]:
    """Yield the docs pages of the navigation: path, text, first block and headings, of which one may be the title."""
    named = None if config.nav is None else {*navigation_uris(config.nav)}
    for path, text in build.project.loaded.docs_texts.items():
        if named is None or posixpath.relpath(path, build.settings.paths.docs) in named:
            body = text.parts.body.lstrip()
            yield path, text, [body.partition("\n\n")[0], *_FIRST_LEVEL.findall(body)]


def _navigation_texts(build: Build, config: MkDocsConfig) -> Iterator[object]:
    """Yield what the navigation is made from; MkDocs knows its titles only when it has read all pages.

    A theme that is not Material, and a template of the owner, may show more of docs pages.
    """
    has_titles_only = config.theme.name in THEMES and not config.theme.custom_dir
    for path, text, titles in _pages_of_navigation(build, config):
        yield path, (text.parts.front_matter, titles) if has_titles_only else text.public


def reason_to_build_all(config: MkDocsConfig, build: Build) -> str:
    """Return why all pages are built each time, in words; empty if they may be kept."""
    may_be_made = _MADE if has_own_macros(config) else _INCLUDED
    for path, text, titles in _pages_of_navigation(build, config):
        if "title:" not in text.parts.front_matter and any(map(may_be_made.search, titles)):
            return f"a macro or another file may give `{path}` its title, unless it has a `title:`"
    if build.settings.options.page_cache:
        return ""
    hint = "if none does, write `page_cache: true` under `plugins: daytrail:`"
    if config.hooks:  # each of which MkDocs counts among the plugins
        return f"`hooks` may change any page; {hint}"
    if unknown := [name for name in config.plugins if name not in (*_PAGE_PLUGINS, *mkdocs_private.SEARCH_PLUGINS)]:
        return f"the plugin `{unknown[0]}` may change any page; {hint}"
    if mkdocs_private.changes_pages_around_macros(config):
        return f"macros.py changes pages before or after their macros; {hint}"
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
