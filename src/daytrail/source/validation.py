"""Validation of a document against its model: as much of it as the model accepts, and what is wrong with the rest."""

import types
from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from daytrail.model.base import slug
from daytrail.problems import KeyPath, Location, Problem, did_you_mean, error, quoted
from daytrail.source.other_programs import key_hint
from daytrail.source.yaml.nodes import Document
from daytrail.source.yaml.write import inline

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Validated(Generic[Model]):
    """A record, and what it was read from."""

    record: Model
    document: Document
    """The document without what was refused."""
    lost_names: Set[str] = frozenset()
    """Ids that were defined in what was refused. A reference to one of them is not a mistake."""


def validate(model: type[Model], document: Document) -> tuple[Validated[Model] | None, list[Problem]]:
    """Validate a document. What the model refuses is reported and left out, so that the rest is checked too."""
    problems = list(_check_empty_keys(document, model))
    lost_names: set[str] = set()
    rest = document
    while True:
        data = rest.data
        try:
            record = model.model_validate({} if data is None else data)
        except ValidationError as failure:
            if rest is document:  # what is wrong with the rest follows from what was left out
                problems += _explain(failure, document, model)
            refused = {rest.existing(detail["loc"]) for detail in failure.errors(include_url=False)}
            # Without its id a record would be taken for another.
            refused = {key_path[:-1] if key_path[-1:] == ("id",) else key_path for key_path in refused}
            if () in refused:
                return None, problems
            for key_path in refused:
                lost_names |= set(_defined_names(rest, key_path))
            rest = rest.without(refused)
        else:
            return Validated(record, rest, lost_names | {slug(name) for name in lost_names}), problems


def _defined_names(document: Document, key_path: KeyPath) -> Iterator[str]:
    """Yield the names that are defined at a key path or below: each `id`, and each week as in `w01`."""
    node = document.find(key_path[:-1] if key_path[-1] in ("id", "week") else key_path)
    for inner in (node, *(inner for _, inner in node.descendants())) if node else ():
        for key in ("id", "week"):
            child = inner.children.get(key)
            if child and child.text is not None:
                yield child.text if key == "id" else f"w{child.text:0>2}"


# -- messages: pydantic's errors in a writer's words, with a location and a guess at what was meant --


def _explain(failure: ValidationError, document: Document, model: type[BaseModel]) -> Iterator[Problem]:
    """Yield a problem for each detail of a failed validation of the document's data against the model.

    What only follows from a mistake in the document itself is left out.
    """
    for detail in failure.errors(include_url=False):
        nodes = document.nodes_along(detail["loc"])
        unfinished = nodes[-1].unfinished if nodes else not document.complete
        follows = unfinished or any(node.mistaken for node in nodes[1:])
        if detail["type"] == "extra_forbidden" or not follows:
            yield _problem(detail, document, model)


def _check_empty_keys(document: Document, model: type[BaseModel]) -> Iterator[Problem]:
    """Yield a problem for each unknown key without a value, which the model never sees."""
    for key_path, node in document.root.descendants() if document.root else ():
        if node.key and node.is_null:
            known = _fields_at(model, key_path[:-1])
            if known and key_path[-1] not in known:
                yield _unknown_key(key_path, document, known)


def _problem(detail: ErrorDetails, document: Document, model: type[BaseModel]) -> Problem:
    key_path: KeyPath = detail["loc"]
    name = quoted(str(next((key for key in reversed(key_path) if isinstance(key, str)), "")))
    location = document.locate(key_path)
    match detail["type"]:
        case "daytrail":
            context = detail["ctx"]
            return error(location, context["message"], context["hint"])
        case "extra_forbidden":
            return _unknown_key(key_path, document, _fields_at(model, key_path[:-1]))
        case "missing":
            return error(document.locate(key_path, key=True), f"{name} is missing", f"write `{key_path[-1]}: …`")
        case "literal_error":
            allowed = [str(value) for value in get_args(_type_at(model, key_path))]
            hint = did_you_mean(str(detail["input"]), allowed) or "write one of them, or remove the line"
            message = f"{_shown(detail['input'])} is not one of {', '.join(map(quoted, allowed))}"
            return error(location, message, hint)
        case "too_long":
            maximum = detail["ctx"]["max_length"]
            return error(location, f"{name} has more than {maximum} values", f"keep the {maximum} that matter most")
        case "less_than_equal":
            number = f"{detail['input']:g}" if isinstance(detail["input"], float) else str(detail["input"])
            message = f"{quoted(number)} is more than {detail['ctx']['le']:g} hours"
            return error(location, message, "write the hours of this day alone")
    return _wrong_type(detail, location, name, model)


def _wrong_type(detail: ErrorDetails, location: Location, name: str, model: type[BaseModel]) -> Problem:
    key_path: KeyPath = detail["loc"]
    written = detail["input"]
    shown = _shown(written)
    is_text = isinstance(written, str)
    known = _fields_at(model, key_path)
    known_keys = f"known here: {', '.join(sorted(known))}" if known else ""
    if not key_path:
        hint = "write a colon and a space behind each key" if is_text else known_keys
        return error(location, f"{shown} stands where `key: value` lines are wanted", hint)
    if written is None:
        return error(location, f"nothing is written in this place of {name}", "write it, or remove the line")
    match detail["type"]:
        case "tuple_type":
            hint = "write a dash and a space before each"
            if is_text and _type_at(model, key_path) is not int:
                hint = _list_hint(str(key_path[-1]), written)
            return error(location, f"{name} must be a list, not {shown}", hint)
        case "model_type":
            return error(location, f"{name} must be `key: value` pairs, not {shown}", known_keys)
    hint = "put quotes around text that starts with a bracket, or holds a colon"
    return error(location, f"{name} must be one value, not {shown}", hint)


def _list_hint(key: str, written: str) -> str:
    """Return how to write a list instead of a text."""
    is_tagged = key == "tags" and written.startswith("#")
    parts = [part.strip(" #,") for part in written.split(None if is_tagged else ",")]
    return f"write `{key}: [{', '.join(inline(part, in_brackets=True) for part in parts)}]`"


_MEANT = {**dict.fromkeys(("topic", "topics", "week", "weeks"), "touched"), "categories": "tags", "category": "tags"}
"""Keys of entries by what is written instead; some of these words are keys elsewhere."""


def _unknown_key(key_path: KeyPath, document: Document, known: Collection[str]) -> Problem:
    key = str(key_path[-1])
    hint = did_you_mean(key, known)
    if "touched" in known:  # the keys of an entry
        hint = f"did you mean {quoted(_MEANT[key])}?" if key in _MEANT else key_hint(key) or hint
    hint = hint or f"known here: {', '.join(sorted(known))}"
    return error(document.locate(key_path, key=True), f"unknown key {quoted(key)}", hint)


def _shown(value: Any) -> str:
    match value:
        case dict():
            return "`key: value` pairs"
        case list() | tuple():
            return "a list"
    return quoted(str(value))


# -- types of a model --


def _fields_at(model: type[BaseModel], key_path: KeyPath) -> dict[str, Any]:
    """Return the types of the fields at a key path, by the names that a writer uses. Empty if there is no record."""
    record = _type_at(model, key_path)
    if not (isinstance(record, type) and issubclass(record, BaseModel)):
        return {}
    return {field.alias or name: field.annotation for name, field in record.model_fields.items()}


def _type_at(model: type[BaseModel], key_path: KeyPath) -> Any:
    """Return the type that the model has for the value at a key path, or None if it has none."""
    if not key_path:
        return model
    *parents, key = key_path
    if isinstance(key, int):
        return _type_at(model, tuple(parents))
    return _unwrap(_fields_at(model, tuple(parents)).get(key))


def _unwrap(annotation: Any) -> Any:
    """Return the record or type inside `Annotated`, `| None` and `tuple[…, ...]`."""
    origin = get_origin(annotation)
    if origin is Annotated or origin is tuple:
        return _unwrap(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return _unwrap(next(arg for arg in get_args(annotation) if arg is not type(None)))
    return annotation
