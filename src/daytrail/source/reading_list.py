"""Reader of the reading list."""

import os
from collections.abc import Iterator
from pathlib import Path

from daytrail.model.reading import ReadingList
from daytrail.problems import KeyPath, Location, Problem, error, quoted
from daytrail.source.files import MAX_PLAN_BYTES, read_text
from daytrail.source.validation import Validated, validate
from daytrail.source.yaml.nodes import Document
from daytrail.source.yaml.parser import parse


def read_reading_list(root: Path, path: str) -> tuple[Validated[ReadingList] | None, list[Problem]]:
    """Read the reading list; None if there is no file or nothing in it. Never raises for a writer's mistake."""
    if not os.path.lexists(root / path):
        return None, []
    text, problems = read_text(root, path, MAX_PLAN_BYTES)
    document, syntax_problems = parse(text, path)
    problems += syntax_problems
    if document.data is None:
        return None, problems
    validated, invalid = validate(ReadingList, document)
    return validated, problems + invalid


def check_categories(reading: ReadingList, document: Document) -> Iterator[Problem]:
    """Yield a problem for each category that has the id of another: an id is where a filter leads."""
    named: list[tuple[str, KeyPath]] = []
    for c, category in enumerate(reading.categories):
        named.append((category.id, ("categories", c, "id")))
        named += [(one.id, ("categories", c, "categories", s, "id")) for s, one in enumerate(category.categories)]
    first: dict[str, Location] = {}
    for name, keys in named:
        where = document.locate(keys)
        if name in first:
            yield error(where, f"the category {quoted(name)} is doubled", f"it stands at {first[name]} already")
        else:
            first[name] = where
