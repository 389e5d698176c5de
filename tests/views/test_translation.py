"""Translations: what is translated has the values of its original, and what is not is English."""

import re
from collections.abc import Iterator
from datetime import date
from operator import attrgetter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from daytrail.facts.calendar import DateRange
from daytrail.views import translation, words
from daytrail.views.body import render_body
from daytrail.views.translation import language, use_language
from daytrail.views.words import days_ago
from tests.for_each import for_each
from tools.translations import FOLDER, as_tuple

LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.po"))


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    use_language("en")


def catalog(code: str) -> Catalog:
    with (FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


@for_each(LANGUAGES)
def test_a_translation_has_the_values_of_its_original(code: str) -> None:
    """One that is missing is no failure: the page shows the English words, and `make translations` lists it."""
    wrong = []
    for message in filter(attrgetter("id"), catalog(code)):
        originals, translations = as_tuple(message.id), as_tuple(message.string)
        # A singular may name its number or not.
        values = set(re.findall(r"%\((\w+)\)s", originals[-1]))
        for text in filter(None, translations):
            named = set(re.findall(r"%\((\w+)\)s", text))
            if message.fuzzy or not values - {"num"} <= named <= values or "%" in re.sub(r"%\(\w+\)s|%%", "", text):
                wrong.append((message.id, text))
    assert wrong == []


def test_a_missing_translation_is_shown_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one of several forms."""
    text = 'msgid "week"\nmsgstr ""\n\nmsgid "%(num)s day"\nmsgid_plural "%(num)s days"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    (tmp_path / "de.po").write_text(text, encoding="utf-8")
    monkeypatch.setattr(translation, "FOLDER", tmp_path)
    use_language("de")
    assert (translation.gettext("week"), translation.ngettext("%(num)s day", "%(num)s days", 2)) == ("week", "2 days")


def test_dates_and_sentences_are_in_the_language_in_use() -> None:
    """English is the language for those that have no catalogue."""
    use_language("de")
    assert (days_ago(3), words.day(date(2026, 3, 5))) == ("vor 3 Tagen", "5. März 2026")
    use_language("pt-BR")
    assert (language(), days_ago(3), words.day(date(2026, 3, 5))) == ("en", "3 days ago", "5 March 2026")


def test_a_box_without_a_title_has_its_kind_in_the_language_in_use() -> None:
    """Whoever's notation it has: GitHub's, Obsidian's or Material's. A title that the writer gives stays."""
    use_language("de")
    text = "> [!note]\n> a\n\n> [!faq]-\n> b\n\n!!! danger\n    c\n\n> [!tip] Tip\n> d\n\n> [!tide]\n> e\n"
    titles = re.findall("<(?:p class=.admonition-title.|summary)>([^<]*)<", render_body(text))
    assert titles == ["Hinweis", "Häufige Fragen", "Gefahr", "Tip", "Tide"]


@pytest.mark.parametrize(
    ("code", "day", "dates"),
    [
        ("en", "4 October", "30 September – 4 October"),
        ("de", "4. Oktober", "30. September – 4. Oktober"),
        ("fr", "4 octobre", "30 septembre – 4 octobre"),
        ("es", "4 de octubre", "30 de septiembre – 4 de octubre"),
    ],
)
def test_a_date_in_the_year_of_its_page_names_no_year(code: str, day: str, dates: str) -> None:
    """Dates in other years do."""
    use_language(code)
    last, others = date(2026, 10, 4), (None, 2025, 2027)
    range_ = DateRange(date(2026, 9, 30), last)
    assert words.day(last, 2026) == day
    assert words.date_range(range_, 2026) == dates
    assert words.short_day(last, 2026) in words.formatted(last, "yMMMd")
    assert all("2026" in words.day(last, year) + words.date_range(range_, year) for year in others)
    assert "2026" in words.short_day(last, 2025)
