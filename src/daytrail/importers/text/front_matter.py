"""Front matter of source documents: YAML, TOML or JSON at the top of a text."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import frontmatter
import yaml

_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"(---|\+\+\+)[ \t]*\n(?![ \t]*\n)(?:.*\n)*?\1[ \t]*(?:\n|$)")
"""Front matter as a whole; a line with an empty one below it is a thematic break."""
_NO = ("false", "no", "off", "0")
ENTRY_KEYS = ("date", "day", "title", "tags", "categories")
"""Keys of front matter for which an entry has a field."""


def split_front_matter(text: str) -> tuple[Mapping[str, Any], str]:
    """Return the front matter of a text, and the text behind it.

    Front matter that cannot be parsed stays in the text; the mapping is then empty.
    """
    try:
        if match := _TOML.match(text):
            return tomllib.loads(match[1]), text[match.end() :]
        if not re.match(r"---[ \t]*\n|\{[ \t]*\n", text):
            return {}, text
        post = frontmatter.loads(text)
    # The errors of TOML, JSON and impossible dates are ValueErrors; keys that are numbers are TypeErrors.
    except (yaml.YAMLError, ValueError, TypeError):
        return {}, text
    # python-frontmatter strips the text; its words are the same.
    return (post.metadata, post.content) if post.metadata else ({}, text)


def blank_front_matter(text: str) -> str:
    """Return a text with as many empty lines in place of its front matter, so that line numbers stay."""
    match = _BLOCK.match(text)
    return "\n" * match[0].count("\n") + text[match.end() :] if match else text


def settings_in(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of front matter, with numbers, whose value is one word and no date, as in `layout: page`."""
    block = _BLOCK.match(text)
    for number, line in enumerate(block[0].split("\n") if block else (), 1):
        if re.fullmatch(r"\s*(?!title\b)(?:- +|[\w-]+ *[:=]) *(?:(?!\d-\d)\S)*\s*", line):
            yield number, line


def is_draft(metadata: Mapping[str, Any]) -> bool:
    """Return whether front matter says in some way that the text is not to be published."""
    said = {str(key).casefold(): str(value).casefold() for key, value in metadata.items()}
    return (
        any(said.get(key, "false") not in _NO for key in ("draft", "private"))
        or any(said.get(key, "true") in _NO for key in ("publish", "published", "public"))
        or any(said.get(key) in ("draft", "private") for key in ("state", "status", "visibility"))
    )


def tags_in(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the tags and categories of front matter, which may be lists or texts with commas, or else with spaces."""
    tags: list[str] = []
    for key in ("tags", "categories"):
        value = metadata.get(key) or ()
        separator = "," if "," in str(value) else None
        tags += value.split(separator) if isinstance(value, str) else map(str, value if isinstance(value, list) else ())
    return tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))


def date_from(value: object) -> date | None:
    """Return the date in a value of front matter, which may have a time."""
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None


def day_numbers_from(value: object) -> tuple[int, int] | None:
    """Return the day number in a value of front matter, as the first and the last day."""
    return (value, value) if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
