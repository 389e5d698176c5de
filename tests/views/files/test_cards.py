"""Cards for sharing: what they say, and what their fonts cannot show."""

from datetime import date
from io import BytesIO

import pytest
from PIL import Image

from daytrail.facts import Facts
from daytrail.model.journal import Journal
from daytrail.model.reading import ReadingList
from daytrail.views.files.card_drawing import card_lines
from daytrail.views.files.cards import Card, CardStrips, card_png
from daytrail.views.publication import Publication
from tests.journal import entry, plan

FACTS = Facts(Journal((entry("2026-02-15", "Text."),), plan(), ReadingList(), ()), date(2026, 2, 15))
DAY = date(2026, 2, 15)
SITE = Publication("Tides", "https://learner.example/", "learner.example,2026")


def said(title: str, *facts: str) -> list[str]:
    """Return the lines of text on the card of a day."""
    return [line.text for line in card_lines("Tides", title, facts)]


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Łódź, Ωμέγα, Привет, Việt", ["Łódź, Ωμέγα, Привет, Việt"]),
        ("Shipped 🎉 at last ✔️", ["Shipped at last"]),
        ("学习日志 one", []),
        ("سجل التعلم", []),
        ("🎉", []),
        ("Ebb & <flow>", ["Ebb & <flow>"]),
        ("a\x00b\u202e", ["ab"]),
        ("Ẹ\u0301kọ́", ["Ẹkọ"]),
    ],
)
def test_a_title_that_the_fonts_cannot_show_is_left_out(title: str, shown: list[str]) -> None:
    """A card never has boxes in place of letters, nor a part of the words: date and series remain."""
    assert said(title, "15 February 2026", "Day 5") == ["Tides", *shown, "15 February 2026 · Day 5"]


@pytest.mark.parametrize("title", ["word " * 60, "w" * 400, "wide " * 3 + "W" * 60])
def test_a_long_title_ends_within_the_card(title: str) -> None:
    _, *lines, _ = said(title, "15 February 2026")
    assert 1 <= len(lines) <= 3
    assert lines[-1].endswith("…")


def test_the_last_square_of_a_strip_is_its_day() -> None:
    """15 February 2026 is a Sunday: the last row of the last week. The days before have no entry."""
    png = card_png(Card("log/2026/02/15/", ["Ebb"], DAY), SITE, CardStrips(FACTS))
    image = Image.open(BytesIO(png)).convert("RGB")
    names: dict[tuple[int, ...], str] = {
        (0xEB, 0xEE, 0xF1): "no entry",
        (0xFB, 0xFC, 0xFD): "paper",
        (0x97, 0xD2, 0xA8): "level of a single day",
        (0xA2, 0x40, 0x0C): "today",
    }

    def colour(column: int, row: int, offset: int = 8) -> str:
        pixel = image.getpixel((80 + column * 20 + offset, 424 + row * 20 + offset))
        assert isinstance(pixel, tuple)
        return names[pixel[:3]]

    assert (colour(51, 6), colour(51, 6, 0)) == ("level of a single day", "today")
    assert (colour(51, 5), colour(0, 0), colour(50, 4, 18), colour(0, 0, -3)) == (
        "no entry",
        "no entry",
        "paper",
        "paper",
    )
