"""Checks of the templates in docs pages: unknown names, and arguments that a macro does not take.

Jinja parses them, and executes nothing but calls of our macros with constants.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from inspect import signature

from jinja2 import Environment, TemplateSyntaxError, nodes

from daytrail.problems import Location, Problem, did_you_mean, error, quoted, warning
from daytrail.project.site_checks.docs_page import SiteDocs
from daytrail.project.site_checks.site import Site
from daytrail.source.docs_pages import calls_in_text
from daytrail.source.files import MAX_TEXT_BYTES, read_bytes
from daytrail.views.links import docs_address
from daytrail.views.lookup import UnknownName
from daytrail.views.macros import MACROS, WrongArgument, call_as_text, check_arguments
from daytrail.views.page_context import page_context


@dataclass(frozen=True, slots=True)
class _MacroCall:
    """A call of a name in a template."""

    name: str
    line: int
    column: int
    args: tuple[object, ...] = ()
    kwargs: Mapping[str, object] | None = None
    """None if not all arguments are written as they are; then there are no `args` either."""


_DEFINED = re.compile(r"\b(?:macro|set|import|as)\s+(\w+)")
"""What a template itself defines."""


def check_templates(site: Site) -> Iterator[Problem]:
    """Report what in the templates of docs pages would end a build, as far as it is about calls."""
    options = site.settings.macros_options
    if options is None or any(name.startswith(("j2_", "modules", "include_")) for name in options):
        return
    is_strict = "strict" in options.get("on_undefined", "") or options.get("on_error_fail", "").lower() == "true"
    words = _words_of_owner(site, options.get("module_name", "main"))
    for page in (page for page in site.docs_pages.values() if page.is_template):
        try:
            calls = [*_macro_calls(page.body)]
        except (TemplateSyntaxError, RecursionError) as failure:
            if is_strict:
                message = getattr(failure, "message", None) or "it nests too deep"
                hint = "correct it, or write `render_macros: false` at the top of the page if it calls no macros"
                location = Location(page.path, getattr(failure, "lineno", 1))
                yield error(location, f"this template cannot be read: {message}", hint)
            continue
        known = {*words, *page.front_matter, *_DEFINED.findall(page.body)}
        for call in calls:
            if call.name in MACROS:
                yield from _check_call(site, page, call)
            elif is_strict and call.name not in known and (hint := did_you_mean(call.name, MACROS)):
                location = Location(page.path, call.line, call.column)
                yield error(location, f"unknown macro {quoted(call.name)}", hint)


def _words_of_owner(site: Site, module: str) -> set[str]:
    """Return all words in the owner's macros outside of comments, and the names below `extra`: any may be a macro."""
    words: set[str] = set()
    for path in (site.settings.root / f"{module}.py", site.settings.root / module / "__init__.py"):
        with suppress(OSError, ValueError):  # it is missing, or a problem that is reported
            words.update(re.findall(r"\w+", re.sub(r"#.*", "", read_bytes(path, MAX_TEXT_BYTES).decode())))
    extra = site.settings.config.node("extra")
    return words | set(map(str, extra.children if extra else ()))


def _check_call(site: Site, page: SiteDocs, call: _MacroCall) -> Iterator[Problem]:
    """Report the arguments of a call of one of our macros; those that name something are tried."""
    if call.kwargs is None:
        return
    macro = MACROS[call.name]
    try:
        check_arguments(macro, call.args, call.kwargs)
        if site.facts and (call.args or call.kwargs):
            address = docs_address(page.uri, flat=site.is_flat)
            addresses, zone = site.settings.addresses, site.settings.timezone.key
            context = page_context(site.facts, address, flat=site.is_flat, addresses=addresses, zone=zone)
            macro(context, *call.args, **call.kwargs)
    except (UnknownName, WrongArgument) as failure:
        parameters = [*signature(macro).parameters.values()][1:]
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


def _macro_calls(text: str) -> Iterator[_MacroCall]:
    """Yield the calls of names in a template.

    Raises:
        TemplateSyntaxError, RecursionError: It cannot be parsed.
    """
    lines = text.split("\n")
    for call in Environment(autoescape=True).parse(text).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name):
            yield _macro_call(call, lines)


def _macro_call(call: nodes.Call, lines: list[str]) -> _MacroCall:
    name = call.node.name if isinstance(call.node, nodes.Name) else ""
    line = lines[call.lineno - 1] if call.lineno <= len(lines) else ""
    place = name, call.lineno, max(0, line.find(name)) + 1
    values = [*call.args, *(keyword.value for keyword in call.kwargs)]
    if call.dyn_args or call.dyn_kwargs or not all(map(_is_literal, values)):
        return _MacroCall(*place)
    kwargs = {keyword.key: keyword.value.as_const() for keyword in call.kwargs}
    return _MacroCall(*place, tuple(argument.as_const() for argument in call.args), kwargs)


def _is_literal(node: nodes.Expr) -> bool:
    if isinstance(node, nodes.Neg):
        return isinstance(node.node, nodes.Const) and isinstance(node.node.value, int | float)
    return isinstance(node, nodes.Const)
