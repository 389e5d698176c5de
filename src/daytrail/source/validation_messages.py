"""A pydantic error in a writer's words, with the place in the file and a guess at what was meant."""

import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from daytrail.problems import Location, Problem, did_you_mean, error, quoted
from daytrail.source.yaml.document import Document, Keys


def explain(failure: ValidationError, document: Document, model: type[BaseModel]) -> Iterator[Problem]:
    """Yield a problem for each detail of a failed validation of the document's data against the model.

    What only follows from a mistake in the document itself is left out.
    """
    for detail in failure.errors(include_url=False):
        held = document.held(detail["loc"])
        follows = held in document.open or any(held[:n] in document.faulty for n in range(1, len(held) + 1))
        if detail["type"] == "extra_forbidden" or not follows:
            yield _problem(detail, document, model)


def blank_unknown(document: Document, model: type[BaseModel]) -> Iterator[Problem]:
    """Yield a problem for each unknown key behind which nothing is written, and which the model never sees."""
    for keys in document.blank:
        record = _record_at(model, keys[:-1])
        if record and keys[-1] not in _fields(record):
            yield _unknown_key(keys, document, record)


def _problem(detail: ErrorDetails, document: Document, model: type[BaseModel]) -> Problem:
    keys: Keys = detail["loc"]
    name = quoted(str(next((key for key in reversed(keys) if isinstance(key, str)), "")))
    where = document.locate(keys)
    match detail["type"]:
        case "daytrail":
            context = detail["ctx"]
            return error(where, context["message"], context["hint"])
        case "extra_forbidden":
            return _unknown_key(keys, document, _record_at(model, keys[:-1]) or model)
        case "missing":
            return error(document.locate(keys, key=True), f"{name} is missing", f"write `{keys[-1]}: …`")
        case "literal_error":
            allowed = [str(value) for value in _literals_at(model, keys)]
            hint = did_you_mean(str(detail["input"]), allowed) or "write one of them, or remove the line"
            return error(where, f"{_said(detail['input'])} is not one of {', '.join(map(quoted, allowed))}", hint)
        case "less_than_equal":
            message = f"{quoted(_number(detail['input']))} is more than {detail['ctx']['le']:g} hours"
            return error(where, message, "write the hours of this day alone")
    return _wrong_type(detail, where, name, model)


def _wrong_type(detail: ErrorDetails, where: Location, name: str, model: type[BaseModel]) -> Problem:
    keys: Keys = detail["loc"]
    written = detail["input"]
    said = _said(written)
    text = isinstance(written, str)
    record = _record_at(model, keys)
    known = f"known here: {', '.join(sorted(_fields(record)))}" if record else ""
    if not keys:
        hint = "write a colon and a space behind each key" if text else known
        return error(where, f"{said} stands where `key: value` lines are wanted", hint)
    if written is None:
        return error(where, f"nothing is written in this place of {name}", "write it, or remove the line")
    match detail["type"]:
        case "tuple_type":
            hint = f"write `{keys[-1]}: [{written}]`" if text else "write a dash and a space before each"
            return error(where, f"{name} wants a list, not {said}", hint)
        case "model_type":
            return error(where, f"{name} wants `key: value` pairs, not {said}", known)
    hint = "put quotes around text that starts with a bracket, or holds a colon"
    return error(where, f"{name} wants one value, not {said}", hint)


def _unknown_key(keys: Keys, document: Document, record: type[BaseModel]) -> Problem:
    known = _fields(record)
    hint = did_you_mean(str(keys[-1]), known) or f"known here: {', '.join(sorted(known))}"
    return error(document.locate(keys, key=True), f"unknown key {quoted(str(keys[-1]))}", hint)


def _said(value: Any) -> str:
    match value:
        case dict():
            return "`key: value` pairs"
        case list() | tuple():
            return "a list"
    return quoted(str(value))


def _number(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _unwrap(annotation: Any) -> Any:
    """What an annotation is about: the record or type inside `Annotated`, `| None` and `tuple[…, ...]`."""
    origin = get_origin(annotation)
    if origin is Annotated or origin is tuple:
        return _unwrap(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return _unwrap(next(arg for arg in get_args(annotation) if arg is not type(None)))
    return annotation


def _fields(record: type[BaseModel]) -> dict[str, Any]:
    """The types of a record's fields, by the names that a writer uses."""
    return {field.alias or name: field.annotation for name, field in record.model_fields.items()}


def _type_at(model: type[BaseModel], keys: Keys) -> Any:
    """The type that the model has for the value at a path of keys; None where it has none."""
    known: Any = model
    for key in keys:
        if isinstance(key, str):
            record = isinstance(known, type) and issubclass(known, BaseModel)
            known = _unwrap(_fields(known).get(key)) if record else None
    return known


def _record_at(model: type[BaseModel], keys: Keys) -> type[BaseModel] | None:
    known = _type_at(model, keys)
    return known if isinstance(known, type) and issubclass(known, BaseModel) else None


def _literals_at(model: type[BaseModel], keys: Keys) -> tuple[Any, ...]:
    return get_args(_type_at(model, keys))
