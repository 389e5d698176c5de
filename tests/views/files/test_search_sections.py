"""Sections that a search finds, and how it gets texts in scripts without spaces between words."""

from typing import Any

import pytest

from daytrail.views.files.search_sections import search_sections
from daytrail.views.files.unspaced import JOINER, spaced
from tests.for_each import for_each
from tests.views.test_text_html import TABLES


@for_each(TABLES["sections"])
def test_sections_of_html(case: list[Any]) -> None:
    """Each is an anchor, a title and a text; what is wrong with the HTML ends nothing."""
    html, *sections = case
    assert search_sections(html) == [*map(tuple, sections)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Kelp & caf\u00e9, \ud55c\uad6d\uc5b4", "Kelp & caf\u00e9, \ud55c\uad6d\uc5b4"),
        ("\u518d\u5e30\u95a2\u6570", "\u518d| \u5e30| \u95a2| \u6570"),
        ("<b>\u518d\u5e30</b>\u95a2", "<b> \u518d| \u5e30</b> \u95a2"),
        ("\u5e30\u3002GPU\u306e\u6700 \u9069", "\u5e30\u3002| GPU| \U0001326e| \u6700 \u9069"),
    ],
)
def test_each_letter_is_a_word(text: str, words: str) -> None:
    """Only in scripts without spaces; what was put in can be told from what was written."""
    assert spaced(text) == words.replace("|", JOINER)


def test_a_mark_stays_with_its_letter() -> None:
    """Both are written with other letters, since Pagefind takes letters with other marks for the same."""
    assert [len(word) for word in spaced("\u0e1f\u0e31\u0e07\u0e01\u0e4c").replace(JOINER, "").split()] == [2, 1, 2]
