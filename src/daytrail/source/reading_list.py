"""Reader of the reading list."""

import os
from pathlib import Path

from daytrail.model.reading import ReadingList
from daytrail.problems import Problem
from daytrail.source.files import read_yaml
from daytrail.source.validation import Validated, validate


def read_reading_list(root: Path, path: str) -> tuple[Validated[ReadingList] | None, list[Problem]]:
    """Read the reading list; None if there is no file or nothing in it. Never raises for a writer's mistake."""
    if not os.path.lexists(root / path):
        return None, []
    document, problems = read_yaml(root, path)
    if document.data is None:
        return None, problems
    validated, invalid = validate(ReadingList, document)
    return validated, problems + invalid
