"""The `---` block of a Markdown file."""

import re
from dataclasses import dataclass

from frontmatter.default_handlers import YAMLHandler

from daytrail.problems import Location, Problem, error

# python-frontmatter's own boundary swallows empty lines, and with them the line numbers.
_HANDLER = YAMLHandler(fm_boundary=re.compile(r"^---[ \t]*$", re.MULTILINE))


@dataclass(frozen=True, slots=True)
class Split:
    """A Markdown file in its two halves."""

    front: str
    """The YAML text, behind as many line breaks as stand above it in the file."""
    body: str
    first_line: int
    """The line of the file on which the body starts."""


def split(text: str, path: str) -> tuple[Split, list[Problem]]:
    """Part the front matter from the body; a file without front matter is all body."""
    above = re.match(r"\s*\n", text)
    lead = above[0] if above else ""
    rest = text[len(lead) :]
    if not _HANDLER.detect(rest):
        return Split("", text, 1), []
    line = lead.count("\n") + 1
    try:
        front, body = _HANDLER.split(rest)
    except ValueError:
        return Split("", "", line), [
            error(Location(path, line), "the front matter that opens here has no end", "close it with a line `---`")
        ]
    body = body.removeprefix("\n")
    before = text[: len(text) - len(body)]
    return Split("\n" * (line - 1) + front, body, before.count("\n") + 1), []
