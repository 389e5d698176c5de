"""Documents with lines dropped, doubled, indented, fenced and wrapped: the import or its report has all of them."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutants import documents, import_document, lost, mutate, pick_document
from tests.fuzz.promises import IS_LONG, tries

KINDS = pytest.mark.parametrize("kind", ["plan", "reading"])


@KINDS
@pytest.mark.parametrize("start", range(0, 200, 20))
def test_nothing_of_a_mutated_document_is_lost(kind: str, start: int) -> None:
    """No word, link, box or day of it.

    Hypothesis would try other documents after each change of the code, since it draws constants from the sources.
    """
    losses = {number: _lost(mutate(pick_document(number), Random(number)), kind) for number in range(start, start + 20)}
    assert {number: lines for number, lines in losses.items() if lines} == {}


@pytest.mark.skipif(not IS_LONG, reason="`make fuzz` tries other documents each time")
@KINDS
@tries(100)
@given(st.sampled_from(documents()), st.randoms(use_true_random=False))
def test_nothing_of_any_mutated_document_is_lost(kind: str, document: str, random: Random) -> None:
    assert _lost(mutate(document, random), kind) == []


def _lost(text: str, kind: str) -> list[str]:
    with TemporaryDirectory() as folder:
        imported = import_document(Path(folder), kind, text)
    return lost(text, kind, imported) if imported else []
