"""Writer of YAML text, as people write it: few quotes, and short mappings in braces."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, TypeAlias

import yaml

from daytrail.source.yaml.parser import parse

ScalarValue: TypeAlias = str | bool | float | date
Value: TypeAlias = ScalarValue | Mapping[str, ScalarValue]

_OTHER_TYPES = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
"""Words that some readers of YAML do not take for text."""
_UNSAFE_IN_PLAIN = re.compile(r"[\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")
"""Characters that some reader of YAML takes for a line end or a space, or does not take, in a text without quotes."""
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
        # In brackets, a `?` begins a key for readers of YAML 1.1.
        if _UNSAFE_IN_PLAIN.search(text) or (in_brackets and "?" in text):
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

_TEXT_WIDTH = 100
"""Longer texts are folded over several lines."""
_INLINE_WIDTH = 112
"""The longest mapping in braces or list in brackets, in characters."""
_INLINE_LISTS = ("was", "needs", "weeks")
"""Keys with lists of a few names or numbers, which are written in brackets."""
_QUOTED_URL = re.compile(r"""(url: )'(https?://[^\s'"{}\[\],#?]*[^\s'"{}\[\],#?:])'(?=[,}])""")


def to_yaml(data: Any) -> str:
    """Return lists, dicts, texts, numbers and dates as the text of a YAML file."""
    text = yaml.serialize(_node(data), Dumper=_Dumper, allow_unicode=True, width=_TEXT_WIDTH + 30)
    # PyYAML quotes every colon between braces; a link needs no quotes there.
    unquoted = _QUOTED_URL.sub(r"\1\2", text)
    is_same = unquoted == text or parse(unquoted, "")[0].data == parse(text, "")[0].data
    return unquoted if is_same else text


class _Dumper(yaml.SafeDumper):
    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002 - PyYAML's own
        super().increase_indent(flow, False)


def _node(data: Any, *, in_brackets: bool = False) -> yaml.Node | None:
    """Return a value as a node of PyYAML, with the style in which it is written."""
    if isinstance(data, Mapping):
        short_lists = {key for key, value in data.items() if key in _INLINE_LISTS and _is_short_list(value)}
        one_line = len(data) > 1 and all(key in short_lists or _fits_one_line(value) for key, value in data.items())
        one_line = one_line and sum(len(f"{key}: {value}, ") for key, value in data.items()) <= _INLINE_WIDTH
        pairs = [(_node(key), _node(value, in_brackets=one_line or key in short_lists)) for key, value in data.items()]
        return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=one_line)
    if isinstance(data, list | tuple):
        items = [_node(item, in_brackets=in_brackets) for item in data]
        return yaml.SequenceNode("tag:yaml.org,2002:seq", items, flow_style=in_brackets)
    if isinstance(data, str):
        return yaml.ScalarNode("tag:yaml.org,2002:str", data, style=_text_style(data, in_brackets=in_brackets))
    return yaml.compose(f"{data:.10g}" if isinstance(data, float) else scalar_text(data), Loader=yaml.SafeLoader)


def _text_style(text: str, *, in_brackets: bool) -> str | None:
    """Return the quote or block indicator with which PyYAML writes a text."""
    if "\n" in text:
        return "|"
    if len(text) > _TEXT_WIDTH:
        return ">"
    if quoted_scalar(text, in_brackets=in_brackets) == text:
        return None
    # PyYAML writes characters beyond the first plane, emoji among them, as numbers in double quotes.
    is_astral = any(ord(character) > 0xFFFF for character in text)
    return "'" if is_astral and not _UNSAFE_IN_PLAIN.search(text.replace("\xa0", " ")) else '"'


def _is_short_list(values: Any) -> bool:
    is_list = isinstance(values, list) and all(map(_fits_one_line, values))
    return is_list and len(", ".join(map(str, values))) <= _INLINE_WIDTH


def _fits_one_line(value: Any) -> bool:
    return not isinstance(value, (Mapping, list)) and not (isinstance(value, str) and "\n" in value)
