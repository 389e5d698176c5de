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
    if plain:
        document, problems = parse(f"[{text}]" if in_brackets else f"key: {text}", "")
        plain = not problems and document.data == ([text] if in_brackets else {"key": text})
    return text if plain else json.dumps(text, ensure_ascii=False)


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
_QUOTED_URL = re.compile(r"""(url: )'(https?://[^\s'"{}\[\],#]*[^\s'"{}\[\],#:])'(?=[,}])""")


def to_yaml(data: Any) -> str:
    """Return lists, dicts, texts, numbers and dates as the text of a YAML file."""
    text = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_TEXT_WIDTH + 30)
    # PyYAML quotes every colon between braces; a link needs no quotes there.
    unquoted = _QUOTED_URL.sub(r"\1\2", text)
    return unquoted if parse(unquoted, "")[0].data == parse(text, "")[0].data else text


class _InlineList(list[Any]):
    """A list that is written in brackets."""


class _TextInBrackets(str):
    """A text in brackets or braces, where commas need quotes as well."""


class _Dumper(yaml.SafeDumper):
    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002 - PyYAML's own
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - no text is written as a reference to another one
        return True


def _represent_text(dumper: _Dumper, text: str) -> yaml.Node:
    tag = "tag:yaml.org,2002:str"
    if "\n" in text:
        return dumper.represent_scalar(tag, text, style="|")
    if len(text) > _TEXT_WIDTH:
        return dumper.represent_scalar(tag, text, style=">")
    plain = quoted_scalar(text, in_brackets=isinstance(text, _TextInBrackets)) == text
    # PyYAML writes characters beyond the first plane, emoji among them, as numbers in double quotes.
    quotes = "'" if any(ord(character) > 0xFFFF for character in text) else '"'
    return dumper.represent_scalar(tag, str(text), style=None if plain else quotes)


def _represent_number(dumper: _Dumper, number: float) -> yaml.Node:
    if number == int(number):
        return dumper.represent_int(int(number))
    return dumper.represent_scalar("tag:yaml.org,2002:float", f"{number:.10g}")


def _represent_mapping(dumper: _Dumper, data: Mapping[str, Any]) -> yaml.Node:
    data = {
        key: _InlineList(value) if key in _INLINE_LISTS and _is_short_list(value) else value
        for key, value in data.items()
    }
    on_one_line = len(data) > 1 and all(_fits_one_line(value) for value in data.values())
    if on_one_line and sum(len(f"{key}: {value}, ") for key, value in data.items()) <= _INLINE_WIDTH:
        pairs = [(key, _TextInBrackets(value) if isinstance(value, str) else value) for key, value in data.items()]
        return dumper.represent_mapping("tag:yaml.org,2002:map", pairs, flow_style=True)
    return dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=False)


def _represent_list(dumper: _Dumper, data: Sequence[Any]) -> yaml.Node:
    in_brackets = isinstance(data, _InlineList)
    items = [_TextInBrackets(item) if isinstance(item, str) else item for item in data] if in_brackets else data
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=in_brackets)


def _is_short_list(values: Any) -> bool:
    return (
        isinstance(values, list)
        and all(map(_fits_one_line, values))
        and len(", ".join(map(str, values))) <= _INLINE_WIDTH
    )


def _fits_one_line(value: Any) -> bool:
    if isinstance(value, _InlineList):
        return True
    return not isinstance(value, (Mapping, list)) and not (isinstance(value, str) and "\n" in value)


_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(_TextInBrackets, _represent_text)
_Dumper.add_representer(float, _represent_number)
_Dumper.add_representer(dict, _represent_mapping)
_Dumper.add_representer(list, _represent_list)
_Dumper.add_representer(_InlineList, _represent_list)
