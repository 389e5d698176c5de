"""Documents with lines dropped, doubled, indented, fenced and wrapped: the import or its report has all of them."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutants import documents, import_document, lost, mutated
from tests.fuzz.promises import tries


@pytest.mark.parametrize("kind", ["log", "plan", "reading"])
@tries(100)
@given(st.data())
def test_nothing_of_a_mutated_document_is_lost(kind: str, data: st.DataObject) -> None:
    """No word, link, box or day of it."""
    text = data.draw(mutated(documents()))
    with TemporaryDirectory() as folder:
        imported = import_document(Path(folder), kind, text)
    assert imported is None or lost(text, kind, imported) == []
