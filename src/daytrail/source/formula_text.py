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
_SYMBOLS = {"cdot": "·", "infty": "∞", "to": "→", "neq": "≠", "left": "", "right": "", "|": "‖", "!": ""}
"""Commands with other names in HTML, whose names of characters are mostly those of TeX."""
_NAMES = re.compile("arg(min|max)?|cosh?|det|dim|exp|gcd|inf|lim|ln|log|max|min|mod|sinh?|sup|tanh?")
_COMMAND = re.compile(r"\\([a-zA-Z]+|[,;:! |])")
_INDEX = re.compile(r"([_^])\{([^{}]*)\}")


def formula_text(tex: str) -> str:
    """Return a formula of a sentence as it would be typed, as in `O(n log n)`; an ellipsis if that takes a drawing."""
    tex = tex.strip().removeprefix("`").removesuffix("`")  # as GitHub has it: $`…`$
    text = _INDEX.sub(_index, " ".join(_COMMAND.sub(_symbol, tex).split()))
    return UNREADABLE if len(tex) > MAX_FORMULA or re.search(r"[\\{}&~]", text) else text


def _index(match: re.Match[str]) -> str:
    mark, index = match.groups()
    return f"{mark}{index}" if len(index) == 1 or index.isalnum() else f"{mark}({index})"


def _symbol(match: re.Match[str]) -> str:
    name = match[1]
    if _NAMES.fullmatch(name):
        return name
    symbol = _SYMBOLS.get(name, html5.get(f"{name};") if name.isalpha() else " ")
    return match[0] if symbol is None else symbol
