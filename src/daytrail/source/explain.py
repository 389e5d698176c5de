"""A pydantic error in a writer's words, with the place in the file and a guess at what was meant."""

import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from daytrail.problems import Problem, did_you_mean, error, quoted
from daytrail.source.document import Document, Keys


def explain(failure: ValidationError, document: Document, model: type[BaseModel]) -> Iterator[Problem]:
    """Yield a problem for each detail of a failed validation of the document's data against the model."""
    for detail in failure.errors(include_url=False):
        if detail["type"] == "missing" and not document.complete:
            continue  # it may stand behind the place where reading stopped
        yield _problem(detail, document, model)


def _problem(detail: ErrorDetails, document: Document, model: type[BaseModel]) -> Problem:
    keys: Keys = detail["loc"]
    name = quoted(str(next((key for key in reversed(keys) if isinstance(key, str)), "")))
    where = document.locate(keys)
    match detail["type"]:
        case "daytrail":
            context = detail["ctx"]
            return error(where, context["message"], context["hint"])
        case "extra_forbidden":
            known = _keys_at(model, keys[:-1])
            hint = did_you_mean(str(keys[-1]), known) or f"known here: {', '.join(sorted(known))}"
            return error(document.locate(keys, key=True), f"unknown key {name}", hint)
        case "missing":
            return error(document.locate(keys[:-1]), f"{name} is missing")
        case "literal_error":
            allowed = [str(value) for value in _literals_at(model, keys)]
            hint = did_you_mean(str(detail["input"]), allowed)
            return error(where, f"{_said(detail['input'])} is not one of {', '.join(map(quoted, allowed))}", hint)
        case "less_than_equal":
            return error(where, f"{quoted(_number(detail['input']))} is more than {detail['ctx']['le']:g} hours")
    wanted = {
        "tuple_type": "a list",
        "model_type": "a map of keys and values",
        "model_attributes_type": "a map of keys and values",
    }.get(detail["type"], "one value")
    hint = f"write `[{detail['input']}]`" if wanted == "a list" and isinstance(detail["input"], str) else ""
    return error(where, f"{name} wants {wanted}, not {_said(detail['input'])}" if keys else f"this is not {wanted}", hint)


def _said(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case dict():
            return "a map"
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


def _type_at(model: type[BaseModel], keys: Keys) -> Any:
    known: Any = model
    for key in keys:
        if isinstance(key, str):
            fields = {field.alias or name: field for name, field in known.model_fields.items()}
            known = _unwrap(fields[key].annotation)
    return known


def _keys_at(model: type[BaseModel], keys: Keys) -> set[str]:
    return {field.alias or name for name, field in _type_at(model, keys).model_fields.items()}


def _literals_at(model: type[BaseModel], keys: Keys) -> tuple[Any, ...]:
    return get_args(_type_at(model, keys))
