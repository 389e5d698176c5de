"""Path segments and slugs of any text."""

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from daytrail.model.base import segment, slug

NAMES = st.one_of(
    st.text(max_size=60),
    st.text(st.sampled_from("aB .-_/\\~%#?:é\u0301İßǰ\u0345ﬁ²छत\u200d🦀"), max_size=20),
    st.text(min_size=1, max_size=3).map(lambda text: text * 100),
    st.sampled_from(["..", ".", "con", "NUL.txt", "-", "_", "a..b", "a/../b", " a ", "C#", "C++", "…"]),
)


@given(NAMES)
def test_a_segment_is_safe_in_a_path(text: str) -> None:
    """A segment has no separators, is of bounded size, and is empty only for spaces and dashes."""
    made = segment(text)
    assert not re.search(r"[/\\:*?\"<>|%#\s\x00-\x1f]", made)
    assert ".." not in made
    assert not made.startswith((".", "-"))
    assert not made.endswith((".", "-"))
    assert len(made.encode()) <= 200
    if re.sub(r"[\s_-]", "", unicodedata.normalize("NFKC", text)):
        assert made


@given(NAMES, NAMES)
def test_two_texts_have_two_segments(one: str, two: str) -> None:
    """Texts share a segment only where they differ in no more than case, form, spaces, dashes and underscores."""

    def alike(text: str) -> str:
        folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFD", text).casefold()).casefold()
        return re.sub(r"[\s_-]+", "-", unicodedata.normalize("NFKC", folded)).strip("-")

    assert (segment(one) == segment(two)) == (alike(one) == alike(two))


@given(NAMES)
def test_a_slug_is_its_own_slug(text: str) -> None:
    made = slug(text)
    assert slug(made) == made
    assert all(made.split("-")) or not made
    assert not re.search(r"[/\\.\s_]", made)


def test_no_segment_is_the_name_of_the_page_of_a_folder() -> None:
    """A tag that is called `index` has another path than the list of tags."""
    assert segment("index") != "index"
    assert segment("Index") == segment("index")
