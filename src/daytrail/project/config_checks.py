"""Checks of mkdocs.yml that are Daytrail's own: folders, plugins that it needs, and files that a build would run.

What MkDocs says of its own settings is in `daytrail.site.mkdocs_config`. Nothing is executed here: of Python files only
the syntax is checked.
"""

import ast
import os
import re
import socket
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from daytrail.model.urls import split_url
from daytrail.problems import Location, Problem, error, quoted
from daytrail.project.config_file import Config, text_of
from daytrail.project.default_settings import OWN_MACROS
from daytrail.project.folders import check_folders, relative
from daytrail.source.files import read_bytes

_MAX_BYTES = 10_000_000

ConfigCheck: TypeAlias = Callable[[Config], Iterator[Problem]]


def check_config(config: Config) -> Iterator[Problem]:
    """Yield all problems of a configuration."""
    for check in CONFIG_CHECKS:
        yield from check(config)


def is_listed(config: Config) -> bool:
    """Return whether mkdocs.yml can be read and lists the plugin."""
    return config.document.complete and "daytrail" in dict(config.plugins())


def listening_problem(address: str) -> str | None:
    """Return why `serve` cannot listen on an address such as `127.0.0.1:8000`, or None."""
    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (re.fullmatch("[0-9]{1,5}", port) and int(port) < 2**16):
        return f"{quoted(address)} is not a host and a port"
    try:
        socket.create_server((host, int(port)), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except socket.gaierror:
        return f"nothing can listen on {address}: the host is unknown"
    except OSError as failure:
        return f"nothing can listen on {address}: {os.strerror(failure.errno or 0).lower()}"
    return None


def check_urls(config: Config) -> Iterator[Problem]:
    """Report URLs that nobody can parse, at which MkDocs ends in a traceback."""
    for key in ("site_url", "repo_url"):
        if (url := config.text(key)) and split_url(url) is None:
            yield error(config.locate(key), f"`{key}`: {quoted(url)} is not a URL", "correct it")


def check_plugin(config: Config) -> Iterator[Problem]:
    """Report the plugin if a site lacks it or lists it twice."""
    if config.document.complete and not is_listed(config) and config.docs.is_dir():
        hint = "add it to the list, after `- `" if config.plugins() else "write `plugins: [search, daytrail]`"
        yield error(config.locate("plugins"), "the plugin `daytrail` is missing, so the site has no log", hint)
    for options in [options for name, options in config.plugins() if name == "daytrail"][1:]:
        message = "the plugin `daytrail` is listed twice, and would add all pages twice"
        yield error((options.key or options).location, message, "remove one of the two")


def check_python_files(config: Config) -> Iterator[Problem]:
    """Report a module of macros or a hook that is missing or is not Python."""
    macros, hooks = dict(config.plugins()).get("macros"), config.node("hooks")
    written = macros.children.get("module_name") if macros else None
    file = config.root / f"{(text_of(written) if written else None) or OWN_MACROS}.py"
    files = [(config.root / str(text_of(hook)), hook) for hook in (hooks.children.values() if hooks else ())]
    if written and not os.path.lexists(file) and not file.with_suffix("").is_dir():
        files.append((file, written))
    if os.path.lexists(file):
        yield from _check_python(config.root, file)
    for file, node in files:
        if file.exists():
            yield from _check_python(config.root, file)
        else:
            message = f"the file {quoted(relative(file, config.root))} is missing"
            yield error(node.location, message, "write it, or correct its name")


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


CONFIG_CHECKS: tuple[ConfigCheck, ...] = (
    check_urls,
    check_folders,
    check_plugin,
    check_python_files,
)
