"""Macros that pages may call, registered with mkdocs-macros-plugin."""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

from markupsafe import escape

from daytrail.project.clock import today
from daytrail.project.loaded_project import load_project
from daytrail.project.settings import read_settings
from daytrail.views.links import anchors_in
from daytrail.views.lookup import UnknownName
from daytrail.views.macros import MACROS, WrongArgument, check_arguments
from daytrail.views.page_context import PageContext, page_context
from daytrail.views.translation import marked

MISTAKES = "daytrail_mistakes"
"""The key in a page's metadata under which the plugin finds messages about wrong calls of macros."""
MACRO_HTML = "daytrail_macro_html"
"""The key under which the plugin finds the HTML that macros returned."""


def define_env(env: Any) -> None:
    """Register the macros; called by mkdocs-macros-plugin once, and by the generator Zensical for each page."""
    # The macros plugin ends the build if the date of the last commit cannot be written, as one with the zone +9999.
    git = env.variables.get("git") or {}
    try:
        str(git.get("date"))
    except ValueError:
        git["date"] = None
    for name, macro in MACROS.items():
        env.macro(_bind(env, name, macro), name)


def _bind(env: Any, name: str, macro: Callable[..., str]) -> Callable[..., str]:
    """Return a macro without its first parameter, the page context."""

    @wraps(macro)
    def bound(*args: Any, **kwargs: Any) -> str:
        page = env.variables.get("page")
        try:
            check_arguments(macro, args, kwargs)
            html = str(marked(macro(_context(env), *args, **kwargs)))
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
        return f"\n<!-- daytrail:block {_name(html)} -->\n"

    return bound


def _context(env: Any) -> PageContext:
    feeds: list[str] = []
    new_file_url = ""
    if plugin := _plugin(env):
        settings, project = plugin.build.settings, plugin.build.project
        feeds, new_file_url = [feed.address for feed in plugin.build.feeds], plugin.build.new_file_url
    else:
        root = Path(env.project_dir).resolve()
        settings, _ = read_settings(root)
        project = load_project(root, settings.paths, today(settings.timezone))
    page = env.variables.get("page")
    flat = not env.conf.get("use_directory_urls", True)
    address = address_of_url(page.url if page else "")
    return page_context(
        project.facts, address, flat=flat, zone=settings.timezone.key, feeds=feeds, new_file_url=new_file_url
    )


def _plugin(env: Any) -> Any:
    """Return the `DaytrailPlugin` of a MkDocs build; None in Zensical, which ignores its name in mkdocs.yml."""
    plugins = env.conf.get("plugins")
    return plugins.get("daytrail") if hasattr(plugins, "run_event") else None


_PLACEHOLDER = re.compile(r"<!-- daytrail:block (\w{32}) -->|&lt;!-- daytrail:block (\w{32}) --&gt;")


def _name(html: str) -> str:
    """Return the hash of a block, by which its placeholder is known: nothing in a block can be its own placeholder."""
    return sha256(html.encode(errors="surrogatepass")).hexdigest()[:32]


def insert_macro_html(content: str, blocks: Sequence[str]) -> tuple[str, set[str]]:
    """Replace the placeholders in a rendered page by the HTML of macros; return the page and the ids in that HTML."""
    by_name = {_name(block): block for block in blocks}

    def block(match: re.Match[str]) -> str:
        # In a code block it is text.
        return by_name.get(match[1], match[0]) if match[1] else str(escape(by_name.get(match[2], unescape(match[0]))))

    return _PLACEHOLDER.sub(block, content), anchors_in("".join(blocks))


def address_of_url(url: str) -> str:
    """Return the URL path of a page as journals name it, from MkDocs's URL: `log/` also where that is `log.html`."""
    return "" if url in ("", ".", "./", "index.html") else url.removesuffix(".html").rstrip("/") + "/"
