"""Writer of YAML text, as people write it: few quotes, and short mappings in braces."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
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
    return f"{key}: {inline(value, in_brackets=in_brackets)}"


# -- whole files --

TEXT_WIDTH = 100
"""Longer texts are folded over several lines."""
FOLDED_WIDTH = 130
"""A line of a folded text ends with the first word beyond this column."""
_INLINE_WIDTH = 112
"""The longest mapping in braces or list in brackets, in characters."""
_INLINE_LISTS = ("was", "needs", "weeks", "range")
"""Keys with lists of a few names or numbers, which are written in brackets."""
_NOT_IN_BLOCK = re.compile(r"^[ \n]|[ \n]$| \n|\t|[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Pattern of texts that cannot be written without quotes over several lines."""


def to_yaml(data: Any) -> str:
    """Return lists, dicts, texts, numbers and dates as the text of a YAML file.

    The emitter of PyYAML 6 was used before: it takes five times as long, and quotes every colon between braces.
    """
    if not data and isinstance(data, Mapping | list | tuple):
        return f"{_in_line(data)}\n"
    return "".join(f"{line}\n" for line in _lines(data, 0))


def _lines(data: Any, indent: int) -> Iterator[str]:
    """Yield the lines of a mapping or a list, or that of another value."""
    margin = " " * indent
    if isinstance(data, Mapping) and not _fits_in_braces(data):
        for key, value in data.items():
            name = f"{margin}{quoted_scalar(str(key))}:"
            if (
                isinstance(value, Mapping | list | tuple)
                and value
                and not (key in _INLINE_LISTS and _is_short_list(value))
            ):
                inner = [*_lines(value, indent + 2)]
                is_in_braces = isinstance(value, Mapping) and _fits_in_braces(value)
                yield from [f"{name} {inner[0].lstrip()}"] if is_in_braces else [name, *inner]
            else:
                yield from _pair_lines(name, value, indent + 2)
    elif isinstance(data, list | tuple):
        for item in data:
            if isinstance(item, Mapping | list | tuple) and item:
                first, *others = _lines(item, indent + 2)
                yield f"{margin}- {first[indent + 2 :]}"
                yield from others
            else:
                yield from _pair_lines(f"{margin}-", item, indent + 2)
    else:
        yield margin + _in_line(data)


def _pair_lines(start: str, value: Any, indent: int) -> Iterator[str]:
    """Yield the lines of a value that is no long list or mapping, with what is before it."""
    if not isinstance(value, str) or _NOT_IN_BLOCK.search(value) or ("\n" not in value and len(value) <= TEXT_WIDTH):
        yield f"{start} {_in_line(value, in_brackets=False)}"
        return
    yield f"{start} {'|-' if chr(10) in value else '>-'}"
    if "\n" in value:
        yield from (f"{' ' * indent}{line}" if line else "" for line in value.split("\n"))
        return
    line = ""
    for word in re.split(r"(?<! ) (?! )", value):
        if line and len(line) > FOLDED_WIDTH - indent:
            yield " " * indent + line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield " " * indent + line


def _in_line(value: Any, *, in_brackets: bool = True) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quoted_scalar(str(key))}: {_in_line(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_in_line, value)) + "]"
    if isinstance(value, str):
        quoted = quoted_scalar(value, in_brackets=in_brackets)
        # Emoji are in single quotes, as in files that PyYAML has written.
        is_single = max(value, default="") > "\uffff" and not _UNSAFE_IN_PLAIN.search(value) and quoted != value
        return f"'{value.replace(chr(39), chr(39) * 2)}'" if is_single else quoted
    return f"{value:.10g}" if isinstance(value, float) else scalar_text(value)


def _fits_in_braces(data: Mapping[str, Any]) -> bool:
    fits = len(data) > 1 and all(
        _fits_one_line(value) or (key in _INLINE_LISTS and _is_short_list(value)) for key, value in data.items()
    )
    return fits and sum(len(f"{key}: {value}, ") for key, value in data.items()) <= _INLINE_WIDTH


def _is_short_list(values: Any) -> bool:
    is_list = isinstance(values, list) and all(map(_fits_one_line, values))
    return is_list and len(", ".join(map(str, values))) <= _INLINE_WIDTH


def _fits_one_line(value: Any) -> bool:
    return not isinstance(value, (Mapping, list)) and not (isinstance(value, str) and "\n" in value)
