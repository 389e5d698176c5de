"""Reader of the reading list."""

import os
from pathlib import Path

from daytrail.model.reading import ReadingList
from daytrail.problems import Problem
from daytrail.source.files import MAX_PLAN_BYTES, read_text
from daytrail.source.validation import Validated, validate
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
