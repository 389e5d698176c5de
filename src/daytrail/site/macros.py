"""The macros that pages may call: a line each, for mkdocs-macros-plugin."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any, Protocol, get_args

from markupsafe import escape

from daytrail.problems import did_you_mean, quoted
from daytrail.project.clock import today
from daytrail.project.loaded_project import LoadedProject, load_project
from daytrail.project.settings import Settings, read_settings
from daytrail.views.lookup import UnknownName
from daytrail.views.macros import MACROS
from daytrail.views.page_context import PageContext, page_context

MISTAKES = "daytrail_mistakes"
"""The key in a page's metadata under which the plugin finds what is wrong with its macros."""


BLOCKS = "daytrail_blocks"
"""The key under which the plugin finds what they made."""


class WrongArgument(ValueError):
    """A macro was called with an argument that it does not take, or without one that it needs."""


def define_env(env: Any) -> None:
    """Register the macros; called by mkdocs-macros-plugin, once or once a page."""

    def context() -> PageContext:
        if host := _host(env):
            settings, session = host.settings, host.session
        else:
            root = Path(env.project_dir).resolve()
            settings, _ = read_settings(root)
            session = load_project(root, settings.paths, today(settings.timezone))
        page = env.variables.get("page")
        flat = not env.conf.get("use_directory_urls", True)
        here = address_of(page.url if page else "")
        return page_context(session.facts, here, flat=flat, zone=settings.timezone.key)

    def bind(name: str, block: Callable[..., str]) -> Callable[..., str]:
        @wraps(block)
        def macro(*args: Any, **kwargs: Any) -> str:
            try:
                _check(block, args, kwargs)
                # The braces of a title are no template, which the git plugin would take some of them for.
                html = str(block(context(), *args, **kwargs)).replace("{{", "&#123;&#123;")
            except (UnknownName, WrongArgument) as mistake:
                page = env.variables.get("page")
                if page is None:
                    raise
                # Raised, it would come out as a traceback, and mkdocs-macros-plugin would end `serve` with it.
                page.meta.setdefault(MISTAKES, []).append(f"macro `{name}`: {mistake}")
                # In `serve` the page is shown all the same, and says itself what is wrong.
                return f'\n<div class="admonition failure"><p>{escape(f"macro `{name}`: {mistake}")}</p></div>\n'
            return f"\n{held(html)}\n"

        return macro

    def held(html: str) -> str:
        """Keep HTML from parsers that would not change it, and leave a mark in its place."""
        page = env.variables.get("page")
        if page is None or _host(env) is None:
            return html
        blocks = page.meta.setdefault(BLOCKS, [])
        blocks.append(html)
        return mark(len(blocks) - 1)

    for name, block in MACROS.items():
        env.macro(bind(name, block), name)


class _Host(Protocol):
    """What MkDocs' plugin knows already."""

    settings: Settings
    session: LoadedProject


def _host(env: Any) -> _Host | None:
    """Return the plugin of a MkDocs build; Zensical reads its name in mkdocs.yml and has none."""
    plugins = env.conf.get("plugins")
    return plugins.get("daytrail") if hasattr(plugins, "run_event") else None


def mark(number: int) -> str:
    """The mark in the place of a block."""
    return f"<!-- daytrail:block {number} -->"


def placed(content: str, blocks: Sequence[str]) -> tuple[str, set[str]]:
    """Put blocks in the place of their marks; return the page and the ids that came with them."""
    for number, block in enumerate(blocks):
        # In a code block it is text.
        content = content.replace(mark(number), block).replace(escape(mark(number)), escape(block))
    return content, set(re.findall(r'\bid="([^"]+)"', "".join(blocks)))


def _check(block: Callable[..., str], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Hold the arguments of a call against what a block takes after its context.

    Raises:
        WrongArgument: it does not take them.
    """
    wanted = signature(block)
    known = list(wanted.parameters)[1:]
    for name in kwargs:
        if name not in known:
            hint = did_you_mean(name, known) or (f"known: {', '.join(known)}" if known else "it takes none")
            raise WrongArgument(f"unknown argument {quoted(name)}; {hint}")
    try:
        given = wanted.bind(None, *args, **kwargs).arguments
    except TypeError as wrong:
        raise WrongArgument(str(wrong)) from None
    for name in known:
        value, annotation = given.get(name), wanted.parameters[name].annotation
        kind = int if int in (annotation, *get_args(annotation)) else str
        if value is not None and not isinstance(value, kind):
            words = "a whole number" if kind is int else "a text"
            raise WrongArgument(f"{quoted(name)} wants {words}, not {quoted(str(value))}")


def address_of(url: str) -> str:
    """Return the address of a page by its URL: `log/` also where it is `log.html`."""
    return "" if url in ("", ".", "./", "index.html") else url.removesuffix(".html").rstrip("/") + "/"
