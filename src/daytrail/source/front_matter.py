"""Front matter of a Markdown file: the YAML between the `---` lines at its top."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from frontmatter.default_handlers import YAMLHandler

from daytrail.model.entry import DayNumber
from daytrail.problems import Location, Problem, error
from daytrail.source.yaml.write import inline, quoted_scalar

# python-frontmatter's own boundary swallows empty lines, and with them the line numbers.
_HANDLER = YAMLHandler(fm_boundary=re.compile(r"^---[ \t]*$", re.MULTILINE))


@dataclass(frozen=True, slots=True)
class SplitMarkdown:
    """A Markdown file in two parts."""

    front_matter: str
    """The YAML text, behind as many line breaks as there are above it in the file."""
    body: str
    first_line: int
    """The line of the file on which the body starts."""


def split_front_matter(text: str, path: str) -> tuple[SplitMarkdown, list[Problem]]:
    """Split a Markdown file into front matter and body. Without front matter, all of it is body."""
    above = re.match(r"\s*\n", text)
    lead = above[0] if above else ""
    rest = text[len(lead) :]
    if not _HANDLER.detect(rest):
        return SplitMarkdown("", text, 1), []
    line = lead.count("\n") + 1
    try:
        front_matter, body = _HANDLER.split(rest)
    except ValueError:
        return SplitMarkdown("", "", line), [
            error(Location(path, line), "the front matter that opens here has no end", "close it with a line `---`")
        ]
    body = body.removeprefix("\n")
    before = text[: len(text) - len(body)]
    return SplitMarkdown("\n" * (line - 1) + front_matter, body, before.count("\n") + 1), []


FrontMatterValue: TypeAlias = date | DayNumber | float | str | Sequence[str] | None


def write_front_matter(values: Mapping[str, FrontMatterValue], schema: str = "") -> str:
    """Return front matter with its `---` lines, for a new file.

    None and empty lists are left out; an empty text becomes the comment `# key:`, which invites to write one.
    Editors use the JSON Schema, given by its URL or relative path.
    """
    lines = [f"# yaml-language-server: $schema={schema}"] if schema else []
    for key, value in values.items():
        if value == "":
            lines.append(f"# {key}:")
        elif isinstance(value, bool):
            lines.append(f"{key}: {str(value).lower()}")
        elif isinstance(value, date | DayNumber | int | float):
            lines.append(f"{key}: {value}")
        elif isinstance(value, str):
            lines.append(f"{key}: {quoted_scalar(value)}")
        elif value and key == "links":  # too long to share a line
            lines += ["links:", *(f"  - {quoted_scalar(link)}" for link in value)]
        elif value:
            lines.append(f"{key}: {inline(value)}")
    return "\n".join(["---", *lines, "---", ""])
