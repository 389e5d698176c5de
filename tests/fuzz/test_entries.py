"""Random entries: none ends in a traceback, and none shows what is private."""

from hypothesis import given

from daytrail.views.body import render_body
from tests.fuzz.promises import SECRET, tries
from tests.fuzz.texts import BODIES_WITH_SECRETS, DRAFTS, ENTRIES
from tests.source.texts import ENTRY, loaded


def shown(text: str) -> str:
    """Return what is published of an entry; nothing if it has an error."""
    read = loaded({ENTRY: text.encode("utf-8", "surrogatepass")})
    if read.failed:
        return ""
    return "".join(f"{entry!r}{render_body(entry.body)}" for entry in read.journal.entries)


@tries(20)
@given(ENTRIES)
def test_any_text_is_an_entry_or_an_error(text: str) -> None:
    """It is rendered without a script that runs."""
    assert "<script" not in "".join(map(render_body, [text]))
    shown(text)


@tries(20)
@given(BODIES_WITH_SECRETS)
def test_a_passage_with_a_misspelt_marker_is_hidden_or_an_error(text: str) -> None:
    assert SECRET not in shown(text).lower()


@tries(20)
@given(DRAFTS)
def test_a_draft_with_odd_front_matter_is_a_draft_or_an_error(text: str) -> None:
    assert SECRET not in shown(text)
