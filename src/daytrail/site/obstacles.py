"""What keeps pages from being reused, since no cache key can know on what they depend."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateSyntaxError, meta, nodes
from markdown.util import get_installed_extensions
from mkdocs.config.defaults import MkDocsConfig

from daytrail.project.code_version import files_below
from daytrail.project.default_settings import THEMES
from daytrail.site import mkdocs_private
from daytrail.site.cache_key import KNOWN_CODE, OTHER_SETTINGS, Incomparable, digest, own_modules, surroundings
from daytrail.site.macros import MODULE
from daytrail.views.macros import MACROS

SAFE_PLUGINS = frozenset(("daytrail", *mkdocs_private.SEARCH_PLUGINS, "macros", "git-revision-date-localized"))
"""Plugins that change no page, except in ways that its key contains."""
_READING_EXTENSIONS = frozenset(("material.extensions.preview", "pymdownx.b64", "pymdownx.snippets"))
"""Markdown extensions of known packages that put other files into a page, or know other pages."""
_NAMES = frozenset(
    ("base_url", "config", "extra_css", "extra_javascript", "features", "lang", "mkdocs_version", "page", "super")
)
"""Variables of templates that are the same while a page's key is."""
_PAGE = frozenset(("abs_url", "canonical_url", "content", "edit_url", "is_homepage", "title", "toc", "url"))
"""Attributes of a page that are the same while its key is."""
_FILTERS = frozenset(("attr", "random"))
"""Filters that look up an attribute by a name which may be computed, or return something else each time."""


def obstacle(config: MkDocsConfig) -> str | None:
    """Return what keeps pages from being reused, in words; None if nothing does."""
    for check in (_plugins, _extensions, _macros, _theme, _settings):
        if reason := check(config):
            return reason
    return None


def follows_from_files(config: MkDocsConfig, templates: Iterable[str]) -> bool:
    """Return whether pages that may be reused stay the same for a day if no file of the project changes.

    `templates` are the texts of docs pages with macros. A macro of the owner may read the clock or the network.
    """
    macros = config.plugins.get("macros")
    if macros is None:
        return not any(templates) and not own_modules(config)
    if macros.config["modules"] != [MODULE] or macros.config["include_yaml"]:
        return False
    file = Path(macros.project_dir, "macros.py")
    own = own_modules(config).values()
    return all(path == file and _defines_nothing(path) for path in own) and all(
        _calls_only_ours(text, macros.env, config) for text in templates if text
    )


def _defines_nothing(module: Path) -> bool:
    """Return whether a module of macros does nothing but call ours, as the one that each journal begins with."""
    tree = ast.parse(module.read_bytes())
    imported = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module in ("typing", MODULE)]
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list]
    ours = {name.asname or name.name for node in imported if node.module == MODULE for name in node.names}
    others = [node for node in tree.body if node not in imported and node not in functions]
    for node in (*others, *(node for function in functions for node in function.body)):
        match node:
            case ast.Expr(ast.Constant()):  # a docstring
                pass
            case ast.Expr(ast.Call(ast.Name(name), [ast.Name()], [])) if name in ours:
                pass
            case _:
                return False
    return True


def _calls_only_ours(text: str, env: Environment, config: MkDocsConfig) -> bool:
    """Return whether a docs page uses nothing but our macros and settings of mkdocs.yml.

    The git plugin replaces names that begin with `git_`.
    """
    try:
        template = env.parse(text)
    except TemplateSyntaxError:
        return False
    reads_files = any(template.find_all((nodes.Extends, nodes.FromImport, nodes.Import, nodes.Include)))
    is_random = any(filtered.name in _FILTERS for filtered in template.find_all(nodes.Filter))
    names = {name.name for name in template.find_all(nodes.Name)} & env.globals.keys()  # such as `now`
    names |= meta.find_undeclared_variables(template)
    settings = (path for path in _attribute_paths(template) if path[0] == "config")
    is_unknown = any(not _is_known(path, config) for path in settings) or names - {*MACROS, "config"}
    return not ("git_" in text or reads_files or is_random or is_unknown)


def _plugins(config: MkDocsConfig) -> str | None:
    if config.hooks:  # each of which MkDocs counts among the plugins
        return "`hooks` may change any page"
    unknown = [name for name in config.plugins if name not in SAFE_PLUGINS]
    if not unknown and mkdocs_private.search_provider(config) == "lunr":
        return "the provider `lunr` of MaterialX's search has no texts of pages that are not built"
    return f"the plugin `{unknown[0]}` may change any page" if unknown else None


def _extensions(config: MkDocsConfig) -> str | None:
    installed = {extension.name: extension.value for extension in get_installed_extensions()}
    for name in config.markdown_extensions:
        module = installed.get(name, name).partition(":")[0]
        options = config.mdx_configs.get(name) or {}
        if module in _READING_EXTENSIONS or "custom_icons" in (options.get("options") or {}):
            return f"the extension `{name}` reads other files"
        if module.partition(".")[0] not in KNOWN_CODE:
            return f"the extension `{name}` may read other files"
    return None


def _macros(config: MkDocsConfig) -> str | None:
    macros = config.plugins.get("macros")
    if macros and mkdocs_private.changes_pages_around_macros(macros):
        return "macros.py changes pages before or after their macros"
    if macros and macros.config.get("render_by_default"):
        return "`render_by_default` lets macros into any page"
    return None


def _settings(config: MkDocsConfig) -> str | None:
    try:
        digest(surroundings(config))
    except Incomparable as reason:
        return str(reason)
    return None


def _theme(config: MkDocsConfig) -> str | None:
    theme = config.theme
    if theme.name not in THEMES:
        return f"the theme is {f'`{theme.name}`' if theme.name else 'your own'}, and only `material` is known"
    if not theme.custom_dir:
        return None
    folder = Path(theme.custom_dir)
    if any(path.is_symlink() and path.is_dir() for path in folder.rglob("*")):
        return f"{folder.name} contains a link to another folder"
    env = theme.get_env()
    for path in files_below(folder):
        if unknown := _unknown_name(path.read_text(encoding="utf-8", errors="replace"), env, config):
            name = path.relative_to(folder).as_posix()
            return f"the template {name} uses `{unknown}`, which may change when this page does not"
    return None


def _unknown_name(text: str, env: Environment, config: MkDocsConfig) -> str | None:
    """Return what a template uses that the keys of pages do not contain; None if there is nothing."""
    if "{{" not in text and "{%" not in text:
        return None
    try:
        template = env.parse(text)
    except TemplateSyntaxError:
        return None  # MkDocs cannot use it
    unknown = meta.find_undeclared_variables(template) - _NAMES
    unknown |= {name.name for name in template.find_all(nodes.Name) if name.name == "lipsum"}
    unknown |= {filtered.name for filtered in template.find_all(nodes.Filter) if filtered.name in _FILTERS}
    # Templates of the theme call macros with pages.
    macros: Iterable[Any] = template.find_all((nodes.Macro, nodes.CallBlock))
    unknown |= {argument.name for macro in macros for argument in macro.args}
    included: Iterable[Any] = template.find_all((nodes.Extends, nodes.FromImport, nodes.Import, nodes.Include))
    unknown |= {type(node).__name__.lower() for node in included if not _is_known_template(node.template)}
    unknown |= {".".join(path) for path in _attribute_paths(template) if not _is_known(path, config)}
    return min(unknown, default=None)


def _is_known_template(name: nodes.Node) -> bool:
    """Return whether a template that is included is one for pages, or an icon."""
    if isinstance(name, nodes.Concat):
        first = name.nodes[0]
        return isinstance(first, nodes.Const) and str(first.value).startswith(".icons/")
    return isinstance(name, nodes.Const) and isinstance(name.value, str) and not name.value.endswith(".xml")


def _attribute_paths(node: nodes.Node, names: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield each variable in a part of a template with what is looked up in it, such as `page`, `meta`, `title`.

    `names` are looked up in the part itself. What is looked up by a computed name is `[]`.
    """
    if isinstance(node, nodes.Name):
        yield (node.name, *names)
    elif isinstance(node, nodes.Getattr):
        yield from _attribute_paths(node.node, (node.attr, *names))
    elif isinstance(node, nodes.Getitem):
        name = node.arg.value if isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str) else "[]"
        yield from _attribute_paths(node.node, (name, *names))
        yield from _attribute_paths(node.arg)
    else:
        if any(name.startswith("__") for name in names):
            yield names
        for child in node.iter_child_nodes():
            yield from _attribute_paths(child)


def _is_known(path: tuple[str, ...], config: MkDocsConfig) -> bool:
    """Return whether what a template looks up is the same while the key of a page is."""
    variable, *names = path
    if any(name.startswith("__") for name in path):
        return False  # such as the modules that a function can see
    if variable == "page":
        # `git_site_revision…` is the date of the site's last commit.
        meta_key = names[1] if names[:1] == ["meta"] and len(names) > 1 else "[]"
        is_key = meta_key != "[]" and not meta_key.startswith("git_site_revision") and not hasattr(dict, meta_key)
        return is_key or (bool(names) and names[0] in _PAGE)
    if variable == "config":
        theme_key = names[1] if names[:1] == ["theme"] and len(names) > 1 else "[]"
        return theme_key in config.theme or (bool(names) and names[0] in config and names[0] not in OTHER_SETTINGS)
    return True
