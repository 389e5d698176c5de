"""YAML as people write it, and what is new in it added to a file that is there already."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from textwrap import dedent, indent
from typing import Any

import yaml

from daytrail.model.base import slug
from daytrail.source.yaml.document import parse
from daytrail.source.yaml.spans import Span, spans
from daytrail.source.yaml.write import Splice, scalar

_WIDTH = 100
_STR, _MAP = "tag:yaml.org,2002:str", "tag:yaml.org,2002:map"
_FLAT = 112
"""The longest map that stands in braces on one line, in characters."""


class _Dumper(yaml.SafeDumper):
    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002 - PyYAML's own
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - no text is written as a reference to another one
        return True


class _Inline(list[Any]):
    """A list that stands in brackets."""


_INLINE = ("was", "needs", "weeks")
"""Keys with lists of a few names or numbers."""


class _Flow(str):
    """A text between braces, where commas need quotes as well."""


def _text(dumper: _Dumper, text: str) -> yaml.Node:
    if "\n" in text:
        return dumper.represent_scalar(_STR, text, style="|")
    if len(text) > _WIDTH:
        return dumper.represent_scalar(_STR, text, style=">")
    plain = scalar(text, flow=isinstance(text, _Flow)) == text
    # PyYAML writes signs beyond the first plane, emoji among them, as numbers in double quotes.
    quotes = "'" if any(ord(sign) > 0xFFFF for sign in text) else '"'
    return dumper.represent_scalar(_STR, str(text), style=None if plain else quotes)


def _number(dumper: _Dumper, number: float) -> yaml.Node:
    if number == int(number):
        return dumper.represent_int(int(number))
    return dumper.represent_scalar("tag:yaml.org,2002:float", f"{number:.10g}")


def _map(dumper: _Dumper, data: Mapping[str, Any]) -> yaml.Node:
    data = {key: _Inline(value) if key in _INLINE and _are_single(value) else value for key, value in data.items()}
    short = len(data) > 1 and all(_is_single(value) for value in data.values())
    if short and sum(len(f"{key}: {value}, ") for key, value in data.items()) <= _FLAT:
        inside = {key: _Flow(value) if isinstance(value, str) else value for key, value in data.items()}
        return dumper.represent_mapping(_MAP, inside.items(), flow_style=True)
    return dumper.represent_mapping(_MAP, data.items(), flow_style=False)


def _list(dumper: _Dumper, data: Sequence[Any]) -> yaml.Node:
    inside = [_Flow(one) if isinstance(one, str) else one for one in data] if isinstance(data, _Inline) else data
    return dumper.represent_sequence("tag:yaml.org,2002:seq", inside, flow_style=isinstance(data, _Inline))


def _are_single(values: Any) -> bool:
    return isinstance(values, list) and all(map(_is_single, values)) and len(", ".join(map(str, values))) <= _FLAT


def _is_single(value: Any) -> bool:
    if isinstance(value, _Inline):
        return True
    return not isinstance(value, (Mapping, list)) and not (isinstance(value, str) and "\n" in value)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(_Flow, _text)
_Dumper.add_representer(float, _number)
_Dumper.add_representer(dict, _map)
_Dumper.add_representer(list, _list)
_Dumper.add_representer(_Inline, _list)


def as_yaml(data: Any) -> str:
    """Return lists, maps, texts, numbers and dates as YAML; what is short stands on one line."""
    text = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH + 30)
    # PyYAML quotes every colon between braces; a link needs it no more there than elsewhere.
    bare = _QUOTED_URL.sub(r"\1\2", text)
    return bare if parse(bare, "")[0].data == parse(text, "")[0].data else text


_QUOTED_URL = re.compile(r"""(url: )'(https?://[^\s'"{}\[\],#]*[^\s'"{}\[\],#:])'(?=[,}])""")


@dataclass
class Merged:
    """A file with what is new in it."""

    text: str
    added: list[str] = field(default_factory=list)
    """What was added, by its label."""
    kept: list[str] = field(default_factory=list)
    """What is there with other values."""
    unplaced: list[str] = field(default_factory=list)
    """YAML for which there is no place, since the file has brackets there."""
    splices: list[Splice] = field(default_factory=list)
    readable: bool = True
    """False where the file is no map, so that nothing can be added to it."""


def merged(text: str, new: Mapping[str, Any]) -> Merged:
    """Add to a YAML file what it does not have yet; every byte of it stays.

    Maps in lists are the same where their `id`, `week`, `url`, `title` or `text` is.
    """
    found = Merged(text)
    document, problems = parse(text, "")
    extent = spans(text) if not problems else None
    if problems or (extent is not None and not isinstance(document.data, dict)):
        return Merged(text, readable=False)
    if extent is None or extent.flow:
        return Merged(text, unplaced=[as_yaml(new)])
    _maps(found, extent, document.data, new)
    for splice in sorted(found.splices, key=lambda splice: splice.start, reverse=True):
        text = text[: splice.start] + splice.new + text[splice.end :]
    known, problems = parse(text, "")
    if problems:  # nothing of what was there may break
        return Merged(found.text, unplaced=[as_yaml(new)])
    assert isinstance(known.data, dict)  # noqa: S101 - it was a map before
    found.text = text
    return found


def _maps(found: Merged, span: Span, old: Mapping[str, Any], new: Mapping[str, Any], name: str = "") -> None:
    for key, value in new.items():
        inner = span.get(key)
        if inner is None or (inner.blank and key not in old):
            _insert(
                found,
                _end(found.text, span),
                indent(as_yaml({key: value}), " " * span.column),
                span,
                _label({key: value}),
            )
        elif (
            isinstance(value, list)
            and isinstance(old.get(key), list)
            and not all(isinstance(one, int) for one in value)
        ):
            _lists(found, inner, old[key], value)
        elif isinstance(value, Mapping) and isinstance(old.get(key), Mapping):
            _maps(found, inner, old[key], value, name)
        elif not _same(old.get(key), value):
            found.kept.append(f"{name}: {key}" if name else key)


def _lists(found: Merged, span: Span, old: Sequence[Any], new: Sequence[Any]) -> None:
    known: dict[str, list[int]] = {}
    for index, element in enumerate(old):
        for name in _names(element):
            known.setdefault(name, []).append(index)
    missing, taken = [], set[int]()
    for element in new:
        free = (index for name in _names(element) for index in known.get(name, ()) if index not in taken)
        at = next(free, None)
        taken |= {at} if at is not None else set()
        there = old[at] if at is not None else None
        inner = span.get(at) if at is not None else None
        if at is None:
            missing.append(element)
        elif inner and isinstance(element, Mapping) and isinstance(there, Mapping):
            _maps(found, inner, there, {key: value for key, value in element.items() if key != "id"}, _label(element))
    for element in missing:
        _insert(found, _end(found.text, span), indent(as_yaml([element]), " " * span.column), span, _label(element))


def _insert(found: Merged, at: int, block: str, span: Span, label: str) -> None:
    if span.flow:
        found.unplaced.append(dedent(block))
        return
    found.splices.insert(0, Splice(at, at, "\n" + block.rstrip("\n")))
    found.added.append(label)


def _end(text: str, span: Span) -> int:
    at = text.find("\n", span.end)
    return len(text) if at < 0 else at


def _names(element: Any) -> Iterator[str]:
    """Yield what tells an element of a list from the others, what is surest first."""
    if not isinstance(element, Mapping):
        yield f"{False}{slug(str(element)) or element}"
        return
    if "week" in element and "url" not in element:
        yield f"week {element['week']}"
        return
    for key in ("id", "url", "title", "text"):
        if key in element:
            yield f"{key == 'id'}{slug(str(element[key])) or element[key]}"


def _label(element: Any) -> str:
    if not isinstance(element, Mapping):
        return str(element)
    return next(
        (str(element[key]) for key in ("title", "text", "url", "id") if key in element), next(iter(element), "")
    )


def _same(old: Any, new: Any) -> bool:
    if isinstance(new, list):
        return isinstance(old, list) and len(old) == len(new) and all(map(_same, old, new))
    return " ".join(str(old).split()) == " ".join(_shown(new).split())


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return value.isoformat() if isinstance(value, date) else str(value)
