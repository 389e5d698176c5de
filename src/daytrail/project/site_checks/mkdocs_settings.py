"""Checks of settings that MkDocs itself refuses: unknown names, and values of another kind."""

import re
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec

from pathspec.gitignore import GitIgnoreSpec

from daytrail.problems import Problem, did_you_mean, error, quoted, warning
from daytrail.project.config_file import text_of
from daytrail.project.site_checks.links import STRICT_HINT
from daytrail.project.site_checks.site import Site

KNOWN_SETTINGS = (
    "INHERIT config_file_path copyright dev_addr docs_dir draft_docs edit_uri edit_uri_template exclude_docs extra "
    "extra_css extra_javascript extra_templates google_analytics hooks markdown_extensions mdx_configs nav not_in_nav "
    "pages plugins remote_branch remote_name repo_name repo_url site_author site_description site_dir site_name "
    "site_url strict theme use_directory_urls validation watch"
)
"""All settings of MkDocs."""
_TEXTS = ("copyright", "repo_name", "site_author", "site_description")
"""Texts, but for those that are checked on each build."""
_FLAGS = ("strict", "use_directory_urls")
_FLAG = re.compile(r"true|false|yes|no|on|off", re.IGNORECASE)
_LIST_HINT = "write each on a line of its own, after `- `"
_KINDS = {
    "extra": ("mapping", "must be `key: value` pairs", "write one on each line"),
    "extra_css": ("list", "must be a list", _LIST_HINT),
    "extra_javascript": ("list", "must be a list", _LIST_HINT),
    "markdown_extensions": ("list mapping", "must be a list", _LIST_HINT),
    "watch": ("list", "must be a list", _LIST_HINT),
}
"""Kinds of values of settings, with a message and a hint about other values."""
_NO_TEXT = re.compile(rf"[-+]?[\d._]+|\d{{4}}-\d\d-\d\d|{_FLAG.pattern}", re.IGNORECASE)
"""Values that YAML reads as a number, a date or a flag."""
_LEVELS = ("warn", "info", "ignore")


def check_setting_names(site: Site) -> Iterator[Problem]:
    """Report settings that MkDocs does not know."""
    known, root = KNOWN_SETTINGS.split(), site.settings.config.document.root
    for name, node in root.children.items() if root else ():
        if name not in known and not str(name).startswith("<<"):
            near = did_you_mean(str(name), known)
            location = (node.key or node).location
            yield warning(location, f"unknown setting {quoted(str(name))}", f"{near} {STRICT_HINT}".strip())


def check_installed(site: Site) -> Iterator[Problem]:
    """Report plugins, Markdown extensions and a theme that are not installed. Nothing is imported."""
    config = site.settings.config
    themes, plugins = (
        {point.name for engine in ("mkdocs", "properdocs") for point in entry_points(group=f"{engine}.{kind}")}
        for kind in ("themes", "plugins")
    )
    theme = config.node("theme", "name") or config.node("theme")
    name = text_of(theme) if theme else None
    if theme and name and name not in themes:
        yield error(
            theme.location, f"the theme {quoted(name)} is not installed", did_you_mean(name, themes) or "install it"
        )
    for plugin, node in config.plugins():
        # The theme's own plugins may be named without the theme.
        if plugin not in plugins and f"{name}/{plugin}" not in plugins:
            hint = did_you_mean(plugin, plugins) or "install its package, or remove it"
            yield error((node.key or node).location, f"the plugin {quoted(plugin)} is not installed", hint)
    extensions = {point.name for point in entry_points(group="markdown.extensions")}
    for extension, node in site.config.extensions.items():
        # Of a name with a dot, the first module would have to be imported to look for the rest.
        is_file = (site.settings.root / f"{extension}.py").exists()
        is_installed = extension in extensions or "." in extension or (extension and find_spec(extension))
        if not is_file and not is_installed:
            hint = did_you_mean(extension, extensions) or "install its package, or remove it"
            message = f"the Markdown extension {quoted(extension)} is not installed"
            yield error((node.key or node).location, message, hint)


def check_collections(site: Site) -> Iterator[Problem]:
    """Report settings that must be lists or mappings and are not, and a theme without a name."""
    config = site.settings.config
    for key, (kinds, message, hint) in _KINDS.items():
        node = config.node(key)
        if node and not node.is_null and not node.tag and node.kind not in kinds.split():
            yield error(node.location, f"`{key}` {message}", hint)
    theme = config.node("theme")
    if theme and theme.kind == "mapping" and "name" not in theme.children:
        yield error(theme.location, "`theme` has no `name`", "write `name: material` below it")


def check_kinds(site: Site) -> Iterator[Problem]:
    """Report values of another kind than MkDocs expects."""
    config = site.settings.config
    nav = config.document.find(("nav",))
    if nav and not nav.is_null and nav.kind != "list":
        yield error(nav.location, "`nav` must be a list", "write each page on a line of its own, after `- `")
    for _, node in nav.descendants() if nav and nav.kind == "list" else ():
        if node.is_null:
            yield error(
                node.location, "nothing is written for this line of `nav`", "write the page, or remove the line"
            )
    for key in _TEXTS:
        if (text := config.node(key)) and not text.style and _NO_TEXT.fullmatch(text.text or ""):
            message = f"`{key}` must be a text, not {quoted(text.text or '')}"
            yield error(text.location, message, f'write `"{text.text}"`')
    for key in ("exclude_docs", "draft_docs", "not_in_nav"):
        try:
            GitIgnoreSpec.from_lines((config.text(key) or "").splitlines())
        except ValueError as failure:
            yield error(
                config.locate(key), f"a line of `{key}` is no pattern: {failure}", "write one such as `drafts/`"
            )
    validation = config.node("validation")
    for (*_, name), node in validation.descendants() if validation else ():
        levels = (*_LEVELS, "relative_to_docs") if name == "absolute_links" else _LEVELS
        if node.kind == "scalar" and node.text not in levels:
            hint = f"write {', '.join(levels[:-1])} or {levels[-1]}"
            yield error(node.location, f"{quoted(node.text or '')} is not a level of `{name}`", hint)


def check_flags(site: Site) -> Iterator[Problem]:
    """Report what is neither true nor false where MkDocs expects one of them."""
    for key in _FLAGS:
        flag = site.settings.config.node(key)
        if flag is None or flag.is_null or flag.tag:
            continue
        if flag.style or not _FLAG.fullmatch(flag.text or ""):
            yield error(flag.location, f"`{key}` must be `true` or `false`", "write one of them, without quotes")
