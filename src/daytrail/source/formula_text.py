"""Formulas of TeX as plain text, for excerpts.

The library that draws formulas is not used: its MathML loses what is a fraction or an index once it is plain text, and
it has to be protected against formulas that take it long.
"""

import re
from html.entities import html5

_COMMAND = re.compile(r"\\([a-zA-Z]+|[,;:! |])")
_SYMBOLS = {"cdot": "·", "infty": "∞", "to": "→", "left": "", "right": "", "|": "‖"}
"""Commands with other names in HTML, whose names of characters are mostly those of TeX."""
_NAMES = re.compile("arg(min|max)?|cosh?|det|dim|exp|gcd|inf|lim|ln|log|max|min|mod|sinh?|sup|tanh?")
_STRUCTURE = re.compile(r"[\\{}&~]")
_UNREADABLE = "…"


def formula_text(tex: str) -> str:
    """Return a formula of a sentence as it would be typed, as in `O(n log n)`; an ellipsis if that takes a drawing."""
    tex = tex.strip().removeprefix("`").removesuffix("`")  # as GitHub has it: $`…`$
    text = " ".join(_COMMAND.sub(_symbol, tex).split())
    return _UNREADABLE if _STRUCTURE.search(text) else text


def _symbol(match: re.Match[str]) -> str:
    name = match[1]
    if _NAMES.fullmatch(name):
        return name
    if not name[0].isalpha() and name != "|":
        return " "
    symbol = _SYMBOLS.get(name, html5.get(f"{name};"))
    return match[0] if symbol is None else symbol
