"""Macros that pages may call, registered with mkdocs-macros-plugin."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any, get_args

from markupsafe import escape

from daytrail.problems import did_you_mean, quoted
from daytrail.project.clock import today
from daytrail.project.loaded_project import load_project
from daytrail.project.settings import read_settings
from daytrail.views.lookup import UnknownName
from daytrail.views.macros import MACROS
from daytrail.views.page_context import PageContext, page_context

MISTAKES = "daytrail_mistakes"
"""The key in a page's metadata under which the plugin finds messages about wrong calls of macros."""
MACRO_HTML = "daytrail_macro_html"
"""The key under which the plugin finds the HTML that macros returned."""


class WrongArgument(ValueError):
    """A macro was called with an argument that it does not take, or without one that it needs."""


def define_env(env: Any) -> None:
    """Register the macros; called by mkdocs-macros-plugin once, and by the generator Zensical for each page."""
    for name, macro in MACROS.items():
        env.macro(_bind(env, name, macro), name)


def _bind(env: Any, name: str, macro: Callable[..., str]) -> Callable[..., str]:
    """Return a macro without its first parameter, the page context."""

    @wraps(macro)
    def bound(*args: Any, **kwargs: Any) -> str:
        page = env.variables.get("page")
        try:
            _check_arguments(macro, args, kwargs)
            html = str(macro(_context(env), *args, **kwargs))
        except (UnknownName, WrongArgument) as error:
            if page is None:
                raise
            # An exception would come out as a traceback, and mkdocs-macros-plugin would end `serve` with it.
            page.meta.setdefault(MISTAKES, []).append(f"macro `{name}`: {error}")
            # In `serve` the page is shown all the same, and says itself what is wrong.
            return f'\n<div class="admonition failure"><p>{escape(f"macro `{name}`: {error}")}</p></div>\n'
        # The braces of a title are no template, which the git plugin would take some of them for.
        html = html.replace("{{", "&#123;&#123;")
        if page is None or _plugin(env) is None:
            return f"\n{html}\n"
        # Python-Markdown would read all of it without changing anything: it gets a placeholder instead.
        blocks = page.meta.setdefault(MACRO_HTML, [])
        blocks.append(html)
        return f"\n{_placeholder(len(blocks) - 1)}\n"

    return bound


def _context(env: Any) -> PageContext:
    if plugin := _plugin(env):
        settings, project = plugin.build.settings, plugin.build.project
    else:
        root = Path(env.project_dir).resolve()
        settings, _ = read_settings(root)
        project = load_project(root, settings.paths, today(settings.timezone))
    page = env.variables.get("page")
    flat = not env.conf.get("use_directory_urls", True)
    return page_context(project.facts, address_of_url(page.url if page else ""), flat=flat, zone=settings.timezone.key)


def _plugin(env: Any) -> Any:
    """Return the `DaytrailPlugin` of a MkDocs build; None in Zensical, which ignores its name in mkdocs.yml."""
    plugins = env.conf.get("plugins")
    return plugins.get("daytrail") if hasattr(plugins, "run_event") else None


def _placeholder(number: int) -> str:
    return f"<!-- daytrail:block {number} -->"


def insert_macro_html(content: str, blocks: Sequence[str]) -> tuple[str, set[str]]:
    """Replace the placeholders in a rendered page by the HTML of macros; return the page and the ids in that HTML."""
    for number, block in enumerate(blocks):
        placeholder = _placeholder(number)
        # In a code block it is text.
        content = content.replace(placeholder, block).replace(escape(placeholder), escape(block))
    return content, set(re.findall(r'\bid="([^"]+)"', "".join(blocks)))


def _check_arguments(macro: Callable[..., str], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Compare the arguments of a call with the parameters of a macro after its context.

    Raises:
        WrongArgument: the macro does not take them.
    """
    expected = signature(macro)
    names = list(expected.parameters)[1:]
    for name in kwargs:
        if name not in names:
            hint = did_you_mean(name, names) or (f"known: {', '.join(names)}" if names else "it takes none")
            raise WrongArgument(f"unknown argument {quoted(name)}; {hint}")
    try:
        arguments = expected.bind(None, *args, **kwargs).arguments
    except TypeError as error:
        raise WrongArgument(str(error)) from None
    for name in names:
        value, annotation = arguments.get(name), expected.parameters[name].annotation
        kind = int if int in (annotation, *get_args(annotation)) else str
        if value is not None and not isinstance(value, kind):
            words = "a whole number" if kind is int else "a text"
            raise WrongArgument(f"{quoted(name)} wants {words}, not {quoted(str(value))}")


def address_of_url(url: str) -> str:
    """Return the URL path of a page as journals name it, from MkDocs's URL: `log/` also where that is `log.html`."""
    return "" if url in ("", ".", "./", "index.html") else url.removesuffix(".html").rstrip("/") + "/"
