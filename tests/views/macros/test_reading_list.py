"""Macro: the reading list."""

from dataclasses import replace

import pytest

from daytrail.facts import Facts
from daytrail.model.reading import ReadingList
from daytrail.views.macros.reading_list import reading_list
from tests.journal import context
from tests.website import Html, text


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Reading", ""),
        ("reading List", ""),
        ("Books of the sea", "Books of the sea"),
        ("海の本", "海の本"),
    ],
)
def test_title_of_the_list_is_a_heading_if_it_says_more_than_that(title: str, shown: str) -> None:
    at = context()
    listed = ReadingList(title=title, about="What I <b>like</b>.")
    at = replace(at, facts=Facts(replace(at.journal, reading=listed), at.facts.today))
    page = Html(reading_list(at))
    assert [text(heading) for heading in page.find("h2")] == ([shown] if shown else [])
    assert [text(lead) for lead in page.find(".dt-lead")] == ["What I <b>like</b>."]
