"""Writer of YAML text, as people write it: few quotes, and short mappings in braces."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from textwrap import indent
from typing import Any, TypeAlias

from daytrail.source.yaml.parser import parse

ScalarValue: TypeAlias = str | bool | float | date
Value: TypeAlias = ScalarValue | Mapping[str, ScalarValue | Sequence[ScalarValue]]

_OTHER_TYPES = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
"""Words that some readers of YAML do not take for text."""
_UNSAFE_IN_PLAIN = re.compile(r"[\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")
"""Characters that some reader of YAML takes for a line end or a space, or does not take, in a text without quotes."""
_UNSAFE_IN_BRACKETS = re.compile(r"\?|(?<!^http)(?<!^https):")
"""In brackets, some readers of YAML 1.1 take a `?` and each colon for the beginning of something."""
_UNPRINTABLE = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Characters that JSON has in quotes as they are, and that YAML reads as line ends, or not at all."""
_WORDS = re.compile(r"[^\W_]+(?:[ -][^\W_]+)*")
"""Texts that every parser of YAML reads as they are, unless they are of another type."""


def scalar_text(value: ScalarValue) -> str:
    """Return a value as the text that Daytrail's parser reads from it."""
    match value:
        case bool():
            return "true" if value else "false"
        case date():
            return value.isoformat()
        case float() | int():
            return str(int(value)) if value == int(value) else repr(round(value, 4))
    return value


def quoted_scalar(text: str, *, in_brackets: bool = False) -> str:
    """Return a text as a YAML scalar, in quotes if it needs them, also for readers that interpret types."""
    plain = text[:1].isalpha() and text.casefold() not in _OTHER_TYPES
    if plain and not _WORDS.fullmatch(text):
        if _UNSAFE_IN_PLAIN.search(text) or (in_brackets and _UNSAFE_IN_BRACKETS.search(text)):
            return _in_double_quotes(text)
        document, problems = parse(f"[{text}]" if in_brackets else f"key: {text}", "")
        plain = not problems and document.data == ([text] if in_brackets else {"key": text})
    return text if plain else _in_double_quotes(text)


def _in_double_quotes(text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)


def inline(value: Value | Sequence[Value], *, in_brackets: bool = False) -> str:
    """Return a value as YAML on one line: a list in brackets, a mapping in braces."""
    if isinstance(value, str):
        return quoted_scalar(value, in_brackets=in_brackets)
    if isinstance(value, Mapping):
        return "{" + ", ".join(pair(key, inner, in_brackets=True) for key, inner in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(inline(item, in_brackets=True) for item in value) + "]"
    return scalar_text(value)


def pair(key: str, value: Value | Sequence[Value], *, in_brackets: bool = False) -> str:
    """Return `key: value` on one line."""
    return f"{quoted_scalar(key)}: {inline(value, in_brackets=in_brackets)}"


# -- whole files --

_INLINE_WIDTH = 120
"""The longest mapping in braces or list in brackets, about in characters."""
_INLINE_LISTS = ("was", "needs", "weeks", "range")
"""Keys with lists of a few names or numbers, which are written in brackets."""
_NOT_IN_BLOCK = re.compile(r"^[ \n]|[ \n]$| \n|\t|[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Pattern of texts that cannot be written without quotes over several lines."""


def to_yaml(data: Any) -> str:
    """Return lists, dicts, texts, numbers and dates as the text of a YAML file.

    The emitter of PyYAML 6 was used before: it takes five times as long, and quotes every colon between braces.
    """
    if not isinstance(data, Mapping | list | tuple) or not data:
        return f"{inline(data)}\n"
    text = ""
    for key, value in _pairs(data):
        name = "-" if key is None else f"{quoted_scalar(str(key))}:"
        if not value or _fits_one_line(key, value) or (isinstance(value, str) and _NOT_IN_BLOCK.search(value)):
            text += f"{name} {inline(value)}\n"
        elif isinstance(value, str):
            text += f"{name} |-\n{indent(value, '  ')}\n"
        elif key is None:
            text += f"- {indent(to_yaml(value), '  ')[2:]}"
        else:
            text += f"{name}\n{indent(to_yaml(value), '  ')}"
    return text


def _fits_one_line(key: str | None, value: Any) -> bool:
    if not isinstance(value, Mapping | list | tuple):
        return not (isinstance(value, str) and "\n" in value)
    if len(str(value)) > _INLINE_WIDTH or (len(value) < 2 if isinstance(value, Mapping) else key not in _INLINE_LISTS):
        return False
    return all(not isinstance(inner, Mapping) and _fits_one_line(name, inner) for name, inner in _pairs(value))


def _pairs(data: Any) -> Iterable[tuple[str | None, Any]]:
    """Return the keys and values of a mapping, or the values of a list without keys."""
    return data.items() if isinstance(data, Mapping) else ((None, item) for item in data)
