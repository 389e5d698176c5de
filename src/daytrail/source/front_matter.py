"""Front matter of a Markdown file: the YAML between the `---` lines at its top."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from frontmatter.default_handlers import YAMLHandler

from daytrail.model.entry import DayNumber, FrontMatter
from daytrail.problems import Location, Problem, error
from daytrail.source.yaml.write import inline, pair

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


_DASHES = "\\-\u2010-\u2015\u2212"
_SMART_FENCE = re.compile(rf"\ufeff*(?=-*[^-\s])[{_DASHES}]{{1,3}}[ \t\r]*")
"""A line that smart punctuation made of `---`, as in `—-`."""
_FENCE = re.compile(r"\ufeff*---[ \t\r]*")
_KEY = re.compile(r"\s*([a-z_]+)\s*:")
_KEYS = {*FrontMatter.model_fields, "private"}


def split_entry(text: str, path: str) -> tuple[SplitMarkdown, list[Problem]]:
    """Split the text of an entry as `split_front_matter` does, also if a phone made long dashes of its `---` lines."""
    return split_front_matter(with_plain_fences(text), path)


def with_plain_fences(text: str) -> str:
    """Return the text of an entry with `---` for the lines that smart punctuation made of it, as in `—-`.

    Only lines around front matter are replaced: the first one, if a key of entries is below it, and the next one.
    """
    lines = text.split("\n")
    top = next((number for number, line in enumerate(lines) if line.strip("\ufeff \t\r")), 0)
    below = (line for line in lines[top + 1 :] if line.strip() and not line.lstrip().startswith("#"))
    key = _KEY.match(next(below, ""))
    is_smart = _SMART_FENCE.fullmatch(lines[top])
    if not (_FENCE.fullmatch(lines[top]) or (is_smart and key and key[1] in _KEYS)):
        return text
    fences = (n for n in range(top + 1, len(lines)) if _FENCE.fullmatch(lines[n]) or _SMART_FENCE.fullmatch(lines[n]))
    for number in (top, next(fences, top)):
        if _SMART_FENCE.fullmatch(lines[number]):
            lines[number] = re.sub(rf"[{_DASHES}]+", "---", lines[number])
    return "\n".join(lines)


_OTHER_KEYS = {"categories", "description", "layout", "published", "slug"}
"""Keys that other programs read."""
_FIRST_KEYS = {"date", "day", "draft", "milestone", "series", "slug", "tags", "title"}
"""Keys of which a front matter has at least one; `links:` or `done:` may also begin a sentence."""
KEYS_OF_PAGES = (_FIRST_KEYS | _OTHER_KEYS) - {"day"}
"""Keys that begin the front matter of any page, and hardly a sentence."""


def find_unopened(parts: SplitMarkdown, path: str) -> Iterator[Problem]:
    """Yield a problem if a body begins with front matter that has no `---` above it, or neither above nor below."""
    above = re.match(r"\s*\n", parts.body)
    first = above[0].count("\n") if above else 0
    keys: set[str] = set()
    for line in () if parts.front_matter else parts.body.split("\n")[first:]:
        if _FENCE.fullmatch(line) or _SMART_FENCE.fullmatch(line):
            if keys & _FIRST_KEYS:
                location = Location(path, parts.first_line + first)
                yield error(
                    location, "the front matter that begins here has no `---` above it", "write a line `---` there"
                )
            return
        if not line.strip() and len(keys) > 1 and keys & _FIRST_KEYS:
            location = Location(path, parts.first_line + first)
            hint = "write a line `---` above it and below it"
            yield error(location, "the front matter that begins here has no `---` around it", hint)
        if key := re.match(r"([a-z_]+):(?:\s|$)", line):
            keys.add(key[1])
        if keys - _KEYS - _OTHER_KEYS or not (key or (keys and re.match(r"[ \t]+\S|- |#", line))):
            return


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
        elif isinstance(value, DayNumber):
            lines.append(f"{key}: {value}")
        elif isinstance(value, list | tuple) and value and key == "links":  # too long to share a line
            lines += ["links:", *(f"  - {inline(link)}" for link in value)]
        elif value not in (None, (), []):
            lines.append(pair(key, value))
    return "\n".join(["---", *lines, "---", ""])
