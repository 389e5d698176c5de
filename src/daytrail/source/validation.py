"""Validation of a document against its model: as much of it as the model accepts, and what is wrong with the rest."""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from daytrail.model.base import slug
from daytrail.problems import KeyPath, Problem
from daytrail.source.validation_messages import check_empty_keys, explain
from daytrail.source.yaml.nodes import Document

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
    problems = list(check_empty_keys(document, model))
    lost_names: set[str] = set()
    rest = document
    while True:
        data = rest.data
        try:
            record = model.model_validate({} if data is None else data)
        except ValidationError as failure:
            if rest is document:  # what is wrong with the rest follows from what was left out
                problems += explain(failure, document, model)
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
