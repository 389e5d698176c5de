"""Random entries: none ends in a traceback, and none shows what is private."""

from hypothesis import given

from daytrail.views.body import render_body
from tests.fuzz.promises import SECRET, tries
from tests.fuzz.texts import ENTRIES
from tests.source.texts import ENTRY, loaded


@tries(40)
@given(ENTRIES)
def test_any_text_is_an_entry_or_an_error(text: str) -> None:
    """It is rendered without a script that runs; a private passage or a draft is hidden."""
    assert "<script" not in render_body(text)
    read = loaded({ENTRY: text.encode("utf-8", "surrogatepass")})
    if not read.failed:
        assert SECRET not in "".join(f"{entry!r}{render_body(entry.body)}" for entry in read.journal.entries).lower()
