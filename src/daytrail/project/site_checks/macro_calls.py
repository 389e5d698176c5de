"""Checks of the templates in docs pages: unknown names, and arguments that a macro does not take."""

import re
from collections.abc import Iterator
from contextlib import suppress
from inspect import signature

from daytrail.problems import Location, Problem, did_you_mean, error, quoted, warning
from daytrail.project.site_checks.docs_page import SiteDocs, macros_options
from daytrail.project.site_checks.site import Site
from daytrail.project.site_checks.template import MacroCall, parse_template
from daytrail.source.docs_pages import calls_in_text
from daytrail.views.lookup import UnknownName
from daytrail.views.macros import MACROS, WrongArgument, call_as_text, check_arguments

_KNOWN_NAMES = frozenset(
    {"caller", "config", "context", "cycler", "dict", "environment", "extra", "files", "filters", "filters_builtin"}
    | {"fix_url", "git", "joiner", "kwargs", "lipsum", "list_items", "loop", "macros", "macros_info", "namespace"}
    | {"navigation", "now", "page", "plugin", "pretty", "range", "relative_url", "render_file", "self", "super"}
    | {"varargs"}
)
"""Names that Jinja and mkdocs-macros-plugin define."""


def check_templates(site: Site) -> Iterator[Problem]:
    """Report what in the templates of docs pages would end a build, as far as it is about calls."""
    options = macros_options(site.settings.config)
    if options is None or any(name.startswith(("j2_", "modules", "include_")) for name in options):
        return
    is_strict = "strict" in options.get("on_undefined", "") or options.get("on_error_fail", "").lower() == "true"
    known = {*_words_of_owner(site, options.get("module_name", "main")), *_KNOWN_NAMES}
    for page in (page for page in site.docs_pages.values() if page.is_template):
        template = parse_template(page.body)
        if template.syntax_error and is_strict:
            message, line = template.syntax_error
            hint = "correct it, or write `render_macros: false` at the top of the page if it calls no macros"
            yield error(Location(page.path, line), f"this template cannot be read: {message}", hint)
        for call in template.calls:
            if call.name in MACROS:
                yield from _check_call(site, page, call)
            elif is_strict and call.name not in {*known, *page.front_matter, *template.names}:
                hint = did_you_mean(call.name, MACROS) or "the manual lists all macros; define your own in macros.py"
                location = Location(page.path, call.line, call.column)
                yield error(location, f"unknown macro {quoted(call.name)}", hint)


def _words_of_owner(site: Site, module: str) -> set[str]:
    """Return all words in the owner's macros outside of comments, and the names below `extra`: any may be a macro."""
    words: set[str] = set()
    for path in (site.settings.root / f"{module}.py", site.settings.root / module / "__init__.py"):
        with suppress(OSError, ValueError):  # it is missing, or a problem that is reported
            words.update(re.findall(r"\w+", re.sub(r"#.*", "", path.read_text(encoding="utf-8"))))
    extra = site.settings.config.node("extra")
    return words | set(map(str, extra.children if extra else ()))


def _check_call(site: Site, page: SiteDocs, call: MacroCall) -> Iterator[Problem]:
    """Report the arguments of a call of one of our macros; those that name something are tried."""
    if call.kwargs is None:
        return
    try:
        if call.args or call.kwargs:
            site.call(page, call)
        else:
            check_arguments(MACROS[call.name], (), {})
    except (UnknownName, WrongArgument) as failure:
        parameters = [*signature(MACROS[call.name]).parameters.values()][1:]
        shown = (one.name if one.default is one.empty else f"{one.name}={one.default!r}" for one in parameters)
        usage = f"{{{{ {call.name}({', '.join(shown)}) }}}}"
        message = f"macro {quoted(call.name)}: {failure}"
        yield error(Location(page.path, call.line, call.column), message, f"write it as in {quoted(usage, 200)}")


def check_calls_as_text(site: Site) -> Iterator[Problem]:
    """Report calls of macros that a site shows as text, among them those with a misspelt name."""
    for page in site.docs_pages.values():
        if "render_macros" in page.front_matter or page.is_template:
            continue
        for name, line, column in calls_in_text(page.body):
            message, hint = call_as_text(name)
            if message:
                yield warning(Location(page.path, line, column), message, hint)
