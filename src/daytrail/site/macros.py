"""Macros that pages may call, registered with mkdocs-macros-plugin."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

from markupsafe import escape
from mkdocs.exceptions import PluginError

from daytrail.problems import errors_of
from daytrail.project.report import as_text
from daytrail.project.settings import read_settings
from daytrail.source.docs_pages import calls_alone
from daytrail.views.links import anchors_in
from daytrail.views.lookup import UnknownName
from daytrail.views.macros import MACROS, WrongArgument, check_arguments
from daytrail.views.translation import marked

MODULE = __name__
"""This module, as the option `modules` of the macros plugin names it."""
_OVERVIEW = {"hide": ["navigation", "toc"], "search": {"exclude": True}}
"""Metadata of a page that is nothing but a call of a macro: it is wide, and not searched, since it repeats others."""
_ONE_CALL = re.compile(r"\s*(?:#\s.*\n\s*)?\{\{[-+]?\s*(\w+)\([^{}]*\)\s*[-+]?\}\}\s*")
MISTAKES = "daytrail_mistakes"
"""The key in a page's metadata under which the plugin finds messages about wrong calls of macros."""
MACRO_HTML = "daytrail_macro_html"
"""The key under which the plugin finds the HTML that macros returned."""


def define_env(env: Any) -> None:
    """Register the macros; called by mkdocs-macros-plugin once.

    Raises:
        PluginError: mkdocs.yml does not list our plugin, without which there is no log.
    """
    if "daytrail" not in env.conf["plugins"]:
        _, problems = read_settings(Path(env.project_dir))
        raise PluginError(as_text(errors_of(problems)).rstrip() or "macros of Daytrail need the plugin `daytrail`")
    for name, macro in MACROS.items():
        env.macro(_bind(env, name, macro), name)


def is_template(meta: Mapping[str, Any], body: str) -> bool:
    """Return whether a page is to be rendered by the macros plugin, unless that renders all pages by default.

    It is if its front matter says so. If that says nothing, a call of ours on a line of its own is enough.
    """
    written = meta.get("render_macros")
    return calls_alone(body, MACROS) if written is None else bool(written)


def metadata_of_overview(body: str) -> Mapping[str, Any]:
    """Return metadata for a page that is nothing but a call of a macro of ours, with or without a heading."""
    call = _ONE_CALL.fullmatch(body)
    return _OVERVIEW if call and call[1] in MACROS else {}


def _bind(env: Any, name: str, macro: Callable[..., str]) -> Callable[..., str]:
    """Return a macro without its first parameter, the page context."""

    @wraps(macro)
    def bound(*args: Any, **kwargs: Any) -> str:
        page = env.variables.get("page")
        try:
            check_arguments(macro, args, kwargs)
            context = env.conf["plugins"]["daytrail"].build.context.for_page(address_of_url(page.url if page else ""))
            html = str(marked(macro(context, *args, **kwargs)))
        except (UnknownName, WrongArgument) as error:
            if page is None:
                raise
            # An exception would come out as a traceback, and mkdocs-macros-plugin would end `serve` with it.
            page.meta.setdefault(MISTAKES, []).append(f"macro `{name}`: {error}")
            return ""
        # The braces of a title are no template, which the git plugin would take some of them for.
        html = html.replace("{{", "&#123;&#123;")
        if page is None:
            return f"\n{html}\n"
        # Python-Markdown would read all of it without changing anything: it gets a placeholder instead.
        blocks = page.meta.setdefault(MACRO_HTML, [])
        blocks.append(html)
        return f"\n<!-- daytrail:block {_name(html)} -->\n"

    return bound


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
