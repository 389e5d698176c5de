"""Parser of the templates in docs pages, for the macros that they call. Jinja parses them, and executes nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.filters import FILTERS as DEFAULT_FILTERS
from jinja2.tests import TESTS as DEFAULT_TESTS


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
    """Calls and names in a template."""

    calls: tuple[MacroCall, ...] = ()
    variables: tuple[tuple[str, int, int], ...] = ()
    """Names that the template does not define, filters among them, each with line and column."""
    only_calls: bool = False
    """Whether nothing but text and calls is in it."""
    files: tuple[tuple[str, int], ...] = ()
    """Templates that it includes, each with its line."""
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
    ignored = {id(call.node) for call in called}
    ignored |= {id(name) for test in tree.find_all((nodes.Test, nodes.Filter)) for name in _optional_names(test)}
    defined = set(_defined_names(tree))
    names = [(name.name, name.lineno) for name in tree.find_all(nodes.Name) if id(name) not in ignored]
    names = [(name, line) for name, line in names if name not in defined]
    for node in tree.find_all((nodes.Filter, nodes.Test)):
        if isinstance(node, nodes.Filter | nodes.Test) and node.name not in DEFAULT_FILTERS | DEFAULT_TESTS:
            names.append((node.name, node.lineno))
    files = [
        (node.template.value, node.lineno)
        for node in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends))
        if isinstance(node, nodes.Include | nodes.Import | nodes.FromImport | nodes.Extends)
        and isinstance(node.template, nodes.Const)
        and not getattr(node, "ignore_missing", False)
    ]
    return Template(
        tuple(_macro_call(call, lines) for call in called),
        tuple((name, line, _column(lines, line, name)) for name, line in dict(reversed(names)).items()),
        all(map(_is_text_or_call, tree.body)),
        tuple(files),
    )


def _defined_names(tree: nodes.Template) -> Iterator[str]:
    """Yield the names that a template defines, wherever.

    Ours rather than `find_undeclared_variables` of Jinja, which computes constants: `'a' * 10**10` takes all memory.
    """
    for node in tree.find_all((nodes.Name, nodes.Macro, nodes.Import, nodes.FromImport)):
        match node:
            case nodes.Name() if node.ctx != "load":
                yield node.name
            case nodes.Macro():
                yield node.name
            case nodes.Import():
                yield node.target
            case nodes.FromImport():
                yield from (name if isinstance(name, str) else name[1] for name in node.names)


def _optional_names(node: nodes.Expr) -> Iterator[nodes.Name]:
    """Yield the name that a test or filter accepts although it is not defined, as in `x is defined`."""
    if isinstance(node, nodes.Test | nodes.Filter) and node.name in ("defined", "undefined", "default", "d"):
        yield from node.find_all(nodes.Name)


def _macro_call(call: nodes.Call, lines: list[str]) -> MacroCall:
    name = call.node.name if isinstance(call.node, nodes.Name) else ""
    place = name, call.lineno, _column(lines, call.lineno, name)
    values = [*call.args, *(keyword.value for keyword in call.kwargs)]
    if call.dyn_args or call.dyn_kwargs or not all(map(_is_literal, values)):
        return MacroCall(*place)
    kwargs = {keyword.key: keyword.value.as_const() for keyword in call.kwargs}
    return MacroCall(*place, tuple(argument.as_const() for argument in call.args), kwargs)


def _is_literal(node: nodes.Expr) -> bool:
    if isinstance(node, nodes.Neg):
        return isinstance(node.node, nodes.Const) and isinstance(node.node.value, int | float)
    return isinstance(node, nodes.Const)


def _column(lines: list[str], line: int, name: str) -> int:
    return max(0, lines[line - 1].find(name)) + 1 if line <= len(lines) else 1


def _is_text_or_call(statement: nodes.Node) -> bool:
    return isinstance(statement, nodes.Output) and all(
        isinstance(node, nodes.TemplateData) or (isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name))
        for node in statement.nodes
    )
