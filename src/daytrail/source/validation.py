"""As much of a document as its model accepts, and what is wrong with the rest."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from daytrail.model.base import slug
from daytrail.problems import Problem
from daytrail.source.validation_messages import blank_unknown, explain
from daytrail.source.yaml.document import Document

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Validated(Generic[Model]):
    """A record, and what it was read from."""

    record: Model
    document: Document
    """Less what was refused."""
    lost: Set[str]
    """The names that were given in what was refused; what refers to them is not wrong for that."""


def validated(model: type[Model], document: Document) -> tuple[Validated[Model] | None, list[Problem]]:
    """Validate a document; what its model refuses is reported and left out, so that the rest is checked too."""
    problems = list(blank_unknown(document, model))
    lost: set[str] = set()
    left = document
    while True:
        try:
            record = model.model_validate({} if left.data is None else left.data)
        except ValidationError as failure:
            if left is document:  # what is wrong with the rest follows from what was left out
                problems += explain(failure, document, model)
            refused = {left.held(detail["loc"]) for detail in failure.errors(include_url=False)}
            # Without its id a record would be taken for another.
            refused = {keys[:-1] if keys[-1:] == ("id",) else keys for keys in refused}
            if () in refused:
                return None, problems
            for keys in refused:
                lost |= left.names(keys)
            left = left.without(refused)
        else:
            return Validated(record, left, lost | {slug(name) for name in lost}), problems
