"""Dates and sentences in the language of the site."""

from collections.abc import Iterator
from datetime import date

import pytest

from daytrail.facts.calendar import DateRange
from daytrail.views import words
from daytrail.views.sentences import days_ago
from daytrail.views.translation import language, use_language


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    use_language("en")


def test_dates_and_sentences_are_in_the_language_in_use() -> None:
    use_language("de")
    assert days_ago(3) == "vor 3 Tagen"
    assert words.day(date(2026, 3, 5)) == "5. März 2026"
    assert words.date_range(DateRange(date(2026, 3, 30), date(2026, 4, 5))) == "30. März – 5. April 2026"
    use_language("pt-BR")
    assert (language(), days_ago(3), words.day(date(2026, 3, 5))) == ("en", "3 days ago", "5 March 2026")


def test_numbers_are_written_as_in_the_language_in_use() -> None:
    use_language("de")
    assert [words.hours(1.5), words.hours(0.25), words.total_hours(2.5)] == ["1,5 h", "0,25 h", "2,5 h"]
    assert words.runs([1, 2, 3, 5, 8, 9]) == "1–3, 5 und 8–9"
