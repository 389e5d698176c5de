"""Lines of Markdown inside code fences and HTML comments."""

import re
from collections.abc import Sequence

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def hidden_lines(lines: Sequence[str]) -> set[int]:
    """Return the numbers, from 1, of the lines inside code fences and comments, their first and last lines included."""
    hidden: set[int] = set()
    fence = ""
    in_comment = False
    for number, line in enumerate(lines, start=1):
        opening = _FENCE.match(line)
        if fence or in_comment or opening or "<!--" in line:
            hidden.add(number)
        if fence:
            if opening and opening[1].startswith(fence) and not line[opening.end() :].strip():
                fence = ""
        elif in_comment:
            in_comment = "-->" not in line
        elif opening:
            fence = opening[1]
        elif "<!--" in line:
            in_comment = "-->" not in line.rpartition("<!--")[2]
    return hidden
