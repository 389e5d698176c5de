"""Helpers of the tests of the importers."""

import os
from pathlib import Path

import pytest

from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.plan.reader import ImportedPlan
from daytrail.importers.reading.reader import ImportedList
from daytrail.importers.text.diagnostics import UNPARSED_LINE

CASES = Path(__file__).parents[1] / "cases/imports"


def guesses(result: ImportedLog | ImportedPlan | ImportedList) -> list[tuple[int, str]]:
    """Return line and message of the diagnostics about guesses and contradictions."""
    return [(one.location.line, one.message) for one in result.diagnostics if one.code != UNPARSED_LINE]


def unparsed_lines(result: ImportedLog | ImportedPlan | ImportedList) -> list[tuple[int, str]]:
    """Return number and text of the lines that the result does not contain."""
    return [(one.location.line, one.message) for one in result.diagnostics if one.code == UNPARSED_LINE]


def read_seed(number: str) -> str:
    """Return one of the five documents that the importers were written for, or skip the test where they are missing."""
    folder = os.environ.get("DAYTRAIL_SEEDS")
    if not folder:
        pytest.skip("DAYTRAIL_SEEDS is not set: the documents are not public")
    [path] = Path(folder).glob(f"{number}_*")
    return path.read_text(encoding="utf-8")
