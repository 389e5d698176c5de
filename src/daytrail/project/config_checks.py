"""Checks of mkdocs.yml: settings with which a build would fail, or delete or publish what it must not.

MkDocs reports most mistakes in its own settings itself, in plain words. These are the others. Nothing is executed:
of Python files and templates only the syntax is checked.
"""

import ast
import ipaddress
import os
import re
import socket
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from daytrail.model.urls import split_url
from daytrail.problems import Location, Problem, did_you_mean, error, quoted
from daytrail.project.config_file import Config, text_of
from daytrail.project.folders import (
    Overlap,
    Place,
    find_overlaps,
    places,
    relative,
    site_obstacle,
)
from daytrail.project.published_folder import check_published_folder
from daytrail.source.files import not_utf8, read_bytes
from daytrail.source.yaml.nodes import Node

_MAX_BYTES = 10_000_000
_TEXTS = ("site_name", "site_url", "repo_url", "docs_dir", "site_dir", "dev_addr")
_DEFAULT_MODULE = "main"
"""The module of the macros plugin if none is named; it may be missing."""

ConfigCheck: TypeAlias = Callable[[Config], Iterator[Problem]]


def check_config(config: Config) -> Iterator[Problem]:
    """Yield all problems of a configuration."""
    for check in CONFIG_CHECKS:
        yield from check(config)


def is_listed(config: Config) -> bool:
    """Return whether mkdocs.yml can be read and lists the plugin."""
    return config.document.complete and "daytrail" in dict(config.plugins())


def check_texts(config: Config) -> Iterator[Problem]:
    """Report a list, mapping or control character where MkDocs expects a text, and a site without a name."""
    if is_listed(config) and config.node("site_name") is None:
        yield error(Location(config.document.path), "`site_name` is missing", "write one, as in `site_name: My log`")
    for key in _TEXTS:
        node = config.node(key)
        is_wrong = node and text_of(node) is None and (not node.tag or node.kind != "scalar")
        if node and (is_wrong or _is_number_or_flag(node)):
            hint = "write one" if is_wrong else f'write `"{node.text}"`'
            yield error(node.location, f"`{key}` must be one text", hint)


def _is_number_or_flag(node: Node) -> bool:
    """Return whether YAML takes a text without quotes for a number, a date or a flag, which MkDocs refuses."""
    if node.kind != "scalar" or node.style or node.tag:
        return False
    resolver: Any = yaml.resolver.Resolver()
    return bool(resolver.resolve(yaml.ScalarNode, node.text, (True, False)) != "tag:yaml.org,2002:str")


def check_urls(config: Config) -> Iterator[Problem]:
    """Report a URL that is none."""
    for key in ("site_url", "repo_url"):
        url = config.text(key)
        if url and not _is_url(url):
            hint = "write it with `https://` and a host, as in `https://learner.example/log/`"
            yield error(config.locate(key), f"{quoted(url)} is not the URL of a site", hint)


def _is_url(url: str) -> bool:
    parts = split_url(url)
    is_url = parts and parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    return bool(is_url) and not re.search(r"\s", url)


def check_dev_addr(config: Config) -> Iterator[Problem]:
    """Report an address on which `serve` cannot listen."""
    if (address := config.text("dev_addr")) and (problem := dev_addr_problem(address)):
        yield error(config.locate("dev_addr"), problem, "write one such as `127.0.0.1:8000`")


def dev_addr_problem(address: str) -> str | None:
    """Return why `serve` cannot listen on an address, as far as its text tells."""
    host, _, port = address.rpartition(":")
    try:
        if host != "localhost":
            ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return f"{quoted(address)} is not an IP address and a port"
    if not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65_535:
        return f"{quoted(port)} is not a port: ports are numbers up to 65535"
    return None


def listening_problem(address: str) -> str | None:
    """Return why `serve` cannot listen on an address, such as that another program does, or None."""
    if problem := dev_addr_problem(address):
        return problem
    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    try:
        socket.create_server((host, int(port)), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as failure:
        return f"nothing can listen on {address}: {os.strerror(failure.errno or 0).lower()}"
    return None


def check_folders(config: Config) -> Iterator[Problem]:
    """Report folders that overlap, and a docs folder that is missing or outside of the project."""
    return folder_problems(config, config.site, config.docs)


def folder_problems(config: Config, site: Path, docs: Path) -> Iterator[Problem]:
    """Yield what is wrong with the folders of a project, where MkDocs may have been given others than are written."""
    root = config.root
    all_places = _places(config, site, docs)
    overlaps = list(find_overlaps(root, all_places))
    yield from _located(config, overlaps)
    if not any("site_dir" in overlap.keys for overlap in overlaps) and (obstacle := site_obstacle(site)):
        message = f"the site's folder {quoted(relative(site, root))} {obstacle}"
        hint = "a build would replace what is there: move it elsewhere, or name another folder as `site_dir`"
        yield error(config.locate("site_dir"), message, hint)
    if not Place(root).contains(Place(docs)):
        message = f"the docs folder {quoted(relative(docs, root))} is outside of the project"
        yield error(config.locate("docs_dir"), message, "move it beside mkdocs.yml")
    elif docs.is_dir():
        private = [place for place in all_places if place.key not in ("", "docs_dir", "theme")]
        yield from check_published_folder(root, docs, private)
        if (theme := config.path("theme", "custom_dir")) and theme.is_dir():
            yield from check_published_folder(root, theme, private)
    elif config.node("docs_dir") or is_listed(config):
        message = f"the docs folder {quoted(relative(docs, root))} is missing"
        yield error(config.locate("docs_dir"), message, "create it, with a page `index.md`")


def overlap_problems(config: Config) -> Iterator[Problem]:
    """Yield only the folders that overlap, so that what is written there may be deleted or published."""
    yield from _located(config, find_overlaps(config.root, _places(config, config.site, config.docs)))


def _places(config: Config, site: Path, docs: Path) -> list[Place]:
    theme = config.path("theme", "custom_dir")
    others = [Place(theme, "theme", "the theme's folder")] if theme else []
    return places(config.root, site, docs, config.paths, others)


def _located(config: Config, overlaps: Iterable[Overlap]) -> Iterator[Problem]:
    """Yield the problem of each overlap, at the setting that names one of the two places."""
    located = {"site_dir": ("site_dir",), "docs_dir": ("docs_dir",), "theme": ("theme", "custom_dir")}
    for overlap in overlaps:
        nodes = [config.node(*located[key]) if key in located else _option(config, key) for key in overlap.keys]
        location = next((node.location for node in nodes if node), Location(config.document.path))
        yield error(location, overlap.message, overlap.hint)


def _option(config: Config, key: str) -> Node | None:
    """Return the node of an option of the plugin."""
    return next((options.children.get(key) for name, options in config.plugins() if name == "daytrail"), None)


def check_plugins(config: Config) -> Iterator[Problem]:
    """Report the plugin if a site does not have it, or if it is listed twice, which would add all pages twice."""
    plugins = config.node("plugins")
    if plugins and plugins.kind == "scalar":
        yield error(plugins.location, "`plugins` must be a list", "write each plugin on a line of its own, after `- `")
    elif config.document.complete and not is_listed(config) and config.docs.is_dir():
        location = plugins.location if plugins else Location(config.document.path)
        hint = "add it to the list, after `- `" if plugins else "write `plugins: [search, daytrail]`"
        yield error(location, "the plugin `daytrail` is missing, so the site has no log", hint)
    for options in [options for name, options in config.plugins() if name == "daytrail"][1:]:
        location = (options.key or options).location
        yield error(location, "the plugin `daytrail` is listed twice", "remove one of the two")


def _is_off(options: Node) -> bool:
    """Return whether a plugin is listed and switched off."""
    enabled = options.children.get("enabled")
    return enabled is not None and enabled.text == "false"


def check_macros(config: Config) -> Iterator[Problem]:
    """Report the plugin macros if it is switched off, since pages then show calls of macros as text."""
    for name, options in config.plugins():
        if name == "macros" and is_listed(config) and _is_off(options):
            message = "the plugin `macros` is switched off, so pages would show `{{ timeline() }}` as text"
            yield error(options.children["enabled"].location, message, "remove `enabled: false`")


def check_languages(config: Config) -> Iterator[Problem]:
    """Report the plugin i18n, which ends in a traceback where another plugin adds pages that have no file."""
    for name, options in config.plugins():
        if name == "i18n" and is_listed(config) and not _is_off(options):
            message = "the plugin `i18n` copies each page for each language, and cannot do so with those of Daytrail"
            hint = "remove it; `theme: {name: material, language: de}` sets the language of the whole site"
            yield error((options.key or options).location, message, hint)


def check_python_files(config: Config) -> Iterator[Problem]:
    """Report a module of macros or a hook that is missing or is not Python."""
    for name, options in config.plugins():
        if name != "macros":
            continue
        written = options.children.get("module_name")
        module = (text_of(written) if written else None) or _DEFAULT_MODULE
        location = written.location if written else options.location
        path = config.root / module
        file = path.with_name(f"{path.name}.py")
        if file.is_file() or file.is_symlink():
            yield from _check_python(config.root, file)
        elif module != _DEFAULT_MODULE and not path.is_dir():
            hint = "write it, or name another file as `module_name`"
            yield error(location, f"the file {quoted(relative(file, config.root))} is missing", hint)
    hooks = config.node("hooks")
    for hook in hooks.children.values() if hooks and hooks.kind == "list" else ():
        if not (text := text_of(hook)):
            continue
        if (config.root / text).exists():
            yield from _check_python(config.root, config.root / text)
        else:
            yield error(hook.location, f"the file {quoted(text)} is missing", "write it, or remove this line")


def _check_python(root: Path, path: Path) -> Iterator[Problem]:
    """Report a syntax error. The file is not executed."""
    name = relative(path, root)
    try:
        with warnings.catch_warnings(action="ignore"):
            compile(read_bytes(path, _MAX_BYTES), name, "exec", ast.PyCF_ONLY_AST)
    except SyntaxError as failure:
        location = Location(name, failure.lineno or 1, max(1, failure.offset or 1))
        yield error(location, f"this is not Python: {failure.msg}", "correct it")
    except (ValueError, RecursionError, MemoryError):  # null characters, or deep nesting
        yield error(Location(name), "this is not Python", "correct it")
    except OSError as failure:
        yield error(Location(name), f"the file cannot be read: {(failure.strerror or 'it does not open').lower()}")


def check_theme(config: Config) -> Iterator[Problem]:
    """Report a folder of templates that is missing, and templates of it that do not parse."""
    folder = config.path("theme", "custom_dir")
    if folder is None:
        return
    if not folder.is_dir():
        message = f"the theme's folder {quoted(relative(folder, config.root))} is missing"
        yield error(config.locate("theme", "custom_dir"), message, "create it, or remove `custom_dir`")
        return
    for top, folders, names in os.walk(folder):
        folders.sort()
        for path in (Path(top, name) for name in sorted(names) if name.endswith((".html", ".xml"))):
            yield from _check_template(config.root, path)


def check_theme_language(config: Config) -> Iterator[Problem]:
    """Report a language that the theme does not have."""
    node = config.node("theme", "language")
    theme = config.text("theme", "name") or config.text("theme")
    if not node or not theme or node.text == "en":
        return
    folders = [_theme_folder(theme), config.path("theme", "custom_dir")]
    languages = {
        path.stem for folder in folders if folder for path in (folder / "partials" / "languages").glob("*.html")
    }
    if languages and node.text not in languages:
        hint = did_you_mean(node.text or "", languages) or "write a language such as `de`, or `en`"
        yield error(node.location, f"the theme {quoted(theme)} has no language {quoted(node.text or '')}", hint)


def _theme_folder(name: str) -> Path | None:
    """Return the folder of an installed theme. The theme is not imported."""
    for engine in ("mkdocs", "properdocs"):
        for point in entry_points(group=f"{engine}.themes", name=name):
            spec = find_spec(point.module)
            return Path(spec.origin).parent if spec and spec.origin else None
    return None


def _check_template(root: Path, path: Path) -> Iterator[Problem]:
    """Report a template that Jinja cannot parse."""
    from jinja2 import Environment, TemplateSyntaxError  # most projects have no templates of their own

    location = Location(relative(path, root))
    try:
        extensions = ("jinja2.ext.do", "jinja2.ext.i18n", "jinja2.ext.loopcontrols")
        text = read_bytes(path, _MAX_BYTES).decode()
        Environment(extensions=extensions).parse(text)  # noqa: S701 - nothing is rendered
    except OSError:
        return  # which `check_folders` has reported
    except UnicodeDecodeError as failure:
        yield not_utf8(failure, location.path)
    except TemplateSyntaxError as failure:
        message = f"this is not a template of Jinja: {failure.message}"
        yield error(Location(location.path, failure.lineno), message, "correct it")
    except RecursionError:
        yield error(location, "this is not a template of Jinja: it nests too deep", "correct it")


CONFIG_CHECKS: tuple[ConfigCheck, ...] = (
    check_texts,
    check_urls,
    check_dev_addr,
    check_folders,
    check_plugins,
    check_languages,
    check_macros,
    check_python_files,
    check_theme,
    check_theme_language,
)
