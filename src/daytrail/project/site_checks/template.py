"""Parser of the templates in docs pages, for the macros that they call. Jinja parses them, and executes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass

from jinja2 import Environment, TemplateSyntaxError, nodes


@dataclass(frozen=True, slots=True)
class MacroCall:
    """A call of a name in a template."""

    name: str
    line: int
    column: int
    args: tuple[object, ...] = ()
    kwargs: Mapping[str, object] | None = None
    """None if not all arguments are written as they are; then there are no `args` either."""


@dataclass(frozen=True, slots=True)
class Template:
    """Calls in a template."""

    calls: tuple[MacroCall, ...] = ()
    names: frozenset[str] = frozenset()
    """Names that the template itself sets or imports, wherever."""
    only_calls: bool = False
    """Whether nothing but text and calls is in it."""
    syntax_error: tuple[str, int] | None = None
    """Error in it, and its line."""


def parse_template(text: str) -> Template:
    """Parse a template."""
    try:
        tree = Environment(autoescape=True).parse(text)
    except TemplateSyntaxError as failure:
        return Template(syntax_error=(failure.message or "it is not closed", failure.lineno))
    except RecursionError:
        return Template(syntax_error=("it nests too deep", 1))
    lines = text.split("\n")
    called = [call for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Name)]
    names = {name.name for name in tree.find_all(nodes.Name) if name.ctx != "load"}
    names |= {macro.name for macro in tree.find_all(nodes.Macro)}
    for imported in tree.find_all(nodes.FromImport):
        names |= {name if isinstance(name, str) else name[1] for name in imported.names}
    calls = tuple(_macro_call(call, lines) for call in called)
    return Template(calls, frozenset(names), all(map(_is_text_or_call, tree.body)))


def _macro_call(call: nodes.Call, lines: list[str]) -> MacroCall:
    name = call.node.name if isinstance(call.node, nodes.Name) else ""
    line = lines[call.lineno - 1] if call.lineno <= len(lines) else ""
    place = name, call.lineno, max(0, line.find(name)) + 1
    values = [*call.args, *(keyword.value for keyword in call.kwargs)]
    if call.dyn_args or call.dyn_kwargs or not all(map(_is_literal, values)):
        return MacroCall(*place)
    kwargs = {keyword.key: keyword.value.as_const() for keyword in call.kwargs}
    return MacroCall(*place, tuple(argument.as_const() for argument in call.args), kwargs)


def _is_literal(node: nodes.Expr) -> bool:
    if isinstance(node, nodes.Neg):
        return isinstance(node.node, nodes.Const) and isinstance(node.node.value, int | float)
    return isinstance(node, nodes.Const)


def _is_text_or_call(statement: nodes.Node) -> bool:
    return isinstance(statement, nodes.Output) and all(
        isinstance(node, nodes.TemplateData) or (isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name))
        for node in statement.nodes
    )
