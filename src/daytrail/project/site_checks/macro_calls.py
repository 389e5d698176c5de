"""Macro calls on docs pages: unknown names, and arguments that a macro does not take."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from inspect import signature

from daytrail.problems import Location, Problem, did_you_mean, error, quoted
from daytrail.project.site_checks.docs_page import SiteDocs
from daytrail.project.site_checks.site import Site
from daytrail.project.site_checks.template import MacroCall
from daytrail.views.lookup import UnknownName
from daytrail.views.macros import MACROS, WrongArgument, check_arguments

_KNOWN_NAMES = frozenset(
    {"caller", "config", "context", "cycler", "dict", "environment", "extra", "files", "filters", "filters_builtin"}
    | {"fix_url", "git", "joiner", "kwargs", "lipsum", "list_items", "loop", "macros", "macros_info", "namespace"}
    | {"navigation", "now", "page", "plugin", "pretty", "range", "relative_url", "render_file", "self", "super"}
    | {"varargs"}
)
"""Names that Jinja and mkdocs-macros-plugin define."""


def check_macro_calls(site: Site, pages: Iterable[SiteDocs], options: Mapping[str, str]) -> Iterator[Problem]:
    """Report unknown names and wrong arguments in pages with templates; `options` are those of the macros plugin."""
    strict = options.get("on_undefined") == "strict"
    fails = options.get("on_error_fail", "").lower() == "true"
    own_names = _names_in_own_module(site, options.get("module_name", "main"))
    for page in pages:
        template = page.template
        if template.syntax_error and fails:
            message, line = template.syntax_error
            hint = "correct it, or write `render_macros: false` at the top of the page if it calls no macros"
            yield error(Location(page.path, line), f"this template cannot be read: {message}", hint)
        for name, line in template.files if fails else ():
            if not site.is_file(name):
                yield error(
                    Location(page.path, line), f"the file {quoted(name)} to include is missing", "correct its name"
                )
        known = {*own_names, *page.front_matter, *_KNOWN_NAMES}
        for call in template.calls:
            location = Location(page.path, call.line, call.column)
            if call.name in MACROS:
                yield from _check_call(site, page, call, location)
            elif call.name not in known and (strict or fails):
                near = did_you_mean(call.name, MACROS)
                hint = near or "the manual lists all macros; your own are defined in macros.py"
                yield error(location, f"unknown macro {quoted(call.name)}", hint)
        for name, line, column in template.variables if strict and fails else ():
            if name not in known | MACROS.keys():
                hint = did_you_mean(name, MACROS) or "define it in macros.py, or below `extra` in mkdocs.yml"
                yield error(Location(page.path, line, column), f"unknown name {quoted(name)} in a template", hint)


def _names_in_own_module(site: Site, module: str) -> set[str]:
    """Return all names and texts in the owner's macros and the names below `extra`: any of them may define a macro."""
    words: set[str] = set()
    for path in (site.settings.root / f"{module}.py", site.settings.root / module / "__init__.py"):
        if path.is_file():
            with suppress(SyntaxError, ValueError):  # which is reported
                words |= set(_names(ast.parse(path.read_bytes())))
    extra = site.config.config.node("extra")
    return words | set(map(str, extra.children if extra else ()))


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name
            case ast.Constant(value=str(name)):  # as in env.variables["name"]
                yield name


def _check_call(site: Site, page: SiteDocs, call: MacroCall, location: Location) -> Iterator[Problem]:
    """Report the arguments of a call of one of our macros; those that name something are tried."""
    if not call.is_constant:
        return
    try:
        if call.args or call.kwargs:
            site.call(page, call)
        else:
            check_arguments(MACROS[call.name], (), {})
    except (UnknownName, WrongArgument) as failure:
        yield error(
            location, f"macro {quoted(call.name)}: {failure}", f"write it as in {quoted(_usage(call.name), 200)}"
        )


def _usage(name: str) -> str:
    """Return how a macro is called, as in `entry_list(tag=None, limit=10)`."""
    parameters = [*signature(MACROS[name]).parameters.values()][1:]
    shown = (one.name if one.default is one.empty else f"{one.name}={one.default!r}" for one in parameters)
    return f"{{{{ {name}({', '.join(shown)}) }}}}"
