"""BibTeX of a reading list."""

from bibtexparser.entrypoint import parse_string
from hypothesis import given
from hypothesis import strategies as st

from daytrail.views.files.bibtex import bibtex
from tests.journal import Written, facts_of

TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cn", "Co"]), min_size=1, max_size=30)


@given(st.lists(TEXT.filter(str.strip), min_size=1, max_size=4))
def test_any_title_gives_one_bibtex_entry(titles: list[str]) -> None:
    """Whatever titles contain, the file has as many entries as there are resources, and none is broken."""
    weeks = [{"week": "1", "title": "W", "reading": [{"id": f"r{i}", "title": text} for i, text in enumerate(titles)]}]
    written: Written = {"title": "P", "parts": [{"id": "a", "title": "A", "weeks": weeks}]}
    text = bibtex(facts_of(written).ledger.resources)
    library = parse_string(text)
    assert library.failed_blocks == []
    assert len(library.entries) == len(titles)
    assert text.count("{") == text.count("}")
