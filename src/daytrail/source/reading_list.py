"""The reading list's file as a record."""

import os
from collections.abc import Iterator
from pathlib import Path

from daytrail.model.reading import ReadingList
from daytrail.problems import Location, Problem, error, quoted
from daytrail.source.files import LARGEST_PLAN, read_text
from daytrail.source.validation import validated
from daytrail.source.yaml.document import Document, Keys, parse


def read_reading_list(root: Path, path: str) -> tuple[ReadingList, Document | None, list[Problem]]:
    """Read the reading list; an empty one where there is no file or nothing in it.

    Beside it stands what it was read from, without what was refused.
    """
    if not os.path.lexists(root / path):
        return ReadingList(), None, []
    text, problems = read_text(root, path, LARGEST_PLAN)
    document, found = parse(text, path)
    problems += found
    if document.data is None:
        return ReadingList(), None, problems
    read, invalid = validated(ReadingList, document)
    problems += invalid
    if read is None:
        return ReadingList(), None, problems
    return read.record, read.document, problems + list(_doubled(read.record, read.document))


def _doubled(reading: ReadingList, document: Document) -> Iterator[Problem]:
    """Yield a problem for each category that has the id of another: an id is where a filter leads."""
    named: list[tuple[str, Keys]] = []
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
