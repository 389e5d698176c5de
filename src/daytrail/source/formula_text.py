"""Formulas of TeX as plain text, for excerpts.

The library that draws formulas is not used: its MathML loses what is a fraction or an index once it is plain text, and
it has to be protected against formulas that take it long.
"""

import re
from html.entities import html5

MAX_FORMULA = 300
"""A formula with more characters is no text to read."""
UNREADABLE = "…"
"""Replacement for a formula that plain text cannot show."""
_COMMAND = re.compile(r"\\([a-zA-Z]+|[,;:! |])")
_SYMBOLS = {
    "cdot": "·",
    "infty": "∞",
    "to": "→",
    "neq": "≠",
    "ldots": "...",
    "cdots": "...",
    "left": "",
    "right": "",
    "quad": " ",
    "qquad": " ",
    "|": "‖",
    "!": "",
}
"""Commands with other names in HTML, whose names of characters are mostly those of TeX."""
_NAMES = re.compile("arg(min|max)?|cosh?|det|dim|exp|gcd|inf|lim|ln|log|max|min|mod|sinh?|sup|tanh?")
_STRUCTURE = re.compile(r"[\\{}&~]")
_ESCAPES = re.compile(r"\\[\\{}]")
_GROUP = re.compile(
    r"\\[dt]?frac\s*\{(?P<over>[^{}]*)\}\s*\{(?P<under>[^{}]*)\}"
    r"|\\sqrt\s*\{(?P<root>[^{}]*)\}"
    r"|\\(?:text|operatorname|math(?:rm|bf|it|sf|tt|cal|bb))\s*\{(?P<name>[^{}]*)\}"
    r"|(?P<mark>[_^])\{(?P<index>[^{}]*)\}"
)
"""A command or an index with braces that contain no others."""
_FACTOR = re.compile(r"[^\s+\-−=<>,;/]*")
_SYMBOL = re.compile(r"\w(?:_\w+)?|\d+|\\[a-zA-Z]+")
_INDEX = re.compile(r"\w+|\\[a-zA-Z]+|[*+−-]|'+")


def formula_text(tex: str) -> str:
    """Return a formula of a sentence as it would be typed, as in `O(n log n)`; an ellipsis if that takes a drawing."""
    tex = tex.strip().removeprefix("`").removesuffix("`")  # as GitHub has it: $`…`$
    if len(tex) > MAX_FORMULA or _ESCAPES.search(tex):
        return UNREADABLE
    replaced = 1
    while replaced:  # from the inside out
        tex, replaced = _GROUP.subn(_group, tex)
    text = " ".join(_COMMAND.sub(_symbol, tex).split())
    return UNREADABLE if _STRUCTURE.search(text) else text


def _group(match: re.Match[str]) -> str:
    """Return a fraction, a root, a name or an index without its braces."""
    match match.groupdict():
        case {"over": str(over), "under": str(under)}:
            return f"{_enclosed(over, _FACTOR)}/{_enclosed(under, _FACTOR)}"
        case {"root": str(root)}:
            return f"√{_enclosed(root, _SYMBOL)}"
        case {"mark": str(mark), "index": str(index)}:
            return f"{mark}{_enclosed(index, _INDEX)}"
    return str(match["name"])


def _enclosed(tex: str, simple: re.Pattern[str]) -> str:
    """Return a part of a formula, in parentheses unless it is simple."""
    tex = tex.strip()
    return tex if simple.fullmatch(tex) else f"({tex})"


def _symbol(match: re.Match[str]) -> str:
    name = match[1]
    if _NAMES.fullmatch(name):
        return name
    symbol = _SYMBOLS.get(name, html5.get(f"{name};") if name.isalpha() else " ")
    return match[0] if symbol is None else symbol
