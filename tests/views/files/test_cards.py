"""Cards for sharing: what they say, and what their fonts cannot show."""

from datetime import date

import pytest

from daytrail.facts import Facts
from daytrail.model.journal import Journal
from daytrail.model.reading import ReadingList
from daytrail.views.files.cards import Card, CardStrips, card_lines, card_png
from daytrail.views.publication import Publication
from tests.journal import entry, plan

FACTS = Facts(Journal((entry("2026-02-15", "Text."),), plan(), ReadingList(), ()), date(2026, 2, 15))
DAY = date(2026, 2, 15)
SITE = Publication("Tides", "https://learner.example/", "learner.example,2026")


def said(title: str, *facts: str) -> list[str]:
    """Return the lines of text on the card of a day."""
    return [line.text for line in card_lines(Card("log/2026/02/15/", title, facts, DAY), SITE)]


def test_a_card_has_site_title_and_facts() -> None:
    assert said("Ebb & <flow>", "15 February 2026", "Day 5") == ["Tides", "Ebb & <flow>", "15 February 2026 · Day 5"]


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Łódź, Ωμέγα, Привет, Việt", ["Łódź, Ωμέγα, Привет, Việt"]),
        ("Shipped 🎉 at last ✔️", ["Shipped at last"]),
        ("学习日志 one", []),
        ("سجل التعلم", []),
        ("🎉", []),
        ("a\x00b\u202e", ["ab"]),
        ("Ẹ\u0301kọ́", ["Ẹkọ"]),
    ],
)
def test_a_title_that_the_fonts_cannot_show_is_left_out(title: str, shown: list[str]) -> None:
    """A card never has boxes in place of letters, nor a part of the words: date and series remain."""
    assert said(title, "15 February 2026") == ["Tides", *shown, "15 February 2026"]


@pytest.mark.parametrize("title", ["word " * 60, "w" * 400, "wide " * 3 + "W" * 60])
def test_a_long_title_ends_within_the_card(title: str) -> None:
    _, *lines, _ = said(title, "15 February 2026")
    assert 1 <= len(lines) <= 3
    assert lines[-1].endswith("…")


def test_a_card_is_the_same_picture_each_time() -> None:
    strips = CardStrips(FACTS)
    card = Card("log/2026/02/15/", "Ebb", ("15 February 2026",), DAY)
    assert card_png(card, SITE, strips) == card_png(card, SITE, strips)
